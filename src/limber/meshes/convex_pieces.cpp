// Cuts boxes of cells in two until their hulls are true, then builds the hulls from the triangles themselves,
// clipped to the boxes; where asked to, goes on until those are true.

#include "limber/meshes/convex_pieces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <tuple>

#include "limber/meshes/directions.h"
#include "limber/meshes/tight_hull.h"

namespace limber {

namespace {

constexpr int most_cuts = 10;           // planes that are tried across each axis
constexpr double hull_tolerance = 0.1;  // of the tolerance, for leaving out vertices
constexpr double least_gain = 0.02;     // of the volume: a cut that saves less is not made
constexpr double least_seen = 1.5;      // [cells] a true hull of a curved surface claims as much

using Supports = std::array<std::pair<double, Vec3>, 26>;  // how far, and where

Supports no_supports() {
  Supports none;
  none.fill({-std::numeric_limits<double>::infinity(), Vec3::Zero()});
  return none;
}

bool has_any(const Supports& supports) {
  return std::isfinite(supports[0].first);
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
    while (!options_.is_exact && static_cast<int>(rooms.size()) < options_.most_pieces &&
           !options_.deadline.has_passed()) {
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
        c[0] = 0;
        const auto [first, end] = inside_of_row(hull, grid_.center(c), from[0], to[0]);
        const float* row = grid_.away.data() + grid_.index(c);
        for (int x = first; x < end; ++x) worst = std::max(worst, row[x]);
      }
    }
    return static_cast<double>(worst) * grid_.edge;
  }

  // The two rooms on either side of the best plane; none if no plane saves volume. Hulls of 26 points may
  // not see what there is to save: then by the best of the others.
  std::optional<std::pair<Room, Room>> cut(const Room& room) const {
    double least =
        options_.is_exact ? std::numeric_limits<double>::infinity() : (1.0 - least_gain) * room.volume;
    std::optional<std::pair<Room, Room>> best;
    std::optional<ConvexHull> best_one, best_other;
    const std::array<std::vector<Supports>, 3> all_slabs = slabs_of(room);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const int first = room.low[axis], end = room.high[axis];
      const std::vector<Supports>& slabs = all_slabs[axis];
      std::vector<Supports> after = slabs;
      for (std::size_t i = after.size() - 1; i-- > 0;) join(after[i], after[i + 1]);
      Supports before = no_supports();
      const int stride = std::max(1, (end - first) / most_cuts);
      for (int plane = first + 1; plane < end; ++plane) {
        join(before, slabs[static_cast<std::size_t>(plane - 1 - first)]);
        if ((plane - first) % stride != 0) continue;
        const Supports& beyond = after[static_cast<std::size_t>(plane - first)];
        if (options_.is_exact && !(has_any(before) && has_any(beyond))) continue;
        std::optional<ConvexHull> one = hull_of(before), other = hull_of(beyond);
        const double sum = volume_of_hull(one) + volume_of_hull(other);
        if (!(sum < least)) continue;
        least = sum;
        best = {room, room};
        best->first.high[axis] = best->second.low[axis] = plane;
        best_one = std::move(one);
        best_other = std::move(other);
      }
    }
    if (best && !options_.is_exact) {  // else the hulls that are kept are judged
      judge(best->first, best_one);
      judge(best->second, best_other);
    }
    return best;
  }

 private:
  // Which of the cells `first` to `end` along x have their centres inside; `start` is the centre of cell 0.
  // Every face leaves those on one side of where its plane crosses the row.
  std::pair<int, int> inside_of_row(const ConvexHull& hull, const Vec3& start, int first, int end) const {
    double low = first, high = end - 1;
    for (const ConvexHull::Face& face : hull.faces) {
      const double below = face.offset - face.normal.dot(start), climb = face.normal.x() * grid_.edge;
      if (climb > 0.0) {
        high = std::min(high, below / climb);
      } else if (climb < 0.0) {
        low = std::max(low, below / climb);
      } else if (below < 0.0) {
        return {0, 0};
      }
      if (low > high) return {0, 0};
    }
    return {static_cast<int>(std::ceil(low)), static_cast<int>(std::floor(high)) + 1};
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

  // For each axis, and each layer of cells across it, how far the surface reaches.
  std::array<std::vector<Supports>, 3> slabs_of(const Room& room) const {
    std::array<std::vector<Supports>, 3> slabs;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      slabs[axis].assign(static_cast<std::size_t>(room.high[axis] - room.low[axis]), no_supports());
    }
    for_surface(room, [&](const Voxels::Cell& c) {
      const Vec3 point = grid_.center(c);
      std::array<Supports*, 3> of;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        of[axis] = &slabs[axis][static_cast<std::size_t>(c[axis] - room.low[axis])];
      }
      for (std::size_t d = 0; d < fixed_directions().size(); ++d) {
        const double here = fixed_directions()[d].dot(point);
        for (Supports* supports : of) {
          if (here > (*supports)[d].first) (*supports)[d] = {here, point};
        }
      }
    });
    return slabs;
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

