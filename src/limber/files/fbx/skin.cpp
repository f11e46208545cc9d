// Meshes with the clusters of points that follow a joint each; corners become points where they differ.

#include "limber/files/fbx/skin.h"

#include <Eigen/LU>
#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_map>

#include "limber/base/names.h"
#include "limber/files/character/refused.h"
#include "limber/files/fbx/layers.h"
#include "limber/files/fbx/materials.h"
#include "limber/files/fbx/polygons.h"

namespace limber::fbx {

namespace {

using character::Affine;
using character::Carriers;
using character::size;
using character::times;

constexpr std::size_t most_clusters = 65'535, most_meshes = 20'000;

// Bones with the points that follow them, by geometry.
struct Cluster {
  int object;
  int node;
};

std::vector<Cluster> clusters_of(const Objects& objects, const Models& models, int geometry) {
  std::vector<Cluster> found;
  for (const int skin : objects.sources(geometry, "Deformer", "Skin")) {
    for (const int cluster : objects.sources(skin, "Deformer", "Cluster")) {
      const std::vector<int> bones = objects.sources(cluster, "Model");
      if (!bones.empty()) found.push_back({cluster, models.node_of[size(bones[0])]});
      if (found.size() > most_clusters)
        objects[geometry].element.fail("has more than 65535 joints in its skin");
    }
  }
  return found;
}

// Column by column; nothing where it is missing or all zero.
std::optional<Affine> matrix_in(const Element& element, std::string_view name) {
  const auto found = element.find(name);
  if (!found) return std::nullopt;
  const std::vector<double> m = found->reals();
  if (m.size() != 16) found->fail("expected the 16 numbers of a matrix, got " + std::to_string(m.size()));
  const Affine made = Eigen::Map<const Eigen::Matrix4d>(m.data()).topRows<3>();
  return made.isZero(0.0) ? std::nullopt : std::optional<Affine>(made);
}

// A corner as a point: what must be equal for two corners to share one.
struct PointKey {
  std::uint32_t point;
  std::array<float, 5> rest;  // normal, coordinates on the texture
  bool operator==(const PointKey&) const = default;
};
struct PointHash {
  std::size_t operator()(const PointKey& key) const {
    std::uint64_t hash = key.point;
    for (const float x : key.rest) {
      hash = (hash ^ std::bit_cast<std::uint32_t>(x)) * 0x9e3779b97f4a7c15u;
      hash ^= hash >> 29;
    }
    return static_cast<std::size_t>(hash);
  }
};

class SkinReader {
 public:
  SkinReader(const Objects& objects, const Models& models, const character::Skeleton& skeleton,
             const ReadBeside& beside, std::vector<std::string>& notes)
      : objects_(objects),
        models_(models),
        skeleton_(skeleton),
        notes_(notes),
        maker_(models.nodes, skeleton),
        materials_(objects, beside, notes) {}

  std::shared_ptr<const Skin> read() {
    bool loose = false, other = false;
    for (const int node : models_.nodes.order) {
      const int model = models_.list[size(node)].object;
      if (model < 0) continue;
      for (const int geometry : objects_.sources(model, "Geometry")) {
        if (objects_[geometry].subtype != "Mesh") {
          other = true;
          continue;
        }
        if (++meshes_ > most_meshes) objects_.tree().fail("has more than 20000 meshes");
        if (const auto carriers = carriers_of(geometry, node)) {
          add_mesh(geometry, model, *carriers);
        } else {
          loose = true;
        }
      }
    }
    if (loose) notes_.push_back("meshes that hang from no joint are left out");
    if (other) notes_.push_back("surfaces that are no polygons are not read");
    return maker_.finish(std::move(materials_.images.list), notes_);
  }

 private:
  struct Follow {  // by point: weight and number of the joint
    std::vector<std::vector<std::pair<double, std::size_t>>> points;
  };

  std::optional<Carriers> carriers_of(int geometry, int node) {
    clusters_ = clusters_of(objects_, models_, geometry);
    const Affine inside = geometric_place(objects_, models_.list[size(node)].object);
    if (clusters_.empty()) return maker_.carriers_of_node(node, inside);
    std::vector<std::pair<int, Affine>> joints;
    for (const Cluster& cluster : clusters_) {
      joints.emplace_back(cluster.node, times(inverse_bind(cluster, node), inside));
    }
    return maker_.carriers_of_joints(joints);
  }

  // From the model of the mesh to the joint, when the two were bound.
  Affine inverse_bind(const Cluster& cluster, int node) const {
    const Element& element = objects_[cluster.object].element;
    if (const auto bind = matrix_in(element, "Transform")) return *bind;
    const Affine& mesh = skeleton_.rest_place[size(node)];
    if (const auto link = matrix_in(element, "TransformLink");
        link && std::abs(link->leftCols<3>().determinant()) > 1e-18) {
      return times(character::inverse(*link), times(character::inverse(skeleton_.rest_place[0]), mesh));
    }
    return times(character::inverse(skeleton_.rest_place[size(cluster.node)]), mesh);
  }

