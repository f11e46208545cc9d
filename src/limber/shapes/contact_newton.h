#pragma once
// Refines a contact to full precision. At a contact of A and B with normal n (from B to A) and distance d of
// any sign,
//
//   b = P_B(y),   n = (y - b)/|y - b|,   |y - b| = tau          y: a point tau outside of B, over b
//   P_A(b + (d - tau) n) = b + d n                              the point tau outside of A, under a
//
// with P the projections of core_point.h: four equations in (y, d). They hold for contacts of corners, edges,
// faces and round sides, apart, touching or overlapping, because the projections tell these cases apart.
// Newton's method with the projections' derivatives converges in a few steps from a good estimate.

#include "limber/shapes/closest.h"

namespace limber {

// Improves the estimate as far as possible. The distance is that between the two points along the normal.
Closest refined_contact(const Solid& a, const Solid& b, const Closest& estimate) noexcept;

}  // namespace limber
