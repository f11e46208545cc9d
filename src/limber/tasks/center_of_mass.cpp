#include <stdexcept>

#include "limber/base/names.h"
#include "limber/tasks/checks.h"
#include "limber/tasks/relative_rows.h"
#include "limber/tasks/task_types.h"

namespace limber::tasks {

int row_count(const CenterOfMass& task) {
  return task.axes.count();
}

void evaluate(const CenterOfMass& task, const TaskContext& context, TaskRows& rows) noexcept {
  const PlaceNow in = now(task.in, context.kinematics);
  const Vec3& center = context.masses.center();
  const Mat3 to_place = in.pose.rotation.transpose();
  select(task.axes, task.target - to_place * (center - in.pose.translation), rows.error);
  RowMatrixRef world = context.scratch.topRows(3);
  context.masses.center_jacobian(context.kinematics, world);
  if (in.segment.is_valid()) {
    RowMatrixRef carried = context.scratch.middleRows(3, 3);
    context.kinematics.translation_jacobian(in.segment, center, carried);
    world -= carried;
  }
  combine(to_place, task.axes, context.scratch, rows.jacobian);
}

void check(const CenterOfMass& task, const Figure& figure) {
  if (!(figure.total_mass() > 0.0)) {
    throw std::invalid_argument("figure " + quoted(figure.name()) +
                                " has no mass, so it has no centre of mass");
  }
  check_place(task.in, figure, "in");
  check_point(task.target, "target");
  check_axes(task.axes);
}

}  // namespace limber::tasks
