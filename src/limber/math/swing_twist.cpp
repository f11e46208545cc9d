// Swing and twist of unit quaternions, and the rates of change.

#include "limber/math/swing_twist.h"

#include <cmath>
#include <numbers>

#include "limber/math/portable.h"
#include "limber/math/small_angle.h"

namespace limber {

namespace {

using std::numbers::pi;
constexpr double singular_half_cosine = 1e-14;  // cos(|s|/2) up to which the twist is only rounding

double sin_over(double theta) {
  if (theta >= series_below) return portable::sin(theta) / theta;
  const double t = theta * theta;
  return 1.0 - t / 6.0 * (1.0 - t / 20.0 * (1.0 - t / 42.0));
}

}  // namespace

SwingTwist swing_twist(const Quat& rotation, double twist_at_singularity) {
  // compose() written out, with beta = |s|/2, gamma = tau/2 and (p_x, p_y) = sin(beta) s/|s|:
  //   x = p_x cos gamma + p_y sin gamma,  y = p_y cos gamma - p_x sin gamma,
  //   z = cos(beta) sin gamma,  w = cos(beta) cos gamma.
  double x = rotation.x(), y = rotation.y(), z = rotation.z(), w = rotation.w();
  const double sine = portable::hypot(x, y), cosine = portable::hypot(z, w);
  if (sine == 0.0 && cosine == 0.0) return {};

  const bool singular = cosine <= singular_half_cosine * sine;
  // Of q and -q always the same one: gamma in [-pi/2, pi/2], so that tau needs no wrapping.
  const bool negate = singular ? x < 0.0 || (x == 0.0 && y < 0.0) : w < 0.0 || (w == 0.0 && z < 0.0);
  if (negate) x = -x, y = -y, z = -z, w = -w;

  const double gamma = singular ? 0.5 * twist_at_singularity : portable::atan2(z, w);
  const double scale = singular                     ? pi / sine
                       : sine < tiny_angle * cosine ? 2.0 / cosine
                                                    : 2.0 * portable::atan2(sine, cosine) / sine;
  const double cos_gamma = portable::cos(gamma), sin_gamma = portable::sin(gamma);
  SwingTwist parts;
  parts.swing = {scale * (cos_gamma * x - sin_gamma * y), scale * (sin_gamma * x + cos_gamma * y)};
  parts.twist = wrap_angle(singular ? twist_at_singularity : 2.0 * gamma);
  return parts;
}

Quat compose(const SwingTwist& parts) {
  const double beta = 0.5 * parts.swing.norm(), gamma = 0.5 * parts.twist;
  const double scale = 0.5 * sin_over(beta);
  const double px = scale * parts.swing.x(), py = scale * parts.swing.y();
  const double cos_beta = portable::cos(beta), cos_gamma = portable::cos(gamma),
               sin_gamma = portable::sin(gamma);
  return Quat(cos_beta * cos_gamma, px * cos_gamma + py * sin_gamma, py * cos_gamma - px * sin_gamma,
              cos_beta * sin_gamma);
}

Mat3 swing_twist_rates(const SwingTwist& parts) {
  // In the axes u = s/theta, v = z x u, z the matrix [L u, L v, d] is
  //   [1 0 0 ; 0 sin(theta)/theta -sin(theta) ; 0 (1-cos(theta))/theta cos(theta)],  theta = |s|,
  // whose inverse, written with the side vector v theta = z x s = (-s_y, s_x) =: m, is
  //   s'   = w_xy + g m (m . w) + m w_z,     g = (theta cot(theta) - 1)/theta^2
  //   tau' = w_z - h (m . w),                h = tan(theta/2)/theta.
  const double theta = parts.swing.norm(), t = theta * theta;
  double g, h;
  if (theta < series_below) {
    g = -1.0 / 3.0 - t / 45.0 * (1.0 + t * (2.0 / 21.0 + t / 105.0));
    h = 0.5 + t / 24.0 * (1.0 + t * (1.0 / 10.0 + t * 17.0 / 1680.0));
  } else {
    g = (theta / portable::tan(theta) - 1.0) / t;
    h = portable::tan(0.5 * theta) / theta;
  }
  const Vec2 m(-parts.swing.y(), parts.swing.x());
  Mat3 rates;
  rates << 1.0 + g * m.x() * m.x(), g * m.x() * m.y(), m.x(),  //
      g * m.y() * m.x(), 1.0 + g * m.y() * m.y(), m.y(),       //
      -h * m.x(), -h * m.y(), 1.0;
  return rates;
}

Vec3 swing_direction(const Vec2& swing) {
  const double theta = swing.norm();
  const double scale = sin_over(theta);
  return {scale * swing.y(), -scale * swing.x(), portable::cos(theta)};
}

Vec2 swing_of_direction(const Vec3& direction) {
  const double side = portable::hypot(direction.x(), direction.y());
  if (side == 0.0) return direction.z() < 0.0 ? Vec2(pi, 0.0) : Vec2(0.0, 0.0);
  const double angle = portable::atan2(side, direction.z());
  return {-direction.y() / side * angle, direction.x() / side * angle};
}

double angle_between(const Vec3& a, const Vec3& b) {
  return portable::atan2(a.cross(b).norm(), a.dot(b));
}

double wrap_angle(double angle) {
  if (angle > -pi && angle <= pi) return angle;
  const double wrapped = std::remainder(angle, 2.0 * pi);
  return wrapped <= -pi ? wrapped + 2.0 * pi : wrapped;
}

}  // namespace limber
