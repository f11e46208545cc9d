// Points, weights, colours and triangles of the meshes of a glTF file.

#include "limber/files/gltf/skin.h"

#include <algorithm>
#include <map>

#include "limber/files/character/refused.h"
#include "limber/files/gltf/textures.h"
#include "limber/meshes/colors.h"

namespace limber::gltf {

namespace {

using character::Affine;
using character::as_affine;
using character::ByteColor;
using character::Carriers;
using character::Triangle;

constexpr int triangle_list = 4, triangle_strip = 5, triangle_fan = 6;

class SkinReader {
 public:
  SkinReader(const GltfFile& file, const GltfNodes& nodes, const character::Skeleton& skeleton,
             std::vector<std::string>& notes)
      : file_(file), nodes_(nodes), notes_(notes), maker_(nodes.nodes, skeleton), textures_(file, notes) {}

  std::shared_ptr<const Skin> read() {
    bool loose = false;
    for (const int number : nodes_.nodes.order) {
      const NodeMesh& node = nodes_.meshes[size(number)];
      if (node.mesh < 0) continue;
      if (node.skin >= 0) {
        add_mesh(node.mesh, carriers_of_skin(node.skin));
      } else if (const auto carriers = maker_.carriers_of_node(number, as_affine({}))) {
        add_mesh(node.mesh, *carriers);
      } else {
        loose = true;
      }
    }
    if (loose) notes_.push_back("meshes that hang from no joint are left out");
    if (has_morphs_) notes_.push_back("morph targets are not read");
    return maker_.finish(std::move(textures_.images.list), notes_);
  }

 private:
  const Carriers& carriers_of_skin(int number) {
    const auto [known, is_new] = carriers_.try_emplace(number);
    if (!is_new) return known->second;
    const json::Value skins = file_.document().at("skins");
    const json::Value skin = skins[size(number)];
    const json::Value joints = skin.at("joints");
    joints.require_list();
    if (joints.size() == 0) joints.fail("a skin needs joints");
    Rows binds;
    if (const auto matrices = skin.find("inverseBindMatrices")) {
      binds = file_.read(*matrices, "MAT4");
      if (binds.count < joints.size()) {
        matrices->fail("has " + std::to_string(binds.count) + " matrices for " +
                       std::to_string(joints.size()) + " joints");
      }
    }
    std::vector<std::pair<int, Affine>> bones;
    for (std::size_t k = 0; k < joints.size(); ++k) {
      Affine bind = as_affine({});
      if (binds.count > 0) bind = Eigen::Map<const Eigen::Matrix4d>(binds.row(k)).topRows<3>();
      bones.emplace_back(file_.index_in(joints[k], "nodes"), bind);
    }
    try {
      return known->second = maker_.carriers_of_joints(bones);
    } catch (const character::Refused& refused) {
      skin.fail(refused.problem);
    }
  }

  // ---- triangles ---------------------------------------------------------------------------------------

  void add_mesh(int number, const Carriers& carriers) {
    const json::Value meshes = file_.document().at("meshes");
    const json::Value mesh = meshes[size(number)];
    mesh.at("primitives");
    mesh.for_each("primitives", [&](const json::Value& primitive) {
      const auto mode = primitive.find("mode");
      const int kind = mode ? mode->integer(0, 6) : triangle_list;
      if (kind < triangle_list) return;  // points and lines
      if (primitive.find("targets")) has_morphs_ = true;
      const json::Value attributes = primitive.at("attributes");
      const std::size_t first = maker_.point_count();
      add_points(attributes, carriers);
      add_influences(attributes, carriers, maker_.point_count() - first);
      add_triangles(primitive, attributes, kind, first, carriers.is_mirrored());
    });
  }

  void add_points(const json::Value& attributes, const Carriers& carriers) {
    const Rows points = file_.read(attributes.at("POSITION"), "VEC3");
    const auto normal_place = attributes.find("NORMAL");
    const Rows normals = normal_place ? file_.read(*normal_place, "VEC3") : Rows{};
    for (std::size_t k = 0; k < points.count; ++k) {
      const Vec3 normal = k < normals.count ? Vec3(normals.row(k)) : Vec3(Vec3::Zero());
      maker_.add_point(Vec3(points.row(k)), normal, carriers);
    }
  }

  void add_influences(const json::Value& attributes, const Carriers& carriers, std::size_t count) {
    const auto joints_place = attributes.find("JOINTS_0"), weights_place = attributes.find("WEIGHTS_0");
    if (!joints_place || !weights_place) {
      for (std::size_t k = 0; k < count; ++k) maker_.add_influence({}, carriers);
      return;
    }
    struct Set {
      Rows joints, weights;
    };
    std::vector<Set> sets;
    sets.push_back({file_.read(*joints_place, "VEC4"), file_.read(*weights_place, "VEC4")});
    const auto more_joints = attributes.find("JOINTS_1"), more_weights = attributes.find("WEIGHTS_1");
    if (more_joints && more_weights) {
      sets.push_back({file_.read(*more_joints, "VEC4"), file_.read(*more_weights, "VEC4")});
    }
    for (const Set& set : sets) {
      if (set.joints.count != count || set.weights.count != count) {
        attributes.fail("has " + std::to_string(count) + " points and joints or weights for another number");
      }
    }
    for (std::size_t k = 0; k < count; ++k) {
      std::vector<std::pair<double, std::size_t>> all;
      for (const Set& set : sets) {
        for (std::size_t i = 0; i < 4; ++i) {
          const double weight = set.weights.row(k)[i], joint = set.joints.row(k)[i];
          if (!(weight > 0.0)) continue;
          if (!(joint >= 0.0 && joint < static_cast<double>(carriers.bones.size()))) {
            joints_place->fail("point " + std::to_string(k + 1) + " follows joint " +
                               std::to_string(static_cast<long>(joint)) + " of a skin with " +
                               std::to_string(carriers.bones.size()));
          }
          all.emplace_back(weight, static_cast<std::size_t>(joint));
        }
      }
      maker_.add_influence(std::move(all), carriers);
    }
  }

