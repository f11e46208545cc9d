// Nearest points on the faces of a convex hull, by looking at all of them.

#include "limber/shapes/hull_point.h"

#include <cmath>
#include <limits>

#include "limber/base/ids.h"

namespace limber {

namespace {

struct OnTriangle {
  Vec3 point;
  Mat3 derivative;
};

OnTriangle on_edge(const Vec3& a, const Vec3& b, const Vec3& x) {
  const Vec3 e = b - a;
  const double t = e.dot(x - a), length2 = e.squaredNorm();
  if (t <= 0.0) return {a, Mat3::Zero()};
  if (t >= length2) return {b, Mat3::Zero()};
  return {a + t / length2 * e, e * e.transpose() / length2};
}

OnTriangle on_triangle(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& normal, double height,
                       const Vec3& x) {
  const Vec3 foot = x - height * normal;
  const Vec3* corners[] = {&a, &b, &c};
  OnTriangle best{foot, Mat3::Identity() - normal * normal.transpose()};
  double nearest = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 3; ++k) {
    const Vec3 &from = *corners[k], &to = *corners[(k + 1) % 3];
    if (normal.dot((to - from).cross(foot - from)) >= 0.0) continue;  // inside of this edge
    const OnTriangle candidate = on_edge(from, to, x);
    const double distance2 = (x - candidate.point).squaredNorm();
    if (distance2 < nearest) nearest = distance2, best = candidate;
  }
  return best;
}

}  // namespace

HullPoint nearest_on_hull(const ConvexHull& hull, const Vec3& x) noexcept {
  const ConvexHull::Face* shallowest = &hull.faces[0];
  double height = -std::numeric_limits<double>::infinity();
  for (const ConvexHull::Face& face : hull.faces) {
    const double here = face.normal.dot(x) - face.offset;
    if (here > height) height = here, shallowest = &face;
  }
  if (height <= 0.0) {
    return {x - height * shallowest->normal, shallowest->normal, height, Mat3::Identity()};
  }
  HullPoint best{x, shallowest->normal, std::numeric_limits<double>::infinity(), Mat3::Zero()};
  for (const ConvexHull::Face& face : hull.faces) {
    const double here = face.normal.dot(x) - face.offset;
    if (here <= 0.0 || here >= best.distance) continue;
    const auto vertex = [&](std::size_t k) -> const Vec3& { return at(hull.vertices, face.vertices[k]); };
    const OnTriangle on = on_triangle(vertex(0), vertex(1), vertex(2), face.normal, here, x);
    const double distance = (x - on.point).norm();
    if (distance < best.distance) best = {on.point, best.normal, distance, on.derivative};
  }
  // Within rounding of the surface the direction would be noise: keep the normal of the face.
  if (best.distance > 1e-13 * hull.reach) best.normal = (x - best.point) / best.distance;
  return best;
}

Vec3 farthest_vertex(const ConvexHull& hull, const Vec3& n) noexcept {
  const Vec3* best = &hull.vertices[0];
  double most = n.dot(*best);
  for (const Vec3& v : hull.vertices) {
    const double here = n.dot(v);
    if (here > most) most = here, best = &v;
  }
  return *best;
}

}  // namespace limber
