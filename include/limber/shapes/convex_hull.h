#pragma once
// The convex hull of points, given by its vertices and triangles:
//
//   inside = { x : normal_f . x <= offset_f for every face f }.
//
// Built point by point: the faces that see a new point are removed, and their rim is joined to it.

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
  double reach = 0.0;          // [m] distance of the farthest vertex from it

  bool operator==(const ConvexHull& other) const { return vertices == other.vertices; }  // faces follow
};

// Points inside, and usually points on a face that are not corners, are left out. Fewer than four points, or
// points in one plane, are an error.
Expected<ConvexHull> convex_hull(std::span<const Vec3> points);

}  // namespace limber
