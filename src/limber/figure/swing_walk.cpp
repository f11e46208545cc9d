// Which edge of a swing polygon stops a straight piece of a walk, and where along it the piece leads instead.

#include <cmath>
#include <optional>

#include "limber/base/ids.h"
#include "limber/figure/swing_edges.h"

namespace limber {

namespace {

// [rad] A walk so close to an edge is on it: it slides, and rounding does not decide on which side it is.
constexpr double on_the_edge = 1e-9;

// How far along the arc from -> to, as a tangent of half the angle squared, it crosses an edge; nothing: it
// does not.
std::optional<double> crossing(const Vec3& a, const Vec3& b, const Vec3& n, const Vec3& from,
                               const Vec3& to) {
  const double before = n.dot(from), after = n.dot(to);
  if ((before > 0.0) == (after > 0.0)) return std::nullopt;
  const Vec3 x =
      (after * from - before * to) * (after > before ? 1.0 : -1.0);  // between the two, on the plane
  const double length = x.norm();
  if (!(length > 0.0)) return std::nullopt;
  if (a.cross(x).dot(n) < 0.0 || x.cross(b).dot(n) < 0.0) return std::nullopt;
  return half_tangent_squared(from, x / length);
}

}  // namespace

bool is_end_of_notch(const SwingPolygon& polygon, int vertex) {
  return edge_normal(polygon, polygon.previous(vertex)).dot(at(polygon.vertices, polygon.next(vertex))) < 0.0;
}

Vec3 piece_inside(const SwingPolygon& polygon, const Vec3& from, const Vec3& to) {
  // Edges the piece starts on: the point of them that is nearest to its end.
  Vec3 along = from;
  double least_along = unlimited;
  // The first edge it crosses farther on, and whether outwards.
  Vec3 stop = to;
  double first = unlimited;
  bool leaves = false;
  for (int i = 0; i < static_cast<int>(polygon.vertices.size()); ++i) {
    const Vec3 n = edge_normal(polygon, i);
    if (n.isZero(0.0)) continue;
    const Vec3 &a = at(polygon.vertices, i), &b = at(polygon.vertices, polygon.next(i));
    const Vec3 nearest = nearest_on_arc(a, b, n, to).point;
    if ((nearest_on_arc(a, b, n, from).point - from).norm() < on_the_edge) {
      const double distance = half_tangent_squared(to, nearest);
      if (distance < least_along) {
        least_along = distance;
        along = nearest;
      }
      continue;
    }
    const std::optional<double> met = crossing(a, b, n, from, to);
    if (!met || *met >= first) continue;
    first = *met;
    leaves = n.dot(to) < 0.0;
    stop = nearest;
  }
  if (first < unlimited && leaves) return stop;
  const bool starts_on_edge = least_along < unlimited;
  // It comes in from outside: it left where it started.
  if (first < unlimited && starts_on_edge) return along;
  const SwingPolygon::Nearest end = polygon.nearest_on_boundary(to);
  if (end.inside) return to;
  return starts_on_edge ? along : end.point;
}

}  // namespace limber
