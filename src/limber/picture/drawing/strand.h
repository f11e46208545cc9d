#pragma once
// Chains of links drawn as one smooth body: a spline through the links' centres, swept by a sphere whose
// radius follows the links'. Between centres P_i at t_i (centripetal: t grows by sqrt of the distance)
//
//   P(t) = cubic Hermite,  P'(t_i) = (P_{i+1} - P_{i-1})/(t_{i+1} - t_{i-1})
//
// cut into round cones that share their end spheres, so the surface bends only by a few degrees at each.

#include <vector>

#include "limber/picture/drawing/drawable.h"

namespace limber::picture {

// Replaces chains of spheres or capsules, each the only shape of its body and a child of the one before, by
// the pieces of a strand. `pieces_per_link` round cones each (1: straight from centre to centre).
std::vector<Drawable> with_smooth_strands(std::vector<Drawable> drawables, int pieces_per_link);

}  // namespace limber::picture
