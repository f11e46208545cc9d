// Orient and RelativeOrientation.

#include "limber/math/rotation.h"
#include "limber/tasks/checks.h"
#include "limber/tasks/relative_rows.h"
#include "limber/tasks/task_types.h"

namespace limber::tasks {

namespace {

void orientation_rows(const PlaceNow& frame, const PlaceNow& in, const Quat& target, const Axes& axes,
                      const TaskContext& context, TaskRows& rows) {
  const bool in_world = is_world(in);
  const Mat3 to_place = in.pose.rotation.transpose();
  const Quat turned(in_world ? frame.pose.rotation : Mat3(to_place * frame.pose.rotation));
  const Vec3 error = log_rotation(Quat(target.normalized() * turned.conjugate()));
  select(axes, error, rows.error);
  seen_rotation(context, frame.segment, in.segment, context.scratch.topRows(3));
  // log(exp(e) exp(-w)) = e - L(-e)^-1 w to first order.
  const Mat3 inverse = left_jacobian_inverse(-error);
  combine(in_world ? inverse : Mat3(inverse * to_place), axes, context.scratch, rows.jacobian);
}

}  // namespace

int row_count(const Orient& task) {
  return task.axes.count();
}
int row_count(const RelativeOrientation& task) {
  return task.axes.count();
}

void evaluate(const Orient& task, const TaskContext& context, TaskRows& rows) noexcept {
  const Kinematics& kinematics = context.kinematics;
  orientation_rows(now(task.frame, kinematics), now(task.in, kinematics), task.target, task.axes, context,
                   rows);
}

void evaluate(const RelativeOrientation& task, const TaskContext& context, TaskRows& rows) noexcept {
  const Kinematics& kinematics = context.kinematics;
  orientation_rows(now(task.first, kinematics), now(task.second, kinematics), task.target, task.axes, context,
                   rows);
}

void check(const Orient& task, const Figure& figure) {
  check_moving_place(task.frame, figure, "frame");
  check_place(task.in, figure, "in");
  check_rotation(task.target, "target");
  check_axes(task.axes);
}

void check(const RelativeOrientation& task, const Figure& figure) {
  check_moving_place(task.first, figure, "first");
  check_moving_place(task.second, figure, "second");
  check_rotation(task.target, "target");
  check_axes(task.axes);
}

}  // namespace limber::tasks
