// Region: a point kept inside a box, sphere or half-space.

#include <stdexcept>

#include "limber/base/overloaded.h"
#include "limber/tasks/checks.h"
#include "limber/tasks/relative_rows.h"
#include "limber/tasks/task_types.h"

namespace limber::tasks {

namespace {

// Row r: direction . p <= limit, with p's motion in the three rows of `moving`, all in world axes.
void fill_row(int r, const Vec3& direction, double room, const RowMatrix& moving, TaskRows& rows) {
  rows.error[r] = room;
  rows.jacobian.row(r) =
      direction[0] * moving.row(0) + direction[1] * moving.row(1) + direction[2] * moving.row(2);
}

}  // namespace

int row_count(const Region& task) {
  return std::holds_alternative<Region::InsideBox>(task.inside) ? 6 : 1;
}

void evaluate(const Region& task, const TaskContext& context, TaskRows& rows) noexcept {
  const PlaceNow point = now(task.frame, context.kinematics), in = now(task.in, context.kinematics);
  const Vec3& position = point.pose.translation;
  const Mat3& axes = in.pose.rotation;
  const Vec3 p = axes.transpose() * (position - in.pose.translation);
  seen_translation(context, point.segment, position, in.segment, context.scratch.topRows(3));
  const auto fill = [&](int r, const Vec3& direction, double room) {
    fill_row(r, axes * direction, room, context.scratch, rows);
  };
  std::visit(overloaded{
                 [&](const Region::InsideBox& box) {
                   for (int k = 0; k < 3; ++k) {
                     fill(2 * k, Vec3::Unit(k), box.half_size[k] - p[k]);
                     fill(2 * k + 1, -Vec3::Unit(k), box.half_size[k] + p[k]);
                   }
                 },
                 [&](const Region::InsideSphere& sphere) {
                   const double distance = p.norm();
                   fill(0, distance > 0.0 ? Vec3(p / distance) : Vec3(Vec3::Zero()),
                        sphere.radius - distance);
                 },
                 [&](const Region::InsideHalfSpace& half) {
                   fill(0, half.normal, half.offset - half.normal.dot(p));
                 },
             },
             task.inside);
}

void check(const Region& task, const Figure& figure) {
  check_moving_place(task.frame, figure, "frame");
  check_place(task.in, figure, "in");
  std::visit(overloaded{
                 [](const Region::InsideBox& box) {
                   if (!(box.half_size.minCoeff() > 0.0)) {
                     throw std::invalid_argument("half_size must be three positive numbers");
                   }
                   check_point(box.half_size, "half_size");
                 },
                 [](const Region::InsideSphere& sphere) {
                   check_number(sphere.radius, "radius");
                   if (!(sphere.radius > 0.0))
                     throw std::invalid_argument("radius must be a positive number");
                 },
                 [](const Region::InsideHalfSpace& half) {
                   check_direction(half.normal, "normal");
                   check_number(half.offset, "offset");
                 },
             },
             task.inside);
}

}  // namespace limber::tasks
