// Drives the parts of a step; see stepper.h.

#include "limber/solver/step/stepper.h"

#include <algorithm>
#include <memory>

#include "limber/tasks/can_evaluate.h"

namespace limber {

Stepper::Stepper(Figure figure, SolverOptions options)
    : setup_(std::move(figure), std::move(options)),
      constraints_(setup_.figure, setup_.options),
      clearance_(setup_.figure, setup_.options.clearance, setup_.reach),
      clearance_rows_(setup_.figure, clearance_),
      observation_(setup_.figure, clearance_),
      pull_(setup_.figure.dof_count()),
      freely_(VecX::Zero(setup_.figure.dof_count())),
      linear_(setup_, constraints_, clearance_rows_, observation_, levels_),
      keep_clear_(setup_, constraints_, clearance_, clearance_rows_, observation_),
      trial_(setup_, constraints_, clearance_, observation_, levels_, linear_, keep_clear_),
      polish_(setup_, constraints_, clearance_, observation_, levels_, linear_, keep_clear_),
      explanation_(setup_, constraints_, clearance_rows_, levels_, linear_),
      optimality_(setup_, levels_, linear_) {
  attempt_.displacement = VecX::Zero(setup_.figure.dof_count());
  attempt_.posture = setup_.figure.rest_posture();
}

void Stepper::prepare(const TaskList& tasks, const CriterionList& criteria) {
  check(criteria, setup_.figure);
  check(tasks, setup_.figure);
  setup_.recruitment.prepare(tasks);
  observation_.prepare(tasks, criteria);
  if (prepared_ && levels_.fits(tasks)) {  // there is room already
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
  multipliers_ = VecX::Zero(levels_.row_count());
  promised_ = VecX::Zero(levels_.level_count());
  explanation_.resize();
  optimality_.resize();
  make_room();
  prepared_ = true;
}

void Stepper::surround(const World& world) {
  clearance_.surround(world);
  observation_.stand_on(world);
  make_room();
}

void Stepper::stand_on(const World& world) {
  observation_.stand_on(world);
  here_is_seen_ = false;
}

SecondOrder& Stepper::second_order() {
  if (!second_order_) {
    second_order_ = std::make_unique<SecondOrder>(setup_, constraints_, clearance_, clearance_rows_,
                                                  observation_, levels_, linear_, keep_clear_);
  }
  return *second_order_;
}

void Stepper::report_optimality(const VecX& optimality, StepReport& report) noexcept {
  optimality_.replace(optimality);
  report.levels = optimality_.reports();
}

void Stepper::make_room() {
  second_order_.reset();
  linear_.make_room();
  keep_clear_.make_room();
  forget();
}

void Stepper::move_obstacle(ObstacleId obstacle, const Shape& shape, const Vec3& velocity) noexcept {
  clearance_.move_obstacle(obstacle, shape, velocity);
  here_is_seen_ = false;
}

void Stepper::forget() noexcept {
  here_is_seen_ = false;
  observation_.forget();
  linear_.forget();
  keep_clear_.forget();
  clearance_.forget();
  clearance_rows_.forget_holding();
  trial_.forget();
  pull_.forget();
  setup_.recruitment.forget();
}

// Numbers that may change from step to step without prepare().
bool Stepper::may_evaluate(const TaskList& tasks, const CriterionList& criteria,
                           const Posture& posture) const noexcept {
  const Figure& figure = setup_.figure;
  return posture.values.size() == figure.value_count() && is_finite(posture) && can_evaluate(tasks, figure) &&
         can_evaluate(criteria, figure);
}

LinearRequest Stepper::request() const noexcept {
  return {.values = here_.tasks, .radius = trial_.radius(), .pull = pulled_ ? &pull_.value() : nullptr};
}

bool Stepper::is_every_level_satisfied() const noexcept {
  return levels_.first_unsatisfied(here_.tasks.level_error) == level_count();
}

// The least part that a level which is not satisfied gets of what it asks for, by the step just linearised.
double Stepper::least_share() noexcept {
  freely_ = setup_.scale.cwiseProduct(linear_.solution());
  levels_.predict(here_.tasks, freely_, promised_);
  double least = 1.0;
  for (int level = 0; level < level_count(); ++level) {
    const double error = here_.tasks.level_error[level];
    if (error <= levels_.level_tolerance(level)) continue;
    least = std::min(least, (error - promised_[level]) / (linear_.error_factor(request(), level) * error));
  }
  return least;
}

// The linear step at `here_`, by the joints that it takes.
void Stepper::linearise(const CriterionList& criteria) noexcept {
  pulled_ = std::any_of(criteria.begin(), criteria.end(),
                        [](const WeightedCriterion& c) { return c.enabled && c.gain != 0.0; });
  const bool second_order = setup_.options.line_search && !setup_.uses_projectors();
  Recruitment& recruitment = setup_.recruitment;
  // Costs are those of serving tasks; criteria say by themselves which joints they want where.
  if (pulled_ && recruitment.matters() && is_every_level_satisfied()) recruitment.ease_fully();
  do {
    if (setup_.scale != recruitment.scale()) {
      setup_.scale = recruitment.scale();
      pull_.forget();  // it learnt in other units
    }
    if (pulled_) {
      pull_.compute(criteria, observation_.context(), setup_.scale,
                    second_order ? CriteriaPull::Order::second : CriteriaPull::Order::first);
    } else {
      pull_.clear();
    }
    linear_.solve(request());
  } while (recruitment.matters() && recruitment.must_help(least_share()));
  multipliers_.setZero();
  if (pulled_ && second_order && !pull_.gradient().isZero(0.0)) solve_criteria(request());
  trial_.take_linear_step(pull_.gradient(), multipliers_);  // now: to explain may solve the problem again
}

// The criteria's second-order step, from the linear problem just solved for their gradient.
void Stepper::solve_criteria(const LinearRequest& request) noexcept {
  linear_.write_pull_multipliers(multipliers_);
  multipliers_ *= -1.0 / pull_.factor();
  linear_.write_free_part(freely_);
  // While tasks still move far, long steps of the criteria would only be in their way.
  const bool tasks_move = (linear_.solution() - freely_).norm() > CriteriaPull::gentle;
  if (!pull_.refine(freely_, tasks_move ? CriteriaPull::gentle : CriteriaPull::longest)) return;
  linear_.press_on_held(pull_.value());
  linear_.solve(request);
  linear_.write_free_part(freely_);
  if (pull_.retract(freely_)) linear_.solve(request);
}

// Brings the posture inside what always holds, and evaluates it. `moving`: a step may be taken.
StepStatus Stepper::start(const TaskList& tasks, const CriterionList& criteria, Posture& posture,
                          int levels_in_use, Before before) noexcept {
  start_correction_ = step_length_ = 0.0;
  const bool seen = before == Before::same_tasks && is_seen(posture);
  here_is_seen_ = false;
  if (!seen) {
    if (const StepStatus ready = readiness(tasks, criteria, posture); ready != StepStatus::moving)
      return ready;
    levels_.refresh(tasks, setup_.options.fade_steps, levels_in_use);
    setup_.recruitment.refresh(tasks);
  }
  Posture& start = attempt_.posture;
  start.values = posture.values;
  // A posture this solver made is inside already; but the rest posture, seen first, may be off its ties.
  if (!seen && (constraints_.has_ties() || !(observation_.posture() == posture)))
    start_correction_ = constraints_.bring_inside(start);
  if (clearance_.comes_first()) {
    start_correction_ = std::max(start_correction_, keep_clear_.leave_overlap(start));
  }
  if (!seen || (clearance_.comes_first() && !(observation_.posture() == start)))
    observation_.evaluate(tasks, criteria, levels_, start, here_);
  if (!here_.tasks.finite) return StepStatus::bad_input;
  posture.values = start.values;
  if (trial_.begin(here_) || here_.criteria != last_criteria_) pull_.forget();
  if (clearance_.comes_first()) clearance_.start_step(posture, observation_.kinematics());
  return StepStatus::moving;
}

// Along the linear step as far as it holds. -> here_: where that leads.
StepStatus Stepper::go(const TaskList& tasks, const CriterionList& criteria, Posture& posture) noexcept {
  has_tried_ = false;
  if (setup_.options.line_search && trial_.is_stationary(here_)) {
    trial_.stay(here_);
    last_criteria_ = here_.criteria;
    return StepStatus::at_rest;
  }
  has_tried_ = true;
  const bool accepted = trial_.run(tasks, criteria, posture, here_, attempt_);
  const bool at_rest = trial_.end(here_, attempt_, accepted);
  if (accepted) {
    step_length_ = attempt_.displacement.norm();
    take_attempt(tasks, criteria, posture);
    std::swap(here_, attempt_.evaluation);
    here_is_seen_ = setup_.options.fade_steps == 0;
  } else {
    pull_.forget();
  }
  last_criteria_ = here_.criteria;
  return at_rest ? StepStatus::at_rest : StepStatus::moving;
}

StepReport Stepper::step(const TaskList& tasks, const CriterionList& criteria, Posture& posture,
                         int levels_in_use) noexcept {
  StepReport report;
  report.status = start(tasks, criteria, posture, levels_in_use, Before::unknown);
  report.start_correction = start_correction_;
  if (report.status != StepStatus::moving) {
    report.light = Light::red;
    return report;
  }
  linearise(criteria);
  explanation_.explain(tasks, request());
  report.status = go(tasks, criteria, posture);
  report.step_length = step_length_;
  const bool at_rest = report.status == StepStatus::at_rest;
  if (at_rest && has_tried_)
    explanation_.name_objector(tasks, here_.tasks, trial_.objection(), clearance_.nearest());
  finish(tasks, posture, report);
  if (!at_rest) return report;
  measure_rest(posture);
  explanation_.blame_supports(tasks, observation_);
  report_rest(report);
  return report;
}

StepStatus Stepper::advance(const TaskList& tasks, const CriterionList& criteria, Posture& posture,
                            int levels_in_use) noexcept {
  const StepStatus started = start(tasks, criteria, posture, levels_in_use, Before::same_tasks);
  if (started != StepStatus::moving) return started;
  linearise(criteria);
  // What would solve the linear problem again does so here, too: it is where the next one starts.
  if (explanation_.solves_again()) explanation_.explain(tasks, request());
  const StepStatus status = go(tasks, criteria, posture);
  if (status == StepStatus::at_rest) measure_rest(posture);
  return status;
}

bool Stepper::is_satisfied(const TaskList& tasks) const noexcept {
  bool any = false;
  for (int i = 0; i < levels_.slot_count(); ++i) {
    const TaskSettings& settings = tasks.begin()[levels_.slot(i).entry].settings;
    if (!settings.enabled) continue;
    if (!(here_.tasks.task_error[i] <= settings.tolerance)) return false;
    any = true;
  }
  return any;
}

void Stepper::measure_rest(const Posture& posture) noexcept {
  observation_.look_at(posture);
  setup_.scale = setup_.recruitment.eased_scale();  // how far off rest is has nothing to do with costs
  optimality_.measure(here_.tasks);
}

void Stepper::report_rest(StepReport& report) const noexcept {
  report.levels = optimality_.reports();
  report.criteria_optimality = trial_.criteria_step();
}

void Stepper::take_attempt(const TaskList& tasks, const CriterionList& criteria, Posture& posture) noexcept {
  posture.values = attempt_.posture.values;
  // Without a search nobody has looked there yet.
  if (!setup_.options.line_search)
    observation_.evaluate(tasks, criteria, levels_, posture, attempt_.evaluation);
  if (!pulled_) return;
  for (int i = 0; i < setup_.figure.dof_count(); ++i)
    freely_[i] = setup_.scale[i] > 0.0 ? attempt_.displacement[i] / setup_.scale[i] : 0.0;
  pull_.learn_from(freely_);
}

void Stepper::finish(const TaskList& tasks, const Posture& posture, StepReport& report) noexcept {
  explanation_.finish(tasks, here_.tasks);
  report.tasks = explanation_.reports();
  report.light = explanation_.light();
  const HardConstraints::Excess excess = constraints_.coupling_excess(posture);
  report.coupling_excess = excess.amount;
  report.broken_coupling = excess.coupling;
  const HardConstraints::Excess loose = constraints_.tie_excess(posture);
  report.tie_excess = loose.amount;
  report.broken_tie = loose.tie;
  if (!report.holds_together()) report.light = Light::red;
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
  begin_polish(tasks, criteria, posture);
  while (!advance_polish(tasks, criteria, posture)) {
  }
}

void Stepper::begin_polish(const TaskList& tasks, const CriterionList& criteria,
                           const Posture& posture) noexcept {
  if (!is_seen(posture)) observation_.evaluate(tasks, criteria, levels_, posture, here_);
  here_is_seen_ = false;
  polish_.begin();
}

bool Stepper::advance_polish(const TaskList& tasks, const CriterionList& criteria,
                             Posture& posture) noexcept {
  const bool is_done = polish_.advance(tasks, criteria, posture, here_, attempt_);
  here_is_seen_ = is_done && setup_.options.fade_steps == 0;
  return is_done;
}

const VecX& Stepper::level_errors(const TaskList& tasks, const CriterionList& criteria,
                                  const Posture& posture) noexcept {
  if (!is_seen(posture)) {
    here_is_seen_ = false;
    levels_.refresh(tasks, 0, level_count());
    observation_.evaluate(tasks, criteria, levels_, posture, here_);
  }
  return here_.tasks.level_error;
}

Outcome Stepper::outcome(const TaskList& tasks, const CriterionList& criteria, const Posture& posture) {
  VecX errors = level_errors(tasks, criteria, posture);
  return {std::move(errors), here_.criteria};
}

bool Stepper::follow(const VecX& way, const TaskList& tasks, const CriterionList& criteria,
                     Posture& posture) {
  constexpr double first = 1.0, last = 400.0, growth = 3.0;  // times a thousandth of a radian
  Outcome best = outcome(tasks, criteria, posture);
  const Posture from = posture;
  const VecX straight = way;  // it may lie in what is used here
  bool gains = false;
  here_is_seen_ = false;
  if (clearance_.comes_first()) clearance_.start_step(from, observation_.kinematics());
  for (double factor = first; factor < last; factor *= growth) {
    attempt_.displacement = factor * straight;
    constraints_.move(from, attempt_.displacement, attempt_.posture);
    if (!keep_clear_.clear_step(attempt_.posture)) break;
    observation_.evaluate(tasks, criteria, levels_, attempt_.posture, attempt_.evaluation);
    const Outcome there{attempt_.evaluation.tasks.level_error, attempt_.evaluation.criteria};
    if (!is_notably_better(levels_, there, best)) continue;
    best = there;
    posture.values = attempt_.posture.values;
    gains = true;
  }
  observation_.look_at(posture);
  return gains;
}

// Where nobody pulls and all is satisfied there is nothing to explain.
void Stepper::report_on(const TaskList& tasks, const CriterionList& criteria, const Posture& posture,
                        StepReport& report) noexcept {
  linear_.forget();  // so that a posture has the same reasons, however it was found
  pull_.forget();
  if (!is_seen(posture)) observation_.evaluate(tasks, criteria, levels_, posture, here_);
  here_is_seen_ = false;
  setup_.recruitment.ease_fully();
  setup_.scale = setup_.recruitment.scale();
  trial_.reset_radius();
  if (criteria.empty() && is_satisfied(tasks)) {
    explanation_.explain_nothing(tasks, request());
  } else {
    explain_standstill(tasks, criteria, posture);
  }
  finish(tasks, posture, report);
  measure_rest(posture);
  explanation_.blame_supports(tasks, observation_);
  report_rest(report);
}

// What the linear step promises does not come: who objects?
void Stepper::explain_standstill(const TaskList& tasks, const CriterionList& criteria,
                                 const Posture& posture) noexcept {
  if (clearance_.comes_first()) clearance_.start_step(posture, observation_.kinematics());
  linearise(criteria);
  explanation_.explain(tasks, request());
  if (!setup_.options.line_search || trial_.is_stationary(here_)) return;
  trial_.run(tasks, criteria, posture, here_, attempt_);
  explanation_.name_objector(tasks, here_.tasks, trial_.objection(), clearance_.nearest());
  observation_.look_at(posture);
}

}  // namespace limber
