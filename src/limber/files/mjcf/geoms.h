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

 private:
  bool collides(int g) const { return m_.geom_contype[g] != 0 || m_.geom_conaffinity[g] != 0; }
  bool is_seen(int g) const { return m_.geom_group[g] >= 0 && m_.geom_group[g] <= 2 && rgba_of(g)[3] > 0; }
  const float* rgba_of(int g) const;
  Color color_of(int g) const;
  std::optional<Shape> shape_of(int g) const;
  std::optional<Shape> hull_of(int mesh, const Transform& place) const;
  void add_visual(int g, SegmentDescription& segment);
  std::shared_ptr<const Mesh> mesh_of(int number) const;

  const mjModel& m_;
  std::string file_;
  std::map<int, std::shared_ptr<const Mesh>> meshes_;  // by number, as drawn
  int left_out_ = 0;
};

}  // namespace limber::mjcf
