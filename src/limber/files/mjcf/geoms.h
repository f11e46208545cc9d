#pragma once
// The geoms of MuJoCo's bodies: what collides becomes shapes, what is seen is drawn as it is.
//
//   collides    contype or conaffinity is not 0; all of a body of which none does
//   is seen     not transparent, and in the groups 0 to 2, which MuJoCo's viewer shows; by custom what
//               only collides is in group 3

#include <mujoco/mujoco.h>

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "limber/figure/description.h"

namespace limber::mjcf {

Vec3 vector_at(const mjtNum* data, int number);
Quat quaternion_of(const mjtNum* data, int number);

class Geoms {
 public:
  // `file`: what the drawn meshes are named after, "panda.xml#hand".
  Geoms(const mjModel& model, std::string file) : m_(model), file_(std::move(file)) {}

  // Shapes and visuals of the body. Visuals only where they differ from the shapes.
  void add(int body, SegmentDescription& segment);
  int left_out() const { return left_out_; }  // planes, height fields and flat meshes
  // Geoms that are seen without the texture of their material: MuJoCo wraps images round boxes and balls, and
  // cubes of six images round anything; here they lie on meshes that have coordinates for them.
  int without_texture() const { return without_texture_; }

 private:
  bool collides(int g) const { return m_.geom_contype[g] != 0 || m_.geom_conaffinity[g] != 0; }
  bool is_seen(int g) const { return m_.geom_group[g] >= 0 && m_.geom_group[g] <= 2 && rgba_of(g)[3] > 0; }
  const float* rgba_of(int g) const;
  Color color_of(int g) const;
  std::optional<Shape> shape_of(int g) const;
  std::optional<Shape> hull_of(int mesh, const Transform& place) const;
  void add_visual(int g, SegmentDescription& segment);
  int texture_number(int g) const;                   // -1: its material has none
  bool can_have_texture(int g) const;                // a mesh with coordinates, and a single image
  std::shared_ptr<const Texture> texture_of(int g);  // null: none, or not drawn
  // `color` multiplies the texture.
  std::shared_ptr<const Mesh> mesh_of(int number, const std::shared_ptr<const Texture>& texture,
                                      const Color& color) const;

  const mjModel& m_;
  std::string file_;
  // By number, and the material whose texture is on it (-1: none), as drawn.
  std::map<std::pair<int, int>, std::shared_ptr<const Mesh>> meshes_;
  std::map<int, std::shared_ptr<const Texture>> textures_;  // by number
  int left_out_ = 0, without_texture_ = 0;
};

}  // namespace limber::mjcf
