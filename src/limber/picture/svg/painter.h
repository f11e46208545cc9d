#pragma once
// The order in which to paint solids, back to front. Two solids whose outlines overlap are compared by rays
// through the overlap; the pairs form a graph, which is sorted topologically with the farthest first. In a
// cycle no order is correct, and the farthest is painted first.

#include <vector>

#include "limber/picture/drawing/view.h"

namespace limber::picture {

// Indices into `solids`. Solids that reach behind the eye are left out.
std::vector<int> painting_order(const View& view, const std::vector<const Solid*>& solids);

}  // namespace limber::picture
