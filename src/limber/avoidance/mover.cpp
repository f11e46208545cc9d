// Passes every call on to the Solver or to the iteration of the documents, whichever the technique needs.

#include "limber/avoidance/mover.h"

#include <variant>

#include "limber/avoidance/document_mover.h"

namespace limber {

namespace {

bool is_solver(Technique technique) {
  return technique == Technique::clearance || technique == Technique::off;
}

}  // namespace

struct Mover::Parts {
  Parts(Figure figure, SolverOptions solver, AvoidanceOptions options)
      : avoidance(options), engine(make(std::move(figure), std::move(solver), avoidance)) {}

  using Engine = std::variant<Solver, DocumentMover>;
  static Engine make(Figure figure, SolverOptions solver, const AvoidanceOptions& avoidance) {
    if (is_solver(avoidance.technique))
      return Engine(std::in_place_type<Solver>, std::move(figure), std::move(solver));
    return Engine(std::in_place_type<DocumentMover>, std::move(figure), std::move(solver), avoidance);
  }
  Solver* solver() { return std::get_if<Solver>(&engine); }
  DocumentMover& document() { return std::get<DocumentMover>(engine); }

  AvoidanceOptions avoidance;
  Engine engine;
};

Mover::Mover(Figure figure, SolverOptions solver, AvoidanceOptions avoidance)
    : parts_(std::make_unique<Parts>(std::move(figure), std::move(solver), avoidance)) {}
Mover::~Mover() = default;
Mover::Mover(Mover&&) noexcept = default;
Mover& Mover::operator=(Mover&&) noexcept = default;

const Figure& Mover::figure() const {
  return std::visit([](const auto& engine) -> const Figure& { return engine.figure(); }, parts_->engine);
}
const SolverOptions& Mover::options() const {
  return std::visit([](const auto& engine) -> const SolverOptions& { return engine.options(); },
                    parts_->engine);
}
const AvoidanceOptions& Mover::avoidance() const {
  return parts_->avoidance;
}

void Mover::prepare(const TaskList& tasks, const CriterionList& criteria) {
  if (Solver* solver = parts_->solver()) {
    solver->prepare(tasks, criteria);
  } else {
    parts_->document().prepare(tasks);
  }
}

void Mover::surround(const World& world) {
  if (Solver* solver = parts_->solver()) {
    if (parts_->avoidance.technique == Technique::clearance)
      solver->surround(world);
    else
      solver->stand_on(world);
  } else {
    parts_->document().surround(world);
  }
}

void Mover::prepare(const TaskList& tasks, const CriterionList& criteria, const World& world) {
  prepare(tasks, criteria);
  surround(world);
}

void Mover::move_obstacle(ObstacleId obstacle, const Shape& shape, const Vec3& velocity) noexcept {
  if (Solver* solver = parts_->solver()) {
    solver->move_obstacle(obstacle, shape, velocity);
  } else {
    parts_->document().move_obstacle(obstacle, shape, velocity);
  }
}

StepReport Mover::step(const TaskList& tasks, const CriterionList& criteria, Posture& posture) noexcept {
  if (Solver* solver = parts_->solver()) return solver->step(tasks, criteria, posture);
  return parts_->document().step(tasks, posture);
}

StepReport Mover::settle(const TaskList& tasks, const CriterionList& criteria, Posture& posture) {
  if (Solver* solver = parts_->solver()) return solver->settle(tasks, criteria, posture);
  return parts_->document().settle(tasks, posture);
}

SolveReport Mover::solve(const TaskList& tasks, const CriterionList& criteria, Posture& posture,
                         const SolveOptions& options) {
  if (Solver* solver = parts_->solver()) return solver->solve(tasks, criteria, posture, options);
  return parts_->document().solve(tasks, posture, options);
}

std::span<const Contact> Mover::contacts() const noexcept {
  if (parts_->avoidance.technique == Technique::off) return {};
  if (const Solver* solver = parts_->solver()) return solver->contacts();
  return parts_->document().contacts();
}

std::span<const Solver::LevelView> Mover::levels() const noexcept {
  if (const Solver* solver = parts_->solver()) return solver->levels();
  return {};
}

const VecX& Mover::last_step() const noexcept {
  if (const Solver* solver = parts_->solver()) return solver->last_step();
  return parts_->document().last_step();
}

void Mover::forget() noexcept {
  std::visit([](auto& engine) { engine.forget(); }, parts_->engine);
}

}  // namespace limber
