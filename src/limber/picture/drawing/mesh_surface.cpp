// The first triangle along a ray, by Moeller and Trumbore; the normal and the place on the texture between
// those of its corners.

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

Rgb light_of_pixel(const Texture& texture, std::size_t x, std::size_t y) {
  static const std::vector<double> lights = [] {
    std::vector<double> all;
    for (int level = 0; level < 256; ++level) all.push_back(linear_from_srgb(level / 255.0));
    return all;
  }();
  const std::uint8_t* rgb = texture.rgb.data() + 3 * (y * texture.width + x);
  return {lights[rgb[0]], lights[rgb[1]], lights[rgb[2]]};
}

// Between the four pixels around a place; the image is repeated beyond its sides.
Rgb light_at(const Texture& texture, const Vec2& uv) {
  const auto wrapped = [](double place, std::uint32_t size) {
    const double whole = static_cast<double>(size);
    const auto pixel = static_cast<std::size_t>(place - whole * std::floor(place / whole));
    return std::min<std::size_t>(pixel, size - 1);
  };
  const double x = uv.x() * texture.width - 0.5, y = uv.y() * texture.height - 0.5;
  const double left = std::floor(x), top = std::floor(y), right = x - left, down = y - top;
  Rgb sum = Rgb::Zero();
  for (const int j : {0, 1}) {
    for (const int i : {0, 1}) {
      const double share = (i == 1 ? right : 1.0 - right) * (j == 1 ? down : 1.0 - down);
      sum +=
          share * light_of_pixel(texture, wrapped(left + i, texture.width), wrapped(top + j, texture.height));
    }
  }
  return sum;
}

}  // namespace

MeshSurface::MeshSurface(const Mesh& mesh, const Mesh::Part& part, const Vec3& scale,
                         const Transform& place) {
  std::vector<Vec3> points, normals;
  std::vector<Vec2> uvs;
  std::shared_ptr<const Texture> texture;
  if (part.texture >= 0) texture = mesh.textures[static_cast<std::size_t>(part.texture)];
  std::vector<Bounds> boxes;
  Bounds all{Vec3::Constant(nowhere), Vec3::Constant(-nowhere)};
  for (std::uint32_t i = part.first; i < part.first + part.count; ++i) {
    Bounds box = {Vec3::Constant(nowhere), Vec3::Constant(-nowhere)};
    for (const std::uint32_t corner : mesh.triangles[i]) {
      points.push_back(place * scale.cwiseProduct(doubles(mesh.points[corner])));
      normals.push_back(place.rotation * doubles(mesh.normals[corner]).cwiseQuotient(scale).normalized());
      if (texture) {
        const auto& [u, v] = mesh.uvs[corner];
        uvs.emplace_back(static_cast<double>(u), static_cast<double>(v));
      }
      box = {box.min.cwiseMin(points.back()), box.max.cwiseMax(points.back())};
    }
    boxes.push_back(box);
    all = {all.min.cwiseMin(box.min), all.max.cwiseMax(box.max)};
  }
  data_ = std::make_shared<const Data>(
      Data{std::move(points), std::move(normals), std::move(uvs), std::move(texture), all, BoxTree(boxes)});
}

double MeshSurface::support(const Vec3& direction) const {
  double most = -nowhere;
  for (const Vec3& p : data_->points) most = std::max(most, direction.dot(p));
  return most;
}

std::optional<MeshSurface::FirstHit> MeshSurface::first_hit(const Vec3& origin, const Vec3& direction) const {
  const Ray ray(origin, direction);
  std::optional<FirstHit> first;
  data_->tree.meet(ray, nowhere, [&](int index, double farthest) {
    const auto corner = 3 * static_cast<std::size_t>(index);
    const std::optional<OnTriangle> hit = hit_of(&data_->points[corner], origin, direction);
    if (!hit || !(hit->distance < farthest)) return farthest;
    first = {corner, hit->distance, hit->u, hit->v};
    return hit->distance;
  });
  return first;
}

std::optional<RayHit> MeshSurface::cast(const Vec3& origin, const Vec3& direction) const {
  const std::optional<FirstHit> first = first_hit(origin, direction);
  if (!first) return std::nullopt;
  const Vec3* n = &data_->normals[first->corner];
  Vec3 normal = ((1.0 - first->u - first->v) * n[0] + first->u * n[1] + first->v * n[2]).normalized();
  if (!normal.allFinite()) normal = -direction.normalized();
  if (normal.dot(direction) > 0.0) normal = -normal;
  return RayHit{first->distance, normal};
}

Rgb MeshSurface::texture_at(const Vec3& origin, const Vec3& direction) const {
  const std::optional<FirstHit> first = first_hit(origin, direction);
  if (!first || !data_->texture) return Rgb::Ones();
  const Vec2* uv = &data_->uvs[first->corner];
  return light_at(*data_->texture, (1.0 - first->u - first->v) * uv[0] + first->u * uv[1] + first->v * uv[2]);
}

// Of a few thousand pixels: it only tints the light that neighbours get.
Rgb MeshSurface::mean_of_texture() const {
  if (!data_->texture) return Rgb::Ones();
  const Texture& texture = *data_->texture;
  const std::size_t pixels = std::size_t{texture.width} * texture.height;
  const std::size_t step = 1 + pixels / 4096;
  Rgb sum = Rgb::Zero();
  double count = 0.0;
  for (std::size_t k = 0; k < pixels; k += step, count += 1.0) {
    sum += light_of_pixel(texture, k % texture.width, k / texture.width);
  }
  return sum / count;
}

std::optional<RayHit> cast_ray(const MeshSurface& surface, const Vec3& origin, const Vec3& direction) {
  return surface.cast(origin, direction);
}

Distance distance(const MeshSurface& surface, const Vec3& point) {
  const Bounds& box = surface.box();
  return distance(Shape(Box{0.5 * (box.min + box.max), box.max - box.min}), point);
}

}  // namespace limber::picture
