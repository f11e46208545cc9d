#pragma once
// Takes one step. It is, in this order,
//
//   evaluate      kinematics, contacts, task values at the posture            Observation
//   linearise     rows, limits and criteria -> a displacement                 LinearStep
//   explain       what holds back what is not satisfied                       Explanation
//   try           cut the step until errors fall in order of priority         Trial, KeepClear
//
// and on request polishes a posture at rest (Polish).

#include "limber/solver/step/criteria_pull.h"
#include "limber/solver/step/explanation.h"
#include "limber/solver/step/optimality.h"
#include "limber/solver/step/polish.h"
#include "limber/solver/step/trial.h"

namespace limber {

class Stepper {
 public:
  Stepper(Figure figure, SolverOptions options);
  Stepper(const Stepper&) = delete;  // parts refer to each other

  void prepare(const TaskList& tasks, const CriterionList& criteria);
  void surround(const World& world);
  void move_obstacle(ObstacleId obstacle, const Shape& shape, const Vec3& velocity) noexcept;
  void forget() noexcept;

  // One displacement. Tasks of the levels from `levels_in_use` on are left out.
  StepReport step(const TaskList& tasks, const CriterionList& criteria, Posture& posture,
                  int levels_in_use) noexcept;
  StepReport step(const TaskList& tasks, const CriterionList& criteria, Posture& posture) noexcept {
    return step(tasks, criteria, posture, level_count());
  }
  // Of the tasks that took part in the last step.
  void polish(const TaskList& tasks, const CriterionList& criteria, Posture& posture) noexcept;
  // Errors of all levels at a posture, [m]; valid until the next call.
  const VecX& level_errors(const TaskList& tasks, const CriterionList& criteria,
                           const Posture& posture) noexcept;
  // The same, with the criteria.
  Outcome outcome(const TaskList& tasks, const CriterionList& criteria, const Posture& posture);
  // Everything a step reports of a posture as it is, with its optimality.
  void report_on(const TaskList& tasks, const CriterionList& criteria, const Posture& posture,
                 StepReport& report) noexcept;

  const SolverSetup& setup() const noexcept { return setup_; }
  const TaskLevels& levels() const noexcept { return levels_; }
  int level_count() const noexcept { return levels_.level_count(); }
  HardConstraints& constraints() noexcept { return constraints_; }
  KeepClear& keep_clear() noexcept { return keep_clear_; }
  const Clearance& clearance() const noexcept { return clearance_; }
  std::span<const Solver::LevelView> views() const noexcept { return explanation_.views(); }
  const VecX& last_step() const noexcept { return attempt_.displacement; }

 private:
  void make_room();
  bool may_evaluate(const TaskList& tasks, const CriterionList& criteria,
                    const Posture& posture) const noexcept;
  void linearise(const TaskList& tasks, const CriterionList& criteria) noexcept;
  void solve_criteria(const LinearRequest& request) noexcept;
  void take_attempt(const TaskList& tasks, const CriterionList& criteria, Posture& posture) noexcept;
  void report_rest(const TaskValues& values, const Posture& posture, StepReport& report) noexcept;
  void finish(const TaskList& tasks, const TaskValues& values, const Posture& posture,
              StepReport& report) noexcept;

  SolverSetup setup_;
  HardConstraints constraints_;
  Clearance clearance_;
  ClearanceRows clearance_rows_;
  TaskLevels levels_;
  Observation observation_;
  CriteriaPull pull_;
  VecX multipliers_;  // of the criteria, per row of tasks
  VecX freely_;       // a scratch, in the unknowns of the linear problem
  LinearStep linear_;
  KeepClear keep_clear_;
  Trial trial_;
  Polish polish_;
  Explanation explanation_;
  Optimality optimality_;
  bool prepared_ = false;
  Evaluation here_;  // at the posture a step starts from
  Attempt attempt_;
  double last_criteria_ = 0.0;  // after the last step
};

}  // namespace limber
