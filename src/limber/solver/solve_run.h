#pragma once
// Steps until the figure rests, from one start or several, and keeps the best posture.

#include <chrono>

#include "limber/math/random.h"
#include "limber/solver/rest_check.h"

namespace limber {

class SolveRun {
 public:
  SolveRun(Stepper& stepper, const TaskList& tasks, const CriterionList& criteria,
           const SolveOptions& options);

  // The stepper must be prepared for the tasks.
  SolveReport run(Posture& posture);

 private:
  enum class Effort : std::uint8_t { whole, while_it_pays };  // while_it_pays: may give up, others remain
  StepStatus attempt(Posture& posture, Effort effort, bool with_push);
  StepStatus settle(int level_count, Posture& posture, Effort effort);
  StepStatus step(Posture& posture, int level_count);
  bool has_stalled(int step);
  void check_rest(Posture& posture, RestCheck::Known known);
  bool is_still_at(const Posture& start, const Posture& answer, StepStatus status);
  bool other_starts_may_help(const Posture& posture);
  void push(int level_count, Posture& posture);
  int first_unsatisfied(const Posture& posture);
  bool out_of_time() const;

  using Clock = std::chrono::steady_clock;
  Stepper& stepper_;
  SolveProblem problem_;
  const TaskList& tasks_;
  const CriterionList& criteria_;
  const SolveOptions& options_;
  Clock::time_point begin_ = Clock::now();
  SolveReport result_;
  VecX optimality_;     // [m/rad] per level of the answer, to second order; empty: not measured
  VecX errors_;         // [m] per level, where first_unsatisfied() looked last
  int steps_left_ = 0;  // of this attempt
  int start_ = 0;       // the number of this attempt, from 0
  // Of this attempt: the first level that was not satisfied when it last came on, its error [m] then, and the
  // steps since.
  int best_level_ = 0, idle_steps_ = 0;
  double best_error_ = 0.0;
};

}  // namespace limber
