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
#include "limber/solver/step/second_order.h"
#include "limber/solver/step/trial.h"

namespace limber {

class Stepper {
 public:
  Stepper(Figure figure, SolverOptions options);
  Stepper(const Stepper&) = delete;  // parts refer to each other

  void prepare(const TaskList& tasks, const CriterionList& criteria);
  void surround(const World& world);
  void stand_on(const World& world);
  void move_obstacle(ObstacleId obstacle, const Shape& shape, const Vec3& velocity) noexcept;
  void forget() noexcept;

  // One displacement. Tasks of the levels from `levels_in_use` on are left out.
  StepReport step(const TaskList& tasks, const CriterionList& criteria, Posture& posture,
                  int levels_in_use) noexcept;
  StepReport step(const TaskList& tasks, const CriterionList& criteria, Posture& posture) noexcept {
    return step(tasks, criteria, posture, level_count());
  }
  // The same, told by its status alone, and cheaper: nothing is explained, and where `posture` is where the
  // last step led, what was seen there is used again. The tasks must be those of the last step.
  StepStatus advance(const TaskList& tasks, const CriterionList& criteria, Posture& posture,
                     int levels_in_use) noexcept;
  double start_correction() const noexcept { return start_correction_; }  // of the last step
  // At the posture the last step led to: errors of all levels, [m], and whether every task that is enabled is
  // satisfied (and there is one).
  const VecX& errors() const noexcept { return here_.tasks.level_error; }
  bool is_satisfied(const TaskList& tasks) const noexcept;

  // Of the tasks that took part in the last step; at once, or in pieces with nothing else in between
  // (true: that was all).
  void polish(const TaskList& tasks, const CriterionList& criteria, Posture& posture) noexcept;
  void begin_polish(const TaskList& tasks, const CriterionList& criteria, const Posture& posture) noexcept;
  bool advance_polish(const TaskList& tasks, const CriterionList& criteria, Posture& posture) noexcept;
  // Errors of all levels at a posture, [m]; valid until the next call.
  const VecX& level_errors(const TaskList& tasks, const CriterionList& criteria,
                           const Posture& posture) noexcept;
  bool calls_for_others(int level, DofId dof) const noexcept {  // there
    return levels_.calls_for_others(level, dof, here_.tasks);
  }
  // The same, with the criteria.
  Outcome outcome(const TaskList& tasks, const CriterionList& criteria, const Posture& posture);
  // Everything a step reports of a posture as it is, with its optimality.
  void report_on(const TaskList& tasks, const CriterionList& criteria, const Posture& posture,
                 StepReport& report) noexcept;

  // Straight along a way that promises to go down, as far as it is best: true if that is notably better.
  bool follow(const VecX& way, const TaskList& tasks, const CriterionList& criteria, Posture& posture);
  // Where the first levels that report_on() found unsatisfied could still gain, to first order.
  const VecX& steepest_way() const noexcept { return optimality_.way(); }

  // For what cannot be satisfied; made when first asked for. After level_errors() of all levels.
  SecondOrder& second_order();
  // Instead of what report_on() measured to first order: [m/rad] per level.
  void report_optimality(const VecX& optimality, StepReport& report) noexcept;

  // `moving`: a step could be taken from there.
  StepStatus readiness(const TaskList& tasks, const CriterionList& criteria,
                       const Posture& posture) const noexcept {
    if (!prepared_ || !levels_.fits(tasks)) return StepStatus::not_prepared;
    return may_evaluate(tasks, criteria, posture) ? StepStatus::moving : StepStatus::bad_input;
  }

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
  enum class Before : std::uint8_t { unknown, same_tasks };  // the last step: what is known of it
  StepStatus start(const TaskList& tasks, const CriterionList& criteria, Posture& posture, int levels_in_use,
                   Before before) noexcept;
  bool is_seen(const Posture& posture) const noexcept {
    return here_is_seen_ && observation_.posture() == posture;
  }
  void linearise(const CriterionList& criteria) noexcept;
  bool is_every_level_satisfied() const noexcept;  // at here_
  double least_share() noexcept;
  void explain_standstill(const TaskList& tasks, const CriterionList& criteria,
                          const Posture& posture) noexcept;
  void solve_criteria(const LinearRequest& request) noexcept;
  LinearRequest request() const noexcept;  // the one linearised last
  StepStatus go(const TaskList& tasks, const CriterionList& criteria, Posture& posture) noexcept;
  void take_attempt(const TaskList& tasks, const CriterionList& criteria, Posture& posture) noexcept;
  void measure_rest(const Posture& posture) noexcept;
  void report_rest(StepReport& report) const noexcept;
  void finish(const TaskList& tasks, const Posture& posture, StepReport& report) noexcept;

  SolverSetup setup_;
  HardConstraints constraints_;
  Clearance clearance_;
  ClearanceRows clearance_rows_;
  TaskLevels levels_;
  Observation observation_;
  CriteriaPull pull_;
  VecX multipliers_;  // of the criteria, per row of tasks
  VecX freely_;       // a scratch, in the unknowns of the linear problem
  VecX promised_;     // [m] a scratch: errors per level
  LinearStep linear_;
  KeepClear keep_clear_;
  Trial trial_;
  Polish polish_;
  Explanation explanation_;
  Optimality optimality_;
  std::unique_ptr<SecondOrder> second_order_;
  bool prepared_ = false;
  Evaluation here_;            // at the posture a step starts from, and then at the one it leads to
  bool here_is_seen_ = false;  // here_ is what the last step left: at the posture observed, of its tasks
  bool pulled_ = false;        // some criterion pulls
  bool has_tried_ = false;     // the last step did not stay where it was from the first
  Attempt attempt_;
  double step_length_ = 0.0, start_correction_ = 0.0;  // of the last step
  double last_criteria_ = 0.0;                         // after the last step
};

}  // namespace limber
