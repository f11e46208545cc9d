// Hands every call on to the parts behind it: one step to Stepper, a whole solve to SolveRun.

#include "limber/solver/solver.h"

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
  stepper_->prepare(tasks, criteria);
}
void Solver::surround(const World& world) {
  stepper_->surround(world);
}
void Solver::move_obstacle(ObstacleId obstacle, const Shape& shape, const Vec3& velocity) noexcept {
  stepper_->move_obstacle(obstacle, shape, velocity);
}
std::span<const Contact> Solver::contacts() const noexcept {
  return stepper_->clearance().contacts();
}
StepReport Solver::step(const TaskList& tasks, Posture& posture) noexcept {
  return stepper_->step(tasks, no_criteria, posture);
}
StepReport Solver::step(const TaskList& tasks, const CriterionList& criteria, Posture& posture) noexcept {
  return stepper_->step(tasks, criteria, posture);
}
SolveReport Solver::solve(const TaskList& tasks, const CriterionList& criteria, Posture& posture,
                          const SolveOptions& options) {
  stepper_->prepare(tasks, criteria);
  return SolveRun(*stepper_, tasks, criteria, options).run(posture);
}
SolveReport Solver::solve(const TaskList& tasks, Posture& posture, const SolveOptions& options) {
  return solve(tasks, no_criteria, posture, options);
}
void Solver::forget() noexcept {
  stepper_->forget();
}
std::span<const Solver::LevelView> Solver::levels() const noexcept {
  return stepper_->views();
}
const VecX& Solver::last_step() const noexcept {
  return stepper_->last_step();
}

}  // namespace limber
