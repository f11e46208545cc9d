#include <cmath>

#include "limber/figure/limits.h"

namespace limber {

namespace {

constexpr double coincident = 1e-14;      // sine of the length of an edge that counts as none
constexpr double straight_angle = 1e-12;  // sine of a turn at a vertex that counts as none

// tan^2(angle/2) between two unit vectors: grows with the angle and keeps its digits near 0 and near pi.
double half_tangent_squared(const Vec3& a, const Vec3& b) {
  return (a - b).squaredNorm() / (a + b).squaredNorm();
}

struct PointOnArc {
  Vec3 point;
  int end;  // 0: at a, 1: at b, -1: between
};

// The point of the great arc a -> b with unit normal n nearest to p.
PointOnArc nearest_on_arc(const Vec3& a, const Vec3& b, const Vec3& n, const Vec3& p) {
  const Vec3 foot = p - p.dot(n) * n;
  const double length = foot.norm();
  if (length == 0.0) return {a, 0};  // p is the pole of the arc: all of it is equally near
  const Vec3 x = foot / length;
  if (a.cross(x).dot(n) >= 0.0 && x.cross(b).dot(n) >= 0.0) return {x, -1};
  return half_tangent_squared(p, a) <= half_tangent_squared(p, b) ? PointOnArc{a, 0} : PointOnArc{b, 1};
}

// Unit normal of the edge that starts at `i`; zero for an edge without length.
Vec3 edge_normal(const std::vector<Vec3>& vertices, int i) {
  const int count = static_cast<int>(vertices.size());
  const Vec3 cross = vertices[i].cross(vertices[(i + 1) % count]);
  const double sine = cross.norm();
  return sine > coincident ? Vec3(cross / sine) : Vec3::Zero();
}

// The sine of the turn at a vertex between the edges with these normals: positive to the left, where the
// inside is, so negative at a notch.
double turn_at(const Vec3& vertex, const Vec3& normal_before, const Vec3& normal_after) {
  return normal_before.cross(normal_after).dot(vertex);
}

// Normal of the nearest edge before or after (step -1 or 1) edge `from` that has a length.
Vec3 neighbour_normal(const std::vector<Vec3>& vertices, int from, int step) {
  const int count = static_cast<int>(vertices.size());
  for (int i = 1; i < count; ++i) {
    const Vec3 n = edge_normal(vertices, (from + step * i + count * i) % count);
    if (!n.isZero(0.0)) return n;
  }
  return edge_normal(vertices, from);
}

}  // namespace

SwingPolygon::Nearest SwingPolygon::nearest_on_boundary(const Vec3& direction) const {
  const int count = static_cast<int>(vertices.size());
  Nearest nearest{direction, -1, false, true, Vec3::Zero()};
  double least = unlimited;
  int end = -1;
  for (int i = 0; i < count; ++i) {
    const Vec3 n = edge_normal(vertices, i);
    if (n.isZero(0.0)) continue;
    const PointOnArc on_arc = nearest_on_arc(vertices[i], vertices[(i + 1) % count], n, direction);
    const double distance = half_tangent_squared(direction, on_arc.point);
    if (nearest.edge >= 0 && !(distance < least)) continue;
    least = distance;
    end = on_arc.end;
    nearest = {on_arc.point, i, end >= 0, true, n};
  }
  if (nearest.edge < 0) return nearest;

  const bool left_of_edge = direction.dot(nearest.edge_normal) >= 0.0;
  if (!nearest.is_vertex) {
    nearest.inside = left_of_edge;
  } else {
    const Vec3 before = end == 0 ? neighbour_normal(vertices, nearest.edge, -1) : nearest.edge_normal;
    const Vec3 after = end == 1 ? neighbour_normal(vertices, nearest.edge, 1) : nearest.edge_normal;
    const double turn = turn_at(nearest.point, before, after);
    nearest.inside = std::abs(turn) < straight_angle ? left_of_edge : turn < 0.0;
  }
  // tan^2(angle/2) = (angle/2)^2 here.
  if (least <= 0.25 * on_the_limit * on_the_limit) nearest.inside = true;
  if (std::isnan(least)) nearest.inside = false;
  return nearest;
}

bool SwingPolygon::is_convex() const {
  for (int i = 0; i < static_cast<int>(vertices.size()); ++i) {
    const Vec3 n = edge_normal(vertices, i);
    if (n.isZero(0.0)) continue;
    if (turn_at(vertices[i], neighbour_normal(vertices, i, -1), n) < -straight_angle) return false;
  }
  return true;
}

}  // namespace limber
