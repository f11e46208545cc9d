#pragma once
// How deep two cores overlap: the way from the origin to the nearest boundary point of C = A - B.
//
//   depth = min over unit n of h_C(n)
//
// A polytope of points of C is blown up from inside where it is nearest to the origin: the face with the
// least offset gives a lower bound of the depth, the support of C along that face's normal an upper bound of
// it, and a point by which the polytope grows. All faces take part, so that of several ways out the shortest
// is found. (Expanding polytope algorithm, van den Bergen.)

#include "limber/shapes/closest.h"

namespace limber {

struct Penetration {
  Closest estimate;    // distance = -upper bound of the depth, reached along the normal
  double lower_bound;  // [m] the depth is at least this (below zero: the origin may lie outside of C)
};

// Until upper and lower bound are within `tolerance` [m], or the polytope is full.
Penetration expanding_polytope(const Solid& a, const Solid& b, double tolerance) noexcept;

}  // namespace limber
