#pragma once
// Triangles of one colour in the world, for rays. Seen from both sides: meshes of strangers are not always
// closed, nor turned the right way round.

#include <memory>

#include "limber/picture/drawing/bvh.h"
#include "limber/picture/drawing/distance.h"

namespace limber::picture {

class MeshSurface {
 public:
  // Part `part` of the mesh, scaled and then placed.
  MeshSurface(const Mesh& mesh, const Mesh::Part& part, const Vec3& scale, const Transform& place);

  const Bounds& box() const { return data_->box; }
  double support(const Vec3& direction) const;  // max over it of direction . x
  std::optional<RayHit> cast(const Vec3& origin, const Vec3& direction) const;

 private:
  struct Data {
    std::vector<Vec3> points, normals;  // three for each triangle
    Bounds box;
    BoxTree tree;
  };
  std::shared_ptr<const Data> data_;  // copies share it
};

std::optional<RayHit> cast_ray(const MeshSurface& surface, const Vec3& origin, const Vec3& direction);
Distance distance(const MeshSurface& surface, const Vec3& point);  // of its box: surfaces are not blended

}  // namespace limber::picture
