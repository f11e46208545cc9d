#pragma once
// A point on, inside or outside an ellipsoid that may move with the figure (the scapula on the thorax). With
// the point p seen from the centre, radii a, rho = |p/a| (1 on the surface), h = p/a^2:
//
//   v = (rho - 1) rho/|h|    [m] positive outside; the distance for a sphere, to first order for all
//   on:       J dq  = -v,    inside:  J dq <= -v,    outside:  -J dq <= v,    J = dv/dq
//
// At the very centre, "on" and "outside" push along the shortest axis; "inside" asks for nothing.

#include "limber/tasks/context.h"

namespace limber {

struct OnEllipsoid {
  Place frame;
  Place center;               // its axes are the ellipsoid's
  Vec3 radii = Vec3::Ones();  // [m] > 0
  enum class Side : std::uint8_t { on, inside, outside } side = Side::on;
};

int row_count(const OnEllipsoid& task);
void evaluate(const OnEllipsoid& task, const TaskContext& context, TaskRows& rows) noexcept;
void check(const OnEllipsoid& task, const Figure& figure);

}  // namespace limber
