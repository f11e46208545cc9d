// The nearest point of a swing ellipse: in the plane, and by angle on the sphere.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "limber/figure/joint.h"
#include "limber/math/portable.h"
#include "limber/math/swing_twist.h"

namespace limber {

namespace {

using std::numbers::pi;
constexpr int most_iterations = 100;  // 99 of 100 searches settle in ten
constexpr double settled = 1e-15;     // [rad] a last step on the boundary

// The point of the ellipse with half axes a >= b nearest to (x, y), all in the first quadrant.
//
// It is (a^2 x/(t + a^2), b^2 y/(t + b^2)) with the largest t at which it lies on the ellipse. Written with
// u = 1 + t/b^2 > 0 and ratio = (a/b)^2 the condition is
//   g(u) = (ratio x/a / (u + ratio - 1))^2 + (y/b / u)^2 - 1 = 0,
// decreasing and convex: Newton's method from the left, where either term alone is 1, climbs to the root.
Vec2 nearest_in_quadrant(double a, double b, double x, double y) {
  const double excess = (a - b) * (a + b) / (b * b);  // ratio - 1
  const double p = (1.0 + excess) * x / a, q = y / b;
  if (q == 0.0) {  // on the long axis: the end of it, unless the point is nearer to the centre of the ellipse
    if (p >= excess) return {a, 0.0};
    const double part = p / excess;
    return {a * part, b * std::sqrt((1.0 - part) * (1.0 + part))};
  }
  if (p == 0.0) return {0.0, b};
  double u = std::max(q, p - excess);
  for (int i = 0; i < most_iterations; ++i) {
    const double px = p / (u + excess), py = q / u;
    const double g = px * px + py * py - 1.0;
    const double slope = -2.0 * (px * px / (u + excess) + py * py / u);
    const double next = u - g / slope;
    if (!(next > u)) break;
    u = next;
  }
  return {a * p / (u + excess), b * q / u};
}

// The cosine of the angle from the limb direction of a target swing to a point of the boundary,
//   D(alpha) = target direction . direction(s),   s = (r_x cos alpha, r_y sin alpha),
// and its derivatives in alpha. With theta = |s|, p = s.s' = (r_y^2 - r_x^2) sin alpha cos alpha and
// g = the target swing scaled to length sin|target|:
//   D   = A g.s + cos|target| cos(theta)                      A = sin(theta)/theta
//   D'  = E p g.s + A g.s' - cos|target| A p                  E = (cos(theta) - A)/theta^2,  A' = E p
//   D'' = (F p^2 + E p') g.s + 2 E p g.s' - A g.s - cos|target| (E p^2 + A p')
//                                                             F = -(A + 3E)/theta^2,         E' = F p
struct Slope {
  double first, second;  // D', D''
};

Slope slope_towards(const Vec2& radii, const Vec2& g, double target_cosine, double alpha) {
  const double c = portable::cos(alpha), sn = portable::sin(alpha);
  const Vec2 s(radii.x() * c, radii.y() * sn), ds(-radii.x() * sn, radii.y() * c);
  const double spread = (radii.y() - radii.x()) * (radii.y() + radii.x());
  const double p = spread * sn * c, dp = spread * (c - sn) * (c + sn);
  const double t = s.squaredNorm(), theta = std::sqrt(t);
  double a, e, f;
  if (theta < 0.02) {
    a = 1.0 - t / 6.0 * (1.0 - t / 20.0 * (1.0 - t / 42.0));
    e = -1.0 / 3.0 + t / 30.0 * (1.0 - t / 28.0 * (1.0 - t / 54.0));
    f = 1.0 / 15.0 - t / 210.0 * (1.0 - t / 36.0);
  } else {
    a = portable::sin(theta) / theta;
    e = (portable::cos(theta) - a) / t;
    f = -(a + 3.0 * e) / t;
  }
  const double gs = g.dot(s), gds = g.dot(ds);
  return {e * p * gs + a * gds - target_cosine * a * p,
          (f * p * p + e * dp) * gs + 2.0 * e * p * gds - a * gs - target_cosine * (e * p * p + a * dp)};
}

// The sign of `like` (plus for zero) given to a size.
double with_sign(double size, double like) {
  return like < 0.0 ? -size : size;
}

}  // namespace

double SwingEllipse::value(const Vec2& swing) const {
  return swing.cwiseQuotient(radii).squaredNorm() - 1.0;
}

Vec2 SwingEllipse::gradient(const Vec2& swing) const {
  return 2.0 * swing.cwiseQuotient(radii.cwiseAbs2());
}

Vec2 SwingEllipse::nearest_on_boundary_in_plane(const Vec2& swing) const {
  const Vec2 corner = swing.cwiseAbs();
  Vec2 point;
  if (radii.x() >= radii.y()) {
    point = nearest_in_quadrant(radii.x(), radii.y(), corner.x(), corner.y());
  } else {
    point = nearest_in_quadrant(radii.y(), radii.x(), corner.y(), corner.x()).reverse();
  }
  point /= std::sqrt(1.0 + value(point));  // takes the last rounding off the boundary
  return {with_sign(point.x(), swing.x()), with_sign(point.y(), swing.y())};
}

Vec2 SwingEllipse::nearest_on_boundary(const Vec2& swing) const {
  const Vec2 target = swing.norm() <= pi ? swing : swing_of_direction(swing_direction(swing));
  // The boundary is its own mirror image in both axes, so the nearest point is in the target's quadrant (a
  // mirror image on the same side as the target is never farther); and there D has a single maximum.
  const Vec2 corner = target.cwiseAbs();
  const double size = corner.norm();
  const Vec2 g = size > 0.0 ? Vec2(corner * (portable::sin(size) / size)) : Vec2::Zero();
  const double target_cosine = portable::cos(size);
  const auto slope_at = [&](double alpha) { return slope_towards(radii, g, target_cosine, alpha); };
  const auto signed_like_target = [&](double x, double y) -> Vec2 {
    return {with_sign(x, target.x()), with_sign(y, target.y())};
  };
  // Only a target on an axis can have an end of that axis as its nearest point: D' is zero there.
  if (corner.y() == 0.0 && slope_at(0.0).second <= 0.0) return signed_like_target(radii.x(), 0.0);
  if (corner.x() == 0.0 && slope_at(0.5 * pi).second <= 0.0) return signed_like_target(0.0, radii.y());

  // Newton's method on D' = 0 from the nearest point in the plane, which is close; halving the bracket where
  // it leaves the bracket or does not gain a factor of two.
  const Vec2 start = nearest_on_boundary_in_plane(corner).cwiseQuotient(radii);
  double low = 0.0, high = 0.5 * pi, step = high;
  double alpha = std::clamp(portable::atan2(start.y(), start.x()), 1e-3 * high, (1.0 - 1e-3) * high);
  for (int i = 0; i < most_iterations; ++i) {
    const Slope slope = slope_at(alpha);
    (slope.first > 0.0 ? low : high) = alpha;
    const double newton = alpha - slope.first / slope.second;
    const double gain = std::abs(newton - alpha);
    const bool good = gain <= settled || (newton > low && newton < high && gain < 0.5 * std::abs(step));
    const double next = good ? newton : 0.5 * (low + high);
    step = next - alpha;
    alpha = next;
    if (std::abs(step) <= settled) break;
  }
  return signed_like_target(radii.x() * portable::cos(alpha), radii.y() * portable::sin(alpha));
}

}  // namespace limber
