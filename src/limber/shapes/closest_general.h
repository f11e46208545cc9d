#pragma once
// Closest points of any two bounded cores: found roughly (gjk.h where they are apart, expanding_polytope.h
// where they overlap), then made exact (contact_newton.h). Either way the answer can be told to be right:
//
//   apart:    -(h_A(-n) + h_B(n)) is a lower bound of the distance for every n, |on_a - on_b| an upper bound;
//   overlap:  the polytope's least offset is a lower bound of the depth, and 1e-8 of the size below it at
//   most.

#include "limber/shapes/closest.h"

namespace limber {

// Of cores: roundings are not looked at.
Closest closest_general(const Solid& a, const Solid& b) noexcept;

}  // namespace limber
