#pragma once
// Moves a posture towards its tasks with the chosen avoidance technique.
//
//   clearance    the Solver, surrounded by the world: priorities, criteria, limits and clearance in one
//   off          the Solver alone
//   any other    one step of the documents' iteration (Ge 2000):
//
//     e  = errors of all enabled tasks, stacked and shortened to largest_error
//     dq = technique(q, e, contacts)
//     dq = joint limits(q, dq)                          each joint by itself (projection), or all (clipping)
//     while q + dq overlaps an obstacle:  dq <- dq/2    update cancellation; given up after `halvings`
//     q  = q + dq
//
// Limitations of the published techniques: scope.h says what each follows. At most, all tasks become one
// least-squares task of weighted rows, so priorities are not kept; criteria, couplings, ties, recruitment and
// line search have no effect; inequalities act only while violated; the figure may touch itself.
// LimitMethod::active_set works as projection.

#include <memory>

#include "limber/avoidance/options.h"
#include "limber/solver/solver.h"
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

  // The only functions that allocate. Call `prepare` again when tasks are added or change type, priority or
  // joints, `surround` when obstacles are added, removed or change type.
  void prepare(const TaskList& tasks, const CriterionList& criteria = {});
  void surround(const World& world);
  void prepare(const TaskList& tasks, const CriterionList& criteria, const World& world);
  // After one obstacle has moved or changed its size.
  void move_obstacle(ObstacleId obstacle, const Shape& shape, const Vec3& velocity = Vec3::Zero()) noexcept;

  StepReport step(const TaskList& tasks, const CriterionList& criteria, Posture& posture) noexcept;
  // The end of solve(), after its steps, in pieces: Solver::settle. The documents' techniques move no more;
  // where a task is not satisfied, its reason is found.
  StepReport settle(const TaskList& tasks, const CriterionList& criteria, Posture& posture);
  // Prepares, then steps until the figure rests. The documents' techniques ignore the restarts.
  SolveReport solve(const TaskList& tasks, const CriterionList& criteria, Posture& posture,
                    const SolveOptions& options = {});

  // Contacts after the last step; for the documents' techniques the critical ones, worst first.
  std::span<const Contact> contacts() const noexcept;
  // The priority levels of the last step; empty for the documents' techniques.
  std::span<const Solver::LevelView> levels() const noexcept;
  const VecX& last_step() const noexcept;

  void forget() noexcept;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace limber
