// Ellipses and hulls of solids seen by a camera.

#include "limber/picture/svg/outline.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <cmath>

#include "limber/math/rotation.h"

namespace limber::picture {

namespace {

Mat3 seen_axes(const View& view) {
  Mat3 axes;
  axes << view.right.transpose(), view.up.transpose(), view.forward.transpose();
  return axes;
}

// v^T C v = 0 in camera axes, positive inside -> an ellipse in pixels.
std::optional<Ellipse> ellipse_of_cone(const View& view, const Mat3& cone) {
  // v = (s (x - w/2), -s (y - h/2), 1). The conic is first solved about the middle of the picture.
  Mat3 from_pixels = Mat3::Zero();
  from_pixels.diagonal() << view.pixel, -view.pixel, 1.0;
  const Mat3 conic = -from_pixels.transpose() * cone * from_pixels;
  const Eigen::Matrix2d round = conic.topLeftCorner<2, 2>();
  Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> axes;
  axes.computeDirect(round);  // in closed form
  if (!(axes.eigenvalues()[0] > 0.0)) return std::nullopt;
  const Vec2 center = -round.inverse() * conic.topRightCorner<2, 1>();
  const double level = conic.topRightCorner<2, 1>().dot(center) + conic(2, 2);
  if (!(level < 0.0)) return std::nullopt;
  Ellipse ellipse;
  ellipse.center = center + 0.5 * Vec2(view.width, view.height);
  ellipse.radii = (-level * axes.eigenvalues().cwiseInverse()).cwiseSqrt();  // smallest eigenvalue: longest
  const Vec2 along = axes.eigenvectors().col(0);
  ellipse.angle = std::atan2(along.y(), along.x());
  if (!ellipse.center.allFinite() || !ellipse.radii.allFinite()) return std::nullopt;
  return ellipse;
}

std::optional<Hull> hull_of(const View& view, const std::optional<Ellipse>& a,
                            const std::optional<Ellipse>& b, const Vec3& a1, const Vec3& b1, const Vec3& b2,
                            const Vec3& a2) {
  if (!a || !b) return std::nullopt;
  return Hull{*a, *b, view.project(a1), view.project(b1), view.project(b2), view.project(a2)};
}

}  // namespace

Vec2 Ellipse::at(double parameter) const {
  const double x = radii.x() * std::cos(parameter), y = radii.y() * std::sin(parameter);
  return center + Vec2(std::cos(angle) * x - std::sin(angle) * y, std::sin(angle) * x + std::cos(angle) * y);
}

double Ellipse::parameter_of(const Vec2& point) const {
  const Vec2 v = point - center;
  const double x = std::cos(angle) * v.x() + std::sin(angle) * v.y();
  const double y = std::cos(angle) * v.y() - std::sin(angle) * v.x();
  return std::atan2(y / radii.y(), x / radii.x());
}

std::optional<Ellipse> outline(const View& view, const Ellipsoid& e) {
  if (!(e.radii.minCoeff() > 0.0)) return std::nullopt;
  const Mat3 own_axes = seen_axes(view) * e.rotation;
  const Vec3 c = view.seen(e.center);
  const double half_depth = own_axes.row(2).transpose().cwiseProduct(e.radii).norm();
  if (!(c.z() - half_depth > 0.0)) return std::nullopt;
  // Scaled by the smallest half axis, so that A is near the unit matrix for any size.
  const double unit = e.radii.minCoeff();
  const Vec3 inverse_squares = (e.radii / unit).cwiseProduct(e.radii / unit).cwiseInverse();
  const Mat3 a = own_axes * inverse_squares.asDiagonal() * own_axes.transpose();
  const Vec3 center = c / unit;
  const Vec3 ac = a * center;
  return ellipse_of_cone(view, ac * ac.transpose() - (center.dot(ac) - 1.0) * a);
}

std::optional<Ellipse> outline(const View& view, const Sphere& s) {
  return outline(view, Ellipsoid{s.center, Vec3::Constant(s.radius), Mat3::Identity()});
}

std::optional<Ellipse> disc_outline(const View& view, const Vec3& center, const Vec3& unit_normal,
                                    double radius) {
  const Vec3 e1 = any_perpendicular(unit_normal), e2 = unit_normal.cross(e1);
  const double half_depth = radius * std::hypot(view.forward.dot(e1), view.forward.dot(e2));
  const Vec3 c = view.seen(center);
  if (!(radius > 0.0) || !(c.z() - half_depth > 0.0)) return std::nullopt;
  Mat3 m;
  m << seen_axes(view) * e1, seen_axes(view) * e2, c / radius;
  if (!(std::abs(m.determinant()) > 1e-9 * c.norm() / radius)) return std::nullopt;  // seen edge on
  const Mat3 inverse = m.inverse();
  return ellipse_of_cone(view, inverse.transpose() * Vec3(-1, -1, 1).asDiagonal() * inverse);
}

std::optional<Hull> outline(const View& view, const RoundCone& cone) {
  if (is_sphere(cone)) return std::nullopt;
  const Vec3 c1 = cone.a - view.eye, c2 = cone.b - view.eye;
  const double g11 = c1.squaredNorm(), g12 = c1.dot(c2), g22 = c2.squaredNorm();
  const double determinant = g11 * g22 - g12 * g12;
  if (!(determinant > 1e-18 * g11 * g22)) return std::nullopt;
  const double alpha = (g22 * cone.radius_a - g12 * cone.radius_b) / determinant;
  const double beta = (g11 * cone.radius_b - g12 * cone.radius_a) / determinant;
  const Vec3 common = alpha * c1 + beta * c2;
  const double left_over = 1.0 - common.squaredNorm();
  if (!(left_over > 0.0)) return std::nullopt;
  const Vec3 sideways = std::sqrt(left_over) * c1.cross(c2).normalized();
  const Vec3 n1 = common + sideways, n2 = common - sideways;
  return hull_of(view, outline(view, Sphere{cone.a, cone.radius_a}),
                 outline(view, Sphere{cone.b, cone.radius_b}), cone.a - cone.radius_a * n1,
                 cone.b - cone.radius_b * n1, cone.b - cone.radius_b * n2, cone.a - cone.radius_a * n2);
}

std::optional<Hull> outline(const View& view, const Cylinder& c) {
  const double length = (c.b - c.a).norm();
  if (!(length > 0.0)) return std::nullopt;
  const Vec3 u = (c.b - c.a) / length;
  const Vec3 a = c.a - view.eye;
  const Vec3 away = a - a.dot(u) * u;
  const double distance = away.norm();
  if (!(distance > c.radius)) return std::nullopt;
  const double s = c.radius / distance;
  const Vec3 common = s * (away / distance);
  const Vec3 sideways = std::sqrt(1.0 - s * s) * u.cross(away / distance);
  const Vec3 n1 = c.radius * (common + sideways), n2 = c.radius * (common - sideways);
  return hull_of(view, disc_outline(view, c.a, u, c.radius), disc_outline(view, c.b, u, c.radius), c.a - n1,
                 c.b - n1, c.b - n2, c.a - n2);
}

}  // namespace limber::picture
