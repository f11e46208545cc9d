#pragma once
// Moves a posture towards what the tasks ask, by the technique of avoidance that was chosen.
//
//   clearance    the Solver, surrounded by the world: priorities, criteria, limits and clearance in one
//   off          the Solver alone
//   any other    one step of the documents' iteration (Ge 2000):
//
//     e  = ClampMag(what all enabled tasks ask, largest_error)
//     dq = technique(q, e, contacts)
//     dq = joint limits(q, dq)                        each on its own (projection), or the step cut
//     (clipping) while q + dq overlaps an obstacle: dq <- dq/2   update cancellation; given up after
//     `halvings` q  = q + dq
//
// What the documents' techniques do not know: all tasks are one least-squares task of weighted rows there, so
// that priorities are not kept; criteria, couplings, recruitment and line search do not count; inequalities
// are asked for once they are violated; the figure may touch itself. LimitMethod::active_set is taken for
// projection.

#include <memory>

#include "limber/avoidance/options.h"
#include "limber/solver/solver.h"
#include "limber/world/contact.h"
#include "limber/world/world.h"

namespace limber {

class Mover {
 public:
  // Throws std::invalid_argument for options that are out of range or do not fit the figure.
  Mover(Figure figure, SolverOptions solver, AvoidanceOptions avoidance);
  ~Mover();
  Mover(Mover&&) noexcept;
  Mover& operator=(Mover&&) noexcept;

  const Figure& figure() const;
  const SolverOptions& options() const;
  const AvoidanceOptions& avoidance() const;

  // The only places that allocate. `prepare`: needed again when tasks are added, or change their type,
  // priority or joints. `surround`: when obstacles come or go, or change their kind.
  void prepare(const TaskList& tasks, const CriterionList& criteria = {});
  void surround(const World& world);
  void prepare(const TaskList& tasks, const CriterionList& criteria, const World& world);
  // One obstacle has moved, or changed its shape.
  void move_obstacle(int obstacle, const Shape& shape, const Vec3& velocity = Vec3::Zero()) noexcept;

  StepReport step(const TaskList& tasks, const CriterionList& criteria, Posture& posture) noexcept;
  // Steps until the figure rests; prepares by itself. The documents' techniques know no restarts.
  SolveReport solve(const TaskList& tasks, const CriterionList& criteria, Posture& posture,
                    const SolveOptions& options = {});

  // What was near after the last step: of the documents' techniques the critical contacts, worst first.
  std::span<const Contact> contacts() const noexcept;
  // What the last step looked like inside; no levels with the documents' techniques.
  std::span<const Solver::LevelView> levels() const noexcept;
  const VecX& last_step() const noexcept;

  void forget() noexcept;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace limber
