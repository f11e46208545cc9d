#pragma once
// The point of a convex hull nearest to a point: behind the face it is least deep under, or, outside, on one
// of the faces that see it. In the hull's own frame.

#include "limber/shapes/convex_hull.h"

namespace limber {

struct HullPoint {
  Vec3 point;       // on the surface
  Vec3 normal;      // unit, outward
  double distance;  // [m] negative inside
  Mat3 derivative;  // of the point by where it is seen from, outside: onto the face, the edge, or nothing
};

HullPoint nearest_on_hull(const ConvexHull& hull, const Vec3& x) noexcept;

// The vertex farthest along n.
Vec3 farthest_vertex(const ConvexHull& hull, const Vec3& n) noexcept;

}  // namespace limber
