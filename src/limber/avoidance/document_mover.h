#pragma once
// One step of the documents' iteration, by any of their techniques: see mover.h, whose inside this is.

#include <memory>

#include "limber/avoidance/critical_contacts.h"
#include "limber/avoidance/technique.h"
#include "limber/kinematics/mass_distribution.h"
#include "limber/solver/step/hard_constraints.h"
#include "limber/solver/report.h"
#include "limber/solver/step/task_levels.h"

namespace limber {

class DocumentMover {
 public:
  DocumentMover(Figure figure, SolverOptions solver, const AvoidanceOptions& avoidance);

  const Figure& figure() const { return figure_; }
  const SolverOptions& options() const { return solver_; }

  void prepare(const TaskList& tasks);
  void surround(const World& world) {
    contacts_.surround(world);
    world_seen_ = false;
  }
  void move_obstacle(int obstacle, const Shape& shape, const Vec3& velocity) noexcept {
    contacts_.move_obstacle(obstacle, shape, velocity);
    world_seen_ = false;
  }
  StepReport step(const TaskList& tasks, Posture& posture) noexcept;
  SolveReport solve(const TaskList& tasks, Posture& posture, const SolveOptions& options);
  std::span<const Contact> contacts() const noexcept { return near_; }
  const VecX& last_step() const noexcept { return step_; }
  void forget() noexcept;

 private:
  void look_at(const TaskList& tasks, const Posture& posture) noexcept;  // kinematics, values_, near_
  int stack_tasks() noexcept;                                            // how many rows
  std::optional<AvoidanceQuestion::Goal> goal(const TaskList& tasks) const noexcept;
  double clearance() const noexcept;  // [m] least, of what was looked at
  void move(const Posture& from, double part, Posture& to) noexcept;
  bool move_unless_blocked(const TaskList& tasks, Posture& posture) noexcept;
  void report_on(const TaskList& tasks, bool blocked, StepReport& report) noexcept;

  Figure figure_;
  SolverOptions solver_;
  AvoidanceOptions avoidance_;  // resolved
  double metres_per_radian_;
  Kinematics kinematics_;
  MassDistribution masses_;
  HardConstraints constraints_;
  CriticalContacts contacts_;
  std::unique_ptr<AvoidanceTechnique> technique_;
  TaskLevels levels_;
  TaskValues values_;
  RowMatrix scratch_;
  RowMatrix jacobian_;  // J_e
  VecX error_;          // e
  VecX asked_;          // what the technique answered
  VecX step_;           // what was done
  Posture from_, candidate_;
  Posture seen_;             // what kinematics_, masses_ and near_ are of
  bool world_seen_ = false;  // near_ is of the world as it is now
  std::span<const Contact> near_;
  int blocking_obstacle_ = -1;
  int still_steps_ = 0;  // in a row
  bool prepared_ = false;
  std::vector<TaskReport> reports_;
};

}  // namespace limber
