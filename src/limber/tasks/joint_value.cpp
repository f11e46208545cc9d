#include "limber/figure/joint_coordinate.h"
#include "limber/math/swing_twist.h"
#include "limber/tasks/checks.h"
#include "limber/tasks/task_types.h"

namespace limber::tasks {

int row_count(const JointValue&) {
  return 1;
}

void evaluate(const JointValue& task, const TaskContext& context, TaskRows& rows) noexcept {
  const Figure& figure = context.figure();
  const double error = task.target - joint_coordinate(figure, context.posture, task.joint, task.coordinate);
  const bool is_twist = figure.joint(task.joint).type == JointType::ball && task.coordinate == 2;
  rows.error[0] = is_twist ? wrap_angle(error) : error;
  rows.jacobian.setZero();
  add_joint_coordinate_row(figure, context.posture, task.joint, task.coordinate, 1.0, rows.jacobian.row(0));
}

void check(const JointValue& task, const Figure& figure) {
  check_joint_coordinate(figure, task.joint, task.coordinate);
  check_number(task.target, "target");
}

}  // namespace limber::tasks
