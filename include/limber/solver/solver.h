#pragma once
// Moves a posture towards what the tasks ask, in strict order of priority, inside all limits.
//
// One step solves (solver/lexicographic.h)
//
//   always    joint limits
//   then      swing and twist limits, couplings           the order in which they give way, last first,
//   then      priority 1:  min |J_1 dq - dx_1|            should they contradict each other
//   then      priority 2:  min |J_2 dq - dx_2|, ...
//   at last   min |W^1/2 (dq - z)|                        z: criteria
//
// takes it as far as errors really fall, in that order, and repairs what the curvature of balls and swings
// cost. Same input, same bits.

#include <memory>

#include "limber/solver/options.h"
#include "limber/solver/report.h"
#include "limber/tasks/criterion.h"
#include "limber/tasks/task_list.h"
#include "limber/world/contact.h"
#include "limber/world/world.h"

namespace limber {

class Figure;

class Solver {
 public:
  explicit Solver(Figure figure, SolverOptions options = {});
  ~Solver();
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;

  const Figure& figure() const;
  const SolverOptions& options() const;

  // Makes room for these tasks: the only place that allocates. Needed again when tasks are added, or change
  // their type, priority or joints; not when targets, weights or `enabled` change. Throws
  // std::invalid_argument for a task that does not fit the figure.
  void prepare(const TaskList& tasks, const CriterionList& criteria = {});

  // The world to keep clear of (options.clearance), and the figure of itself. Allocates; needed again when
  // obstacles come or go. Without it nothing is avoided.
  void surround(const World& world);
  // One of its obstacles has moved, or changed its shape: the next step takes care of it.
  void move_obstacle(ObstacleId obstacle, const Shape& shape, const Vec3& velocity = Vec3::Zero()) noexcept;
  // What was near after the last step, ordered as Proximity::find does; valid until the next one.
  std::span<const Contact> contacts() const noexcept;

  // One displacement.
  StepReport step(const TaskList& tasks, Posture& posture) noexcept;
  StepReport step(const TaskList& tasks, const CriterionList& criteria, Posture& posture) noexcept;

  // Steps until the figure rests; prepares by itself.
  SolveReport solve(const TaskList& tasks, const CriterionList& criteria, Posture& posture,
                    const SolveOptions& options = {});
  SolveReport solve(const TaskList& tasks, Posture& posture, const SolveOptions& options = {});

  // Forgets what it learnt from earlier steps (active sets, damping): the next step depends on its arguments
  // alone.
  void forget() noexcept;

  // What the last step looked like inside, for plots and people who compare methods.
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
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// What a task would come to if something else were not there: solved from `posture` on a copy. `world`: to be
// kept clear of.
struct WhatIf {
  std::vector<TaskId<>> without_tasks;
  std::vector<DofId> without_limits;
  std::vector<CouplingId> without_couplings;
};
SolveReport what_if(const Figure& figure, const SolverOptions& options, const TaskList& tasks,
                    const CriterionList& criteria, const Posture& posture, const WhatIf& change,
                    const World* world = nullptr);

}  // namespace limber
