// Chooses the algorithm for a pair of cores, and adds their roundings.

#include "limber/shapes/closest.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "limber/shapes/closest_general.h"
#include "limber/shapes/closest_segment.h"
#include "limber/shapes/core_point.h"
#include "limber/shapes/gjk.h"

namespace limber {

namespace {

// The lowest point of a core; the middle of an edge or face parallel to the plane.
Vec3 lowest_point(const Solid& s, const Vec3& up) {
  constexpr double parallel = 1e-13;
  const auto end = [&](int axis) -> Vec3 {
    const double climb = up.dot(s.axes.col(axis));
    if (std::abs(climb) < parallel) return Vec3::Zero();
    return -std::copysign(s.half[axis], climb) * s.axes.col(axis);
  };
  if (s.core == Core::segment) return s.center + end(2);
  if (s.core == Core::box) return s.center + end(0) + end(1) + end(2);
  return support(s, -up);
}

Closest over_half_space(const Solid& a, const Solid& b) {
  const Vec3 up = b.axis();
  if (a.core == Core::half_space) {
    const bool facing = up.dot(a.axis()) <= -1.0 + 1e-15;
    const double gap = up.dot(a.center - b.center);
    return {a.center, a.center - gap * up, up, facing ? gap : -std::numeric_limits<double>::infinity()};
  }
  const Vec3 lowest = lowest_point(a, up);
  const double height = up.dot(lowest - b.center);
  return {lowest, lowest - height * up, up, height};
}

Closest not_a_number() {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  return {Vec3::Constant(nan), Vec3::Constant(nan), Vec3::Constant(nan), nan};
}

// a.core <= b.core
Closest between_cores(const Solid& a, const Solid& b) {
  if (b.core == Core::half_space) return over_half_space(a, b);
  if (a.core == Core::point) {
    const SurfacePoint nearest = nearest_surface_point(b, a.center);
    return {a.center, nearest.point, nearest.normal, nearest.distance};
  }
  if (a.core == Core::segment && b.core == Core::segment) return between_segments(a, b);
  if (a.core == Core::segment && b.core == Core::box) return segment_to_box(a, b);
  return closest_general(a, b);
}

}  // namespace

Closest closest(const Solid& a, const Solid& b) noexcept {
  if (!std::isfinite(a.center.sum() + b.center.sum() + a.rounding + b.rounding)) return not_a_number();
  if (a.core > b.core) {
    const Closest turned = closest(b, a);
    return {turned.on_b, turned.on_a, -turned.normal, turned.distance};
  }
  Closest result = between_cores(a, b);
  result.on_a -= a.rounding * result.normal;
  result.on_b += b.rounding * result.normal;
  result.distance -= a.rounding + b.rounding;
  return result;
}

bool overlap(const Solid& a, const Solid& b) noexcept {
  if (has_closed_form(a, b)) return closest(a, b).distance < 0.0;
  return !Gjk(a, b).is_beyond(a.rounding + b.rounding);
}

double separation(const Solid& a, const Solid& b, const Vec3& n) noexcept {
  return n.dot(support(a, -n) - support(b, n)) - a.rounding - b.rounding;
}

// Ellipsoids too: a point's nearest one on them is found by iteration, but fast.
bool has_closed_form(const Solid& a, const Solid& b) noexcept {
  const Core less = std::min(a.core, b.core), more = std::max(a.core, b.core);
  return less == Core::point || more == Core::half_space ||
         (less == Core::segment && (more == Core::segment || more == Core::box));
}

Closest closest(const Shape& a, const Shape& b) noexcept {
  return closest(placed(a), placed(b));
}

Closest closest(const Transform& place_a, const Shape& a, const Transform& place_b, const Shape& b) noexcept {
  return closest(placed(place_a, a), placed(place_b, b));
}

}  // namespace limber
