#pragma once
// Triangles of one colour or texture in the world, for rays. Seen from both sides: meshes of strangers are
// not always closed, nor turned the right way round.

#include <memory>

#include "limber/picture/drawing/bvh.h"
#include "limber/picture/drawing/color.h"
#include "limber/picture/drawing/distance.h"

namespace limber::picture {

class MeshSurface {
 public:
  // Part `part` of the mesh, scaled and then placed.
  MeshSurface(const Mesh& mesh, const Mesh::Part& part, const Vec3& scale, const Transform& place);

  const Bounds& box() const { return data_->box; }
  double support(const Vec3& direction) const;  // max over it of direction . x
  std::optional<RayHit> cast(const Vec3& origin, const Vec3& direction) const;

  bool has_texture() const { return data_->texture != nullptr; }
  // Of the texture where the ray first meets the surface, in linear light; white where it does not.
  Rgb texture_at(const Vec3& origin, const Vec3& direction) const;
  Rgb mean_of_texture() const;

 private:
  struct Data {
    std::vector<Vec3> points, normals;  // three for each triangle
    std::vector<Vec2> uvs;              // the same; none without a texture
    std::shared_ptr<const Texture> texture;
    Bounds box;
    BoxTree tree;
  };
  struct FirstHit {
    std::size_t corner;  // the first of its triangle
    double distance, u, v;
  };
  std::optional<FirstHit> first_hit(const Vec3& origin, const Vec3& direction) const;

  std::shared_ptr<const Data> data_;  // copies share it
};

std::optional<RayHit> cast_ray(const MeshSurface& surface, const Vec3& origin, const Vec3& direction);
Distance distance(const MeshSurface& surface, const Vec3& point);  // of its box: surfaces are not blended

}  // namespace limber::picture
