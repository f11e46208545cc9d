#pragma once
// A shape put where it is, taken apart into a convex core and the ball of radius rho rolled around it:
//
//   S = core + ball(rho),      sphere = point + ball,   capsule = segment + ball,   box = box + nothing, ...
//
// With h the support function (how far a core reaches along a unit vector n), signed distances of rounded
// solids are those of their cores less the two radii, outside and inside alike:
//
//   distance(A, B) = max over n of  -(h_A(-n) + h_B(n)),      h_(core + ball) = h_core + rho.
//
// Everything about closest points is worked out on cores. A Solid is a plain value of some 170 bytes: making
// one allocates nothing, so a figure's shapes can be placed anew in every step.

#include "limber/shapes/shape.h"

namespace limber {

enum class Core : unsigned char { point, segment, ellipsoid, cylinder, box, polytope, half_space };

struct Solid {
  Core core = Core::point;
  double rounding = 0.0;       // [m] rho
  Vec3 center = Vec3::Zero();  // of a half-space: a point of its plane
  // Columns: the core's own axes. Of a segment, a cylinder and a half-space (its outward normal) only the
  // third counts.
  Mat3 axes = Mat3::Identity();
  Vec3 half =
      Vec3::Zero();  // [m] half extents along them; ellipsoid: radii; cylinder: radius, radius, half length

  // Of a polytope, turned by `axes` about its centre. The shape keeps it, and must outlive this.
  const ConvexHull* hull = nullptr;

  Vec3 axis() const { return axes.col(2); }
};

// The shape as it is written, or carried by a frame. A mesh counts as its box, an ellipsoid with equal radii
// as a sphere, a rectangle as a box with no third edge.
Solid placed(const Shape& shape) noexcept;
Solid placed(const Transform& place, const Shape& shape) noexcept;
Solid placed(const Transform& place, const Solid& solid) noexcept;

// The point of the core farthest along n (any length but zero). Of a half-space only along its normal.
Vec3 support(const Solid& solid, const Vec3& n) noexcept;

// Axis-aligned bounds of the whole solid; infinite ones of a half-space.
Bounds bounds(const Solid& solid) noexcept;

// No point of the core is farther than this from its centre; infinite for a half-space.
double reach(const Solid& solid) noexcept;

// The diameter of the largest ball around its centre that lies inside; infinite for a half-space.
double thickness(const Solid& solid) noexcept;

}  // namespace limber
