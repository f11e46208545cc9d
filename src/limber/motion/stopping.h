#pragma once
// Room to stop, for limits that are curved (swing and twist) or hold several joints at once (couplings),
// where accelerations are limited. Ranges of single joints are bounds of a step (joint_bounds.h); these are
// not.
//
// Joints that share a limit are a group, and a group brakes as one: after the step d come
//
//   d (r - 1)/r,  d (r - 2)/r, ...      r = max |d_i| / (a_i dt^2)
//
// which keeps the direction of d, so that each joint turns about one axis until it stands and relations
// between joints hold. A step may be taken if the group can stop after it without crossing a limit. One
// after which it could not is drawn towards the hardest brake there is, which can, because the step before
// it could: so limits and accelerations never contradict each other.
//
// Not for ties, and not for couplings that fix a sum in which a ball joint takes part: these are curves
// that a straight brake leaves.

#include <vector>

#include "limber/motion/joint_bounds.h"
#include "limber/solver/options.h"

namespace limber {

class Stopping {
 public:
  // Nothing to do without limits of acceleration.
  Stopping(const Figure& figure, const SolverOptions& options, const JointBounds& bounds);

  // Of the degrees of freedom of all groups: the hardest brake after the displacement `last`.
  void brake(const VecX& last, VecX& displacement) const noexcept;
  // Draws a displacement towards a brake, group by group, until all of them can stop. Allocates nothing.
  void keep_room(const Posture& posture, const VecX& brake, VecX& displacement) noexcept;

 private:
  struct Group {
    std::vector<JointId> joints;
    std::vector<CouplingId> couplings;
  };
  double steps_to_stop(const Group& group, const VecX& displacement) const noexcept;
  bool can_stop(const Group& group, const Posture& posture, const VecX& displacement) noexcept;
  bool may_meet_a_limit(const Group& group, const Posture& posture, const VecX& travel) const noexcept;
  bool is_inside(const Group& group) const noexcept;  // trial_
  void move(const Group& group, const Posture& from, const VecX& displacement, double times) noexcept;

  Figure figure_;
  const JointBounds& bounds_;
  std::vector<std::uint8_t> has_limits_;  // per joint: those that count
  std::vector<Group> groups_;
  Posture trial_;
  VecX wanted_, travel_;
};

}  // namespace limber
