#pragma once
// What happens between two postures of a figure: the way there is sampled, every pair of parts measured.

#include <algorithm>

#include "limber/figure/joint_chain.h"
#include "limber/figure/posture.h"
#include "limber/kinematics/kinematics.h"
#include "limber/world/proximity.h"

namespace limber::test {

constexpr double corner_cut = 1e-4;  // of the figure's reach, that may be cut off a corner

class Way {
 public:
  Way(const Figure& figure, const World& world, int samples = 16)
      : figure_(figure),
        kinematics_(figure),
        proximity_(figure, {.immovable = false}),
        reach_(longest_reach(figure)),
        samples_(samples) {
    proximity_.prepare(world);
  }
  void let_touch(std::span<const std::pair<SegmentId, SegmentId>> segments) {
    proximity_.let_touch(segments);
  }

  // How deep the figure overlaps anything, of its reach: in a posture, and on the way between two.
  double depth(const Posture& posture) {
    kinematics_.update(posture);
    const auto nearest = proximity_.nearest(kinematics_, 0.0);
    return nearest ? -nearest->clearance / reach_ : 0.0;
  }
  double depth(const Posture& from, const Posture& to) {
    const VecX whole = difference(figure_, from, to);
    double deepest = 0.0;
    for (int i = 1; i < samples_ && whole.norm() > 0.0; ++i) {
      Posture middle = from;
      const VecX part = (static_cast<double>(i) / samples_) * whole;
      integrate(figure_, part, middle);
      deepest = std::max(deepest, depth(middle));
    }
    return deepest;
  }

 private:
  Figure figure_;
  Kinematics kinematics_;
  Proximity proximity_;
  double reach_;
  int samples_;
};

}  // namespace limber::test
