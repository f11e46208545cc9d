#pragma once
// Polygons cut into triangles.

#include <array>
#include <vector>

#include "limber/math/types.h"

namespace limber::fbx {

// Triangles by number of corner, turned as the polygon. Ears are cut off, so that polygons that are not
// convex come out right; those of more than 500 corners are cut from the first.
std::vector<std::array<std::size_t, 3>> triangles_of(const std::vector<Vec3>& polygon);

}  // namespace limber::fbx