  Follow follow(std::size_t point_count) const {
    Follow made;
    made.points.resize(point_count);
    for (std::size_t j = 0; j < clusters_.size(); ++j) {
      const Element& element = objects_[clusters_[j].object].element;
      const auto indices = element.find("Indexes"), weights = element.find("Weights");
      if (!indices || !weights) continue;
      const std::vector<std::int64_t> points = indices->integers();
      const std::vector<double> values = weights->reals();
      if (points.size() != values.size()) {
        element.fail("has " + std::to_string(points.size()) + " points and " + std::to_string(values.size()) +
                     " weights");
      }
      for (std::size_t k = 0; k < points.size(); ++k) {
        if (points[k] < 0 || static_cast<std::size_t>(points[k]) >= point_count) {
          indices->fail("point " + std::to_string(points[k]) + " is none of the " +
                        std::to_string(point_count) + " of the mesh");
        }
        if (values[k] > 0.0) made.points[static_cast<std::size_t>(points[k])].emplace_back(values[k], j);
      }
    }
    return made;
  }

  void add_mesh(int geometry, int model, const Carriers& carriers) {
    const Element& element = objects_[geometry].element;
    const auto vertices = element.find("Vertices"), corners = element.find("PolygonVertexIndex");
    if (!vertices || !corners) return;
    const std::vector<double> xyz = vertices->reals();
    const std::size_t point_count = xyz.size() / 3;
    const Follow followed = follow(point_count);
    const std::vector<Look>& looks = materials_.of_model(model);
    const bool has_texture =
        std::any_of(looks.begin(), looks.end(), [](const Look& look) { return look.texture >= 0; });
    const Layer normals(element, "LayerElementNormal", "Normals", "NormalsIndex", 3);
    const Layer uvs = has_texture ? Layer(element, "LayerElementUV", "UV", "UVIndex", 2) : Layer();
    const Layer paint =
        looks.size() > 1 ? Layer(element, "LayerElementMaterial", "Materials", "", 1) : Layer();

    std::unordered_map<PointKey, std::uint32_t, PointHash> known;
    const auto number_of = [&](const Corner& corner) {
      PointKey key{.point = static_cast<std::uint32_t>(corner.point), .rest = {}};
      const double *normal = normals.at(corner), *uv = uvs.at(corner);
      for (std::size_t k = 0; k < 3 && normal; ++k) key.rest[k] = static_cast<float>(normal[k]);
      for (std::size_t k = 0; k < 2 && uv; ++k) key.rest[3 + k] = static_cast<float>(uv[k]);
      const auto [place, is_new] = known.try_emplace(key, static_cast<std::uint32_t>(maker_.point_count()));
      if (!is_new) return place->second;
      maker_.add_point(Vec3(xyz.data() + 3 * corner.point), normal ? Vec3(normal) : Vec3(Vec3::Zero()),
                       carriers);
      maker_.add_influence(followed.points[corner.point], carriers);
      if (uv) maker_.set_uv(place->second, uv[0], 1.0 - uv[1]);  // FBX counts from below
      return place->second;
    };

    std::vector<Corner> polygon;
    std::vector<Vec3> places;
    std::size_t number = 0, polygon_number = 0;
    for (std::int64_t index : corners->integers()) {
      const bool is_last = index < 0;
      if (is_last) index = ~index;
      if (static_cast<std::uint64_t>(index) >= point_count) {
        corners->fail("a polygon has the point " + std::to_string(index) + ", and there are " +
                      std::to_string(point_count));
      }
      polygon.push_back({number++, static_cast<std::size_t>(index), polygon_number});
      places.emplace_back(xyz.data() + 3 * static_cast<std::size_t>(index));
      if (!is_last) continue;
      Look look = looks.empty() ? Look{} : looks[0];
      if (const double* chosen = paint.at(polygon[0]);
          chosen && *chosen >= 0.0 && *chosen < static_cast<double>(looks.size())) {
        look = looks[static_cast<std::size_t>(*chosen)];
      }
      for (const auto& t : triangles_of(places, work_)) {
        const character::Triangle triangle = {number_of(polygon[t[0]]), number_of(polygon[t[1]]),
                                              number_of(polygon[t[2]])};
        maker_.add_triangle(triangle, carriers.is_mirrored(), uvs.empty() ? -1 : look.texture, look.color);
      }
      polygon.clear();
      places.clear();
      ++polygon_number;
    }
  }

  const Objects& objects_;
  const Models& models_;
  const character::Skeleton& skeleton_;
  std::vector<std::string>& notes_;
  character::SkinMaker maker_;
  Materials materials_;
  std::vector<Cluster> clusters_;  // of the mesh that is read
  std::int64_t work_ = 1'000'000'000;
  std::size_t meshes_ = 0;
};

}  // namespace

std::vector<bool> joints_of_skins(const Objects& objects, const Models& models) {
  std::vector<bool> is_joint(models.list.size());
  for (const int deformer : objects.of_type("Deformer")) {
    if (objects[deformer].subtype != "Cluster") continue;
    for (const int bone : objects.sources(deformer, "Model"))
      is_joint[size(models.node_of[size(bone)])] = true;
  }
  return is_joint;
}

std::shared_ptr<const Skin> read_skin(const Objects& objects, const Models& models,
                                      const character::Skeleton& skeleton, const ReadBeside& beside,
                                      std::vector<std::string>& notes) {
  return SkinReader(objects, models, skeleton, beside, notes).read();
}

}  // namespace limber::fbx
