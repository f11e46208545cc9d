// Cuts boxes of cells in two until their hulls are true, then builds the hulls from the triangles themselves,
// clipped to the boxes.

#include "limber/meshes/convex_pieces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "limber/meshes/directions.h"
#include "limber/meshes/tight_hull.h"

namespace limber {

namespace {

constexpr int most_cuts = 10;           // planes that are tried across each axis
constexpr double hull_tolerance = 0.1;  // of the tolerance, for leaving out vertices
constexpr double least_gain = 0.02;     // of the volume: a cut that saves less is not made

using Supports = std::array<std::pair<double, Vec3>, 26>;  // how far, and where

Supports no_supports() {
  Supports none;
  none.fill({-std::numeric_limits<double>::infinity(), Vec3::Zero()});
  return none;
}

void reach_to(Supports& supports, const Vec3& point) {
  for (std::size_t d = 0; d < supports.size(); ++d) {
    const double here = fixed_directions()[d].dot(point);
    if (here > supports[d].first) supports[d] = {here, point};
  }
}

void join(Supports& supports, const Supports& other) {
  for (std::size_t d = 0; d < supports.size(); ++d) {
    if (other[d].first > supports[d].first) supports[d] = other[d];
  }
}

std::optional<ConvexHull> hull_of(const Supports& supports) {
  std::vector<Vec3> points;
  for (const auto& [far, point] : supports) {
    if (std::isfinite(far)) points.push_back(point);
  }
  if (points.size() < 4) return std::nullopt;
  Expected<ConvexHull> hull = convex_hull(points);
  return hull ? std::optional<ConvexHull>(std::move(*hull)) : std::nullopt;
}

double volume_of_hull(const std::optional<ConvexHull>& hull) {
  return hull ? volume(ConvexMesh{std::make_shared<const ConvexHull>(*hull), {}}) : 0.0;
}

struct Room {  // cells from `low` up to and without `high`
  Voxels::Cell low, high;
  double lie = 0.0, volume = 0.0;
  bool is_final = false;  // no cut helps
};

class Cutter {
 public:
  Cutter(const Voxels& grid, const PieceOptions& options) : grid_(grid), options_(options) {}

  std::vector<Room> rooms() {
    std::vector<Room> rooms = {whole()};
    while (static_cast<int>(rooms.size()) < options_.most_pieces) {
      Room* worst = nullptr;
      for (Room& room : rooms) {
        if (!room.is_final && room.lie > options_.tolerance && (!worst || room.lie > worst->lie))
          worst = &room;
      }
      if (worst == nullptr) break;
      const std::optional<std::pair<Room, Room>> halves = cut(*worst);
      if (!halves) {
        worst->is_final = true;
        continue;
      }
      *worst = halves->first;
      rooms.push_back(halves->second);
    }
    return rooms;
  }

  double lie_of(const ConvexHull& hull) const {
    Vec3 low = hull.vertices[0], high = low;
    for (const Vec3& v : hull.vertices) low = low.cwiseMin(v), high = high.cwiseMax(v);
    Voxels::Cell from, to;
    for (std::size_t k = 0; k < 3; ++k) {
      const int axis = static_cast<int>(k);
      from[k] = std::max(0, static_cast<int>((low[axis] - grid_.origin[axis]) / grid_.edge));
      to[k] = std::min(grid_.count[k], static_cast<int>((high[axis] - grid_.origin[axis]) / grid_.edge) + 1);
    }
    float worst = 0.0f;
    Voxels::Cell c;
    for (c[2] = from[2]; c[2] < to[2]; ++c[2]) {
      for (c[1] = from[1]; c[1] < to[1]; ++c[1]) {
        for (c[0] = from[0]; c[0] < to[0]; ++c[0]) {
          const float away = grid_.away[grid_.index(c)];
          if (away > worst && is_inside(hull, grid_.center(c))) worst = away;
        }
      }
    }
    return static_cast<double>(worst) * grid_.edge;
  }

 private:
  static bool is_inside(const ConvexHull& hull, const Vec3& p) {
    return std::all_of(hull.faces.begin(), hull.faces.end(),
                       [&](const ConvexHull::Face& face) { return face.normal.dot(p) <= face.offset; });
  }

  template <class Visit>
  void for_surface(const Room& room, Visit&& visit) const {
    Voxels::Cell c;
    for (c[2] = room.low[2]; c[2] < room.high[2]; ++c[2]) {
      for (c[1] = room.low[1]; c[1] < room.high[1]; ++c[1]) {
        for (c[0] = room.low[0]; c[0] < room.high[0]; ++c[0]) {
          if (grid_.on_surface[grid_.index(c)] != 0) visit(c);
        }
      }
    }
  }

