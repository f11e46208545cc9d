#include "limber/session/tasks_now.h"

#include <limits>

#include "limber/session/parts.h"
#include "limber/tasks/points.h"

namespace limber {

namespace {

// Where a task without points of its own is looked for: the segment whose joint it is about.
Vec3 somewhere(const Task& task, const Kinematics& kinematics) {
  const auto* value = std::get_if<JointValue>(&task);
  return kinematics.segment_pose(value ? kinematics.figure().segment_of(value->joint) : root_segment).translation;
}

}  // namespace

TasksNow tasks_now(SessionParts& parts) {
  const TaskList& list = parts.now.scene.tasks;
  const Figure& figure = parts.now.scene.figure;
  parts.look();
  const TaskContext context{parts.kinematics, parts.masses, parts.shown(), parts.scratch};

  TasksNow result;
  int row_total = 0, first_priority = std::numeric_limits<int>::max();
  for (const TaskList::Entry& entry : list) {
    if (!entry.settings.enabled) continue;
    row_total += row_count(entry.task);
    first_priority = std::min(first_priority, entry.settings.priority);
  }
  result.jacobian = RowMatrix::Zero(row_total, figure.dof_count());

  int first_row = 0;
  for (const TaskList::Entry& entry : list) {
    const int count = row_count(entry.task);
    RowMatrix jacobian = RowMatrix::Zero(count, figure.dof_count());
    VecX error = VecX::Zero(count);
    TaskRows rows{jacobian, error};
    evaluate(entry.task, context, rows);

    TaskNow now{.number = entry.number, .enabled = entry.settings.enabled};
    now.error = error_length(row_kind(entry.task), error);
    now.satisfied = now.error <= entry.settings.tolerance;
    now.unit = unit(entry.task, figure);
    const TaskPoints points = points_of(entry.task, parts.kinematics, parts.masses);
    now.effector = points.from ? *points.from : somewhere(entry.task, parts.kinematics);
    now.goal = points.to.value_or(now.effector);
    if (now.enabled) {
      result.jacobian.middleRows(first_row, count) = jacobian;
      first_row += count;
      const bool is_first = entry.settings.priority == first_priority;
      if (!now.satisfied && result.light != Light::red) result.light = is_first ? Light::red : Light::orange;
    }
    result.tasks.push_back(now);
  }
  return result;
}

}  // namespace limber
