#pragma once
// The documents' iteration with any of their techniques: one of the two engines of Mover (mover.h).

#include <memory>

#include "limber/avoidance/critical_contacts.h"
#include "limber/avoidance/rest_question.h"
#include "limber/avoidance/technique.h"
#include "limber/kinematics/mass_distribution.h"
#include "limber/solver/report.h"
#include "limber/solver/step/hard_constraints.h"
#include "limber/solver/step/task_levels.h"

namespace limber {

struct LoadState;
class Surfaces;

class DocumentMover {
 public:
  DocumentMover(Figure figure, SolverOptions solver, const AvoidanceOptions& avoidance);
  DocumentMover(const DocumentMover&) = delete;  // contacts_ points to chain_
  DocumentMover& operator=(const DocumentMover&) = delete;

  ~DocumentMover();

  const Figure& figure() const { return figure_; }
  const SolverOptions& options() const { return solver_; }

  void prepare(const TaskList& tasks);
  void surround(const World& world);
  void move_obstacle(ObstacleId obstacle, const Shape& shape, const Vec3& velocity) noexcept;
  StepReport step(const TaskList& tasks, Posture& posture) noexcept;
  // After steps have come to rest: what holds the tasks back that are not satisfied (rest_question.h), in
  // pieces each about as long as a step. The posture stays. Like Solver::settle otherwise.
  StepReport settle(const TaskList& tasks, const Posture& posture);
  SolveReport solve(const TaskList& tasks, Posture& posture, const SolveOptions& options);
  std::span<const Contact> contacts() const noexcept { return near_; }
  const VecX& last_step() const noexcept { return step_; }
  void forget() noexcept;

 private:
  AvoidanceOptions chain_options() const;  // in proportion to the chain
  void follow_chain(const TaskList& tasks) noexcept;
  void look_at(const TaskList& tasks, const Posture& posture) noexcept;  // kinematics, values_, near_
  int stack_tasks() noexcept;                                            // how many rows
  std::optional<AvoidanceQuestion::Goal> goal(const TaskList& tasks) const noexcept;
  double clearance() const noexcept;  // [m] the least of all that the chain moves
  void move(const Posture& from, double part, Posture& to) noexcept;
  bool move_unless_blocked(const TaskList& tasks, Posture& posture) noexcept;
  void report_on(const TaskList& tasks, StepReport& report) noexcept;
  Reason known_reason(const TaskList& tasks, const TaskList::Entry& entry) const noexcept;
  double metres_per_radian() const noexcept;

  Figure figure_;
  SolverOptions solver_;
  AvoidanceOptions wanted_;     // as given
  AvoidanceOptions avoidance_;  // resolved for the chain of the tasks last prepared
  TaskChain chain_;
  bool needs_masses_ = false;
  Kinematics kinematics_;
  MassDistribution masses_;
  std::shared_ptr<Surfaces> surfaces_;
  std::unique_ptr<LoadState> loads_;  // none: there are no forces, supports and strengths
  HardConstraints constraints_;
  CriticalContacts contacts_;
  std::unique_ptr<AvoidanceTechnique> technique_;
  TaskLevels levels_;
  TaskValues values_;
  RowMatrix scratch_;
  RowMatrix jacobian_;  // J_e
  VecX error_;          // e
  VecX chain_step_;     // dq of the technique
  VecX asked_;          // the same for the whole figure
  VecX step_;           // dq that was taken
  Posture from_, candidate_;
  Posture seen_;                            // kinematics_, masses_ and near_ belong to this posture
  bool world_seen_ = false;                 // near_ belongs to the current world
  std::span<const Contact> near_;           // of the chain, worst first
  Reason blocking_;                         // what stopped the last step; none: it was taken
  World world_;                             // for questions
  std::unique_ptr<RestQuestion> question_;  // while settling
  int still_steps_ = 0;                     // in a row
  bool prepared_ = false;
  std::vector<TaskReport> reports_;
};

}  // namespace limber
