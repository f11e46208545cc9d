// A scene as solids, floors, marks and labels.

#include "limber/picture/drawing/drawable.h"

#include <cmath>
#include <numbers>

#include "limber/kinematics/kinematics.h"
#include "limber/kinematics/mass_distribution.h"
#include "limber/picture/drawing/color.h"
#include "limber/picture/drawing/strand.h"
#include "limber/shapes/skinning.h"
#include "limber/tasks/points.h"

namespace limber::picture {

namespace {

constexpr int pieces_of_a_smooth_link = 3;
constexpr Color axis_colors[3] = {{0.86, 0.36, 0.34}, {0.45, 0.71, 0.40}, {0.36, 0.56, 0.86}};

bool is_drawable(const Bounds& box) {
  constexpr double farthest = 1e12;  // [m] farther, or NaN: not drawn
  return box.min.allFinite() && box.max.allFinite() && box.min.cwiseAbs().maxCoeff() < farthest &&
         box.max.cwiseAbs().maxCoeff() < farthest && (box.max - box.min).maxCoeff() > 0.0;
}

// A mesh is drawn as its box, a sheet as a thin box.
Shape drawn_as(const Shape& shape) {
  constexpr double sheet = 0.002;  // [m]
  if (const MeshReference* mesh = std::get_if<MeshReference>(&shape)) return mesh->box;
  if (const Rectangle* r = std::get_if<Rectangle>(&shape)) {
    return Box{r->center, Vec3(r->size.x(), r->size.y(), sheet), r->rotation};
  }
  return shape;
}

// For every segment its nearest ancestor with shapes.
std::vector<SegmentId> parents_with_shapes(const Figure& figure) {
  std::vector<SegmentId> parents(static_cast<std::size_t>(figure.segment_count()));
  for (const SegmentId i : figure.segments()) {
    const SegmentId parent = figure.parent(i);
    if (!parent.is_valid()) continue;
    at(parents, i) = figure.shapes(parent).empty() ? at(parents, parent) : parent;
  }
  return parents;
}

void add_shape(const Shape& shape, const Color& color, SegmentId body, SegmentId parent, Drawing& drawing) {
  if (const Plane* plane = std::get_if<Plane>(&shape)) {
    if (plane->point.allFinite() && plane->normal.allFinite()) drawing.floors.push_back(*plane);
    return;
  }
  Drawable drawable{drawn_as(shape), color, body, parent};
  if (is_drawable(bounds_of(drawable.solid))) drawing.drawables.push_back(std::move(drawable));
}

// What a texture is multiplied by comes from its own file alone.
Color color_of(const Mesh::Part& part, const Color& without_texture) {
  return part.texture < 0 ? without_texture : part.color.value_or(Color{1.0, 1.0, 1.0});
}

// Every part of every mesh in its own colour.
void add_visuals(const Figure& figure, SegmentId segment, const Transform& pose, const Style& style,
                 Drawing& drawing) {
  for (const VisualDescription& visual : figure.visuals(segment)) {
    for (const Mesh::Part& part : visual.mesh->parts) {
      const Color color = color_of(part, visual.color.value_or(part.color.value_or(style.body)));
      Drawable drawable{MeshSurface(*visual.mesh, part, visual.scale, pose * visual.place), color, segment,
                        no_segment};
      if (is_drawable(bounds_of(drawable.solid))) drawing.drawables.push_back(std::move(drawable));
    }
  }
}

// Drawn behind the shapes of segments it has none for, as one surface for each colour.
void add_skin(const Kinematics& kinematics, const PictureOptions& options, const Style& style,
              Drawing& drawing) {
  const Figure& figure = kinematics.figure();
  std::vector<Transform> poses;
  for (const SegmentId s : figure.skin_segments()) poses.push_back(kinematics.segment_pose(s));
  const Mesh mesh = posed(*figure.skin(), poses,
                          options.linear_skin ? SkinBlending::linear : SkinBlending::dual_quaternion);
  for (const Mesh::Part& part : mesh.parts) {
    Drawable drawable{MeshSurface(mesh, part, Vec3::Ones(), {}),
                      color_of(part, part.color.value_or(style.body)), root_segment, no_segment};
    if (is_drawable(bounds_of(drawable.solid))) drawing.drawables.push_back(std::move(drawable));
  }
}

class Marks {
 public:
  Marks(Drawing& drawing, double unit) : drawing_(drawing), unit_(unit) {}

