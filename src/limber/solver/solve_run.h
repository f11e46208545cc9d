#pragma once
// Steps until the figure rests, from one start or several, and keeps the best posture.

#include <chrono>

#include "limber/math/random.h"
#include "limber/solver/step/stepper.h"

namespace limber {

class SolveRun {
 public:
  SolveRun(Stepper& stepper, const TaskList& tasks, const CriterionList& criteria,
           const SolveOptions& options);

  // The stepper must be prepared for the tasks.
  SolveReport run(Posture& posture);

 private:
  StepStatus attempt(Posture& posture, bool is_last);
  StepStatus settle(int level_count, Posture& posture, bool is_push = false);
  void push(int level_count, Posture& posture);
  int first_unsatisfied(const Posture& posture);
  bool out_of_time() const;

  using Clock = std::chrono::steady_clock;
  Stepper& stepper_;
  const TaskList& tasks_;
  const CriterionList& criteria_;
  const SolveOptions& options_;
  Clock::time_point start_ = Clock::now();
  SolveReport result_;
  VecX errors_;         // [m] per level, where first_unsatisfied() looked last
  int steps_left_ = 0;  // of this attempt
};

}  // namespace limber
