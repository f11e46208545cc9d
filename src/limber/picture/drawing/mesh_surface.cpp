// The first triangle along a ray, by Moeller and Trumbore, and the normal between those of its corners.

#include "limber/picture/drawing/mesh_surface.h"

#include <cmath>

namespace limber::picture {

namespace {

Vec3 doubles(const std::array<float, 3>& p) {
  return {static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])};
}

struct OnTriangle {
  double distance, u, v;
};

std::optional<OnTriangle> hit_of(const Vec3* corner, const Vec3& origin, const Vec3& direction) {
  const Vec3 e1 = corner[1] - corner[0], e2 = corner[2] - corner[0];
  const Vec3 p = direction.cross(e2);
  const double determinant = e1.dot(p);
  if (determinant == 0.0) return std::nullopt;
  const Vec3 s = origin - corner[0];
  const double u = s.dot(p) / determinant;
  if (!(u >= 0.0 && u <= 1.0)) return std::nullopt;
  const Vec3 q = s.cross(e1);
  const double v = direction.dot(q) / determinant;
  if (!(v >= 0.0 && u + v <= 1.0)) return std::nullopt;
  const double t = e2.dot(q) / determinant;
  if (!(t > 0.0)) return std::nullopt;
  return OnTriangle{t, u, v};
}

}  // namespace

MeshSurface::MeshSurface(const Mesh& mesh, const Mesh::Part& part, const Vec3& scale,
                         const Transform& place) {
  std::vector<Vec3> points, normals;
  std::vector<Bounds> boxes;
  Bounds all{Vec3::Constant(nowhere), Vec3::Constant(-nowhere)};
  for (std::uint32_t i = part.first; i < part.first + part.count; ++i) {
    Bounds box = {Vec3::Constant(nowhere), Vec3::Constant(-nowhere)};
    for (const std::uint32_t corner : mesh.triangles[i]) {
      points.push_back(place * scale.cwiseProduct(doubles(mesh.points[corner])));
      normals.push_back(place.rotation * doubles(mesh.normals[corner]).cwiseQuotient(scale).normalized());
      box = {box.min.cwiseMin(points.back()), box.max.cwiseMax(points.back())};
    }
    boxes.push_back(box);
    all = {all.min.cwiseMin(box.min), all.max.cwiseMax(box.max)};
  }
  data_ = std::make_shared<const Data>(Data{std::move(points), std::move(normals), all, BoxTree(boxes)});
}

double MeshSurface::support(const Vec3& direction) const {
  double most = -nowhere;
  for (const Vec3& p : data_->points) most = std::max(most, direction.dot(p));
  return most;
}

std::optional<RayHit> MeshSurface::cast(const Vec3& origin, const Vec3& direction) const {
  const Ray ray(origin, direction);
  std::optional<OnTriangle> first;
  std::size_t triangle = 0;
  data_->tree.meet(ray, nowhere, [&](int index, double farthest) {
    const auto corner = 3 * static_cast<std::size_t>(index);
    const std::optional<OnTriangle> hit = hit_of(&data_->points[corner], origin, direction);
    if (!hit || !(hit->distance < farthest)) return farthest;
    first = hit;
    triangle = corner;
    return hit->distance;
  });
  if (!first) return std::nullopt;
  const Vec3* n = &data_->normals[triangle];
  Vec3 normal = ((1.0 - first->u - first->v) * n[0] + first->u * n[1] + first->v * n[2]).normalized();
  if (!normal.allFinite()) normal = -direction.normalized();
  if (normal.dot(direction) > 0.0) normal = -normal;
  return RayHit{first->distance, normal};
}

std::optional<RayHit> cast_ray(const MeshSurface& surface, const Vec3& origin, const Vec3& direction) {
  return surface.cast(origin, direction);
}

Distance distance(const MeshSurface& surface, const Vec3& point) {
  const Bounds& box = surface.box();
  return distance(Shape(Box{0.5 * (box.min + box.max), box.max - box.min}), point);
}

}  // namespace limber::picture
