#pragma once
// Polygons cut into triangles.

#include <array>
#include <cstdint>
#include <vector>

#include "limber/math/types.h"

namespace limber::fbx {

// Triangles by number of corner, turned as the polygon. Ears are cut off, so that polygons that are not
// convex come out right. `work` goes down with every corner that is looked at; what comes when it is used up
// is cut from the first corner.
std::vector<std::array<std::size_t, 3>> triangles_of(const std::vector<Vec3>& polygon, std::int64_t& work);

}  // namespace limber::fbx
