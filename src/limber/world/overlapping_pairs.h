#pragma once
// Pairs of segments that need not be kept apart because they cannot be: those that overlap at rest, and those
// that overlap in nearly every posture. Convex pieces are a little larger than the meshes they were made
// from, so links of a wrist overlap that only nearly touch.
//
// Found by looking at postures spread over the limits, the same ones every time. Pairs that never touched in
// any of them are still watched: postures looked at prove nothing about the others.

#include <vector>

#include "limber/figure/figure.h"

namespace limber {

// Neighbours, which are never kept apart, are left out, and so are pairs that the figure already has.
std::vector<UncheckedPair> overlapping_pairs(const Figure& figure);

}  // namespace limber
