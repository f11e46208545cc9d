// The nearest point of a spherical polygon, and the half-spaces around it.

#include <cmath>

#include "limber/base/ids.h"
#include "limber/figure/swing_edges.h"

namespace limber {

PointOnArc nearest_on_arc(const Vec3& a, const Vec3& b, const Vec3& n, const Vec3& p) {
  const Vec3 foot = p - p.dot(n) * n;
  const double length = foot.norm();
  if (length == 0.0) return {a, 0};  // p is the pole of the arc: all of it is equally near
  const Vec3 x = foot / length;
  if (a.cross(x).dot(n) >= 0.0 && x.cross(b).dot(n) >= 0.0) return {x, -1};
  return half_tangent_squared(p, a) <= half_tangent_squared(p, b) ? PointOnArc{a, 0} : PointOnArc{b, 1};
}

Vec3 edge_normal(const SwingPolygon& polygon, int i) {
  constexpr double coincident = 1e-14;  // sine of the length of an edge that counts as none
  const Vec3 cross = at(polygon.vertices, i).cross(at(polygon.vertices, polygon.next(i)));
  const double sine = cross.norm();
  return sine > coincident ? Vec3(cross / sine) : Vec3::Zero();
}

namespace {

constexpr double straight_angle = 1e-12;  // sine of a turn at a vertex that counts as none

// The sine of the turn at a vertex between the edges with these normals: positive to the left, where the
// inside is, so negative at a notch.
double turn_at(const Vec3& vertex, const Vec3& normal_before, const Vec3& normal_after) {
  return normal_before.cross(normal_after).dot(vertex);
}

// The nearest edge before or after (step -1 or 1) edge `from` that has a length; `from` itself if there is
// none.
int neighbour_edge(const SwingPolygon& polygon, int from, int step) {
  const auto beside = [&](int edge) { return step > 0 ? polygon.next(edge) : polygon.previous(edge); };
  for (int edge = beside(from); edge != from; edge = beside(edge)) {
    if (!edge_normal(polygon, edge).isZero(0.0)) return edge;
  }
  return from;
}

Vec3 neighbour_normal(const SwingPolygon& polygon, int from, int step) {
  return edge_normal(polygon, neighbour_edge(polygon, from, step));
}

}  // namespace

int SwingPolygon::next(int vertex) const {
  const int after = vertex + 1;
  int first = 0;
  for (const int start : starts) {
    if (after == start) return first;
    if (start > after) break;
    first = start;
  }
  return after == static_cast<int>(vertices.size()) ? first : after;
}

int SwingPolygon::previous(int vertex) const {
  int first = 0, end = static_cast<int>(vertices.size());
  for (const int start : starts) {
    if (start > vertex) {
      end = start;
      break;
    }
    first = start;
  }
  return vertex == first ? end - 1 : vertex - 1;
}

SwingPolygon::Nearest SwingPolygon::nearest_on_boundary(const Vec3& direction) const {
  const int count = static_cast<int>(vertices.size());
  Nearest nearest{direction, -1, false, true, Vec3::Zero()};
  double least = unlimited;
  int end = -1;
  for (int i = 0; i < count; ++i) {
    const Vec3 n = edge_normal(*this, i);
    if (n.isZero(0.0)) continue;
    const PointOnArc on_arc = nearest_on_arc(at(vertices, i), at(vertices, next(i)), n, direction);
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
    const Vec3 before = end == 0 ? neighbour_normal(*this, nearest.edge, -1) : nearest.edge_normal;
    const Vec3 after = end == 1 ? neighbour_normal(*this, nearest.edge, 1) : nearest.edge_normal;
    const double turn = turn_at(nearest.point, before, after);
    nearest.inside = std::abs(turn) < straight_angle ? left_of_edge : turn < 0.0;
  }
  // tan^2(angle/2) = (angle/2)^2 here.
  if (least <= 0.25 * on_the_limit * on_the_limit) nearest.inside = true;
  if (std::isnan(least)) nearest.inside = false;
  return nearest;
}

namespace {

constexpr double at_the_vertex = 1e-9;  // [rad] a nearest point so close to an end of its edge is that end

// What one edge says about a direction.
struct Feature {
  Vec3 point;       // of the edge, nearest to the direction
  Vec3 normal;      // of the half-space to keep
  double distance;  // half_tangent_squared
  bool counts;      // false: another edge gives the same half-space
};

PointOnArc nearest_with_ends(const SwingPolygon& polygon, int edge, const Vec3& n, const Vec3& p) {
  const Vec3 &a = at(polygon.vertices, edge), &b = at(polygon.vertices, polygon.next(edge));
  PointOnArc on_arc = nearest_on_arc(a, b, n, p);
  if ((on_arc.point - a).norm() < at_the_vertex) on_arc.end = 0;
  if ((on_arc.point - b).norm() < at_the_vertex) on_arc.end = 1;
  return on_arc;
}

Feature feature_of(const SwingPolygon& polygon, int edge, const Vec3& n, const Vec3& p) {
  const PointOnArc here = nearest_with_ends(polygon, edge, n, p);
  Feature feature{here.point, n, half_tangent_squared(p, here.point), true};
  if (here.end < 0) return feature;
  const int other = neighbour_edge(polygon, edge, here.end == 0 ? -1 : 1);
  const Vec3 other_normal = edge_normal(polygon, other);
  const Vec3& before = here.end == 0 ? other_normal : n;
  const Vec3& after = here.end == 0 ? n : other_normal;
  if (turn_at(here.point, before, after) >= -straight_angle)
    return feature;  // a corner: the edge itself holds
  // A notch: its corner counts, once, when it is the nearest point of both edges.
  const PointOnArc there = nearest_with_ends(polygon, other, other_normal, p);
  feature.counts = here.end == 1 && there.end == 0;
  const Vec3 away = p - p.dot(here.point) * here.point;
  const double sine = away.norm();
  feature.normal = sine > at_the_vertex ? Vec3(away / sine) : Vec3((before + after).normalized());
  return feature;
}

}  // namespace

SwingPolygon::Walls SwingPolygon::walls_near(const Vec3& direction) const noexcept {
  Walls walls;
  Feature best[2];
  for (int round = 0; round < 2; ++round) {
    int found = -1;
    for (int i = 0; i < static_cast<int>(vertices.size()); ++i) {
      const Vec3 n = edge_normal(*this, i);
      if (n.isZero(0.0)) continue;
      const Feature feature = feature_of(*this, i, n, direction);
      if (!feature.counts || (found >= 0 && !(feature.distance < best[round].distance))) continue;
      if (round == 1) {
        const bool same_corner = (feature.point - best[0].point).norm() < at_the_vertex;
        const bool from_behind = feature.normal.dot(direction) < 0.0;
        if (feature.normal == best[0].normal || (from_behind && !same_corner)) continue;
      }
      best[round] = feature;
      found = i;
    }
    if (found < 0) break;
    at(walls.normals, walls.count++) = best[round].normal;
  }
  return walls;
}

bool SwingPolygon::is_convex() const {
  for (int i = 0; i < static_cast<int>(vertices.size()); ++i) {
    const Vec3 n = edge_normal(*this, i);
    if (n.isZero(0.0)) continue;
    if (turn_at(at(vertices, i), neighbour_normal(*this, i, -1), n) < -straight_angle) return false;
  }
  return true;
}

}  // namespace limber
