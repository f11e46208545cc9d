#pragma once
// The point of a convex hull's surface nearest to a point, in the hull's own frame: for points inside, on the
// nearest face; outside, on one of the faces that see the point.

#include "limber/shapes/shape.h"

namespace limber {

struct HullPoint {
  Vec3 point;       // on the surface
  Vec3 normal;      // unit, outward
  double distance;  // [m] negative inside
  Mat3 derivative;  // d(point)/dx outside: a projection onto the face or edge, or zero at a corner
};

HullPoint nearest_on_hull(const ConvexHull& hull, const Vec3& x) noexcept;

// The vertex farthest along n.
Vec3 farthest_vertex(const ConvexHull& hull, const Vec3& n) noexcept;

}  // namespace limber
