// Marching squares: every square of four cell middles is crossed by no, one or two pieces of the boundary.

#include "limber/reach/cell_grid.h"

namespace limber {

namespace {

using Crossing = Crossings::key_type;  // a cell that was reached, and the direction of one that was not

constexpr int forwards = 0, left = 2, backwards = 1, right = 3;  // directions as CellGrid numbers them

// The directions in order against the clock.
int turned_left(int direction) {
  constexpr int next[] = {left, right, backwards, forwards};
  return next[direction];
}

// The crossing that follows with the reached side on the left. With a the cell that was reached, b its
// neighbour that was not, and c, d the cells to the left of both (seen from a towards b):
//
//   c d     neither c nor d matters to the right; the boundary goes on to the left of a b:
//   a b     c not reached: between a and c.  c reached, d not: between c and d.  Both: between d and b
Crossing following(const CellGrid& grid, const Crossing& crossing) {
  const auto [a, out] = crossing;
  const int aside = turned_left(out);
  const CellPlace c = CellGrid::neighbour(a, aside);
  if (!grid.has(c)) return {a, aside};
  const CellPlace d = CellGrid::neighbour(c, out);
  if (!grid.has(d)) return {c, out};
  return {d, turned_left(turned_left(aside))};
}

}  // namespace

std::vector<std::vector<Vec3>> outlines_through(const CellGrid& grid, const Crossings& crossings) {
  std::vector<std::vector<Vec3>> outlines;
  Crossings left_over = crossings;
  while (!left_over.empty()) {
    std::vector<Vec3>& outline = outlines.emplace_back();
    Crossing at = left_over.begin()->first;
    for (auto found = left_over.find(at); found != left_over.end(); found = left_over.find(at)) {
      outline.push_back(found->second);
      left_over.erase(found);
      at = following(grid, at);
    }
  }
  return outlines;
}

double area_inside(const CellGrid& grid, const std::vector<std::vector<Vec3>>& outlines) {
  double twice = 0.0;
  for (const std::vector<Vec3>& outline : outlines) {
    for (std::size_t i = 0; i < outline.size(); ++i) {
      const Vec3 a = outline[i] - grid.origin, b = outline[(i + 1) % outline.size()] - grid.origin;
      twice += a.cross(b).dot(grid.axes.col(2));
    }
  }
  return 0.5 * twice;
}

}  // namespace limber
