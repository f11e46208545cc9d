#pragma once
// Moves a posture towards what the tasks ask, in strict order of priority, inside all limits.
//
// One step solves
//
//   always    joint limits
//   then      swing and twist limits, couplings, ties     if they contradict each other, couplings and
//                                                         ties give way first
//   then      priority 1:  min |J_1 dq - dx_1|
//   then      priority 2:  min |J_2 dq - dx_2|, ...
//   at last   min |W^1/2 (dq - z)|                        z: criteria, W: recruitment
//
// goes along the solution as far as the errors really fall, in that order, and corrects the error that the
// curvature of ball and swing joints causes. Same input, same bits.
//
//   Solver solver(figure);
//   solver.prepare(tasks);                          // allocates; before or after surround()
//   solver.surround(world);                         // optional: without it nothing is avoided
//   while (solver.step(tasks, posture).status == StepStatus::moving) {}      // allocates nothing

#include <memory>
#include <span>
#include <vector>

#include "limber/shapes/shape.h"
#include "limber/solver/options.h"
#include "limber/solver/report.h"
#include "limber/tasks/criterion.h"
#include "limber/tasks/task_list.h"

namespace limber {

struct Contact;
class Figure;
class RestCheck;
class Stepper;
struct World;

class Solver {
 public:
  // Throws std::invalid_argument for options that do not fit the figure.
  explicit Solver(Figure figure, SolverOptions options = {});
  ~Solver();
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;

  const Figure& figure() const;
  const SolverOptions& options() const;

  // Makes room for these tasks. Needed again when tasks are added, removed or reordered, or change their
  // type, priority or joints (same_structure, tasks/task_list.h); not when targets, places, weights,
  // tolerances or `enabled` change. Throws std::invalid_argument for a task or criterion that does not fit
  // the figure; what was prepared before is then kept.
  void prepare(const TaskList& tasks, const CriterionList& criteria = {});

  // The world to keep clear of (options.clearance); the figure then keeps clear of itself, too. Allocates;
  // needed again when obstacles are added or removed. Before or after prepare().
  void surround(const World& world);
  // Only what supports may touch (SupportDescription); surround() says that, too. Allocates.
  void stand_on(const World& world);
  // An obstacle has moved or changed its shape: the next step takes it into account. A number the world does
  // not have is ignored.
  void move_obstacle(ObstacleId obstacle, const Shape& shape, const Vec3& velocity = Vec3::Zero()) noexcept;
  // What was near after the last step, ordered as Proximity::find does; valid until the next one.
  std::span<const Contact> contacts() const noexcept;

  // Takes one step. If the tasks differ in structure from those prepared, the status is
  // StepStatus::not_prepared; if a number cannot be used, StepStatus::bad_input. In both cases the posture is
  // left as it is.
  StepReport step(const TaskList& tasks, Posture& posture) noexcept;
  StepReport step(const TaskList& tasks, const CriterionList& criteria, Posture& posture) noexcept;

  // Where steps have come to rest with something not satisfied: is that rest, and if not, what is? This is
  // what solve() does after its steps, in pieces, each about as long as a step. The posture only ever goes to
  // better ones, step by step. Call it after a step, with the same tasks, until the status is not `moving`;
  // only then has it reports. Any other call puts an end to it. Allocates.
  StepReport settle(const TaskList& tasks, const CriterionList& criteria, Posture& posture);

  // Steps until the figure rests; prepares by itself.
  SolveReport solve(const TaskList& tasks, const CriterionList& criteria, Posture& posture,
                    const SolveOptions& options = {});
  SolveReport solve(const TaskList& tasks, Posture& posture, const SolveOptions& options = {});

  // Forgets what it learnt from earlier steps (active sets, damping): the next step depends on its arguments
  // alone.
  void forget() noexcept;

  // What the last step looked like inside, for plots and for comparing methods.
  struct LevelView {
    int priority;
    double error;            // |dx| before the step, weighted [m]
    double linear_residual;  // |dx - J dq| of the step solved
    int rank;
    double lambda;
    std::span<const double> singular_values;  // of the level's Jacobian as restricted; SVD formulations only
  };
  std::span<const LevelView> levels() const noexcept;
  const VecX& last_step() const noexcept;

 private:
  void stop_settling() noexcept;

  std::unique_ptr<Stepper> stepper_;
  std::unique_ptr<RestCheck> check_;  // while settling
};

// The result of a solve from a copy of `posture` as if these tasks, limits, couplings and ties did not exist;
// what `options` ignores stays ignored. `world`: what to keep clear of.
struct WhatIf {
  std::vector<TaskId<>> without_tasks;
  std::vector<DofId> without_limits;
  std::vector<CouplingId> without_couplings;
  std::vector<TieId> without_ties = {};
  double most_seconds = 0.0;  // [s] of the solve; 0: no limit
};
SolveReport what_if(const Figure& figure, const SolverOptions& options, const TaskList& tasks,
                    const CriterionList& criteria, const Posture& posture, const WhatIf& change,
                    const World* world = nullptr);

}  // namespace limber
