#pragma once
// The grid whose cells are tried: where they are, which were reached, and with which posture.

#include <array>
#include <map>
#include <vector>

#include "limber/figure/posture.h"
#include "limber/math/types.h"

namespace limber {

using CellPlace = std::array<int, 3>;

struct CellGrid {
  Vec3 origin = Vec3::Zero();    // [m] the middle of cell (0, 0, 0)
  Mat3 axes = Mat3::Identity();  // columns
  double cell = 1.0;             // [m]
  int dimensions = 3;            // 2: the third axis is not used
  std::map<CellPlace, Posture> reached = {};

  Vec3 middle(const CellPlace& at) const { return origin + cell * (axes * Vec3(at[0], at[1], at[2])); }
  bool has(const CellPlace& at) const { return reached.contains(at); }
  int neighbour_count() const { return 2 * dimensions; }
  static CellPlace neighbour(CellPlace at, int direction) {
    at[static_cast<std::size_t>(direction / 2)] += direction % 2 == 0 ? 1 : -1;
    return at;
  }
};

// Where the boundary crosses between a cell that was reached and its neighbour in a direction.
using Crossings = std::map<std::pair<CellPlace, int>, Vec3>;

// The closed lines that the crossings make in a plane, with what is reached on the left (seen against the
// third axis). Where two cells that were reached touch at a corner only, the line separates them.
std::vector<std::vector<Vec3>> outlines_through(const CellGrid& grid, const Crossings& crossings);

// [m^2] inside the outlines: holes, which run the other way round, are taken off.
double area_inside(const CellGrid& grid, const std::vector<std::vector<Vec3>>& outlines);

}  // namespace limber
