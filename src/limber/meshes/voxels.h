#pragma once
// A mesh as cells of a grid: on its surface, inside it, or outside; and how far outside.
//
//   solid   cells that the surface passes through, and cells that no way from the edge of the grid reaches
//           without crossing it. A mesh with a hole wider than a cell is hollow.
//   away    distance [cells] from the centre of a cell to that of the nearest solid one

#include <array>
#include <cstdint>
#include <vector>

#include "limber/math/types.h"

namespace limber {

struct Triangles {  // for collision: in metres, in the frame of a segment
  std::vector<Vec3> points;
  std::vector<std::array<std::uint32_t, 3>> triangles;
};

struct Voxels {
  using Cell = std::array<int, 3>;

  Vec3 origin;        // the corner of cell 0, 0, 0
  double edge = 0.0;  // [m] of a cell
  Cell count{};       // cells along x, y, z; the outermost are empty
  std::vector<std::uint8_t> on_surface, is_solid;
  std::vector<float> away;

  std::size_t index(const Cell& c) const {
    return static_cast<std::size_t>((c[2] * count[1] + c[1]) * count[0] + c[0]);
  }
  Vec3 center(const Cell& c) const { return origin + edge * Vec3(c[0] + 0.5, c[1] + 0.5, c[2] + 0.5); }
};

// `resolution`: cells along the longest side. The mesh has at least one triangle.
Voxels voxels_of(const Triangles& mesh, int resolution);

}  // namespace limber
