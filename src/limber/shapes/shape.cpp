// Transforms, volumes and bounds of every shape.

#include "limber/shapes/shape.h"

#include <array>
#include <cmath>
#include <numbers>

#include "limber/base/ids.h"
#include "limber/base/overloaded.h"
#include "limber/math/portable.h"

namespace limber {

namespace {

constexpr double pi = std::numbers::pi;

Box transformed_box(const Transform& outer, const Box& box) {
  return {outer * box.center, box.size, outer.rotation * box.rotation};
}

Bounds around(const Vec3& center, const Vec3& half) {
  return {center - half, center + half};
}

Bounds bounds_of(const Box& box) {
  return around(box.center, 0.5 * (box.rotation.cwiseAbs() * box.size));
}

Bounds bounds_of(const Ellipsoid& e) {
  // Along a direction n the surface reaches |diag(radii) R^T n|: the rows of R diag(radii).
  return around(e.center, (e.rotation * e.radii.asDiagonal()).rowwise().norm());
}

Bounds bounds_of(const Cylinder& c) {
  // A disc with unit normal u reaches radius sqrt(1 - u_i^2) along axis i, and that root is the length of
  // the other two components. A cylinder without length has no axis: its bounds are those of a ball.
  const Vec3 axis = (c.b - c.a).normalized();
  const Vec3 reach = c.radius * Vec3(portable::hypot(axis.y(), axis.z()), portable::hypot(axis.x(), axis.z()),
                                     portable::hypot(axis.x(), axis.y()));
  const Vec3 half = axis.isZero(0.0) ? Vec3::Constant(c.radius) : reach;
  return {c.a.cwiseMin(c.b) - half, c.a.cwiseMax(c.b) + half};
}

Bounds bounds_of(const ConvexMesh& mesh) {
  Bounds box = around(mesh.place * mesh.hull->vertices[0], Vec3::Zero());
  for (const Vec3& vertex : mesh.hull->vertices) {
    const Vec3 p = mesh.place * vertex;
    box = {box.min.cwiseMin(p), box.max.cwiseMax(p)};
  }
  return box;
}

double volume_of(const ConvexHull& hull) {
  double sixfold = 0.0;
  for (const ConvexHull::Face& face : hull.faces) {
    const auto vertex = [&](std::size_t k) -> Vec3 {
      return at(hull.vertices, face.vertices[k]) - hull.center;
    };
    sixfold += vertex(0).dot(vertex(1).cross(vertex(2)));
  }
  return sixfold / 6.0;
}

}  // namespace

Box as_box(const Rectangle& r) {
  return {r.center, Vec3(r.size.x(), r.size.y(), 0.0), r.rotation};
}

std::string_view shape_type_name(const Shape& shape) {
  static constexpr std::array<std::string_view, 9> names = {
      "sphere", "ellipsoid", "capsule", "cylinder", "box", "plane", "mesh", "convex", "rectangle"};
  static_assert(std::variant_size_v<Shape> == names.size());
  return names[shape.index()];
}

Shape transformed(const Transform& outer, const Shape& shape) {
  return std::visit(
      overloaded{
          [&](const Sphere& s) -> Shape {
            return Sphere{outer * s.center, s.radius};
          },
          [&](const Ellipsoid& e) -> Shape {
            return Ellipsoid{outer * e.center, e.radii, outer.rotation * e.rotation};
          },
          [&](const Capsule& c) -> Shape {
            return Capsule{outer * c.a, outer * c.b, c.radius};
          },
          [&](const Cylinder& c) -> Shape {
            return Cylinder{outer * c.a, outer * c.b, c.radius};
          },
          [&](const Box& b) -> Shape { return transformed_box(outer, b); },
          [&](const Plane& p) -> Shape {
            return Plane{outer * p.point, outer.rotation * p.normal};
          },
          [&](const MeshReference& m) -> Shape {
            return MeshReference{m.file, m.scale, outer * m.place, transformed_box(outer, m.box)};
          },
          [&](const Rectangle& r) -> Shape {
            return Rectangle{outer * r.center, r.size, outer.rotation * r.rotation};
          },
          [&](const ConvexMesh& m) -> Shape {
            return ConvexMesh{m.hull, outer * m.place};
          },
      },
      shape);
}

void translate(Shape& shape, const Vec3& by) noexcept {
  const auto at_center = [&](auto& solid) { solid.center += by; };
  const auto at_ends = [&](auto& solid) {
    solid.a += by;
    solid.b += by;
  };
  std::visit(overloaded{
                 [&](Sphere& s) { at_center(s); },
                 [&](Ellipsoid& e) { at_center(e); },
                 [&](Capsule& c) { at_ends(c); },
                 [&](Cylinder& c) { at_ends(c); },
                 [&](Box& b) { at_center(b); },
                 [&](Plane& p) { p.point += by; },
                 [&](MeshReference& m) {
                   m.place.translation += by;
                   at_center(m.box);
                 },
                 [&](Rectangle& r) { at_center(r); },
                 [&](ConvexMesh& m) { m.place.translation += by; },
             },
             shape);
}

double volume(const Shape& shape) {
  return std::visit(overloaded{
                        [](const Sphere& s) { return 4.0 / 3.0 * pi * s.radius * s.radius * s.radius; },
                        [](const Ellipsoid& e) { return 4.0 / 3.0 * pi * e.radii.prod(); },
                        [](const Capsule& c) {
                          return pi * c.radius * c.radius * ((c.b - c.a).norm() + 4.0 / 3.0 * c.radius);
                        },
                        [](const Cylinder& c) { return pi * c.radius * c.radius * (c.b - c.a).norm(); },
                        [](const Box& b) { return b.size.prod(); },
                        [](const Plane&) { return 0.0; },
                        [](const MeshReference& m) { return m.box.size.prod(); },
                        [](const Rectangle&) { return 0.0; },
                        [](const ConvexMesh& m) { return volume_of(*m.hull); },
                    },
                    shape);
}

std::optional<Bounds> bounds(const Shape& shape) {
  using Answer = std::optional<Bounds>;
  return std::visit(overloaded{
                        [](const Sphere& s) -> Answer { return around(s.center, Vec3::Constant(s.radius)); },
                        [](const Ellipsoid& e) -> Answer { return bounds_of(e); },
                        [](const Capsule& c) -> Answer {
                          const Vec3 half = Vec3::Constant(c.radius);
                          return Bounds{c.a.cwiseMin(c.b) - half, c.a.cwiseMax(c.b) + half};
                        },
                        [](const Cylinder& c) -> Answer { return bounds_of(c); },
                        [](const Box& b) -> Answer { return bounds_of(b); },
                        [](const Plane&) -> Answer { return std::nullopt; },
                        [](const MeshReference& m) -> Answer { return bounds_of(m.box); },
                        [](const Rectangle& r) -> Answer { return bounds_of(as_box(r)); },
                        [](const ConvexMesh& m) -> Answer { return bounds_of(m); },
                    },
                    shape);
}

}  // namespace limber
