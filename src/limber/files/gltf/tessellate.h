#pragma once
// Triangles of a shape, to be looked at: round ones in 24 slices.

#include <array>
#include <cstdint>
#include <vector>

#include "limber/shapes/shape.h"

namespace limber::gltf {

struct Surface {
  std::vector<Vec3> points, normals;                    // in the frame of the shape
  std::vector<std::array<std::uint32_t, 3>> triangles;  // counter-clockwise seen from outside
};

// Empty for planes and rectangles; a mesh that was not read is its box.
Surface surface_of(const Shape& shape);

}  // namespace limber::gltf
