// Drives the parts of a step; see stepper.h.

#include "limber/solver/step/stepper.h"

#include <algorithm>

#include "limber/tasks/can_evaluate.h"

namespace limber {

Stepper::Stepper(Figure figure, SolverOptions options)
    : setup_(std::move(figure), std::move(options)),
      constraints_(setup_.figure, setup_.options),
      clearance_(setup_.figure, setup_.options.clearance, setup_.reach),
      clearance_rows_(setup_.figure, clearance_),
      observation_(setup_.figure, clearance_),
      pull_(setup_.figure.dof_count()),
      linear_(setup_, constraints_, clearance_rows_, observation_, levels_),
      keep_clear_(setup_, constraints_, clearance_, clearance_rows_, observation_),
      trial_(setup_, constraints_, clearance_, observation_, levels_, linear_, keep_clear_),
      polish_(setup_, constraints_, clearance_, observation_, levels_, linear_, keep_clear_),
      explanation_(setup_, constraints_, clearance_rows_, levels_, linear_) {
  attempt_.displacement = VecX::Zero(setup_.figure.dof_count());
  attempt_.posture = setup_.figure.rest_posture();
}

void Stepper::prepare(const TaskList& tasks, const CriterionList& criteria) {
  check(criteria, setup_.figure);
  if (prepared_ && levels_.fits(tasks)) {  // there is room already
    check(tasks, setup_.figure);
    clearance_.let_touch(tasks);
    forget();
    return;
  }
  TaskLevels next(setup_.figure, tasks, setup_.metres_per_radian);
  if (prepared_ && setup_.options.fade_steps > 0) next.fade_from(levels_);
  levels_ = std::move(next);
  clearance_.let_touch(tasks);
  here_.tasks = levels_.make_values();
  attempt_.evaluation.tasks = levels_.make_values();
  trial_.resize();
  polish_.resize();
  explanation_.resize();
  make_room();
  prepared_ = true;
}

void Stepper::surround(const World& world) {
  clearance_.surround(world);
  make_room();
}

void Stepper::make_room() {
  linear_.make_room();
  keep_clear_.make_room();
  forget();
}

void Stepper::move_obstacle(ObstacleId obstacle, const Shape& shape, const Vec3& velocity) noexcept {
  clearance_.move_obstacle(obstacle, shape, velocity);
}

void Stepper::forget() noexcept {
  linear_.forget();
  keep_clear_.forget();
  clearance_rows_.forget_holding();
  trial_.forget();
}

// Numbers that may change from step to step without prepare().
bool Stepper::may_evaluate(const TaskList& tasks, const CriterionList& criteria,
                           const Posture& posture) const noexcept {
  const Figure& figure = setup_.figure;
  return posture.values.size() == figure.value_count() && is_finite(posture) && can_evaluate(tasks, figure) &&
         can_evaluate(criteria, figure);
}

// The linear step at `here_`, and its explanation.
void Stepper::linearise(const TaskList& tasks, const CriterionList& criteria) noexcept {
  const bool pulled = std::any_of(criteria.begin(), criteria.end(),
                                  [](const WeightedCriterion& c) { return c.enabled && c.gain != 0.0; });
  if (pulled) pull_.compute(criteria, observation_.context(), setup_.scale);
  const LinearRequest request{
      .values = here_.tasks, .radius = trial_.radius(), .pull = pulled ? &pull_.value() : nullptr};
  linear_.solve(request);
  trial_.take_linear_step();  // now: to explain may solve the problem again
  explanation_.explain(tasks, request);
}

StepReport Stepper::step(const TaskList& tasks, const CriterionList& criteria, Posture& posture,
                         int levels_in_use) noexcept {
  StepReport report;
  const auto stop = [&](StepStatus status) {
    report.status = status;
    report.light = Light::red;
    return report;
  };
  if (!prepared_ || !levels_.fits(tasks)) return stop(StepStatus::not_prepared);
  if (!may_evaluate(tasks, criteria, posture)) return stop(StepStatus::bad_input);
  levels_.refresh(tasks, setup_.options.fade_steps, levels_in_use);

  Posture& start = attempt_.posture;
  start.values = posture.values;
  // A posture this solver made is inside already.
  if (!(observation_.posture() == posture)) report.start_correction = constraints_.bring_inside(start);
  if (clearance_.comes_first()) {
    report.start_correction = std::max(report.start_correction, keep_clear_.leave_overlap(start));
  }
  observation_.evaluate(tasks, criteria, levels_, start, here_);
  if (!here_.tasks.finite) return stop(StepStatus::bad_input);
  posture.values = start.values;
  trial_.begin(here_);
  if (clearance_.comes_first()) clearance_.start_step(posture, observation_.kinematics());
  linearise(tasks, criteria);

  const bool accepted = trial_.run(tasks, criteria, posture, here_, attempt_);
  report.step_length = accepted ? attempt_.displacement.norm() : 0.0;
  const bool at_rest = trial_.end(here_, attempt_, accepted);
  if (accepted) posture.values = attempt_.posture.values;
  const bool is_evaluated = accepted && setup_.options.line_search;
  finish(tasks, is_evaluated ? attempt_.evaluation.tasks : here_.tasks, posture, report);
  report.status = at_rest ? StepStatus::at_rest : StepStatus::moving;
  return report;
}

void Stepper::finish(const TaskList& tasks, const TaskValues& values, const Posture& posture,
                     StepReport& report) noexcept {
  explanation_.finish(tasks, values);
  report.tasks = explanation_.reports();
  report.light = explanation_.light();
  const HardConstraints::Excess excess = constraints_.coupling_excess(posture);
  report.coupling_excess = excess.amount;
  report.broken_coupling = excess.coupling;
  if (!clearance_.is_on()) return;
  observation_.look_at(posture);
  const Contact* nearest = clearance_.nearest();
  if (nearest == nullptr) return;
  report.clearance = nearest->clearance;
  report.nearest_segment = nearest->segment;
  report.nearest_obstacle = nearest->obstacle;
  report.nearest_other_segment = nearest->other_segment;
}

void Stepper::polish(const TaskList& tasks, const CriterionList& criteria, Posture& posture) noexcept {
  polish_.run(tasks, criteria, posture, here_, attempt_);
}

const VecX& Stepper::level_errors(const TaskList& tasks, const CriterionList& criteria,
                                  const Posture& posture) noexcept {
  levels_.refresh(tasks, 0, level_count());
  observation_.evaluate(tasks, criteria, levels_, posture, here_);
  return here_.tasks.level_error;
}

void Stepper::report_on(const TaskList& tasks, const CriterionList& criteria, const Posture& posture,
                        StepReport& report) noexcept {
  linear_.forget();  // so that a posture has the same reasons, however it was found
  observation_.evaluate(tasks, criteria, levels_, posture, here_);
  trial_.reset_radius();
  linearise(tasks, criteria);
  finish(tasks, here_.tasks, posture, report);
}

}  // namespace limber
