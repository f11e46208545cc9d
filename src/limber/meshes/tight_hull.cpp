// Chooses the vertices of a small hull, and fits capsules.

#include "limber/meshes/tight_hull.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "limber/meshes/directions.h"

namespace limber {

namespace {

// A flat piece gets this thickness, of its longest side: a plate is not nothing.
constexpr double thinnest_plate = 1e-3;

std::size_t farthest_along(std::span<const Vec3> points, const Vec3& direction) {
  std::size_t best = 0;
  double most = direction.dot(points[0]);
  for (std::size_t i = 1; i < points.size(); ++i) {
    const double here = direction.dot(points[i]);
    if (here > most) most = here, best = i;
  }
  return best;
}

struct Outside {
  double distance = 0.0;  // [m] from the plane of the face it is farthest above; negative: inside
  std::uint32_t point = 0;
  // Of equally far ones the first.
  bool operator<(const Outside& other) const {
    return distance < other.distance || (distance == other.distance && point > other.point);
  }
};

double above(const ConvexHull& hull, const Vec3& p) {
  double most = -std::numeric_limits<double>::infinity();
  for (const ConvexHull::Face& face : hull.faces) most = std::max(most, face.normal.dot(p) - face.offset);
  return most;
}

// The points outside of a hull that grows, the farthest first. A larger hull is nearer to every point, so
// what was measured earlier is looked at again only when it is the largest: few points are measured for a
// vertex.
class PointsOutside {
 public:
  PointsOutside(std::span<const Vec3> points, const ConvexHull& hull) : points_(points) {
    for (std::uint32_t i = 0; i < points.size(); ++i) {
      const double distance = above(hull, points[i]);
      if (distance > 0.0) outside_.push_back({distance, i});
    }
    std::make_heap(outside_.begin(), outside_.end());
  }

  // None: all are inside.
  const Outside* farthest(const ConvexHull& hull) {
    while (!outside_.empty()) {
      Outside candidate = outside_.front();
      candidate.distance = above(hull, points_[candidate.point]);
      std::pop_heap(outside_.begin(), outside_.end());
      outside_.pop_back();
      if (candidate.distance <= 0.0) continue;
      const bool is_farthest = outside_.empty() || !(candidate < outside_.front());
      outside_.push_back(candidate);
      std::push_heap(outside_.begin(), outside_.end());
      if (is_farthest) return &outside_.front();
    }
    return nullptr;
  }

  // By how much the hull must grow from its centre to contain them all.
  double growth_needed(const ConvexHull& hull) const {
    double growth = 1.0;
    for (const ConvexHull::Face& face : hull.faces) {
      const double center = face.normal.dot(hull.center), from_center = face.offset - center;
      if (!(from_center > 0.0)) continue;
      double most = 0.0;
      for (const Outside& each : outside_)
        most = std::max(most, face.normal.dot(points_[each.point]) - center);
      growth = std::max(growth, most / from_center);
    }
    return growth;
  }