  void judge(Room& room, const std::optional<ConvexHull>& hull) const {
    room.lie = hull ? lie_of(*hull) : 0.0;
    room.volume = volume_of_hull(hull);
  }

  Room whole() const {
    Room room{{0, 0, 0}, grid_.count};
    Supports all = no_supports();
    for_surface(room, [&](const Voxels::Cell& c) { reach_to(all, grid_.center(c)); });
    judge(room, hull_of(all));
    return room;
  }

  // The two rooms on either side of the best plane; none if no plane saves volume.
  std::optional<std::pair<Room, Room>> cut(const Room& room) const {
    double least = (1.0 - least_gain) * room.volume;
    std::optional<std::pair<Room, Room>> best;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const int first = room.low[axis], end = room.high[axis];
      std::vector<Supports> slabs(static_cast<std::size_t>(end - first), no_supports());
      for_surface(room, [&](const Voxels::Cell& c) {
        reach_to(slabs[static_cast<std::size_t>(c[axis] - first)], grid_.center(c));
      });
      std::vector<Supports> after = slabs;
      for (std::size_t i = after.size() - 1; i-- > 0;) join(after[i], after[i + 1]);
      Supports before = no_supports();
      const int stride = std::max(1, (end - first) / most_cuts);
      for (int plane = first + 1; plane < end; ++plane) {
        join(before, slabs[static_cast<std::size_t>(plane - 1 - first)]);
        if ((plane - first) % stride != 0) continue;
        const auto one = hull_of(before), other = hull_of(after[static_cast<std::size_t>(plane - first)]);
        const double sum = volume_of_hull(one) + volume_of_hull(other);
        if (!(sum < least)) continue;
        least = sum;
        best = {room, room};
        best->first.high[axis] = best->second.low[axis] = plane;
        judge(best->first, one);
        judge(best->second, other);
      }
    }
    return best;
  }

  const Voxels& grid_;
  const PieceOptions& options_;
};

// The corners of a polygon on one side of a plane across an axis.
void clip(std::vector<Vec3>& polygon, int axis, double bound, double sign, std::vector<Vec3>& result) {
  result.clear();
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3 &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    const double at_a = sign * (a[axis] - bound), at_b = sign * (b[axis] - bound);
    if (at_a >= 0.0) result.push_back(a);
    if ((at_a > 0.0 && at_b < 0.0) || (at_a < 0.0 && at_b > 0.0)) {
      Vec3 crossing = a + (b - a) * (at_a / (at_a - at_b));
      crossing[axis] = bound;
      result.push_back(crossing);
    }
  }
  polygon.swap(result);
}

std::vector<Vec3> points_in(const Triangles& mesh, const Voxels& grid, const Room& room) {
  Vec3 low, high;
  for (std::size_t k = 0; k < 3; ++k) {
    const int axis = static_cast<int>(k);
    const double infinite = std::numeric_limits<double>::infinity();
    low[axis] = room.low[k] == 0 ? -infinite : grid.origin[axis] + grid.edge * room.low[k];
    high[axis] = room.high[k] == grid.count[k] ? infinite : grid.origin[axis] + grid.edge * room.high[k];
  }
  std::vector<Vec3> points, polygon, spare;
  for (const auto& t : mesh.triangles) {
    polygon = {mesh.points[t[0]], mesh.points[t[1]], mesh.points[t[2]]};
    const Vec3 least = polygon[0].cwiseMin(polygon[1]).cwiseMin(polygon[2]);
    const Vec3 most = polygon[0].cwiseMax(polygon[1]).cwiseMax(polygon[2]);
    if ((least.array() > high.array()).any() || (most.array() < low.array()).any()) continue;
    for (int axis = 0; axis < 3 && !polygon.empty(); ++axis) {
      if (least[axis] < low[axis]) clip(polygon, axis, low[axis], 1.0, spare);
      if (most[axis] > high[axis]) clip(polygon, axis, high[axis], -1.0, spare);
    }
    points.insert(points.end(), polygon.begin(), polygon.end());
  }
  return points;
}

}  // namespace

ConvexPieces convex_pieces(const Triangles& mesh, const PieceOptions& options) {
  const Voxels grid = voxels_of(mesh, options.resolution);
  Cutter cutter(grid, options);
  ConvexPieces pieces;
  for (const Room& room : cutter.rooms()) {
    const TightHullOptions tight{.tolerance = hull_tolerance * options.tolerance};
    const std::optional<ConvexHull> hull = tight_hull(points_in(mesh, grid, room), tight);
    if (!hull) continue;  // the surface only touches this room
    pieces.lie = std::max(pieces.lie, cutter.lie_of(*hull));
    pieces.hulls.push_back(std::make_shared<const ConvexHull>(*hull));
  }
  return pieces;
}

}  // namespace limber
