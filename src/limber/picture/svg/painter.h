#pragma once
// The order in which to paint solids so that what is in front ends up on top. Two solids whose outlines
// overlap are compared by rays through the overlap; the pairs make a graph, sorted with the farthest first.
// Where the graph runs in a circle, no order is right and the farthest of the circle is painted first.

#include <vector>

#include "limber/picture/drawing/view.h"

namespace limber::picture {

// Indices into `solids`, back to front. Solids that reach behind the eye are left out.
std::vector<int> painting_order(const View& view, const std::vector<const Solid*>& solids);

}  // namespace limber::picture
