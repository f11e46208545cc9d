// LookAt: a frame faces a point.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "limber/math/portable.h"
#include "limber/math/rotation.h"
#include "limber/tasks/checks.h"
#include "limber/tasks/relative_rows.h"
#include "limber/tasks/task_types.h"

namespace limber::tasks {

namespace {

// [m] A target this close has no direction. It counts as straight behind at this distance, so that an eye
// does not come here to be rid of its task, and one that is here leaves.
constexpr double at_the_eye = 1e-6;
constexpr double backwards = 1e-6;  // [rad] from straight behind, where all directions of turning are equal
// Near backwards the row across the shortest turn grows with theta/sin(theta), without bound, although its
// error is zero. This bound keeps it from outweighing the other row.
constexpr double largest_across = 100.0;

}  // namespace

int row_count(const LookAt&) {
  return 2;
}

void evaluate(const LookAt& task, const TaskContext& context, TaskRows& rows) noexcept {
  const PlaceNow eye = now(task.frame, context.kinematics), in = now(task.in, context.kinematics);
  const Vec3 target = in.pose * task.target;
  const Mat3 to_gaze = direct_rotation(task.gaze, Vec3::UnitZ()) * eye.pose.rotation.transpose();
  const Vec3 seen = to_gaze * (target - eye.pose.translation);
  const double distance = seen.norm(), rho = std::max(distance, at_the_eye);
  const Vec3 u = distance < at_the_eye ? Vec3(-Vec3::UnitZ()) : Vec3(seen / rho);
  const double sine = portable::hypot(u.x(), u.y()), theta = portable::atan2(sine, u.z());
  const bool behind = u.z() < 0.0 && sine < backwards;

  // s = theta e with e the side the target is on: ds = e dtheta + t (theta/sin theta) (t . du), t across e,
  // dtheta = u_z (e . du) - sin(theta) du_z.
  Eigen::Matrix<double, 2, 3> by_direction;
  if (behind) {
    by_direction << -1, 0, 0, 0, -1, 0;
    rows.error.setZero();
  } else {
    const Vec2 e = sine > 0.0 ? Vec2(u.head<2>() / sine) : Vec2(Vec2::UnitX()), t(-e.y(), e.x());
    const double across = sine > 0.0 ? std::min(theta / sine, largest_across) : 1.0;
    by_direction.leftCols<2>() = u.z() * e * e.transpose() + across * t * t.transpose();
    by_direction.col(2) = -sine * e;
    rows.error = -theta * e;
  }

  RowMatrixRef world = context.scratch.topRows(3);
  seen_translation(context, in.segment, target, eye.segment, world);
  const Mat3 direction_by_point = (Mat3::Identity() - u * u.transpose()) / rho * to_gaze;
  const Eigen::Matrix<double, 2, 3> m = by_direction * direction_by_point;
  for (int r = 0; r < 2; ++r) {
    rows.jacobian.row(r) = m(r, 0) * world.row(0) + m(r, 1) * world.row(1) + m(r, 2) * world.row(2);
  }
  if (behind) {
    const int easy = rows.jacobian.row(1).squaredNorm() > rows.jacobian.row(0).squaredNorm() ? 1 : 0;
    rows.error[easy] = -std::numbers::pi;
    rows.jacobian.row(1 - easy).setZero();
  }
}

void check(const LookAt& task, const Figure& figure) {
  check_moving_place(task.frame, figure, "frame");
  check_place(task.in, figure, "in");
  check_point(task.target, "target");
  check_direction(task.gaze, "gaze");
}

}  // namespace limber::tasks
