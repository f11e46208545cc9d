// Hands every call on to the parts behind it: one step to Stepper, a whole solve to SolveRun, what follows
// the steps of a solve to RestCheck.

#include "limber/solver/solver.h"

#include "limber/figure/posture.h"
#include "limber/solver/rest_check.h"
#include "limber/solver/solve_run.h"
#include "limber/solver/step/stepper.h"

namespace limber {

namespace {

const CriterionList no_criteria;

}  // namespace

Solver::Solver(Figure figure, SolverOptions options)
    : stepper_(std::make_unique<Stepper>(std::move(figure), std::move(options))) {}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

const Figure& Solver::figure() const {
  return stepper_->setup().figure;
}
const SolverOptions& Solver::options() const {
  return stepper_->setup().options;
}
void Solver::prepare(const TaskList& tasks, const CriterionList& criteria) {
  stop_settling();
  stepper_->prepare(tasks, criteria);
}
void Solver::surround(const World& world) {
  stop_settling();
  stepper_->surround(world);
}
void Solver::stand_on(const World& world) {
  stop_settling();
  stepper_->stand_on(world);
}
void Solver::move_obstacle(ObstacleId obstacle, const Shape& shape, const Vec3& velocity) noexcept {
  stop_settling();
  stepper_->move_obstacle(obstacle, shape, velocity);
}
std::span<const Contact> Solver::contacts() const noexcept {
  return stepper_->clearance().contacts();
}
StepReport Solver::step(const TaskList& tasks, Posture& posture) noexcept {
  return step(tasks, no_criteria, posture);
}
StepReport Solver::step(const TaskList& tasks, const CriterionList& criteria, Posture& posture) noexcept {
  stop_settling();
  return stepper_->step(tasks, criteria, posture);
}
SolveReport Solver::solve(const TaskList& tasks, const CriterionList& criteria, Posture& posture,
                          const SolveOptions& options) {
  stop_settling();
  stepper_->prepare(tasks, criteria);
  return SolveRun(*stepper_, tasks, criteria, options).run(posture);
}
SolveReport Solver::solve(const TaskList& tasks, Posture& posture, const SolveOptions& options) {
  return solve(tasks, no_criteria, posture, options);
}

// Its trials have left other things in the stepper than steps do.
void Solver::stop_settling() noexcept {
  if (!check_) return;
  check_.reset();
  stepper_->forget();
}

StepReport Solver::settle(const TaskList& tasks, const CriterionList& criteria, Posture& posture) {
  StepReport report;
  report.status = stepper_->readiness(tasks, criteria, posture);
  if (report.status != StepStatus::moving) {
    report.light = Light::red;
    return report;
  }
  if (!check_) {
    check_ = std::make_unique<RestCheck>(SolveOptions{}.most_steps, RestCheck::Known::nothing,
                                         RestCheck::Pace::step_by_step);
  }
  const Posture before = posture;
  bool is_done = !options().line_search;  // then every step is taken as it is
  if (!is_done) is_done = check_->advance({*stepper_, tasks, criteria}, posture);
  if (!(posture == before)) report.step_length = difference(figure(), before, posture).norm();
  if (!is_done) return report;
  report.status = options().line_search ? check_->status() : StepStatus::at_rest;
  stepper_->level_errors(tasks, criteria, posture);
  stepper_->report_on(tasks, criteria, posture, report);
  if (check_->optimality().size() > 0) stepper_->report_optimality(check_->optimality(), report);
  return report;
}

void Solver::forget() noexcept {
  stop_settling();
  stepper_->forget();
}
std::span<const Solver::LevelView> Solver::levels() const noexcept {
  return stepper_->views();
}
const VecX& Solver::last_step() const noexcept {
  return stepper_->last_step();
}

}  // namespace limber
