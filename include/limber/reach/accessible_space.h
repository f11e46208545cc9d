#pragma once
// Where a frame can be brought while the tasks of a scene are kept: the accessible space (Baerlocher 2001,
// 7.3.4, who traces it by hand).
//
//   1 start      the scene is solved; the frame is then in cell 0 of a grid, in a plane or in space
//   2 fill       from every cell that was reached, its neighbours are tried: the middle of the cell is the
//                frame's goal, below all tasks that are kept, and the solver starts from the posture next
//                door
//   3 boundary   between a cell that was reached and one that was not, by halving
//
// A cell counts as reached if the goal is met and every task that is kept is satisfied there, or no further
// from it than at the start. So whatever is said to be reached is: there is a posture. What is not found may
// still exist: parts not joined to the start by cells next to each other, ways narrower than a cell, and
// postures that no neighbour leads to (an elbow that would have to turn over). A cell is tried from each of
// its neighbours before it is given up.
//
// The same scene and options give the same bits.

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "limber/base/expected.h"
#include "limber/scene/scene.h"

namespace limber {

struct AccessPlane {
  Vec3 point = Vec3::Zero();    // [m] a point of it
  Vec3 normal = Vec3::UnitY();  // not zero
};

struct AccessOptions {
  std::string frame;                      // whose origin is moved
  std::optional<AccessPlane> plane = {};  // none: in space
  double cell = 0.0;                      // [m] side of a cell; 0: usual_cell
  double farthest =
      0.0;  // [m] how far from the start, along any axis of the grid; 0: twice the figure's reach
  int keep_priority = 0;  // tasks up to this priority are kept; 0: all
};

// A 25th of the figure's reach in a plane, a tenth in space.
double usual_cell(const Figure& figure, bool in_plane);

inline constexpr std::size_t most_access_cells = 100'000;

struct AccessCell {
  std::array<int, 3> at = {};  // in the grid: middle = origin + cell * (axes * at); in a plane, at[2] is 0
  Vec3 place = Vec3::Zero();   // [m] of the frame, within a 50th of a cell of the middle
  bool is_edge = false;        // a neighbour was not reached
  // Of the posture that was found, which is one of many: the cheapest only as far as criteria ask for it.
  std::optional<double> effort;  // sum of (torque/strength)^2; none: nothing has mass, or nothing balances
  std::optional<double> margin;  // [m] how far the centre of mass may still move; none: no supports
};

struct AccessibleSpace {
  std::string frame;
  Vec3 origin = Vec3::Zero();    // [m] where the frame was at the start, brought into the plane
  Mat3 axes = Mat3::Identity();  // columns: the grid's directions; in a plane the third is its normal
  double cell = 0.0;             // [m]
  bool in_plane = false;
  std::vector<AccessCell> cells;  // ordered by place in the grid
  std::vector<Vec3> boundary;     // [m] one between a cell reached and a neighbour that was not
  // In a plane: the boundary as closed lines, what is reached on the left as seen against the normal.
  std::vector<std::vector<Vec3>> outlines;
  double size = 0.0;                  // [m^2] inside the outlines; in space [m^3], of all cells
  bool is_cut_off = false;            // it goes on beyond `farthest`, or has more than most_access_cells
  std::vector<std::string> left_out;  // tasks about the frame's own position, and those of lower priority
  std::vector<std::string> unmet;     // tasks that are not satisfied at the start: kept as far as they are
  long tries = 0, steps = 0;          // goals given to the solver, and its steps
};

struct AccessProgress {
  bool is_filling = true;  // false: the boundary is being refined
  std::size_t cells = 0;   // reached so far
  double share = 0.0;      // 0..1 of what is known to be done
};
// Called after every try; return false to stop.
using AccessObserver = std::function<bool(const AccessProgress&)>;

// Fails if there is no such frame, nothing moves it, it cannot reach the plane, or it was stopped.
Expected<AccessibleSpace> accessible_space(const Scene& scene, const AccessOptions& options,
                                           const AccessObserver& observe = {});

}  // namespace limber