// For every point the first with the same coordinates: corners have one for each normal.
std::vector<std::uint32_t> first_of_equals(const std::vector<Vec3>& points) {
  std::vector<std::uint32_t> order(points.size()), first(points.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto key = [&](std::uint32_t k) { return std::tie(points[k].x(), points[k].y(), points[k].z()); };
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return key(a) < key(b); });
  for (std::size_t k = 0; k < order.size(); ++k) {
    const bool is_same = k > 0 && points[order[k]] == points[order[k - 1]];
    first[order[k]] = is_same ? first[order[k - 1]] : order[k];
  }
  return first;
}

// `first`: first_of_equals. A point that several triangles have comes once, where it is whole in the room.
std::vector<Vec3> points_in(const Triangles& mesh, const std::vector<std::uint32_t>& first,
                            const Voxels& grid, const Room& room) {
  std::vector<bool> is_taken(mesh.points.size(), false);
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
    if ((least.array() >= low.array()).all() && (most.array() <= high.array()).all()) {
      for (const std::uint32_t corner : t) {
        if (!is_taken[first[corner]]) points.push_back(mesh.points[corner]);
        is_taken[first[corner]] = true;
      }
      continue;
    }
    for (int axis = 0; axis < 3 && !polygon.empty(); ++axis) {
      if (least[axis] < low[axis]) clip(polygon, axis, low[axis], 1.0, spare);
      if (most[axis] > high[axis]) clip(polygon, axis, high[axis], -1.0, spare);
    }
    points.insert(points.end(), polygon.begin(), polygon.end());
  }
  return points;
}

struct Piece {
  Room room;
  std::optional<ConvexHull> hull;  // none: the surface only touches this room
};

}  // namespace

ConvexPieces convex_pieces(const Triangles& mesh, const PieceOptions& options) {
  const Voxels grid = voxels_of(mesh, options.resolution);
  const std::vector<std::uint32_t> first = first_of_equals(mesh.points);
  Cutter cutter(grid, options);
  const auto made = [&](Room room) {
    const TightHullOptions tight{.tolerance = hull_tolerance * options.tolerance};
    Piece piece{room, tight_hull(points_in(mesh, first, grid, room), tight)};
    piece.room.lie = piece.hull ? cutter.lie_of(*piece.hull) : 0.0;
    return piece;
  };
  std::vector<Piece> pieces;
  for (const Room& room : cutter.rooms()) pieces.push_back(made(room));
  const double bound = std::max(options.tolerance, least_seen * grid.edge);
  while (options.is_exact && static_cast<int>(pieces.size()) < options.most_pieces &&
         !options.deadline.has_passed()) {
    Piece* worst = nullptr;
    for (Piece& piece : pieces) {
      if (piece.room.lie <= bound || piece.room.is_final) continue;
      if (worst == nullptr || piece.room.lie > worst->room.lie) worst = &piece;
    }
    if (worst == nullptr) break;
    const std::optional<std::pair<Room, Room>> halves = cutter.cut(worst->room);
    if (!halves) {
      worst->room.is_final = true;
      continue;
    }
    Piece other = made(halves->second);
    *worst = made(halves->first);
    if (!worst->hull) std::swap(*worst, other);
    if (other.hull) pieces.push_back(std::move(other));
  }
  ConvexPieces result;
  for (const Piece& piece : pieces) {
    if (!piece.hull) continue;
    result.lie = std::max(result.lie, piece.room.lie);
    result.hulls.push_back(std::make_shared<const ConvexHull>(*piece.hull));
  }
  return result;
}

}  // namespace limber
