#include "limber/files/euler.h"

#include "limber/math/portable.h"

namespace limber {

// With yaw from the first column, Rz(-yaw) R = Ry(pitch) Rx(roll) gives the others without dividing by the
// cosine of the pitch.
Vec3 roll_pitch_yaw(const Mat3& r) {
  const double yaw = portable::atan2(r(1, 0), r(0, 0));
  const double s = portable::sin(yaw), c = portable::cos(yaw);
  const double pitch = portable::atan2(-r(2, 0), c * r(0, 0) + s * r(1, 0));
  const double roll = portable::atan2(s * r(0, 2) - c * r(1, 2), c * r(1, 1) - s * r(0, 1));
  return {roll, pitch, yaw};
}

Quat rotation_of_roll_pitch_yaw(const Vec3& angles) {
  return (turn_about(2, angles.z()) * turn_about(1, angles.y()) * turn_about(0, angles.x())).normalized();
}

Vec3 turns_zxy(const Mat3& r) {
  const double a = portable::atan2(-r(0, 1), r(1, 1));
  const double s = portable::sin(a), c = portable::cos(a);
  const double b = portable::atan2(r(2, 1), c * r(1, 1) - s * r(0, 1));
  return {a, b, portable::atan2(c * r(0, 2) + s * r(1, 2), c * r(0, 0) + s * r(1, 0))};
}

Quat turn_about(int axis, double angle) {
  Quat turn(portable::cos(angle / 2), 0, 0, 0);
  turn.vec()[axis] = portable::sin(angle / 2);
  return turn;
}

}  // namespace limber
