// Boxes that overlap are opened, the larger first, down to triangles.

#include "limber/meshes/triangle_tree.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "limber/math/portable.h"

namespace limber {

namespace {

constexpr std::uint32_t most_in_leaf = 4;

using Corners = std::array<Vec3, 3>;

Corners corners_of(const Triangles& mesh, std::uint32_t triangle) {
  const auto& t = mesh.triangles[triangle];
  return {mesh.points[t[0]], mesh.points[t[1]], mesh.points[t[2]]};
}

bool passes_through(const Vec3& from, const Vec3& to, const Corners& t) {
  const Vec3 d = to - from, e1 = t[1] - t[0], e2 = t[2] - t[0], p = d.cross(e2);
  const double determinant = e1.dot(p);
  if (determinant == 0.0) return false;
  const Vec3 s = from - t[0], q = s.cross(e1);
  const double u = s.dot(p) / determinant, v = d.dot(q) / determinant, at = e2.dot(q) / determinant;
  return u >= 0 && v >= 0 && u + v <= 1 && at >= 0 && at <= 1;
}

// All of b on one side of the plane of a: then they do not cross, which is how most pairs end. What lies in
// the plane to within rounding is on neither side.
bool is_beside(const Corners& a, const Corners& b) {
  const Vec3 normal = (a[1] - a[0]).cross(a[2] - a[0]);
  const double rounding =
      1e-14 * normal.norm() * ((b[0] - a[0]).norm() + (b[1] - b[0]).norm() + (b[2] - b[0]).norm());
  const double first = normal.dot(b[0] - a[0]), second = normal.dot(b[1] - a[0]),
               third = normal.dot(b[2] - a[0]);
  return std::min({first, second, third}) > rounding || std::max({first, second, third}) < -rounding;
}

bool cross(const Corners& a, const Corners& b) {
  if (is_beside(a, b) || is_beside(b, a)) return false;
  for (std::size_t k = 0; k < 3; ++k) {
    if (passes_through(b[k], b[(k + 1) % 3], a) || passes_through(a[k], a[(k + 1) % 3], b)) return true;
  }
  return false;
}

}  // namespace

TriangleTree::TriangleTree(Triangles triangles) : mesh_(std::move(triangles)) {
  nodes_.reserve(mesh_.triangles.size());
  nodes_.emplace_back();
  build(0, 0, static_cast<std::uint32_t>(mesh_.triangles.size()));
}

// Halves along the longest side, at the middle triangle.
void TriangleTree::build(std::uint32_t node, std::uint32_t first, std::uint32_t count) {
  Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity()), high = -low;
  for (std::uint32_t i = first; i < first + count; ++i) {
    for (const Vec3& corner : corners_of(mesh_, i)) {
      low = low.cwiseMin(corner);
      high = high.cwiseMax(corner);
    }
  }
  nodes_[node] = {(low + high) / 2, (high - low) / 2, first, count};
  if (count <= most_in_leaf) return;
  int axis = 0;
  (high - low).maxCoeff(&axis);
  const auto place = [&](const std::array<std::uint32_t, 3>& t) {
    return mesh_.points[t[0]][axis] + mesh_.points[t[1]][axis] + mesh_.points[t[2]][axis];
  };
  const auto begin = mesh_.triangles.begin() + first;
  const std::uint32_t half = count / 2;
  std::nth_element(begin, begin + half, begin + count,
                   [&](const auto& a, const auto& b) { return place(a) < place(b); });
  const auto children = static_cast<std::uint32_t>(nodes_.size());
  nodes_.resize(nodes_.size() + 2);
  nodes_[node].first = children;
  nodes_[node].count = 0;
  build(children, first, half);
  build(children + 1, first + half, count - half);
}

bool TriangleTree::overlaps(const Transform& pose, const TriangleTree& other,
                            const Transform& other_pose) const {
  const Transform to_own = pose.inverse() * other_pose;
  return crosses(other, to_own) || contains(to_own * other.mesh_.points[other.mesh_.triangles[0][0]]) ||
         other.contains(to_own.inverse() * mesh_.points[mesh_.triangles[0][0]]);
}

bool TriangleTree::contains(const Vec3& point) const {
  if (((point - nodes_[0].center).cwiseAbs().array() > nodes_[0].half.array()).any()) return false;
  double solid_angle = 0.0;
  for (std::uint32_t i = 0; i < mesh_.triangles.size(); ++i) {
    const Corners t = corners_of(mesh_, i);
    const Vec3 a = t[0] - point, b = t[1] - point, c = t[2] - point;
    const double la = a.norm(), lb = b.norm(), lc = c.norm();
    const double below = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
    solid_angle += 2.0 * portable::atan2(a.dot(b.cross(c)), below);
  }
  return std::abs(solid_angle) > 2.0 * std::numbers::pi;  // over a half
}

bool TriangleTree::crosses(const TriangleTree& other, const Transform& to_own) const {
  const Mat3 spread = to_own.rotation.cwiseAbs();
  std::vector<std::pair<std::uint32_t, std::uint32_t>> open = {{0, 0}};
  while (!open.empty()) {
    const auto [i, j] = open.back();
    open.pop_back();
    const Node &a = nodes_[i], &b = other.nodes_[j];
    const Vec3 apart = (to_own * b.center - a.center).cwiseAbs(), reach = a.half + spread * b.half;
    if ((apart.array() > reach.array()).any()) continue;
    if (a.count > 0 && b.count > 0) {
      for (std::uint32_t m = b.first; m < b.first + b.count; ++m) {
        Corners theirs = corners_of(other.mesh_, m);
        for (Vec3& corner : theirs) corner = to_own * corner;
        for (std::uint32_t k = a.first; k < a.first + a.count; ++k) {
          if (cross(corners_of(mesh_, k), theirs)) return true;
        }
      }
    } else if (b.count > 0 || (a.count == 0 && a.half.sum() > b.half.sum())) {
      open.push_back({a.first, j});
      open.push_back({a.first + 1, j});
    } else {
      open.push_back({i, b.first});
      open.push_back({i, b.first + 1});
    }
  }
  return false;
}

}  // namespace limber
