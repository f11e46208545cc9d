// Marks the cells of points spread over every triangle, floods from a corner, and measures distances one axis
// at a time (the lower envelope of parabolas, one pass for each line of cells).

#include "limber/meshes/voxels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace limber {

namespace {

// Points on all triangles: where millions of triangles span the whole mesh they are spread more thinly.
constexpr double most_samples = 3e7;

// Cells of the points of a triangle no more than half a cell apart: those it passes through, but for corners
// that it barely cuts.
int steps_over(double longest, double apart) {
  return std::max(1, static_cast<int>(std::ceil(longest / apart)));
}

double longest_side(const Vec3& a, const Vec3& b, const Vec3& c) {
  return std::max({(b - a).norm(), (c - a).norm(), (c - b).norm()});
}

// `apart`: [m] between the points.
void mark_triangle(Voxels& grid, const Vec3& a, const Vec3& b, const Vec3& c, double apart) {
  const int steps = steps_over(longest_side(a, b, c), apart);
  const Vec3 start = (a - grid.origin) / grid.edge;  // from here on in cells
  const Vec3 along = (b - a) / (grid.edge * steps), across = (c - a) / (grid.edge * steps);
  for (int i = 0; i <= steps; ++i) {
    const Vec3 line = start + along * i;
    for (int j = 0; i + j <= steps; ++j) {
      const Vec3 at = line + across * j;
      Voxels::Cell cell;
      for (int k = 0; k < 3; ++k) {
        cell[static_cast<std::size_t>(k)] =
            std::clamp(static_cast<int>(at[k]), 1, grid.count[static_cast<std::size_t>(k)] - 2);
      }
      grid.on_surface[grid.index(cell)] = 1;
    }
  }
}

// The outermost cells are empty; from them outside is whatever a way through empty cells leads to. Cells
// within them have six neighbours each, so that nothing need be asked at the edge.
void fill_inside(Voxels& grid) {
  const auto [nx, ny, nz] = grid.count;
  const std::ptrdiff_t row = nx, layer = row * ny;
  grid.is_solid.assign(grid.on_surface.size(), 1);
  std::vector<std::size_t> next;
  const auto open = [&](std::size_t i) {
    if (grid.is_solid[i] == 0 || grid.on_surface[i] != 0) return;
    grid.is_solid[i] = 0;
    next.push_back(i);
  };
  const auto is_outermost = [](int at, int count) { return at == 0 || at == count - 1; };
  const auto is_next_to_it = [](int at, int count) { return at == 1 || at == count - 2; };
  for (const bool outermost : {true, false}) {
    Voxels::Cell c;
    for (c[2] = 0; c[2] < nz; ++c[2]) {
      for (c[1] = 0; c[1] < ny; ++c[1]) {
        for (c[0] = 0; c[0] < nx; ++c[0]) {
          const bool is_edge = is_outermost(c[0], nx) || is_outermost(c[1], ny) || is_outermost(c[2], nz);
          if (outermost && is_edge) grid.is_solid[grid.index(c)] = 0;
          if (outermost || is_edge) continue;
          if (is_next_to_it(c[0], nx) || is_next_to_it(c[1], ny) || is_next_to_it(c[2], nz))
            open(grid.index(c));
        }
      }
    }
  }
  while (!next.empty()) {
    const auto i = static_cast<std::ptrdiff_t>(next.back());
    next.pop_back();
    for (const std::ptrdiff_t step : {std::ptrdiff_t{1}, row, layer}) {
      open(static_cast<std::size_t>(i - step));
      open(static_cast<std::size_t>(i + step));
    }
  }
}

// Along one line of cells: least over j of (i - j)^2 + from[j].
void spread_squares(std::vector<float>& line, std::vector<float>& from, std::vector<int>& vertex,
                    std::vector<float>& border) {
  const int n = static_cast<int>(line.size());
  constexpr float infinite = std::numeric_limits<float>::infinity();
  from = line;
  int top = -1;
  for (int q = 0; q < n; ++q) {
    const auto at = static_cast<std::size_t>(q);
    if (from[at] == infinite) continue;
    float s = -infinite;
    while (top >= 0) {
      const int p = vertex[static_cast<std::size_t>(top)];
      s = (from[at] + static_cast<float>(q * q) - from[static_cast<std::size_t>(p)] -
           static_cast<float>(p * p)) /
          static_cast<float>(2 * (q - p));
      if (s > border[static_cast<std::size_t>(top)]) break;
      --top;
      s = -infinite;
    }
    ++top;
    vertex[static_cast<std::size_t>(top)] = q;
    border[static_cast<std::size_t>(top)] = s;
  }
  if (top < 0) return;
  for (int i = 0, k = 0; i < n; ++i) {
    while (k < top && border[static_cast<std::size_t>(k + 1)] < static_cast<float>(i)) ++k;
    const int j = vertex[static_cast<std::size_t>(k)];
    line[static_cast<std::size_t>(i)] =
        static_cast<float>((i - j) * (i - j)) + from[static_cast<std::size_t>(j)];
  }
}

void measure_away(Voxels& grid) {
  grid.away.resize(grid.is_solid.size());
  for (std::size_t i = 0; i < grid.away.size(); ++i) {
    grid.away[i] = grid.is_solid[i] != 0 ? 0.0f : std::numeric_limits<float>::infinity();
  }
  std::vector<float> line, from, border;
  std::vector<int> vertex;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
    const auto length = static_cast<std::size_t>(grid.count[axis]);
    line.resize(length), border.resize(length), vertex.resize(length);
    Voxels::Cell cell{};
    for (cell[u] = 0; cell[u] < grid.count[u]; ++cell[u]) {
      for (cell[v] = 0; cell[v] < grid.count[v]; ++cell[v]) {
        cell[axis] = 0;
        const std::size_t start = grid.index(cell);
        cell[axis] = 1;
        const std::size_t stride = grid.index(cell) - start;
        for (std::size_t i = 0; i < length; ++i) line[i] = grid.away[start + i * stride];
        spread_squares(line, from, vertex, border);
        for (std::size_t i = 0; i < length; ++i) grid.away[start + i * stride] = line[i];
      }
    }
  }
  for (float& squared : grid.away) squared = std::sqrt(squared);
}

}  // namespace

