#pragma once
// The last digits of a contact. At a contact of A and B with normal n (from B to A), distance d of any sign,
//
//   b = P_B(y),   n = (y - b)/|y - b|,   |y - b| = tau          y: a point tau outside of B, over b
//   P_A(b + (d - tau) n) = b + d n                              the point tau outside of A, under a
//
// with P the projections of core_point.h. Four equations in (y, d). They hold for every kind of contact,
// corners, edges, faces and round sides, touching and overlapping included, because a projection knows which
// kind it is; Newton's method with the projections' derivatives gets there from a near start in a few steps.

#include "limber/shapes/closest.h"

namespace limber {

// From an estimate of where it is, to rounding or as far as it gets.
// The distance is that between the points along the normal.
Closest refined_contact(const Solid& a, const Solid& b, const Closest& estimate) noexcept;

}  // namespace limber
