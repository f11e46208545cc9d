#include "limber/files/urdf/shapes.h"

#include <algorithm>
#include <cmath>

namespace limber::urdf_import {

namespace {

constexpr double thinnest = 0.02, thickest = 0.10;  // [m] of a stand-in box

Shape shape_of(const urdf::Geometry& geometry, const urdf::Pose& origin, const GeometrySource& source,
               const Box& stand_in) {
  const Transform place = transform_of(origin);
  switch (geometry.type) {
    case urdf::Geometry::SPHERE:
      return Sphere{place.translation, static_cast<const urdf::Sphere&>(geometry).radius};
    case urdf::Geometry::BOX:
      return Box{place.translation, vector_of(static_cast<const urdf::Box&>(geometry).dim), place.rotation};
    case urdf::Geometry::CYLINDER: {  // along z, centred; a capsule's length is that of its straight part
      const auto& cylinder = static_cast<const urdf::Cylinder&>(geometry);
      const Vec3 half = place.rotation.col(2) * (cylinder.length / 2);
      const Vec3 a = place.translation - half, b = place.translation + half;
      if (source.is_capsule) return Capsule{a, b, cylinder.radius};
      return Cylinder{a, b, cylinder.radius};
    }
    case urdf::Geometry::MESH:
      break;
  }
  return MeshReference{source.mesh, vector_of(static_cast<const urdf::Mesh&>(geometry).scale), place,
                       stand_in};
}

std::optional<Color> color_of(const urdf::Visual& visual) {
  if (!visual.material) return {};
  const urdf::Color& color = visual.material->color;
  // urdfdom keeps floats; people wrote decimals.
  const auto decimal = [](float part) { return std::round(static_cast<double>(part) * 1e6) / 1e6; };
  return Color{decimal(color.r), decimal(color.g), decimal(color.b)};
}

}  // namespace

std::vector<BodyShape> shapes_of(const urdf::Link& link, const LinkSource& source, const Box& stand_in) {
  std::vector<BodyShape> shapes;
  if (link.collision_array.empty()) {
    for (std::size_t i = 0; i < link.visual_array.size(); ++i) {
      const urdf::Visual& visual = *link.visual_array[i];
      shapes.push_back(
          {shape_of(*visual.geometry, visual.origin, source.visuals[i], stand_in), color_of(visual)});
    }
    return shapes;
  }
  std::optional<Color> color;
  for (const auto& visual : link.visual_array) {
    if (!color) color = color_of(*visual);
  }
  for (std::size_t i = 0; i < link.collision_array.size(); ++i) {
    const urdf::Collision& collision = *link.collision_array[i];
    shapes.push_back(
        {shape_of(*collision.geometry, collision.origin, source.collisions[i], stand_in), color});
  }
  return shapes;
}

Box stand_in_box(const std::vector<Vec3>& joints, const Vec3& step) {
  Vec3 low = Vec3::Zero(), high = Vec3::Zero();
  for (const Vec3& joint : joints) {
    low = low.cwiseMin(joint);
    high = high.cwiseMax(joint);
  }
  const double span = (high - low).norm();
  if (span < 1e-3) {
    const double edge = step.norm() < 1e-3 ? thickest : std::clamp(step.norm(), thinnest, thickest);
    return {Vec3::Zero(), Vec3::Constant(edge)};
  }
  const double margin = std::clamp(span / 4, thinnest, thickest);
  return {(low + high) / 2, high - low + Vec3::Constant(margin)};
}

}  // namespace limber::urdf_import
