#pragma once
// The exact check that confirms an answer of the batch solver as clear of the world and of the figure itself.

#include <span>

#include "limber/batch/problem.h"
#include "limber/kinematics/kinematics.h"
#include "limber/world/proximity.h"

namespace limber::batch {

class ClearCheck {
 public:
  // `moving`: Problem::moving. What does not move is not checked: a robot may stand on the floor.
  ClearCheck(const Figure& figure, std::span<const FrameTask> tasks, const World& world,
             const ClearanceOptions& options, std::span<const std::uint8_t> moving);

  // At least the margin between any two surfaces that may not touch.
  bool is_clear(const Kinematics& kinematics) noexcept;

  // For every pair that is checked, whatever its distance in this posture: visit(contact).
  template <class Visit>
  void for_all_pairs(const Kinematics& kinematics, Visit&& visit) noexcept {
    constexpr double everywhere = 1e9;  // [m]
    proximity_.visit_near(kinematics, everywhere, visit);
  }

 private:
  Proximity proximity_;
  double least_;  // [m]
};

}  // namespace limber::batch
