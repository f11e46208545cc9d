#pragma once
// Why a task is not satisfied, from the multipliers of the linear problem at rest.
//
// For task t with residual r_t, in a level whose other tasks are o,
//
//   g_t = J_t^T r_t  =    sum over bounds of mu_i e_i
//                       + sum over rows above of nu_j a_j
//                       - sum over the others of J_o^T r_o
//
// the left side says where the joints would like to go for it, the right side who forbids it. The share of
// each is its part along g_t; the shares add up to one at rest. Where g_t vanishes no joint can help: out of
// reach.

#include <span>
#include <vector>

#include "limber/solver/solver.h"
#include "limber/solver/step/observation.h"
#include "limber/solver/step/trial.h"

namespace limber {

class ReasonList;

class Explanation {
 public:
  Explanation(const SolverSetup& setup, const HardConstraints& constraints, const ClearanceRows& clearance,
              const TaskLevels& levels, LinearStep& linear);

  void resize();  // for the tasks as they are now; the only place that allocates

  // Reasons and views, from the linear step just solved for `request`. May solve it again, with a task freed.
  void explain(const TaskList& tasks, const LinearRequest& request) noexcept;
  bool solves_again() const noexcept {  // explain() does, the linear problem
    return asks_again() || levels_.anyone_restricted();
  }
  // All tasks are satisfied: reports without reasons.
  void explain_nothing(const TaskList& tasks, const LinearRequest& request) noexcept;
  // At rest: a task that the linear step brings nearer, though no step really does, is held back by who
  // objects to them, which the linear problem does not know.
  void name_objector(const TaskList& tasks, const TaskValues& values, const Trial::Objection& objection,
                     const Contact* nearest) noexcept;
  // Errors, who is satisfied, and the light, at the posture the step led to.
  void finish(const TaskList& tasks, const TaskValues& values) noexcept;
  // If forces are missing whatever the posture is, or the supports are too narrow, that is the reason of the
  // tasks about balance, and not what else they feel. After finish(), `observation` at its posture.
  void blame_supports(const TaskList& tasks, Observation& observation) noexcept;

  std::span<const TaskReport> reports() const noexcept { return reports_; }
  Light light() const noexcept { return light_; }
  std::span<const Solver::LevelView> views() const noexcept { return views_; }

 private:
  // The step's own problem has no multipliers, or none of limits: its method keeps them afterwards.
  bool asks_again() const noexcept {
    return linear_.projectors() != nullptr || (setup_.has_limits() && !setup_.limits_are_rows());
  }
  void fill_views(const LinearRequest& request) noexcept;
  void explain_task(int slot, const TaskValues& values, TaskReport& report) noexcept;
  int worst_task_of(int level, const VecX& task_error) const noexcept;
  Reason objector(int slot, const Trial::Objection& objection, const Contact* nearest,
                  const TaskValues& values) const noexcept;
  void add_limits(int level, ReasonList& reasons) const noexcept;
  void add_contacts(int level, ReasonList& reasons) const noexcept;
  void add_other_tasks(int slot, const TaskValues& values, ReasonList& reasons) noexcept;
  void explain_subset(int slot, const LinearRequest& request, TaskReport& report) noexcept;
  double row_share(int level, int row) const noexcept;
  void pull_of_task(int slot, const TaskValues& values, VecX& sum) const noexcept;
  double largest_pull_of_task(int slot, const TaskValues& values) const noexcept;

  const SolverSetup& setup_;
  const HardConstraints& constraints_;
  const ClearanceRows& clearance_;
  const TaskLevels& levels_;
  LinearStep& linear_;

  std::vector<TaskReport> reports_;
  std::vector<Solver::LevelView> views_;
  Light light_ = Light::green;
  VecX gradient_, other_gradient_;  // of the task being explained, and of another of its level
  double gradient_square_ = 0.0;
  VecX displacement_, radius_, predicted_;
};

}  // namespace limber