  void add_triangles(const json::Value& primitive, const json::Value& attributes, int kind, std::size_t first,
                     bool is_mirrored) {
    const std::size_t count = maker_.point_count() - first;
    std::vector<std::uint32_t> corners;
    if (const auto indices = primitive.find("indices")) {
      const Rows rows = file_.read(*indices, "SCALAR");
      for (const double index : rows.values) {
        if (!(index >= 0.0 && index < static_cast<double>(count))) {
          indices->fail("a triangle has the point " + std::to_string(static_cast<long>(index)) +
                        ", and there are " + std::to_string(count));
        }
        corners.push_back(static_cast<std::uint32_t>(index));
      }
    } else {
      for (std::size_t k = 0; k < count; ++k) corners.push_back(static_cast<std::uint32_t>(k));
    }
    const Paint paint = paint_of(primitive, attributes, count);
    if (paint.texture >= 0) add_uvs(paint, first);
    const std::size_t step = kind == triangle_list ? 3 : 1;
    for (std::size_t k = 0; k + 3 <= corners.size(); k += step) {
      Triangle t = {corners[kind == triangle_fan ? 0 : k], corners[k + 1], corners[k + 2]};
      const bool turned = kind == triangle_strip && k % 2 == 1;
      const ByteColor color = paint.of(t);
      for (std::uint32_t& corner : t) corner += static_cast<std::uint32_t>(first);
      maker_.add_triangle(t, is_mirrored != turned, paint.texture, color);
    }
  }

  // ---- colors ------------------------------------------------------------------------------------------

  struct Paint {
    Vec3 base = Vec3::Ones();  // linear light
    Rows points;               // of every point, linear light; none: white
    Rows uvs;                  // of every point, if there is a texture
    int texture = -1;
    ByteColor of(const Triangle& t) const {
      Vec3 light = base;
      if (points.count > 0) {
        Vec3 mean = Vec3::Zero();
        for (const std::uint32_t corner : t) mean += Vec3(points.row(corner)) / 3.0;
        light = base.cwiseProduct(mean);
      }
      Vec3 shown;
      for (int k = 0; k < 3; ++k) shown[k] = shown_light(std::clamp(light[k], 0.0, 1.0));
      return character::as_bytes(shown);
    }
  };

  Paint paint_of(const json::Value& primitive, const json::Value& attributes, std::size_t count) {
    Paint paint;
    if (const auto colors = attributes.find("COLOR_0")) {
      paint.points = file_.read(*colors, "VEC3 VEC4");
      if (paint.points.count != count) colors->fail("has another number of rows than there are points");
    }
    const auto number = primitive.find("material");
    if (!number) return paint;
    const int index = file_.index_in(*number, "materials");
    const json::Value materials = file_.document().at("materials");
    const json::Value material = materials[size(index)];
    const auto look = material.find("pbrMetallicRoughness");
    if (!look) return paint;
    const Textures::Laid laid = textures_.base_color(*look);
    const auto uvs = attributes.find("TEXCOORD_" + std::to_string(laid.coordinates));
    if (laid.number >= 0 && uvs) {
      paint.texture = laid.number;
      paint.uvs = file_.read(*uvs, "VEC2");
      if (paint.uvs.count != count) uvs->fail("has another number of rows than there are points");
    }
    if (const auto factor = look->find("baseColorFactor")) {
      const std::vector<double> rgba = factor->numbers(4);
      paint.base = Vec3(rgba[0], rgba[1], rgba[2]);
    }
    return paint;
  }

  void add_uvs(const Paint& paint, std::size_t first) {
    for (std::size_t k = 0; k < paint.uvs.count; ++k) {
      maker_.set_uv(first + k, paint.uvs.row(k)[0], paint.uvs.row(k)[1]);
    }
  }

  const GltfFile& file_;
  const GltfNodes& nodes_;
  std::vector<std::string>& notes_;
  character::SkinMaker maker_;
  std::map<int, Carriers> carriers_;
  Textures textures_;
  bool has_morphs_ = false;
};

}  // namespace

std::shared_ptr<const Skin> read_skin(const GltfFile& file, const GltfNodes& nodes,
                                      const character::Skeleton& skeleton, std::vector<std::string>& notes) {
  return SkinReader(file, nodes, skeleton, notes).read();
}

}  // namespace limber::gltf
