// Bodies of revolution ring by ring, boxes and hulls face by face.

#include "limber/files/gltf/tessellate.h"

#include <numbers>

#include "limber/base/overloaded.h"
#include "limber/math/portable.h"
#include "limber/math/rotation.h"

namespace limber::gltf {

namespace {

constexpr int slices = 24, stacks = 12;  // around, and from pole to pole

// A body of revolution about z: rings of points, from the bottom to the top.
struct Ring {
  double radius, height;  // of the points
  double out, up;         // their normal: out of the axis, and up
};

Surface revolved(const std::vector<Ring>& rings) {
  Surface surface;
  for (const Ring& ring : rings) {
    for (int k = 0; k <= slices; ++k) {
      const double angle = 2 * std::numbers::pi * k / slices;
      const double c = portable::cos(angle), s = portable::sin(angle);
      surface.points.emplace_back(ring.radius * c, ring.radius * s, ring.height);
      surface.normals.emplace_back(ring.out * c, ring.out * s, ring.up);
    }
  }
  const auto number = [](std::size_t ring, int k) {
    return static_cast<std::uint32_t>(ring * (slices + 1) + static_cast<std::size_t>(k));
  };
  for (std::size_t r = 0; r + 1 < rings.size(); ++r) {
    for (int k = 0; k < slices; ++k) {
      const std::uint32_t a = number(r, k), b = number(r, k + 1), c = number(r + 1, k + 1),
                          d = number(r + 1, k);
      if (rings[r].radius > 0.0) surface.triangles.push_back({a, b, c});
      if (rings[r + 1].radius > 0.0) surface.triangles.push_back({a, c, d});
    }
  }
  return surface;
}

// A sphere cut at the equator and drawn apart by `half` each way: a capsule.
Surface capsule_along_z(double radius, double half) {
  std::vector<Ring> rings;
  for (int k = 0; k <= stacks; ++k) {
    const double angle = std::numbers::pi * (static_cast<double>(k) / stacks - 0.5);
    const double c = k == 0 || k == stacks ? 0.0 : portable::cos(angle), s = portable::sin(angle);
    if (k == stacks / 2 && half > 0.0) rings.push_back({radius, -half, 1, 0});
    rings.push_back({radius * c, radius * s + (2 * k < stacks ? -half : half), c, s});
  }
  return revolved(rings);
}

Surface placed(Surface surface, const Transform& place) {
  for (Vec3& point : surface.points) point = place * point;
  for (Vec3& normal : surface.normals) normal = place.rotation * normal;
  return surface;
}

Transform along(const Vec3& a, const Vec3& b) {
  const double length = (b - a).norm();
  const Mat3 turn = length > 0.0 ? direct_rotation(Vec3::UnitZ(), (b - a) / length) : Mat3(Mat3::Identity());
  return {turn, (a + b) / 2};
}

Surface box_surface(const Box& box) {
  Surface surface;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {-1.0, 1.0}) {
      const Vec3 normal = side * Vec3::Unit(axis);
      const Vec3 u = Vec3::Unit((axis + 1) % 3), v = side * Vec3::Unit((axis + 2) % 3);
      const auto first = static_cast<std::uint32_t>(surface.points.size());
      for (const Vec3& corner : {Vec3(-u - v), Vec3(u - v), Vec3(u + v), Vec3(-u + v)}) {
        surface.points.push_back((normal + corner).cwiseProduct(box.size / 2));
        surface.normals.push_back(normal);
      }
      surface.triangles.push_back({first, first + 1, first + 2});
      surface.triangles.push_back({first, first + 2, first + 3});
    }
  }
  return placed(std::move(surface), {box.rotation, box.center});
}

Surface hull_surface(const ConvexMesh& mesh) {
  Surface surface;
  for (const ConvexHull::Face& face : mesh.hull->faces) {
    const auto first = static_cast<std::uint32_t>(surface.points.size());
    for (const int v : face.vertices) {
      surface.points.push_back(mesh.hull->vertices[static_cast<std::size_t>(v)]);
      surface.normals.push_back(face.normal);
    }
    surface.triangles.push_back({first, first + 1, first + 2});
  }
  return placed(std::move(surface), mesh.place);
}

}  // namespace

Surface surface_of(const Shape& shape) {
  return std::visit(
      overloaded{
          [](const Sphere& s) { return placed(capsule_along_z(s.radius, 0.0), Transform::at(s.center)); },
          [](const Ellipsoid& e) {
            Surface surface = capsule_along_z(1.0, 0.0);
            for (Vec3& point : surface.points) point = point.cwiseProduct(e.radii);
            for (Vec3& normal : surface.normals) normal = normal.cwiseQuotient(e.radii).normalized();
            return placed(std::move(surface), {e.rotation, e.center});
          },
          [](const Capsule& c) {
            return placed(capsule_along_z(c.radius, (c.b - c.a).norm() / 2), along(c.a, c.b));
          },
          [](const Cylinder& c) {
            const double r = c.radius, half = (c.b - c.a).norm() / 2;
            return placed(revolved({{0, -half, 0, -1},
                                    {r, -half, 0, -1},
                                    {r, -half, 1, 0},
                                    {r, half, 1, 0},
                                    {r, half, 0, 1},
                                    {0, half, 0, 1}}),
                          along(c.a, c.b));
          },
          [](const Box& b) { return box_surface(b); },
          [](const MeshReference& m) { return box_surface(m.box); },
          [](const ConvexMesh& m) { return hull_surface(m); },
          [](const auto&) { return Surface(); },
      },
      shape);
}

}  // namespace limber::gltf
