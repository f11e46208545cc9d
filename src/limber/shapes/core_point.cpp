// Nearest surface points and projections, core by core.

#include "limber/shapes/core_point.h"

#include <algorithm>
#include <cmath>

#include "limber/math/portable.h"
#include "limber/math/rotation.h"
#include "limber/shapes/ellipsoid_point.h"
#include "limber/shapes/hull_point.h"

namespace limber {

namespace {

// x = center + along * axis + around * sideways, around >= 0.
struct AxialPoint {
  double along, around;
  Vec3 sideways;  // unit; on the axis some perpendicular
};

AxialPoint seen_along_axis(const Solid& s, const Vec3& x) {
  const Vec3 axis = s.axis(), v = x - s.center;
  const double along = v.dot(axis);
  Vec3 off = v - along * axis;
  off -= off.dot(axis) * axis;  // removes rounding noise along the axis, which matters if `off` is tiny
  const double around = off.norm();
  if (around > 1e-15 * std::abs(along) && around > 0.0) return {along, around, off / around};
  return {along, 0.0, any_perpendicular(axis)};
}

SurfacePoint off_point(const Vec3& from, const Vec3& x, const Vec3& otherwise) {
  const Vec3 v = x - from;
  const double distance = v.norm();
  return {from, distance > 0.0 ? Vec3(v / distance) : otherwise, distance};
}

SurfacePoint off_segment(const Solid& s, const Vec3& x) {
  const AxialPoint p = seen_along_axis(s, x);
  if (std::abs(p.along) <= s.half.z()) return {s.center + p.along * s.axis(), p.sideways, p.around};
  const SurfacePoint end = off_point(s.center + std::copysign(s.half.z(), p.along) * s.axis(), x, p.sideways);
  if (end.distance > 1e-15 * s.half.z()) return end;
  return {end.point, p.sideways, 0.0};  // within rounding: the direction would be noise
}

SurfacePoint off_cylinder(const Solid& s, const Vec3& x) {
  const AxialPoint p = seen_along_axis(s, x);
  const Vec3 axis = s.axis(), end = std::copysign(1.0, p.along) * axis;
  const double beyond_side = p.around - s.half.x(), beyond_end = std::abs(p.along) - s.half.z();
  if (beyond_side > 0.0 && beyond_end > 0.0) {
    const double distance = portable::hypot(beyond_side, beyond_end);
    return {s.center + s.half.z() * end + s.half.x() * p.sideways,
            (beyond_side * p.sideways + beyond_end * end) / distance, distance};
  }
  if (beyond_side >= beyond_end) {
    return {s.center + p.along * axis + s.half.x() * p.sideways, p.sideways, beyond_side};
  }
  return {s.center + s.half.z() * end + p.around * p.sideways, end, beyond_end};
}

SurfacePoint off_box(const Solid& s, const Vec3& x) {
  const Vec3 own = s.axes.transpose() * (x - s.center);
  const Vec3 inside = own.cwiseMax(-s.half).cwiseMin(s.half);
  if (inside != own) {
    const Vec3 excess = own - inside;
    const double distance = excess.norm();
    return {s.center + s.axes * inside, s.axes * (excess / distance), distance};
  }
  int face = 0;
  const double distance = (own.cwiseAbs() - s.half).maxCoeff(&face);
  const double side = std::copysign(1.0, own[face]);
  Vec3 on_face = own;
  on_face[face] = side * s.half[face];
  return {s.center + s.axes * on_face, side * s.axes.col(face), distance};
}

SurfacePoint off_ellipsoid(const Solid& s, const Vec3& x) {
  const EllipsoidPoint own = nearest_on_ellipsoid(s.half, s.axes.transpose() * (x - s.center));
  return {s.center + s.axes * own.point, s.axes * own.normal, own.distance};
}

Projection project_on_segment(const Solid& s, const Vec3& y) {
  const Vec3 axis = s.axis();
  const double along = (y - s.center).dot(axis);
  if (std::abs(along) >= s.half.z()) {
    return {s.center + std::copysign(s.half.z(), along) * axis, Mat3::Zero()};
  }
  return {s.center + along * axis, axis * axis.transpose()};
}

Projection project_on_cylinder(const Solid& s, const Vec3& y) {
  const AxialPoint p = seen_along_axis(s, y);
  const Vec3 axis = s.axis(), tangent = axis.cross(p.sideways);
  Projection result{s.center, Mat3::Zero()};
  if (std::abs(p.along) < s.half.z()) {
    result.point += p.along * axis;
    result.derivative += axis * axis.transpose();
  } else {
    result.point += std::copysign(s.half.z(), p.along) * axis;
  }
  if (p.around < s.half.x()) {
    result.point += p.around * p.sideways;
    result.derivative += p.sideways * p.sideways.transpose() + tangent * tangent.transpose();
  } else {
    result.point += s.half.x() * p.sideways;
    if (p.around > 0.0) result.derivative += s.half.x() / p.around * tangent * tangent.transpose();
  }
  return result;
}

Projection project_on_box(const Solid& s, const Vec3& y) {
  const Vec3 own = s.axes.transpose() * (y - s.center);
  Projection result{s.center, Mat3::Zero()};
  for (int i = 0; i < 3; ++i) {
    result.point += std::clamp(own[i], -s.half[i], s.half[i]) * s.axes.col(i);
    if (std::abs(own[i]) < s.half[i]) result.derivative += s.axes.col(i) * s.axes.col(i).transpose();
  }
  return result;
}

// x = M (y - lambda g), M = diag(shrink), and g . dx = 0:   dx = (M - M g g^T M / (g^T M g)) dy.
Projection project_on_ellipsoid(const Solid& s, const Vec3& y) {
  const EllipsoidPoint own = nearest_on_ellipsoid(s.half, s.axes.transpose() * (y - s.center));
  if (own.distance <= 0.0) return {y, Mat3::Identity()};
  Mat3 derivative = own.shrink.asDiagonal();
  const Vec3 moved = own.shrink.cwiseProduct(own.normal);
  const double share = own.normal.dot(moved);
  if (share > 0.0) derivative -= moved * moved.transpose() / share;
  return {s.center + s.axes * own.point, s.axes * derivative * s.axes.transpose()};
}

HullPoint on_hull(const Solid& s, const Vec3& x) {
  HullPoint own = nearest_on_hull(*s.hull, s.hull->center + s.axes.transpose() * (x - s.center));
  own.point = s.center + s.axes * (own.point - s.hull->center);
  own.normal = s.axes * own.normal;
  return own;
}

}  // namespace

SurfacePoint nearest_surface_point(const Solid& s, const Vec3& x) noexcept {
  switch (s.core) {
    case Core::point:
      return off_point(s.center, x, Vec3::UnitY());
    case Core::segment:
      return off_segment(s, x);
    case Core::ellipsoid:
      return off_ellipsoid(s, x);
    case Core::cylinder:
      return off_cylinder(s, x);
    case Core::box:
      return off_box(s, x);
    case Core::polytope: {
      const HullPoint at = on_hull(s, x);
      return {at.point, at.normal, at.distance};
    }
    case Core::half_space:
      break;
  }
  const double height = s.axis().dot(x - s.center);
  return {x - height * s.axis(), s.axis(), height};
}

Projection project(const Solid& s, const Vec3& y) noexcept {
  switch (s.core) {
    case Core::point:
      return {s.center, Mat3::Zero()};
    case Core::segment:
      return project_on_segment(s, y);
    case Core::ellipsoid:
      return project_on_ellipsoid(s, y);
    case Core::cylinder:
      return project_on_cylinder(s, y);
    case Core::box:
      return project_on_box(s, y);
    case Core::polytope: {
      const HullPoint at = on_hull(s, y);
      if (at.distance <= 0.0) return {y, Mat3::Identity()};
      return {at.point, s.axes * at.derivative * s.axes.transpose()};
    }
    case Core::half_space:
      break;
  }
  const Vec3 normal = s.axis();
  const double height = normal.dot(y - s.center);
  if (height <= 0.0) return {y, Mat3::Identity()};
  return {y - height * normal, Mat3::Identity() - normal * normal.transpose()};
}

}  // namespace limber
