// Which shapes of a link are kept, and boxes to stand in for meshes.

#include "limber/files/urdf/shapes.h"

#include <algorithm>

namespace limber::urdf_import {

namespace {

// Of the span of the robot:
constexpr double thinnest = 0.02, thickest = 0.10;  // margins and cubes of stand-in boxes
constexpr double no_span = 1e-3;                    // shorter: the joints are all at the origin

Shape shape_of(const Geometry& geometry, const Box& stand_in) {
  Shape shape = geometry.shape;
  if (auto* mesh = std::get_if<MeshReference>(&shape)) mesh->box = stand_in;
  return shape;
}

}  // namespace

std::vector<BodyShape> shapes_of(const RobotLink& link, const Box& stand_in) {
  std::vector<BodyShape> shapes;
  if (link.collisions.empty()) {
    for (const Geometry& visual : link.visuals) {
      shapes.push_back({shape_of(visual, stand_in), visual.color});
    }
    return shapes;
  }
  std::optional<Color> color;
  for (const Geometry& visual : link.visuals) {
    if (!color) color = visual.color;
  }
  for (const Geometry& collision : link.collisions) shapes.push_back({shape_of(collision, stand_in), color});
  return shapes;
}

std::vector<VisualDescription> visuals_of(const RobotLink& link) {
  std::vector<VisualDescription> visuals;
  for (const Geometry& visual : link.visuals) {
    const auto* mesh = std::get_if<MeshReference>(&visual.shape);
    if (mesh == nullptr) continue;
    visuals.push_back({mesh->file, mesh->scale, mesh->place, visual.color});
    visuals.back().texture = visual.texture;
  }
  return visuals;
}

Box stand_in_box(const std::vector<Vec3>& joints, const Vec3& step, double whole) {
  if (!(whole > 0.0)) whole = 1.0;  // [m] a robot without any length
  Vec3 low = Vec3::Zero(), high = Vec3::Zero();
  for (const Vec3& joint : joints) {
    low = low.cwiseMin(joint);
    high = high.cwiseMax(joint);
  }
  const double span = (high - low).norm();
  const double thin = thinnest * whole, thick = thickest * whole;
  if (span < no_span * whole) {
    const double edge = step.norm() < no_span * whole ? thick : std::clamp(step.norm(), thin, thick);
    return {Vec3::Zero(), Vec3::Constant(edge)};
  }
  const double margin = std::clamp(span / 4, thin, thick);
  return {(low + high) / 2, high - low + Vec3::Constant(margin)};
}

}  // namespace limber::urdf_import
