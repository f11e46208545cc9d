#pragma once
// The closest points of two solids, and their signed distance.
//
//   distance = max over unit vectors n of  -(h_A(-n) + h_B(n))         h: support functions
//
// which is the gap between separate solids and, negative, the depth of overlapping ones: the length of the
// shortest translation that separates them. The maximising n is the normal:
//
//   on_a = on_b + distance * normal,      d distance / d(translation of a) = normal.
//
// n points from b to a if they are apart, and along the shortest way out for a if they overlap. If several
// answers are equally good (concentric balls, parallel faces), one is given, always the same for the same
// input.
//
// Closed forms for half-spaces, balls, and capsules against each other and against boxes; everything else by
// closest_general.h, accurate to about 1e-10 of the solids' size. No allocation; constant stack. Non-finite
// places or radii give NaN.

#include "limber/shapes/solid.h"

namespace limber {

struct Closest {
  Vec3 on_a, on_b;  // [m] on the two surfaces
  Vec3 normal;      // unit, from b to a
  double distance;  // [m] negative: overlap. Two half-spaces that are not parallel: minus infinity
};

Closest closest(const Solid& a, const Solid& b) noexcept;

// Whether their insides meet: closest(a, b).distance < 0, but for solids that touch to within rounding. Many
// times cheaper where that has no closed form, because the search ends with the first plane between them.
bool overlap(const Solid& a, const Solid& b) noexcept;

// [m] By how much a plane with the unit normal n, from b to a, parts two bounded solids: -(h_A(-n) + h_B(n)),
// at most their distance. Much cheaper than closest() where that has no closed form.
double separation(const Solid& a, const Solid& b, const Vec3& n) noexcept;
bool has_closed_form(const Solid& a, const Solid& b) noexcept;

// For shapes in their own frames, or each placed by a transform. To query the same shape often, place it once
// (solid.h) and use the function above.
Closest closest(const Shape& a, const Shape& b) noexcept;
Closest closest(const Transform& place_a, const Shape& a, const Transform& place_b, const Shape& b) noexcept;

}  // namespace limber
