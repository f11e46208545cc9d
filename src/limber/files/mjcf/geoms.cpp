// What collides and what is drawn; without MuJoCo's headers, nothing.

#if LIMBER_HAVE_MUJOCO

#include "limber/files/mjcf/geoms.h"

#include <algorithm>

#include "limber/files/gltf/tessellate.h"
#include "limber/meshes/images.h"
#include "limber/meshes/surface.h"
#include "limber/shapes/shape.h"

namespace limber::mjcf {

namespace {

std::shared_ptr<const Mesh> finished(Mesh mesh, std::optional<Color> color = {}, int texture = -1) {
  mesh.parts.push_back({0, static_cast<std::uint32_t>(mesh.triangles.size()), color, texture});
  finish_surface(mesh);
  return std::make_shared<const Mesh>(std::move(mesh));
}

std::shared_ptr<const Mesh> surface_mesh(const Shape& shape) {
  const gltf::Surface surface = gltf::surface_of(shape);
  Mesh mesh;
  for (const Vec3& p : surface.points) {
    mesh.points.push_back({static_cast<float>(p.x()), static_cast<float>(p.y()), static_cast<float>(p.z())});
  }
  mesh.triangles = surface.triangles;
  return finished(std::move(mesh));
}

}  // namespace

Vec3 vector_at(const mjtNum* data, int number) {
  return Vec3(data[3 * number], data[3 * number + 1], data[3 * number + 2]);
}

Quat quaternion_of(const mjtNum* data, int number) {
  const mjtNum* q = data + 4 * number;
  return Quat(q[0], q[1], q[2], q[3]).normalized();
}

void Geoms::add(int b, SegmentDescription& segment) {
  const int first = m_.body_geomadr[b], count = m_.body_geomnum[b];
  bool any_collides = false, looks_different = false;
  for (int g = first; g < first + count; ++g) {
    any_collides = any_collides || collides(g);
    looks_different = looks_different || (is_seen(g) && (!collides(g) || m_.geom_type[g] == mjGEOM_MESH));
  }
  for (int g = first; g < first + count; ++g) {
    if (looks_different && is_seen(g)) add_visual(g, segment);
    if (is_seen(g) && texture_number(g) >= 0 && !can_have_texture(g)) ++without_texture_;
    if (any_collides && !collides(g)) continue;
    std::optional<Shape> shape = shape_of(g);
    if (shape) segment.shapes.push_back({std::move(*shape), color_of(g)});
    if (!shape) ++left_out_;
  }
}

const float* Geoms::rgba_of(int g) const {
  const int material = m_.geom_matid[g];
  return material >= 0 ? m_.mat_rgba + 4 * material : m_.geom_rgba + 4 * g;
}

Color Geoms::color_of(int g) const {
  const float* rgba = rgba_of(g);
  const auto part = [&](int k) { return std::clamp(static_cast<double>(rgba[k]), 0.0, 1.0); };
  return Color{part(0), part(1), part(2)};
}

// A mesh as it is, another shape as its surface, in the geom's own frame.
void Geoms::add_visual(int g, SegmentDescription& segment) {
  const Transform place{quaternion_of(m_.geom_quat, g).toRotationMatrix(), vector_at(m_.geom_pos, g)};
  const bool is_mesh = m_.geom_type[g] == mjGEOM_MESH && m_.geom_dataid[g] >= 0;
  std::shared_ptr<const Mesh> mesh;
  const std::shared_ptr<const Texture> texture = texture_of(g);
  if (is_mesh) {
    std::shared_ptr<const Mesh>& known = meshes_[{m_.geom_dataid[g], texture ? m_.geom_matid[g] : -1}];
    if (!known) known = mesh_of(m_.geom_dataid[g], texture, color_of(g));
    mesh = known;
  } else if (const std::optional<Shape> shape = shape_of(g)) {
    mesh = surface_mesh(transformed(place.inverse(), *shape));
  }
  if (!mesh || mesh->triangles.empty()) return;
  const std::string given =
      is_mesh ? std::string(m_.names + m_.name_meshadr[m_.geom_dataid[g]]) : "geom " + std::to_string(g);
  segment.visuals.push_back({file_ + "#" + given, Vec3::Ones(), place, color_of(g), std::move(mesh)});
}

int Geoms::texture_number(int g) const {
  const int material = m_.geom_matid[g];
  return material < 0 ? -1 : m_.mat_texid[material];
}

bool Geoms::can_have_texture(int g) const {
  const int mesh = m_.geom_type[g] == mjGEOM_MESH ? m_.geom_dataid[g] : -1;
  return mesh >= 0 && m_.mesh_texcoordadr[mesh] >= 0 && m_.tex_type[texture_number(g)] == mjTEXTURE_2D;
}

std::shared_ptr<const Texture> Geoms::texture_of(int g) {
  const int number = texture_number(g);
  if (number < 0 || !can_have_texture(g)) return nullptr;
  std::shared_ptr<const Texture>& known = textures_[number];
  if (known) return known;
  Texture texture;
  texture.width = static_cast<std::uint32_t>(m_.tex_width[number]);
  texture.height = static_cast<std::uint32_t>(m_.tex_height[number]);
  const mjtByte* first = m_.tex_rgb + m_.tex_adr[number];
  texture.rgb.assign(first, first + std::size_t{3} * texture.width * texture.height);
  finish_texture(texture);
  return known = std::make_shared<const Texture>(std::move(texture));
}

std::shared_ptr<const Mesh> Geoms::mesh_of(int number, const std::shared_ptr<const Texture>& texture,
                                           const Color& color) const {
  Mesh mesh;
  const float* vertices = m_.mesh_vert + 3 * m_.mesh_vertadr[number];
  for (int v = 0; v < m_.mesh_vertnum[number]; ++v) {
    mesh.points.push_back({vertices[3 * v], vertices[3 * v + 1], vertices[3 * v + 2]});
  }
  const int* faces = m_.mesh_face + 3 * m_.mesh_faceadr[number];
  for (int f = 0; f < m_.mesh_facenum[number]; ++f) {
    mesh.triangles.push_back({static_cast<std::uint32_t>(faces[3 * f]),
                              static_cast<std::uint32_t>(faces[3 * f + 1]),
                              static_cast<std::uint32_t>(faces[3 * f + 2])});
  }
  if (!texture) return finished(std::move(mesh));
  const float* places = m_.mesh_texcoord + 2 * m_.mesh_texcoordadr[number];
  for (int v = 0; v < m_.mesh_vertnum[number]; ++v) mesh.uvs.push_back({places[2 * v], places[2 * v + 1]});
  mesh.textures = {texture};
  return finished(std::move(mesh), color, 0);
}

std::optional<Shape> Geoms::shape_of(int g) const {
  const Vec3 size = vector_at(m_.geom_size, g), center = vector_at(m_.geom_pos, g);
  const Mat3 rotation = quaternion_of(m_.geom_quat, g).toRotationMatrix();
  const Vec3 half = rotation.col(2) * size.y();
  std::optional<Shape> shape;
  switch (m_.geom_type[g]) {
    case mjGEOM_SPHERE:
      shape = Sphere{center, size.x()};
      break;
    case mjGEOM_CAPSULE:
      shape = Capsule{center - half, center + half, size.x()};
      break;
    case mjGEOM_CYLINDER:
      shape = Cylinder{center - half, center + half, size.x()};
      break;
    case mjGEOM_ELLIPSOID:
      shape = Ellipsoid{center, size, rotation};
      break;
    case mjGEOM_BOX:
      shape = Box{center, 2 * size, rotation};
      break;
    case mjGEOM_MESH:
      shape = hull_of(m_.geom_dataid[g], {rotation, center});
      break;
    default:
      break;
  }
  return shape;
}

// MuJoCo collides with the convex hull of a mesh, and so do we.
std::optional<Shape> Geoms::hull_of(int mesh, const Transform& place) const {
  if (mesh < 0) return {};
  std::vector<Vec3> points;
  const float* vertices = m_.mesh_vert + 3 * m_.mesh_vertadr[mesh];
  const auto add = [&](int v) {
    points.emplace_back(static_cast<double>(vertices[3 * v]), static_cast<double>(vertices[3 * v + 1]),
                        static_cast<double>(vertices[3 * v + 2]));
  };
  if (m_.mesh_graphadr[mesh] >= 0) {  // its own hull: counts, edge addresses, then the vertices
    const int* graph = m_.mesh_graph + m_.mesh_graphadr[mesh];
    for (int k = 0; k < graph[0]; ++k) add(graph[2 + graph[0] + k]);
  } else {
    for (int v = 0; v < m_.mesh_vertnum[mesh]; ++v) add(v);
  }
  Expected<ConvexHull> hull = convex_hull(points);
  if (!hull) return {};
  return ConvexMesh{std::make_shared<const ConvexHull>(std::move(*hull)), place};
}

}  // namespace limber::mjcf

#endif