  void ball(Mark::Kind kind, const Vec3& center, double radius, const Color& color) {
    add({kind, Shape(Sphere{center, radius * unit_}), color});
  }
  void line(Mark::Kind kind, const Vec3& a, const Vec3& b, double radius, const Color& color) {
    add({kind, Shape(Capsule{a, b, radius * unit_}), color});
  }
  void dashes(Mark::Kind kind, const Vec3& a, const Vec3& b, double radius, const Color& color) {
    const double length = (b - a).norm();
    const double period = 1.6 * unit_;
    if (!(length > period) || !(length < 1e3 * period)) return;
    const Vec3 u = (b - a) / length;
    for (double s = period; s < length - 0.6 * period; s += period) {
      line(kind, a + s * u, a + (s + 0.45 * period) * u, radius, color);
    }
  }
  void axes(Mark::Kind kind, const Transform& pose, double length, double radius) {
    for (int k = 0; k < 3; ++k) {
      line(kind, pose.translation, pose * Vec3(length * unit_ * Vec3::Unit(k)), radius, axis_colors[k]);
    }
  }
  double unit() const { return unit_; }

 private:
  void add(Mark mark) {
    if (is_drawable(bounds_of(mark.solid))) drawing_.marks.push_back(std::move(mark));
  }
  Drawing& drawing_;
  double unit_;  // [m] the radius of a target's ball; other marks are sized by it
};

void add_joint(Marks& marks, const Kinematics& kinematics, JointId joint) {
  const Figure& figure = kinematics.figure();
  const Joint& j = figure.joint(joint);
  // The base frame of the joint, fixed to its parent.
  Transform base = figure.before(joint);
  const SegmentId parent = figure.parent(figure.segment_of(joint));
  if (parent.is_valid()) base = kinematics.segment_pose(parent) * base;
  const auto along = [&](const Vec3& axis, const Color& color) {
    const Vec3 half = 1.6 * marks.unit() * (base.rotation * axis).normalized();
    marks.line(Mark::Kind::joint, base.translation - half, base.translation + half, 0.22, color);
  };
  switch (j.type) {
    case JointType::fixed:
      return;
    case JointType::revolute:
    case JointType::prismatic:
      return along(j.axis, axis_colors[2]);
    case JointType::elbow:
      along(j.axis, axis_colors[2]);
      return along(j.twist_axis, axis_colors[0]);
    case JointType::swing:
    case JointType::ball:
    case JointType::free:
      return marks.axes(Mark::Kind::joint, base, 1.8, 0.2);
  }
}

// The edges of the box that a point must stay in; three circles around a sphere.
void add_region(Marks& marks, const Kinematics& kinematics, const Task& task, const Style& style) {
  const Region* region = std::get_if<Region>(&task);
  if (!region) return;
  const Transform in = now(region->in, kinematics).pose;
  const auto edge = [&](const Vec3& a, const Vec3& b) {
    marks.line(Mark::Kind::target, in * a, in * b, 0.12, style.accent);
  };
  if (const auto* box = std::get_if<Region::InsideBox>(&region->inside)) {
    for (int axis = 0; axis < 3; ++axis) {
      for (int corner = 0; corner < 4; ++corner) {
        Vec3 a = box->half_size;
        if (corner & 1) a[(axis + 1) % 3] *= -1;
        if (corner & 2) a[(axis + 2) % 3] *= -1;
        Vec3 b = a;
        b[axis] *= -1;
        edge(a, b);
      }
    }
  } else if (const auto* sphere = std::get_if<Region::InsideSphere>(&region->inside)) {
    constexpr int pieces = 24;
    const auto on_circle = [&](int axis, int i) -> Vec3 {
      const double angle = 2.0 * std::numbers::pi * i / pieces;
      return sphere->radius *
             (std::cos(angle) * Vec3::Unit((axis + 1) % 3) + std::sin(angle) * Vec3::Unit((axis + 2) % 3));
    };
    for (int axis = 0; axis < 3; ++axis) {
      for (int i = 0; i < pieces; ++i) edge(on_circle(axis, i), on_circle(axis, i + 1));
    }
  }
}

// [m] the height that a given camera shows at its target; without a camera, of everything.
double height_in_sight(const Scene& scene, const PictureOptions& options) {
  const std::optional<Camera> camera = options.camera ? options.camera : scene.camera;
  if (!camera) return unlimited;
  return 2.0 * (camera->eye - camera->target).norm() * std::tan(0.5 * camera->field_of_view);
}

void add_marks(const Scene& scene, const Kinematics& kinematics, const PictureOptions& options,
               const Style& style, Drawing& drawing) {
  const Figure& figure = scene.figure;
  const std::optional<Bounds> box = bounds_of(drawing.drawables);
  const double size = box ? (box->max - box->min).norm() : 1.0;
  Marks marks(drawing, std::min(0.011 * size, 0.013 * height_in_sight(scene, options)));

  if (options.show_skeleton) {
    for (const SegmentId i : figure.segments()) {
      if (i == root_segment) continue;
      const Vec3 from = kinematics.segment_pose(figure.parent(i)).translation;
      const Vec3 to = kinematics.segment_pose(i).translation;
      if ((to - from).norm() > 1e-9 * size) marks.line(Mark::Kind::bone, from, to, 0.2, style.ink);
    }
  }
  if (options.show_joints) {
    for (const JointId j : figure.joints()) add_joint(marks, kinematics, j);
  }
  if (options.show_frames) {
    for (std::size_t i = 0; i < figure.frames().size(); ++i) {
      const Transform pose = kinematics.frame_pose(FrameId{i});
      marks.axes(Mark::Kind::frame, pose, 3.2, 0.26);
      marks.ball(Mark::Kind::frame, pose.translation, 0.5, style.accent);
      drawing.labels.push_back({pose.translation, figure.frames()[i].name});
    }
  }
  if (options.show_targets) {
    MassDistribution masses(figure);
    masses.update(kinematics);
    for (const TaskList::Entry& entry : scene.tasks) {
      if (!entry.settings.enabled) continue;
      add_region(marks, kinematics, entry.task, style);
      const TaskPoints points = points_of(entry.task, kinematics, masses);
      if (!points.to || !points.to->allFinite()) continue;
      marks.ball(Mark::Kind::target, *points.to, 0.8, style.accent);
      for (int k = 0; k < 3; ++k) {
        const Vec3 half = 2.3 * marks.unit() * Vec3::Unit(k);
        marks.line(Mark::Kind::target, *points.to - half, *points.to + half, 0.10, style.accent);
      }
      if (points.from) marks.dashes(Mark::Kind::target, *points.from, *points.to, 0.2, style.accent);
      if (!entry.name.empty()) drawing.labels.push_back({*points.to, entry.name});
    }
  }
  if (options.show_center_of_mass && figure.total_mass() > 0.0) {
    MassDistribution masses(figure);
    masses.update(kinematics);
    const Vec3 center = masses.center();
    marks.ball(Mark::Kind::center_of_mass, center, 1.9, {0.97, 0.97, 0.97});
    if (!drawing.floors.empty() && std::abs(drawing.floors.front().normal.z()) > 0.999) {
      Vec3 below = center;
      below.z() = drawing.floors.front().point.z();
      marks.dashes(Mark::Kind::center_of_mass, center, below, 0.16, {0.8, 0.8, 0.8});
    }
  }
}

// At z = 0; lower if something reaches below, higher if everything is far above.
double ground_height(const std::vector<Drawable>& drawables) {
  const std::optional<Bounds> box = bounds_of(drawables);
  if (!box) return 0.0;
  const double size = (box->max - box->min).norm();
  return box->min.z() > 1.5 * size ? box->min.z() - 0.1 * size : std::min(0.0, box->min.z());
}

}  // namespace

Drawing drawing_of(const Scene& scene, const PictureOptions& options, bool for_vectors) {
  const Style style = style_of(options.theme);
  const Figure& figure = scene.figure;
  Kinematics kinematics(figure);
  kinematics.update(scene.posture);

  Drawing drawing;
  const std::vector<SegmentId> parents = parents_with_shapes(figure);
  if (!for_vectors && figure.skin() != nullptr) add_skin(kinematics, options, style, drawing);
  for (const SegmentId i : figure.segments()) {
    const Transform pose = kinematics.segment_pose(i);
    if (!for_vectors && figure.is_drawn_by_skin(i)) continue;
    if (!for_vectors && figure.is_drawn_by_meshes(i)) {
      add_visuals(figure, i, pose, style, drawing);
      continue;
    }
    for (const BodyShape& part : figure.shapes(i)) {
      add_shape(transformed(pose, part.shape), part.color.value_or(style.body), i, at(parents, i), drawing);
    }
  }
  if (options.blend) {
    drawing.drawables =
        with_smooth_strands(std::move(drawing.drawables), for_vectors ? 1 : pieces_of_a_smooth_link);
  }
  for (const Obstacle& obstacle : scene.world.obstacles) {
    add_shape(obstacle.shape, obstacle.color.value_or(style.obstacle), no_segment, no_segment, drawing);
  }
  if (options.ground && drawing.floors.empty()) {
    drawing.floors.push_back(Plane{Vec3(0, 0, ground_height(drawing.drawables)), Vec3::UnitZ()});
  }
  add_marks(scene, kinematics, options, style, drawing);
  return drawing;
}

}  // namespace limber::picture
