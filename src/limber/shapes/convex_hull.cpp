// Builds a convex hull point by point (convex_hull.h).

#include "limber/shapes/shape.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "limber/base/ids.h"

namespace limber {

namespace {

constexpr std::size_t most_points = 2000;  // building takes quadratic time

class Builder {
 public:
  explicit Builder(std::span<const Vec3> points) : points_(points) {
    Vec3 low = points[0], high = points[0];
    for (const Vec3& p : points) low = low.cwiseMin(p), high = high.cwiseMax(p);
    clear_ = 1e-10 * (high - low).norm();
  }

  // Four points that span a volume: far apart, far from their line, far from their plane.
  bool start() {
    const int first = 0;
    const int second = farthest([&](const Vec3& p) { return (p - at(first)).norm(); });
    if (second < 0) return false;
    const Vec3 along = (at(second) - at(first)).normalized();
    const int third = farthest([&](const Vec3& p) { return along.cross(p - at(first)).norm(); });
    if (third < 0) return false;
    const Vec3 normal = along.cross(at(third) - at(first)).normalized();
    const int fourth = farthest([&](const Vec3& p) { return std::abs(normal.dot(p - at(first))); });
    if (fourth < 0) return false;
    const bool is_below = normal.dot(at(fourth) - at(first)) < 0.0;
    const int i = first, j = is_below ? second : third, k = is_below ? third : second, l = fourth;
    add(i, j, k);
    add(j, i, l);
    add(k, j, l);
    add(i, k, l);
    return true;
  }

  void grow(int point) {
    std::vector<std::array<int, 2>> rim;
    const auto hidden = std::partition(faces_.begin(), faces_.end(), [&](const ConvexHull::Face& face) {
      return !(face.normal.dot(at(point)) > face.offset + clear_);
    });
    for (auto face = hidden; face != faces_.end(); ++face) {
      for (std::size_t c = 0; c < 3; ++c) {
        const std::array<int, 2> edge = {face->vertices[c], face->vertices[(c + 1) % 3]};
        const auto other = std::find(rim.begin(), rim.end(), std::array<int, 2>{edge[1], edge[0]});
        other == rim.end() ? rim.push_back(edge) : static_cast<void>(rim.erase(other));
      }
    }
    faces_.erase(hidden, faces_.end());
    for (const auto& [from, to] : rim) add(from, to, point);
  }

  ConvexHull result() const {
    ConvexHull hull;
    std::vector<int> number(points_.size(), -1);
    for (const ConvexHull::Face& face : faces_) {
      for (const int v : face.vertices) limber::at(number, v) = 0;
    }
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (number[i] < 0) continue;
      number[i] = static_cast<int>(hull.vertices.size());
      hull.vertices.push_back(points_[i]);
      hull.center += points_[i];
    }
    hull.center /= static_cast<double>(hull.vertices.size());
    for (const Vec3& v : hull.vertices) hull.reach = std::max(hull.reach, (v - hull.center).norm());
    hull.faces = faces_;
    for (ConvexHull::Face& face : hull.faces) {
      for (int& v : face.vertices) v = limber::at(number, v);
    }
    return hull;
  }

 private:
  const Vec3& at(int i) const { return limber::at(points_, i); }

  template <class Measure>
  int farthest(Measure&& measure) const {
    int best = -1;
    double most = clear_;
    for (int i = 0; i < static_cast<int>(points_.size()); ++i) {
      const double here = measure(at(i));
      if (here > most) most = here, best = i;
    }
    return best;
  }

  void add(int i, int j, int k) {
    const Vec3 normal = (at(j) - at(i)).cross(at(k) - at(i)).normalized();
    faces_.push_back({{i, j, k}, normal, normal.dot(at(i))});
  }

  std::span<const Vec3> points_;
  double clear_;  // [m] points nearer to a face than this are on it
  std::vector<ConvexHull::Face> faces_;
};

}  // namespace

Expected<ConvexHull> convex_hull(std::span<const Vec3> points) {
  if (points.size() < 4) {
    return Error{"a convex solid needs at least 4 vertices, not " + std::to_string(points.size())};
  }
  if (points.size() > most_points) {
    return Error{"a convex solid has at most " + std::to_string(most_points) + " vertices, not " +
                 std::to_string(points.size())};
  }
  for (const Vec3& p : points) {
    if (!p.allFinite()) return Error{"the vertices of a convex solid must be finite"};
  }
  Builder builder(points);
  if (!builder.start()) return Error{"the vertices of a convex solid must not lie in one plane"};
  for (int i = 0; i < static_cast<int>(points.size()); ++i) builder.grow(i);
  return builder.result();
}

}  // namespace limber