Voxels voxels_of(const Triangles& mesh, int resolution) {
  Vec3 low = mesh.points[mesh.triangles[0][0]], high = low;
  for (const auto& t : mesh.triangles) {
    for (const std::uint32_t c : t) low = low.cwiseMin(mesh.points[c]), high = high.cwiseMax(mesh.points[c]);
  }
  Voxels grid;
  grid.edge = std::max((high - low).maxCoeff(), 1e-9) / resolution;
  grid.origin = low - Vec3::Constant(1.5 * grid.edge);
  std::size_t cells = 1;
  for (std::size_t k = 0; k < 3; ++k) {
    const double extent = (high - low)[static_cast<int>(k)];
    grid.count[k] = static_cast<int>(std::ceil(extent / grid.edge)) + 4;
    cells *= static_cast<std::size_t>(grid.count[k]);
  }
  grid.on_surface.assign(cells, 0);
  double apart = 0.5 * grid.edge, samples = 0.0;
  for (const auto& t : mesh.triangles) {
    const double steps =
        steps_over(longest_side(mesh.points[t[0]], mesh.points[t[1]], mesh.points[t[2]]), apart);
    samples += 0.5 * (steps + 1.0) * (steps + 2.0);
  }
  if (samples > most_samples) apart *= std::sqrt(samples / most_samples);
  for (const auto& t : mesh.triangles) {
    mark_triangle(grid, mesh.points[t[0]], mesh.points[t[1]], mesh.points[t[2]], apart);
  }
  fill_inside(grid);
  measure_away(grid);
  return grid;
}

}  // namespace limber
