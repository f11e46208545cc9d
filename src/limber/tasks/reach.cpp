// Reach, RelativePosition and Drag: a point at a target.

#include "limber/tasks/checks.h"
#include "limber/tasks/relative_rows.h"
#include "limber/tasks/task_types.h"

namespace limber::tasks {

namespace {

void position_rows(const PlaceNow& point, const PlaceNow& in, const Vec3& target, const Axes& axes,
                   const TaskContext& context, TaskRows& rows) {
  const Vec3& position = point.pose.translation;
  if (axes.count() == 3 && is_world(in)) {  // in the world itself: straight into the rows
    rows.error = target - position;
    context.kinematics.translation_jacobian(point.segment, position, rows.jacobian);
    return;
  }
  const Mat3 to_place = in.pose.rotation.transpose();
  select(axes, target - to_place * (position - in.pose.translation), rows.error);
  if (axes.count() == 3 &&
      to_place == Mat3::Identity()) {  // nothing to choose or turn: straight into the rows
    seen_translation(context, point.segment, position, in.segment, rows.jacobian);
    return;
  }
  seen_translation(context, point.segment, position, in.segment, context.scratch.topRows(3));
  combine(to_place, axes, context.scratch, rows.jacobian);
}

}  // namespace

int row_count(const Reach& task) {
  return task.axes.count();
}
int row_count(const RelativePosition& task) {
  return task.axes.count();
}
int row_count(const Drag&) {
  return 3;
}

void evaluate(const Reach& task, const TaskContext& context, TaskRows& rows) noexcept {
  const Kinematics& kinematics = context.kinematics;
  position_rows(now(task.frame, kinematics), now(task.in, kinematics), task.target, task.axes, context, rows);
}

void evaluate(const RelativePosition& task, const TaskContext& context, TaskRows& rows) noexcept {
  const Kinematics& kinematics = context.kinematics;
  position_rows(now(task.first, kinematics), now(task.second, kinematics), task.offset, task.axes, context,
                rows);
}

void evaluate(const Drag& task, const TaskContext& context, TaskRows& rows) noexcept {
  const Vec3 point = context.kinematics.segment_pose(task.segment) * task.point;
  rows.error = task.target - point;
  context.kinematics.translation_jacobian(task.segment, point, rows.jacobian);
}

void check(const Reach& task, const Figure& figure) {
  check_moving_place(task.frame, figure, "frame");
  check_place(task.in, figure, "in");
  check_point(task.target, "target");
  check_axes(task.axes);
}

void check(const RelativePosition& task, const Figure& figure) {
  check_moving_place(task.first, figure, "first");
  check_moving_place(task.second, figure, "second");
  check_point(task.offset, "offset");
  check_axes(task.axes);
}

void check(const Drag& task, const Figure& figure) {
  check_moving_place(Place::on_segment(task.segment, task.point), figure, "segment");
  check_point(task.target, "target");
}

}  // namespace limber::tasks
