#pragma once
// Everything tasks and criteria read of the loads, for one posture: forces at the supports, what joints bear,
// where the centre of mass may be.

#include "limber/statics/feasible_region.h"
#include "limber/statics/joint_loads.h"

namespace limber {

struct LoadState {
  Statics statics;
  JointLoads joints;
  FeasibleRegion region;         // computed when asked
  statics::BranchRates rates;    // a scratch
  std::vector<Vec3> by_contact;  // a scratch: one per contact

  // In a world supports carry only where they touch something.
  LoadState(const Figure& figure, const Loads& loads, const World* world = nullptr)
      : statics(figure, loads),
        joints(figure, loads),
        region(statics),
        rates(figure.segment_count()),
        by_contact(static_cast<std::size_t>(statics.contact_count())) {
    if (world != nullptr) statics.stand_on(std::make_shared<Surfaces>(*world));
  }

  void update(const Kinematics& kinematics, const MassDistribution& masses, const Posture& posture) noexcept {
    statics.update(kinematics, masses);
    joints.update(statics, kinematics, posture);
  }
};

}  // namespace limber
