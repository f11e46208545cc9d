#pragma once
// The linear problem of one time step. In the displacement d of all joints:
//
//   always   bounds                                              (joint_bounds.h)
//   then     limits, couplings and ties, contacts                (moving_problem.h)
//   then     J_l d = asked_l, level by level
//   at last  d as near as can be to a wish
//
// Unknowns are y, d = base + scale y: with limits of acceleration a figure in motion cannot stop at once, so
// that they are measured from a displacement that is always allowed, and not from standing still.

#include <vector>

#include "limber/motion/joint_bounds.h"
#include "limber/motion/level_dampings.h"
#include "limber/motion/moving_problem.h"
#include "limber/solver/least_squares/lexicographic.h"

namespace limber {

class StepProblem {
 public:
  StepProblem(const MovingProblem& motion, const JointBounds& bounds);

  struct Question {
    const VecX& base;   // within the bounds
    const VecX& scale;  // > 0: what moves easily is large
    const TaskValues& tasks;
    const VecX& asked;  // right-hand sides of the rows of tasks, in their units
    const LevelDampings& dampings;
  };
  void solve(const Question& question, const VecX& wish, VecX& displacement) noexcept;

  static constexpr double rounding = 1e-9;  // of the figure's reach: less is left of no row

  // What became of it: rows of motion.limits and motion.contacts that hold the solution back, bounds it is
  // held at (-1 lower, 0 none, 1 upper).
  bool limit_holds(int row) const noexcept { return problem_.is_active(row); }
  bool contact_holds(int row) const noexcept {
    return row < contact_count_ && problem_.is_active(first_contact_ + row);
  }
  int held_bound(int dof) const noexcept { return problem_.held_bound(dof); }

  // [m] or [rad] by which limits and contacts are not kept, and [m] what is left of a level of tasks.
  double residual_of_limits() const noexcept;
  double level_residual(int level) const noexcept;

  // All that was asked of the task of this slot is done.
  bool serves(int slot) const noexcept;
  struct Cause {
    LagReason reason = LagReason::none;
    int index = -1;
  };
  // What would have to give way for the task of this slot to get nearer.
  Cause holding_back(int slot) const noexcept;

 private:
  const MovingProblem& motion_;
  const JointBounds& bounds_;
  Lexicographic problem_;
  VecX pull_;
  std::vector<int> first_row_;  // per slot; -1: not in the problem
  int first_contact_ = 0, contact_count_ = 0;
};

}  // namespace limber
