// Bounds and ray casting of round cones.

#include "limber/picture/drawing/round_cone.h"

#include <cmath>

#include "limber/picture/drawing/distance.h"

namespace limber::picture {

namespace {

// Where the ray enters the sphere; negative or NaN: it does not.
double entry_into_sphere(const Vec3& center, double radius, const Vec3& origin, const Vec3& direction) {
  const Vec3 from_center = origin - center;
  const double a = direction.squaredNorm();
  const double half_b = from_center.dot(direction);
  // |from_center|^2 - radius^2 loses digits far away; the ray's distance from the centre does not.
  const Vec3 nearest = from_center - (half_b / a) * direction;
  const double under_root = radius * radius - nearest.squaredNorm();
  if (!(under_root >= 0.0)) return -1.0;
  return (-half_b - std::sqrt(a * under_root)) / a;
}

}  // namespace

bool is_sphere(const RoundCone& cone) {
  return (cone.b - cone.a).norm() <= std::abs(cone.radius_a - cone.radius_b) * (1.0 + 1e-12);
}

Bounds bounds(const RoundCone& cone) {
  const Vec3 ra = Vec3::Constant(cone.radius_a), rb = Vec3::Constant(cone.radius_b);
  return {(cone.a - ra).cwiseMin(cone.b - rb), (cone.a + ra).cwiseMax(cone.b + rb)};
}

std::optional<RayHit> cast_ray(const RoundCone& cone, const Vec3& origin, const Vec3& direction) {
  double nearest = -1.0;
  Vec3 normal = Vec3::Zero();
  const auto try_sphere = [&](const Vec3& center, double radius) {
    const double t = entry_into_sphere(center, radius, origin, direction);
    if (!(t > 0.0) || (nearest > 0.0 && t >= nearest)) return;
    nearest = t;
    normal = (origin + t * direction - center) / radius;
  };
  try_sphere(cone.a, cone.radius_a);
  try_sphere(cone.b, cone.radius_b);

  if (!is_sphere(cone)) {
    const double length = (cone.b - cone.a).norm();
    const Vec3 u = (cone.b - cone.a) / length;
    const double s = (cone.radius_a - cone.radius_b) / length;
    const double c2 = 1.0 - s * s;
    // c^2 |p|^2 - y^2 + 2 r_a s y - r_a^2 = 0 along p = m + t d, y = y0 + t yd, from the point nearest to
    // `a`.
    const double middle = -(origin - cone.a).dot(direction) / direction.squaredNorm();
    const Vec3 m = origin + middle * direction - cone.a;
    const double y0 = m.dot(u), yd = direction.dot(u);
    const double a = c2 * direction.squaredNorm() - yd * yd;
    const double half_b = c2 * m.dot(direction) - y0 * yd + cone.radius_a * s * yd;
    const double c =
        c2 * m.squaredNorm() - y0 * y0 + 2.0 * cone.radius_a * s * y0 - cone.radius_a * cone.radius_a;
    const double under_root = half_b * half_b - a * c;
    if (under_root >= 0.0 && a != 0.0) {
      const double root = std::sqrt(under_root);
      for (const double local : {(-half_b - root) / a, (-half_b + root) / a}) {
        const double t = local + middle;
        const double y = y0 + local * yd;
        if (!(t > 0.0) || (nearest > 0.0 && t >= nearest)) continue;
        if (y < s * cone.radius_a || y > s * cone.radius_a + length * c2) continue;
        const Vec3 from_axis = m + local * direction - y * u;
        const double rho = from_axis.norm();
        if (rho == 0.0) continue;
        const Vec3 outward = std::sqrt(c2) / rho * from_axis + s * u;
        if (outward.dot(direction) >= 0.0) continue;
        nearest = t;
        normal = outward;
      }
    }
  }
  // Convex: a ray that starts inside does not enter.
  if (!(nearest > 0.0) || distance(cone, origin).value < 0.0) return std::nullopt;
  return RayHit{nearest, normal};
}

}  // namespace limber::picture
