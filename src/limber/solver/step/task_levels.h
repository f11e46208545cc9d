#pragma once
// The tasks of one problem sorted into levels, and their rows at a posture.
//
// Rows are made comparable before they meet in a level: multiplied by the square root of the task's weight
// and, for angles, by a length (SolverOptions::metres_per_radian). So all errors below are in metres.

#include <cstdint>
#include <vector>

#include "limber/base/ids.h"
#include "limber/solver/options.h"
#include "limber/tasks/task_list.h"

namespace limber {

struct TaskSlot {
  int entry = 0;  // position in the list
  TaskId<> number;
  int level = 0;
  int first_row = 0;
  int row_count = 0;
  RowKind kind = RowKind::equality;
  TaskUnit unit = TaskUnit::metre;
  bool restricted = false;            // to some joints
  std::vector<std::uint8_t> allowed;  // per degree of freedom, when restricted
  double activation = 1.0;            // 0..1: how far it has faded in
  bool is_on = true;                  // enabled, or fading out
  bool takes_part = true;             // and its level is in use
  double row_scale = 1.0;             // sqrt(weight), times a length for angles
};

// Rows and errors of all tasks in one posture.
struct TaskValues {
  RowMatrix jacobian;  // as the tasks gave it
  VecX error;          // as the tasks gave it
  VecX task_error;     // per slot, in its unit: length of the error, violations only for inequalities
  VecX level_error;    // per level [m]
  bool finite = true;
};

class TaskLevels {
 public:
  TaskLevels() = default;
  // Allocates; throws std::invalid_argument for tasks that do not fit the figure.
  TaskLevels(const Figure& figure, const TaskList& tasks, double metres_per_radian);

  // The list has the structure of the one this was made from (tasks/task_list.h).
  bool fits(const TaskList& tasks) const noexcept { return same_structure(prepared_, tasks); }
  // Takes over what may change without preparing: weights, tolerances, who takes part.
  void refresh(const TaskList& tasks, int fade_steps, int levels_in_use) noexcept;
  // Tasks that were there keep how far they had faded in; new ones start from nothing.
  void fade_from(const TaskLevels& before);

  void evaluate(const TaskList& tasks, const TaskContext& context, TaskValues& values) const noexcept;
  TaskValues make_values() const;

  int level_count() const { return static_cast<int>(priorities_.size()); }
  int row_count() const { return row_count_; }
  int priority(int level) const { return at(priorities_, level); }
  double level_tolerance(int level) const { return level_tolerance_[level]; }  // [m]
  // The first level whose error is above its tolerance; level_count(): all are satisfied.
  int first_unsatisfied(const VecX& level_error) const noexcept;
  const std::vector<TaskSlot>& slots() const { return slots_; }  // sorted by level
  int slot_count() const { return static_cast<int>(slots_.size()); }
  const TaskSlot& slot(int index) const { return at(slots_, index); }
  const std::vector<int>& slots_in_list_order() const { return list_order_; }
  int first_level_in_use() const noexcept;  // level_count(): none is
  bool anyone_fading() const { return fading_; }
  bool anyone_restricted() const;                     // to some joints
  bool may_use(int level, DofId dof) const noexcept;  // all tasks of the level that take part may

  // What a degree of freedom takes from a task above the level is made good by joints that the level may not
  // use: by moving it the level would get their help.
  bool calls_for_others(int level, DofId dof, const TaskValues& values) const noexcept;

  // |dx - J dq| of each level, [m]: what the linear model says of a step.
  void predict(const TaskValues& values, const VecX& step, VecX& level_error) const noexcept;

 private:
  int dofs_ = 0;
  int row_count_ = 0;
  double metres_per_radian_ = 1.0;
  bool fading_ = false;
  TaskList prepared_;
  std::vector<TaskSlot> slots_;
  std::vector<int> list_order_;  // slots
  std::vector<int> priorities_;
  VecX level_tolerance_;
};

}  // namespace limber
