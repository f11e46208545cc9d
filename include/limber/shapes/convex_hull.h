#pragma once
// The convex hull of points: the vertices that stick out and the triangles between them,
//
//   inside = { x : normal_f . x <= offset_f for every face f }.
//
// Grown point by point: the faces that see a new point are taken away, and their rim is joined with it.

#include <array>
#include <span>
#include <vector>

#include "limber/base/expected.h"
#include "limber/math/types.h"

namespace limber {

struct ConvexHull {
  struct Face {
    std::array<int, 3> vertices;  // counter-clockwise seen from outside
    Vec3 normal;                  // unit, outward
    double offset;                // normal . x on it
  };

  std::vector<Vec3> vertices;  // in the order they were given
  std::vector<Face> faces;
  Vec3 center = Vec3::Zero();  // the mean of the vertices: inside
  double reach = 0.0;          // [m] of the vertex farthest from it

  bool operator==(const ConvexHull& other) const { return vertices == other.vertices; }  // faces follow
};

// Points inside, or on a face without being a corner, are left out as a rule. Fewer than four points, or
// points in one plane, have no hull: the error says so.
Expected<ConvexHull> convex_hull(std::span<const Vec3> points);

}  // namespace limber
