#pragma once
// The convex hull of any number of points with few vertices: it contains them all, and sticks out of their
// hull by little.
//
//   1. vertices: the points farthest along fixed directions, then again and again the one farthest outside,
//      until it is within `tolerance` or there are `most` of them
//   2. grown from its centre c until every point is inside:  s = max over points p and faces f of
//      n_f . (p - c) / (offset_f - n_f . c)

#include <optional>
#include <span>

#include "limber/shapes/shape.h"

namespace limber {

struct TightHullOptions {
  double tolerance = 0.0;  // [m]
  int most = 48;           // vertices; more are more exact, and each costs time in every step of a solver
};

// None for points in one plane.
std::optional<ConvexHull> tight_hull(std::span<const Vec3> points, const TightHullOptions& options);

// The shortest capsule around the vertices of a hull, by volume, among axes along fixed directions, along its
// longest diagonal and along its longest spread.
Capsule capsule_around(const ConvexHull& hull);

}  // namespace limber
