// Bounds, distance, ray casting, support and thickness of one solid.

#include <cmath>

#include "limber/base/overloaded.h"
#include "limber/picture/drawing/drawable.h"
#include "limber/shapes/hull_point.h"

namespace limber::picture {

namespace {

double half_extent_of_disc(const Vec3& axis, double radius, const Vec3& direction) {
  const double length = axis.norm();
  const Vec3 u = length > 0.0 ? Vec3(axis / length) : Vec3::Zero();
  return radius * (direction - direction.dot(u) * u).norm();
}

double support_of_box(const Box& box, const Vec3& direction) {
  return direction.dot(box.center) + 0.5 * (box.rotation.transpose() * direction).cwiseAbs().dot(box.size);
}

double support_of(const Shape& shape, const Vec3& d) {
  return std::visit(
      overloaded{
          [&](const Sphere& s) { return d.dot(s.center) + s.radius * d.norm(); },
          [&](const Ellipsoid& e) {
            return d.dot(e.center) + (e.rotation.transpose() * d).cwiseProduct(e.radii).norm();
          },
          [&](const Capsule& c) { return std::max(d.dot(c.a), d.dot(c.b)) + c.radius * d.norm(); },
          [&](const Cylinder& c) {
            return std::max(d.dot(c.a), d.dot(c.b)) + half_extent_of_disc(c.b - c.a, c.radius, d);
          },
          [&](const Box& b) { return support_of_box(b, d); },
          [&](const Plane& p) { return d.dot(p.point); },
          [&](const MeshReference& m) { return support_of_box(m.box, d); },
          [&](const Rectangle& r) { return support_of_box(as_box(r), d); },
          [&](const ConvexMesh& m) {
            const Vec3 own = m.place.rotation.transpose() * d;
            return d.dot(m.place * farthest_vertex(*m.hull, own));
          },
      },
      shape);
}

double thickness_of(const Shape& shape) {
  return std::visit(
      overloaded{
          [](const Sphere& s) { return s.radius; },
          [](const Ellipsoid& e) { return e.radii.minCoeff(); },
          [](const Capsule& c) { return c.radius; },
          [](const Cylinder& c) { return std::min(c.radius, 0.5 * (c.b - c.a).norm()); },
          [](const Box& b) { return 0.5 * b.size.minCoeff(); },
          [](const Plane&) { return 0.0; },
          [](const MeshReference& m) { return 0.5 * m.box.size.minCoeff(); },
          [](const Rectangle&) { return 0.0; },
          [](const ConvexMesh& m) { return -nearest_on_hull(*m.hull, m.hull->center).distance; },
      },
      shape);
}

}  // namespace

Bounds bounds_of(const Solid& solid) {
  if (const RoundCone* cone = std::get_if<RoundCone>(&solid)) return bounds(*cone);
  if (const MeshSurface* surface = std::get_if<MeshSurface>(&solid)) return surface->box();
  const std::optional<Bounds> box = limber::bounds(std::get<Shape>(solid));
  return box ? *box : Bounds{Vec3::Zero(), Vec3::Zero()};
}

Distance distance_to(const Solid& solid, const Vec3& point) {
  return std::visit([&](const auto& s) { return distance(s, point); }, solid);
}

std::optional<RayHit> cast(const Solid& solid, const Vec3& origin, const Vec3& direction) {
  return std::visit([&](const auto& s) { return cast_ray(s, origin, direction); }, solid);
}

double support(const Solid& solid, const Vec3& direction) {
  return std::visit(overloaded{
                        [&](const Shape& s) { return support_of(s, direction); },
                        [&](const RoundCone& c) {
                          return std::max(direction.dot(c.a) + c.radius_a * direction.norm(),
                                          direction.dot(c.b) + c.radius_b * direction.norm());
                        },
                        [&](const MeshSurface& m) { return m.support(direction); },
                    },
                    solid);
}

double thickness(const Solid& solid) {
  return std::visit(overloaded{
                        [](const Shape& s) { return thickness_of(s); },
                        [](const RoundCone& c) { return std::min(c.radius_a, c.radius_b); },
                        [](const MeshSurface&) { return 0.0; },  // nothing to round
                    },
                    solid);
}

std::optional<Bounds> bounds_of(const std::vector<Drawable>& drawables) {
  if (drawables.empty()) return std::nullopt;
  Bounds all = bounds_of(drawables.front().solid);
  for (const Drawable& drawable : drawables) {
    const Bounds box = bounds_of(drawable.solid);
    all.min = all.min.cwiseMin(box.min);
    all.max = all.max.cwiseMax(box.max);
  }
  return all;
}

}  // namespace limber::picture
