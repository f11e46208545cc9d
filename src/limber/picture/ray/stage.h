#pragma once
// A drawing prepared for ray casting: the first hit of a camera ray, and whether a shadow ray is free.

#include "limber/picture/drawing/bvh.h"
#include "limber/picture/drawing/color.h"
#include "limber/picture/drawing/drawable.h"
#include "limber/picture/ray/blend.h"

namespace limber::picture {

struct Surface {
  enum class Kind : std::uint8_t { nothing, solid, floor };
  Kind kind = Kind::nothing;
  int index = -1;  // of the drawable or the floor
  double distance = nowhere;
  Vec3 position = Vec3::Zero();
  Vec3 normal = Vec3::UnitZ();
  Rgb albedo = Rgb::Zero();
};

struct MarkHit {
  double distance = nowhere;
  Vec3 normal = Vec3::UnitZ();
  int index = -1;
};

class Stage {
 public:
  Stage(Drawing drawing, const PictureOptions& options);

  Surface first_surface(const Ray& ray) const;
  MarkHit first_mark(const Ray& ray) const;

  // A solid that the ray hits, without blending, not necessarily the first; -1: none.
  int any_solid(const Ray& ray) const;
  // Of a texture: the mean.
  Rgb albedo(int drawable) const { return at(albedos_, drawable); }

  const Drawing& drawing() const { return drawing_; }
  const Vec3& center() const { return center_; }
  double size() const { return size_; }  // [m] diagonal of the bounds; never 0

 private:
  Drawing drawing_;
  std::vector<Rgb> albedos_;
  std::optional<BlendedBody> blended_;  // none: sharp creases
  BoxTree solid_tree_, mark_tree_;
  Vec3 center_ = Vec3::Zero();
  double size_ = 1.0;
};

}  // namespace limber::picture
