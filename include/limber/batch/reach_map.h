#pragma once
// Where a frame can go: a map of cells, each asked whether the frame's origin can be in its middle, with any orientation
// or with many, and how well the joints stand there.
//
//   const ReachMap map = reach_map(robot, robot.frame("flange"), {.cell = 0.05, .orientations = 20});
//   map.cells[i].center, map.cells[i].share, map.cells[i].manipulability;
//
// All cells and orientations are one batch (solve_many): millions of queries in seconds on a GPU. The figure alone is
// asked; accessible_space (reach/) keeps the tasks of a scene and finds exact outlines, one query after the other.

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "limber/batch/solve_many.h"

namespace limber {

struct ReachMapOptions {
  double cell = 0.1;  // [m] > 0, side of a cell
  std::optional<Vec3> min,
      max = {};          // [m] corners of what is mapped; none: as far as the frame could be from the root
  int orientations = 0;  // that each cell is asked for, spread over all; 0: any will do
  SolveManyOptions solve = {
      .restarts = 10};  // tolerances, restarts, seed, start, threads, device, world, stop, progress
};

struct ReachCell {
  Vec3 center = Vec3::Zero();  // [m]
  double share = 0.0;          // of the orientations that are reached there; 1 where any will do
  double room = 0.0;  // the best of these: how much of its range the joint nearest to a limit has left, 0..1
  double manipulability =
      0.0;  // likewise: sqrt(det(J J^T)) of the frame's translation [m^3], 0 at a singularity
};

struct ReachMap {
  double cell = 0.0;             // [m]
  std::array<int, 3> counts{};   // cells along x, y, z that were asked
  std::vector<ReachCell> cells;  // those that are reached, by x, then y, then z
  std::size_t queries = 0;       // cells times orientations, but for cells out of every reach
  Device device = Device::cpu;   // who solved
  std::vector<std::string> notes;
  double volume() const { return static_cast<double>(cells.size()) * cell * cell * cell; }  // [m^3]
};

// Throws std::invalid_argument for what cannot be used, and for more than a thousand million queries.
ReachMap reach_map(const Figure& figure, FrameId frame, const ReachMapOptions& options = {});

}  // namespace limber
