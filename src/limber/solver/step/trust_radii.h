#pragma once
// How long the step of each level may be, learnt from how well the linear model kept its promises.
//
//   promised = error before - error the linear model predicts
//   kept     = (error before - error after) / promised
//
// Large `kept`: the radius doubles. Small: it becomes half of the step that was too long.

#include "limber/solver/step/split_step.h"
#include "limber/solver/step/task_levels.h"

namespace limber {

class TrustRadii {
 public:
  void resize(int levels) { radius_ = VecX::Zero(levels); }  // allocates
  void reset(double radius) noexcept { radius_.setConstant(radius); }
  const VecX& radius() const noexcept { return radius_; }  // [rad] per level

  // After an accepted step. All errors are per level, [m].
  void adapt(const TaskLevels& levels, const SplitStep& step, const VecX& before, const VecX& predicted,
             const VecX& after) noexcept;
  // No part of the step was any good: the next one is shorter and nearer to the gradient.
  void shrink(const TaskLevels& levels, const SplitStep& step, const VecX& before) noexcept;

  static constexpr double longest = 3.0;    // [rad] about half a turn; longer steps mean nothing
  static constexpr double shortest = 1e-9;  // [rad] near rounding, and never 0: it must be able to grow again

 private:
  VecX radius_;
};

}  // namespace limber
