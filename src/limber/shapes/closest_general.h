#pragma once
// Closest points of any two bounded cores: found roughly (gjk.h if they are apart, expanding_polytope.h if
// they overlap), then refined (contact_newton.h). In both cases the answer can be verified:
//
//   apart:    -(h_A(-n) + h_B(n)) is a lower bound of the distance for every n, |on_a - on_b| an upper bound
//   overlap:  the polytope's least offset is a lower bound of the depth, at most 1e-8 of the size below it

#include "limber/shapes/closest.h"

namespace limber {

// Ignores the roundings.
Closest closest_general(const Solid& a, const Solid& b) noexcept;

}  // namespace limber
