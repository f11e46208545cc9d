#pragma once
// The penetration depth of two cores: the distance from the origin to the boundary of C = A - B.
//
//   depth = min over unit n of h_C(n)
//
// Expanding polytope algorithm (van den Bergen): a polytope inside C grows where it is nearest to the origin.
// Its face with the least offset gives a lower bound of the depth; the support point of C along that face's
// normal gives an upper bound and is added to the polytope. All faces take part, so the shortest of several
// ways out is found.

#include "limber/shapes/closest.h"

namespace limber {

struct Penetration {
  Closest estimate;    // distance = -upper bound of the depth, reached along the normal
  double lower_bound;  // [m] the depth is at least this (below zero: the origin may lie outside of C)
};

// Until upper and lower bound are within `tolerance` [m], or the polytope is full.
Penetration expanding_polytope(const Solid& a, const Solid& b, double tolerance) noexcept;

}  // namespace limber
