// Splits placed shapes into core and rounding; supports, bounds and sizes of cores.

#include "limber/shapes/solid.h"

#include <cmath>
#include <limits>

#include "limber/base/overloaded.h"
#include "limber/math/portable.h"
#include "limber/shapes/hull_point.h"

namespace limber {

namespace {

// A core of revolution about the line from a to b; without length it has no direction of its own.
Solid around_line(Core core, const Vec3& a, const Vec3& b, double radius) {
  Solid solid;
  solid.core = core;
  solid.center = 0.5 * (a + b);
  const double length = (b - a).norm();
  if (length > 0.0) solid.axes.col(2) = (b - a) / length;
  solid.half = Vec3(radius, radius, 0.5 * length);
  return solid;
}

Solid placed_box(const Transform& place, const Box& box) {
  return {Core::box, 0.0, place * box.center, place.rotation * box.rotation, 0.5 * box.size};
}

Bounds bounds_of_polytope(const Solid& s) {
  Bounds box{s.center, s.center};
  for (const Vec3& vertex : s.hull->vertices) {
    const Vec3 p = s.center + s.axes * (vertex - s.hull->center);
    box = {box.min.cwiseMin(p), box.max.cwiseMax(p)};
  }
  return box;
}

}  // namespace

Solid placed(const Shape& shape) noexcept {
  return placed(Transform{}, shape);
}

Solid placed(const Transform& place, const Shape& shape) noexcept {
  const auto ball = [&](const Vec3& center, double radius) -> Solid {
    return {Core::point, radius, place * center, Mat3::Identity(), Vec3::Zero()};
  };
  return std::visit(
      overloaded{
          [&](const Sphere& s) { return ball(s.center, s.radius); },
          [&](const Ellipsoid& e) -> Solid {
            if (e.radii.x() == e.radii.y() && e.radii.x() == e.radii.z()) return ball(e.center, e.radii.x());
            return {Core::ellipsoid, 0.0, place * e.center, place.rotation * e.rotation, e.radii};
          },
          [&](const Capsule& c) {
            if (c.a == c.b) return ball(c.a, c.radius);
            Solid solid = around_line(Core::segment, place * c.a, place * c.b, 0.0);
            solid.rounding = c.radius;
            return solid;
          },
          [&](const Cylinder& c) { return around_line(Core::cylinder, place * c.a, place * c.b, c.radius); },
          [&](const Box& b) { return placed_box(place, b); },
          [&](const Plane& p) {
            Solid solid;
            solid.core = Core::half_space;
            solid.center = place * p.point;
            solid.axes.col(2) = place.rotation * p.normal;
            return solid;
          },
          [&](const MeshReference& m) { return placed_box(place, m.box); },
          [&](const Rectangle& r) { return placed_box(place, as_box(r)); },
          [&](const ConvexMesh& m) {
            const Transform whole = place * m.place;
            Solid solid;
            solid.core = Core::polytope;
            solid.center = whole * m.hull->center;
            solid.axes = whole.rotation;
            solid.hull = m.hull.get();
            return solid;
          },
      },
      shape);
}

Solid placed(const Transform& place, const Solid& solid) noexcept {
  Solid moved = solid;
  moved.center = place * solid.center;
  if (solid.core == Core::ellipsoid || solid.core == Core::box || solid.core == Core::polytope) {
    moved.axes = place.rotation * solid.axes;
  } else if (solid.core != Core::point) {
    moved.axes.col(2) = place.rotation * solid.axis();
  }
  return moved;
}

Vec3 support(const Solid& s, const Vec3& n) noexcept {
  switch (s.core) {
    case Core::segment: {
      const Vec3 axis = s.axis();
      return s.center + std::copysign(s.half.z(), n.dot(axis)) * axis;
    }
    case Core::ellipsoid: {
      // Along n the surface reaches |D n|, at D D n / |D n|.
      const Vec3 scaled = s.half.cwiseProduct(s.axes.transpose() * n);
      const double length = scaled.norm();
      if (!(length > 0.0)) return s.center;
      return s.center + s.axes * s.half.cwiseProduct(scaled / length);
    }
    case Core::cylinder: {
      const Vec3 axis = s.axis();
      const double along = n.dot(axis);
      Vec3 sideways = n - along * axis;
      sideways -= sideways.dot(axis) * axis;  // a second time: exact even if it is tiny
      const double length = sideways.norm();
      const Vec3 end = s.center + std::copysign(s.half.z(), along) * axis;
      // Along the axis all points of the flat end are equally far: take the middle, not a point of the rim.
      return length > 1e-15 * std::abs(along) ? Vec3(end + (s.half.x() / length) * sideways) : end;
    }
    case Core::box: {
      const Vec3 own = s.axes.transpose() * n;
      return s.center + s.axes * Vec3(std::copysign(s.half.x(), own.x()), std::copysign(s.half.y(), own.y()),
                                      std::copysign(s.half.z(), own.z()));
    }
    case Core::polytope:
      return s.center + s.axes * (farthest_vertex(*s.hull, s.axes.transpose() * n) - s.hull->center);
    case Core::point:
    case Core::half_space:
      break;
  }
  return s.center;
}

Bounds bounds(const Solid& s) noexcept {
  Vec3 half = Vec3::Zero();
  switch (s.core) {
    case Core::point:
      break;
    case Core::segment:
      half = s.half.z() * s.axis().cwiseAbs();
      break;
    case Core::ellipsoid:
      half = (s.axes * s.half.asDiagonal()).rowwise().norm();
      break;
    case Core::cylinder: {
      const Vec3 u = s.axis();
      half = s.half.z() * u.cwiseAbs() + s.half.x() * Vec3(portable::hypot(u.y(), u.z()),
                                                           portable::hypot(u.x(), u.z()),
                                                           portable::hypot(u.x(), u.y()));
      break;
    }
    case Core::box:
      half = s.axes.cwiseAbs() * s.half;
      break;
    case Core::polytope:
      return bounds_of_polytope(s);
    case Core::half_space:
      half = Vec3::Constant(std::numeric_limits<double>::infinity());
      break;
  }
  half += Vec3::Constant(s.rounding);
  return {s.center - half, s.center + half};
}

double reach(const Solid& s) noexcept {
  switch (s.core) {
    case Core::point:
      return 0.0;
    case Core::segment:
      return s.half.z();
    case Core::ellipsoid:
      return s.half.maxCoeff();
    case Core::cylinder:
      return portable::hypot(s.half.x(), s.half.z());
    case Core::box:
      return s.half.norm();
    case Core::polytope:
      return s.hull->reach;
    case Core::half_space:
      break;
  }
  return std::numeric_limits<double>::infinity();
}

double thickness(const Solid& solid) noexcept {
  double core = 0.0;
  switch (solid.core) {
    case Core::point:
    case Core::segment:
      break;
    case Core::ellipsoid:
    case Core::cylinder:
    case Core::box:
      core = solid.half.minCoeff();
      break;
    case Core::polytope:
      core = std::numeric_limits<double>::infinity();
      for (const ConvexHull::Face& face : solid.hull->faces) {
        core = std::min(core, face.offset - face.normal.dot(solid.hull->center));
      }
      break;
    case Core::half_space:
      return std::numeric_limits<double>::infinity();
  }
  return 2.0 * (core + solid.rounding);
}

}  // namespace limber
