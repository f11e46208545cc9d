#pragma once
// Where two solids are nearest to each other, and how far apart or how deep in each other they are.
//
//   distance = max over unit vectors n of  -(h_A(-n) + h_B(n))         h: support functions
//
// which is the gap between separate solids and, negative, the shortest way out of solids that overlap. The
// maximising n is the normal:
//
//   on_a = on_b + distance * normal,      d distance / d(translation of a) = normal.
//
// n points from b to a where they are apart and along the way of least escape for a where they overlap. Where
// several answers are as good (concentric balls, parallel faces), one is given, the same for the same input.
//
// Closed forms for half-spaces, balls, capsules among themselves and against boxes; everything else by
// closest_general.h, good to about 1e-10 of the solids' size. No allocation; constant stack. Places and radii
// that are not finite give an answer that is not a number.

#include "limber/shapes/solid.h"

namespace limber {

struct Closest {
  Vec3 on_a, on_b;  // [m] on the two surfaces
  Vec3 normal;      // unit, from b to a
  double distance;  // [m] negative: overlap. Two half-spaces that are not parallel: minus infinity
};

Closest closest(const Solid& a, const Solid& b) noexcept;

// The shapes as they are written, or each carried by a frame. Who asks often about the same shape places it
// once (solid.h) and asks the above.
Closest closest(const Shape& a, const Shape& b) noexcept;
Closest closest(const Transform& place_a, const Shape& a, const Transform& place_b, const Shape& b) noexcept;

}  // namespace limber
