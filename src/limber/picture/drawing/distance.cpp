// Signed distances of shapes and round cones.

#include "limber/picture/drawing/distance.h"

#include <cmath>

#include "limber/shapes/hull_point.h"

namespace limber::picture {

namespace {

Vec3 unit_or(const Vec3& v, const Vec3& fallback) {
  const double n = v.norm();
  return n > 0.0 ? Vec3(v / n) : fallback;
}

Distance of(const Sphere& s, const Vec3& p) {
  const Vec3 v = p - s.center;
  return {v.norm() - s.radius, unit_or(v, Vec3::UnitZ())};
}

Distance of(const Ellipsoid& e, const Vec3& p) {
  const Vec3 q = e.rotation.transpose() * (p - e.center);
  const Vec3 scaled = q.cwiseQuotient(e.radii);
  const Vec3 slope = scaled.cwiseQuotient(e.radii);
  const double g = scaled.norm(), steepness = slope.norm();
  if (steepness == 0.0) return {-e.radii.minCoeff(), e.rotation.col(2)};
  if (g <= 1.0) return {g * (g - 1.0) / steepness, e.rotation * (slope / steepness)};
  const Vec3 squares = e.radii.cwiseProduct(e.radii);
  // Start where the surface would be if it were flat, but not below where one term of h alone is 1.
  double lambda = std::max(g * (g - 1.0) / (steepness * steepness),
                           e.radii.cwiseProduct(q.cwiseAbs() - e.radii).maxCoeff());
  for (int step = 0; step < 12; ++step) {
    const Vec3 shares = (squares.array() + lambda).inverse();
    const Vec3 terms = e.radii.cwiseProduct(q).cwiseProduct(shares).cwiseAbs2();
    const double excess = terms.sum() - 1.0;
    if (std::abs(excess) < 1e-4) break;
    lambda += 0.5 * excess / terms.dot(shares);
  }
  const Vec3 nearest = squares.cwiseProduct(q).cwiseQuotient((squares.array() + lambda).matrix());
  // The normal at the nearest point, which is accurate even where q - nearest is only rounding.
  return {(q - nearest).norm(), e.rotation * nearest.cwiseQuotient(squares).normalized()};
}

Distance of(const Capsule& c, const Vec3& p) {
  return distance(RoundCone{c.a, c.b, c.radius, c.radius}, p);
}

// Inside a box, the nearest face counts; outside, the nearest point of it.
template <int N>
std::pair<double, Eigen::Matrix<double, N, 1>> of_corner(const Eigen::Matrix<double, N, 1>& beyond) {
  using V = Eigen::Matrix<double, N, 1>;
  if (beyond.maxCoeff() > 0.0) {
    const V outside = beyond.cwiseMax(0.0);
    const double d = outside.norm();
    return {d, outside / d};
  }
  Eigen::Index face = 0;
  const double d = beyond.maxCoeff(&face);
  return {d, V::Unit(face)};
}

Distance of(const Cylinder& c, const Vec3& p) {
  const double length = (c.b - c.a).norm();
  const Vec3 u = unit_or(c.b - c.a, Vec3::UnitZ());
  const Vec3 v = p - 0.5 * (c.a + c.b);
  const double y = v.dot(u);
  const Vec3 from_axis = v - y * u;
  const double rho = from_axis.norm();
  const auto [d, g] = of_corner<2>(Vec2(rho - c.radius, std::abs(y) - 0.5 * length));
  const Vec3 radial = rho > 0.0 ? Vec3(from_axis / rho) : Vec3::Zero();
  return {d, unit_or(g.x() * radial + std::copysign(g.y(), y) * u, u)};
}

Distance of(const Box& b, const Vec3& p) {
  const Vec3 q = b.rotation.transpose() * (p - b.center);
  const auto [d, g] = of_corner<3>(Vec3(q.cwiseAbs() - 0.5 * b.size));
  const Vec3 signs = q.unaryExpr([](double x) { return std::copysign(1.0, x); });
  return {d, b.rotation * g.cwiseProduct(signs)};
}

Distance of(const Plane& plane, const Vec3& p) {
  return {plane.normal.dot(p - plane.point), plane.normal};
}

Distance of(const Rectangle& r, const Vec3& p) {
  return of(as_box(r), p);
}

Distance of(const ConvexMesh& mesh, const Vec3& p) {
  const HullPoint nearest = nearest_on_hull(*mesh.hull, mesh.place.inverse() * p);
  return {nearest.distance, mesh.place.rotation * nearest.normal};
}

Distance of(const MeshReference& mesh, const Vec3& p) {
  return of(mesh.box, p);
}

}  // namespace

Distance distance(const RoundCone& cone, const Vec3& p) {
  if (is_sphere(cone)) {
    return cone.radius_a >= cone.radius_b ? of(Sphere{cone.a, cone.radius_a}, p)
                                          : of(Sphere{cone.b, cone.radius_b}, p);
  }
  const double length = (cone.b - cone.a).norm();
  const Vec3 u = (cone.b - cone.a) / length;
  const double s = (cone.radius_a - cone.radius_b) / length;
  const double c = std::sqrt(std::max(0.0, 1.0 - s * s));
  const Vec3 v = p - cone.a;
  const double y = v.dot(u);
  const Vec3 from_axis = v - y * u;
  const double rho = from_axis.norm();
  const double along = y * c - rho * s;  // along the cone's generating line, from its touching circle at a
  if (along <= 0.0) return of(Sphere{cone.a, cone.radius_a}, p);
  if (along >= length * c) return of(Sphere{cone.b, cone.radius_b}, p);
  const Vec3 radial = rho > 0.0 ? Vec3(from_axis / rho) : Vec3::Zero();
  return {rho * c + y * s - cone.radius_a, unit_or(c * radial + s * u, u)};
}

Distance distance(const Shape& shape, const Vec3& point) {
  return std::visit([&](const auto& s) { return of(s, point); }, shape);
}

}  // namespace limber::picture
