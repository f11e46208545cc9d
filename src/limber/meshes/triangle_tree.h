#pragma once
// Whether two meshes overlap: what is really there, where convex pieces are a little too large. They do where
// triangles cross, and where one lies inside the other, by the winding number of its first point:
//
//   w(x) = sum over triangles of  solid angle seen from x / 4 pi      1 inside, 0 outside; holes blur it
//
// A tree of boxes over the triangles of each; boxes are compared in the frame of the first.

#include <cstdint>
#include <vector>

#include "limber/math/transform.h"
#include "limber/meshes/voxels.h"
#include "limber/shapes/shape.h"

namespace limber {

class TriangleTree {
 public:
  // At least one triangle.
  explicit TriangleTree(Triangles triangles);

  bool overlaps(const Transform& pose, const TriangleTree& other, const Transform& other_pose) const;

 private:
  bool crosses(const TriangleTree& other, const Transform& to_own) const;
  bool contains(const Vec3& point) const;  // its own frame
  struct Node {
    Vec3 center, half;           // of its box
    std::uint32_t first, count;  // triangles of a leaf; count 0: its children are `first` and the next one
  };
  void build(std::uint32_t node, std::uint32_t first, std::uint32_t count);

  Triangles mesh_;
  std::vector<Node> nodes_;
};

}  // namespace limber
