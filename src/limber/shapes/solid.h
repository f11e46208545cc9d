#pragma once
// A placed shape, split into a convex core and a rounding radius rho:
//
//   S = core + ball(rho),      sphere = point + ball,   capsule = segment + ball,   box: rho = 0, ...
//
// With h the support function (how far a core reaches along a unit vector n), signed distances of rounded
// solids are those of their cores less the two radii, outside and inside alike:
//
//   distance(A, B) = max over n of  -(h_A(-n) + h_B(n)),      h_(core + ball) = h_core + rho.
//
// All closest-point algorithms work on cores. A Solid is a plain value of about 170 bytes and allocates
// nothing, so a figure's shapes can be placed again in every step.

#include "limber/shapes/shape.h"

namespace limber {

enum class Core : unsigned char { point, segment, ellipsoid, cylinder, box, polytope, half_space };

struct Solid {
  Core core = Core::point;
  double rounding = 0.0;       // [m] rho
  Vec3 center = Vec3::Zero();  // of a half-space: a point of its plane
  // Columns: the core's own axes. A segment, a cylinder and a half-space (outward normal) use only the third.
  Mat3 axes = Mat3::Identity();
  // [m] Half extents along the axes; ellipsoid: radii; cylinder: radius, radius, half length.
  Vec3 half = Vec3::Zero();

  // For a polytope, rotated by `axes` about its centre. Owned by the shape, which must outlive this.
  const ConvexHull* hull = nullptr;

  Vec3 axis() const { return axes.col(2); }
};

// The shape in its own frame, or placed by a transform. A mesh counts as its box, an ellipsoid with equal
// radii as a sphere, a rectangle as a flat box.
Solid placed(const Shape& shape) noexcept;
Solid placed(const Transform& place, const Shape& shape) noexcept;
Solid placed(const Transform& place, const Solid& solid) noexcept;

// The point of the core farthest along n (of any length but zero); for a half-space only along its normal.
Vec3 support(const Solid& solid, const Vec3& n) noexcept;

// Axis-aligned bounds of the whole solid; infinite ones of a half-space.
Bounds bounds(const Solid& solid) noexcept;

// The largest distance of a core's point from its centre; infinite for a half-space.
double reach(const Solid& solid) noexcept;

// The diameter of the largest ball around its centre that lies inside; infinite for a half-space.
double thickness(const Solid& solid) noexcept;

}  // namespace limber
