#include <stdexcept>

#include "limber/tasks/checks.h"
#include "limber/tasks/relative_rows.h"
#include "limber/tasks/task_types.h"

namespace limber::tasks {

namespace {

constexpr double at_the_center = 1e-9;  // rho below which the point counts as the centre

struct Surface {
  double value;   // [m] v of the header
  Vec3 gradient;  // dv/dp
};

Surface surface_at(const Vec3& p, const Vec3& radii, OnEllipsoid::Side side) {
  const Vec3 squared = radii.cwiseAbs2(), h = p.cwiseQuotient(squared);
  const double rho = p.cwiseQuotient(radii).norm(), slope = h.norm();
  if (rho < at_the_center) {
    int shortest;
    const double radius = radii.minCoeff(&shortest);
    return {-radius, side == OnEllipsoid::Side::inside ? Vec3(Vec3::Zero()) : Vec3(Vec3::Unit(shortest))};
  }
  const double excess = rho * (rho - 1.0);
  return {excess / slope, (2.0 * rho - 1.0) / (rho * slope) * h -
                              excess / (slope * slope * slope) * h.cwiseQuotient(squared)};
}

}  // namespace

int row_count(const OnEllipsoid&) {
  return 1;
}

void evaluate(const OnEllipsoid& task, const TaskContext& context, TaskRows& rows) noexcept {
  const PlaceNow point = now(task.frame, context.kinematics), center = now(task.center, context.kinematics);
  const Vec3& position = point.pose.translation;
  const Vec3 p = center.pose.rotation.transpose() * (position - center.pose.translation);
  const Surface surface = surface_at(p, task.radii, task.side);
  const double sign = task.side == OnEllipsoid::Side::outside ? -1.0 : 1.0;
  const Vec3 g = sign * (center.pose.rotation * surface.gradient);
  rows.error[0] = -sign * surface.value;
  RowMatrixRef world = context.scratch.topRows(3);
  seen_translation(context, point.segment, position, center.segment, world);
  rows.jacobian.row(0) = g[0] * world.row(0) + g[1] * world.row(1) + g[2] * world.row(2);
}

void check(const OnEllipsoid& task, const Figure& figure) {
  check_moving_place(task.frame, figure, "frame");
  check_place(task.center, figure, "center");
  check_point(task.radii, "radii");
  if (!(task.radii.minCoeff() > 0.0)) throw std::invalid_argument("radii must be three positive numbers");
}

}  // namespace limber::tasks
