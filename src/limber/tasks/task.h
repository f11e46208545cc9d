#pragma once
// What may be asked of a figure. A task answers with rows
//
//   equality:   J dq  = error,   error = goal - value, in metres or radians
//   at most:    J dq <= error,   error < 0 where the limit is passed
//
// and J is the exact derivative: d error = -J dq. How much it counts (priority, weight, tolerance, joints) is
// not the task's business: see tasks/task_list.h. Each task has a header of its own with its equations.

#include <functional>
#include <string_view>
#include <variant>

#include "limber/tasks/center_of_mass.h"
#include "limber/tasks/joint_value.h"
#include "limber/tasks/look_at.h"
#include "limber/tasks/on_ellipsoid.h"
#include "limber/tasks/orient.h"
#include "limber/tasks/reach.h"
#include "limber/tasks/region.h"

namespace limber {

// Anything else: a function that fills the rows. It must not allocate or throw if step() is to keep its
// promises.
struct Custom {
  int rows = 0;
  std::function<void(const TaskContext&, TaskRows&)> evaluate;
  TaskUnit unit = TaskUnit::none;
  RowKind kind = RowKind::equality;
};

using Task = std::variant<Reach, Orient, LookAt, RelativePosition, RelativeOrientation, CenterOfMass,
                          OnEllipsoid, JointValue, Region, Drag, Custom>;

int row_count(const Task& task);
TaskUnit unit(const Task& task, const Figure& figure);
RowKind row_kind(const Task& task);
void evaluate(const Task& task, const TaskContext& context, TaskRows& rows) noexcept;

// How far off a task is, in its unit: the length of its error, of inequalities only what is passed.
double error_length(RowKind kind, const Eigen::Ref<const VecX>& error) noexcept;

// "reach", "look-at", ...: the word scene files use.
std::string_view type_name(const Task& task);

// Throws std::invalid_argument when the task does not fit the figure (no such frame, no axis, a coordinate
// the joint does not have, a number that is not finite).
void check(const Task& task, const Figure& figure);

}  // namespace limber
