// Exponential and logarithm of rotations; series near zero, where the closed forms lose digits.

#include "limber/math/rotation.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "limber/math/portable.h"
#include "limber/math/small_angle.h"

namespace limber {

namespace {

using std::numbers::pi;

// I + p [k] + q [k]^2, the form every function here has.
Mat3 identity_plus(double p, double q, const Vec3& k) {
  const double xx = q * k.x() * k.x(), yy = q * k.y() * k.y(), zz = q * k.z() * k.z();
  const double xy = q * k.x() * k.y(), xz = q * k.x() * k.z(), yz = q * k.y() * k.z();
  const Vec3 turn = p * k;
  Mat3 m;
  m << 1.0 - (yy + zz), xy - turn.z(), xz + turn.y(),  //
      xy + turn.z(), 1.0 - (xx + zz), yz - turn.x(),   //
      xz - turn.y(), yz + turn.x(), 1.0 - (xx + yy);
  return m;
}

struct Coefficients {  // A, B and C of the header
  double a, b, c;
};

Coefficients coefficients(double theta) {
  const double t = theta * theta;
  if (theta < series_below) {
    return {1.0 - t / 6.0 * (1.0 - t / 20.0 * (1.0 - t / 42.0)),
            0.5 - t / 24.0 * (1.0 - t / 30.0 * (1.0 - t / 56.0)),
            1.0 / 6.0 - t / 120.0 * (1.0 - t / 42.0 * (1.0 - t / 72.0))};
  }
  const double sine = portable::sin(theta), half_sine = portable::sin(0.5 * theta);
  return {sine / theta, 2.0 * half_sine * half_sine / t, (theta - sine) / (t * theta)};
}

// A half turn about v and about -v is the same rotation: of the two, the one whose first component that is
// not zero is positive.
bool is_the_chosen_half_turn(const Vec3& v) {
  if (v.x() != 0.0) return v.x() > 0.0;
  if (v.y() != 0.0) return v.y() > 0.0;
  return v.z() >= 0.0;
}

}  // namespace

Mat3 exp_rotation(const Vec3& k) {
  const Coefficients s = coefficients(k.norm());
  return identity_plus(s.a, s.b, k);
}

Mat3 left_jacobian(const Vec3& k) {
  const Coefficients s = coefficients(k.norm());
  return identity_plus(s.b, s.c, k);
}

Mat3 left_jacobian_inverse(const Vec3& k) {
  // I - [k]/2 + D [k]^2 with D = (1 - (theta/2) cot(theta/2))/theta^2.
  const double theta = k.norm(), t = theta * theta;
  const double d = theta < series_below ? 1.0 / 12.0 + t / 720.0 * (1.0 + t / 42.0 * (1.0 + t / 40.0))
                                        : (1.0 - 0.5 * theta / portable::tan(0.5 * theta)) / t;
  return identity_plus(-0.5, d, k);
}

Vec3 log_rotation(const Mat3& rotation) {
  return log_rotation(Quat(rotation));
}

Vec3 log_rotation(const Quat& rotation) {
  const Vec3 v = rotation.vec();
  const double sine = v.norm(), cosine = rotation.w();
  if (sine < tiny_angle * std::abs(cosine)) return (2.0 / cosine) * v;
  // So close to a half turn the sign of the cosine is only rounding.
  if (std::abs(cosine) <= 6.0 * std::numeric_limits<double>::epsilon() * sine) {
    return (is_the_chosen_half_turn(v) ? pi : -pi) / sine * v;
  }
  const double angle = 2.0 * portable::atan2(sine, std::abs(cosine));
  return (cosine < 0.0 ? -angle : angle) / sine * v;
}

Quat exp_quaternion(const Vec3& k) {
  const double theta = k.norm(), t = theta * theta;
  const double scale = theta < series_below ? 0.5 - t / 48.0 * (1.0 - t / 80.0 * (1.0 - t / 168.0))
                                            : portable::sin(0.5 * theta) / theta;
  return Quat(portable::cos(0.5 * theta), scale * k.x(), scale * k.y(), scale * k.z());
}

Mat3 axis_rotation(const Vec3& unit_axis, double angle) {
  const double half_sine = portable::sin(0.5 * angle);
  return identity_plus(portable::sin(angle), 2.0 * half_sine * half_sine, unit_axis);
}

Mat3 direct_rotation(const Vec3& a, const Vec3& b) {
  const Vec3 from = a.normalized(), to = b.normalized();
  const Vec3 cross = from.cross(to);
  const double cosine = from.dot(to);
  if (cosine >= 0.0) return identity_plus(1.0, 1.0 / (1.0 + cosine), cross);

  // Beyond a right angle 1/(1 + cosine) loses digits: a half turn about the axis carries `from` to -from, and
  // the short rotation from there to `to` has the same axis.
  const double sine = cross.norm();
  const Vec3 axis = sine < 1e-15 ? any_perpendicular(from) : Vec3(cross / sine);
  const Vec3 square_axis = (axis - from.dot(axis) * from).normalized();
  const Mat3 half_turn = identity_plus(0.0, 2.0, square_axis);
  return identity_plus(1.0, 1.0 / (1.0 - cosine), -cross) * half_turn;
}

Vec3 any_perpendicular(const Vec3& v) {
  int smallest;
  v.cwiseAbs().minCoeff(&smallest);
  const Vec3 perpendicular = v.cross(Vec3::Unit(smallest));
  const double length = perpendicular.norm();
  return length > 0.0 ? Vec3(perpendicular / length) : Vec3::UnitX();
}

}  // namespace limber