 private:
  std::span<const Vec3> points_;
  std::vector<Outside> outside_;  // a heap
};

// Points of a sheet, thickened along its normal.
std::vector<Vec3> thickened(std::span<const Vec3> points) {
  Vec3 low = points[0], high = low;
  for (const Vec3& p : points) low = low.cwiseMin(p), high = high.cwiseMax(p);
  const double half = 0.5 * thinnest_plate * (high - low).norm();
  const Vec3 a = points[0];
  Vec3 b = a, normal = Vec3::UnitZ();
  for (const Vec3& p : points) {
    if ((p - a).norm() > (b - a).norm()) b = p;
  }
  double widest = 0.0;
  for (const Vec3& p : points) {
    const Vec3 area = (b - a).cross(p - a);
    if (area.norm() > widest) widest = area.norm(), normal = area / widest;
  }
  if (widest == 0.0) {  // a line: any direction across it
    int least;
    (b - a).cwiseAbs().minCoeff(&least);
    normal = (b - a).cross(Vec3::Unit(least)).normalized();
  }
  const Vec3 across = widest == 0.0 ? Vec3((b - a).normalized().cross(normal)) : Vec3::Zero();
  std::vector<Vec3> both;
  for (const Vec3& p : points) {
    both.push_back(p + half * (normal + across));
    both.push_back(p - half * (normal + across));
    if (widest == 0.0) both.push_back(p + half * (normal - across));
  }
  return both;
}

std::optional<ConvexHull> small_hull(std::span<const Vec3> points, const TightHullOptions& options) {
  std::vector<std::size_t> chosen;
  for (const Vec3& direction : fixed_directions()) chosen.push_back(farthest_along(points, direction));
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  std::vector<Vec3> vertices;
  for (const std::size_t i : chosen) vertices.push_back(points[i]);
  Expected<ConvexHull> hull = convex_hull(vertices);
  if (!hull) return std::nullopt;
  PointsOutside outside(points, *hull);
  while (static_cast<int>(hull->vertices.size()) < options.most) {
    const Outside* farthest = outside.farthest(*hull);
    if (farthest == nullptr || farthest->distance <= options.tolerance) break;
    vertices = hull->vertices;
    vertices.push_back(points[farthest->point]);
    Expected<ConvexHull> larger = convex_hull(vertices);
    if (!larger) break;
    hull = std::move(larger);
  }
  constexpr double rounding = 1e-12;
  const double growth = outside.growth_needed(*hull) + rounding;
  vertices = hull->vertices;
  for (Vec3& v : vertices) v = hull->center + growth * (v - hull->center);
  // Twice: what is written and read again must have the same faces, and they depend on the points given.
  Expected<ConvexHull> grown = convex_hull(vertices);
  if (grown) grown = convex_hull(std::vector<Vec3>(grown->vertices));
  return grown ? std::optional<ConvexHull>(std::move(*grown)) : std::nullopt;
}

Capsule capsule_along(const ConvexHull& hull, const Vec3& axis) {
  // Across the axis: the middle of the box around the points, then the radius that reaches them all.
  int least;
  axis.cwiseAbs().minCoeff(&least);
  const Vec3 u = axis.cross(Vec3::Unit(least)).normalized(), v = axis.cross(u);
  Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity()), high = -low;
  for (const Vec3& p : hull.vertices) {
    const Vec3 own(u.dot(p), v.dot(p), axis.dot(p));
    low = low.cwiseMin(own), high = high.cwiseMax(own);
  }
  const Vec3 middle = 0.5 * (low + high);
  double radius = 0.0;
  const auto across = [&](const Vec3& p) {
    return Vec2(u.dot(p) - middle.x(), v.dot(p) - middle.y()).norm();
  };
  for (const Vec3& p : hull.vertices) radius = std::max(radius, across(p));
  // The round ends cover a point at height z and distance r from the axis if z <= end + sqrt(R^2 - r^2).
  double from = std::numeric_limits<double>::infinity(), to = -from;
  for (const Vec3& p : hull.vertices) {
    const double r = across(p), bulge = std::sqrt(std::max(0.0, radius * radius - r * r));
    from = std::min(from, axis.dot(p) + bulge);
    to = std::max(to, axis.dot(p) - bulge);
  }
  if (from > to) from = to = 0.5 * (from + to);
  const Vec3 line = middle.x() * u + middle.y() * v;
  return {line + from * axis, line + to * axis, radius * (1.0 + 1e-12)};
}

Vec3 longest_spread(const ConvexHull& hull) {
  Mat3 spread = Mat3::Zero();
  for (const Vec3& p : hull.vertices) spread += (p - hull.center) * (p - hull.center).transpose();
  Vec3 axis(0.6, 0.64, 0.48);
  for (int i = 0; i < 100; ++i) {  // power iteration
    const Vec3 next = spread * axis;
    if (!(next.norm() > 0.0)) break;
    axis = next.normalized();
  }
  return axis;
}

}  // namespace

std::optional<ConvexHull> tight_hull(std::span<const Vec3> points, const TightHullOptions& options) {
  if (points.empty()) return std::nullopt;
  if (std::optional<ConvexHull> hull = small_hull(points, options)) return hull;
  return small_hull(thickened(points), options);
}

Capsule capsule_around(const ConvexHull& hull) {
  std::vector<Vec3> axes = {longest_spread(hull)};
  Vec3 diagonal = Vec3::UnitZ();
  double longest = 0.0;
  for (const Vec3& a : hull.vertices) {
    for (const Vec3& b : hull.vertices) {
      if ((a - b).norm() > longest) longest = (a - b).norm(), diagonal = (a - b) / longest;
    }
  }
  axes.push_back(diagonal);
  for (const Vec3& direction : fixed_directions()) axes.push_back(direction);
  Capsule best = capsule_along(hull, axes[0]);
  for (const Vec3& axis : axes) {
    const Capsule capsule = capsule_along(hull, axis);
    if (volume(capsule) < volume(best)) best = capsule;
  }
  return best;
}

}  // namespace limber
