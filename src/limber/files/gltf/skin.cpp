// Points, weights, colours and triangles of a skin, carried over into the rest posture of the figure.

#include "limber/files/gltf/skin.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <map>

#include "limber/files/gltf/textures.h"
#include "limber/meshes/colors.h"
#include "limber/meshes/surface.h"

namespace limber::gltf {

namespace {

constexpr std::size_t most_bones = 65'535;
constexpr double stretch = 1e-3;  // a matrix that stretches by less is taken for a turn
constexpr int triangle_list = 4, triangle_strip = 5, triangle_fan = 6;

using Triangle = std::array<std::uint32_t, 3>;

Affine inverse(const Affine& a) {
  Affine made;
  const Mat3 back = a.leftCols<3>().inverse();
  made << back, -back * a.col(3);
  return made;
}

bool is_rigid(const Affine& a) {
  const Mat3 linear = a.leftCols<3>();
  return (linear.transpose() * linear - Mat3::Identity()).cwiseAbs().maxCoeff() < stretch &&
         linear.determinant() > 0.0;
}

class SkinReader {
 public:
  SkinReader(const GltfFile& file, const Nodes& nodes, const Skeleton& skeleton,
             std::vector<std::string>& notes)
      : file_(file), nodes_(nodes), skeleton_(skeleton), notes_(notes), textures_(file, notes) {}

  std::shared_ptr<const Skin> read() {
    bool loose = false;
    for (const int number : nodes_.order) {
      const Node& node = nodes_.list[size(number)];
      if (node.mesh < 0) continue;
      if (node.skin >= 0) {
        add_mesh(node.mesh, carriers_of_skin(node.skin));
      } else if (const int bone = bone_above(number); bone >= 0) {
        add_mesh(node.mesh, carriers_of_node(number, bone));
      } else {
        loose = true;
      }
    }
    if (loose) notes_.push_back("meshes that hang from no joint are left out");
    if (has_morphs_) notes_.push_back("morph targets are not read");
    if (has_more_)
      notes_.push_back("points that follow more than four joints follow the four that count most");
    if (mesh_.triangles.empty()) return nullptr;
    const MeshLimits limits;
    for (const auto& p : mesh_.points) {
      for (const float x : p) {
        if (!(std::abs(static_cast<double>(x)) <= limits.largest)) file_.fail("has a point beyond 1e6 m");
      }
    }
    gather_parts();
    mesh_.textures = std::move(textures_.list);
    mesh_.uvs.resize(mesh_.textures.empty() ? 0 : mesh_.points.size());
    finish_skin(mesh_);
    if (mesh_.triangles.empty()) return nullptr;
    skin_.is_rigid = std::all_of(skin_.bones.begin(), skin_.bones.end(),
                                 [](const Skin::Bone& bone) { return is_rigid(bone.from_mesh); });
    skin_.mesh = std::make_shared<const Mesh>(std::move(mesh_));
    return std::make_shared<const Skin>(std::move(skin_));
  }

 private:
  // What a mesh is attached to: `place` takes its points to where they are kept.
  struct Carriers {
    Affine place;
    std::vector<std::uint16_t> bones;  // by number in JOINTS_0; one for a mesh without a skin
  };

  int bone_above(int node) const {
    for (; node >= 0; node = nodes_.list[size(node)].parent) {
      if (skeleton_.bone_of[size(node)] >= 0) return skeleton_.bone_of[size(node)];
    }
    return -1;
  }

  std::uint16_t add_bone(int bone, const Affine& from_mesh) {
    if (skin_.bones.size() >= most_bones) file_.fail("has more than 65535 joints in its skins");
    skin_.bones.push_back({skeleton_.bones[size(bone)].name, from_mesh});
    return static_cast<std::uint16_t>(skin_.bones.size() - 1);
  }

  Carriers carriers_of_node(int node, int bone) {
    Affine place = figure_axes() * skeleton_.rest_place[size(node)];
    return {place, {add_bone(bone, as_affine(skeleton_.rest_pose(bone).inverse()))}};
  }

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
      const int bone = skeleton_.bone_of[size(file_.index_in(joints[k], "nodes"))];
      Affine bind = as_affine({});
      if (binds.count > 0) bind = Eigen::Map<const Eigen::Matrix4d>(binds.row(k)).topRows<3>();
      const Similarity& rest = skeleton_.bones[size(bone)].rest;
      Similarity stretched;
      stretched.scale = rest.scale;
      stretched.is_mirrored = rest.is_mirrored;
      bones.emplace_back(bone, times(stretched.affine(), bind));
    }
    Carriers& made = known->second;
    made.place = times(as_affine(skeleton_.rest_pose(bones[0].first)), bones[0].second);
    if (!(std::abs(made.place.leftCols<3>().determinant()) > 1e-18)) {
      skin.fail(
          "the inverse bind matrix of its first joint flattens everything; expected one with an inverse");
    }
    const Affine back = inverse(made.place);
    for (const auto& [bone, from_mesh] : bones) made.bones.push_back(add_bone(bone, times(from_mesh, back)));
    return made;
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
      const std::size_t first = mesh_.points.size();
      if (first > MeshLimits{}.triangles) file_.fail("has more than 8000000 points");
      add_points(attributes, carriers);
      add_influences(attributes, carriers, mesh_.points.size() - first);
      add_triangles(primitive, attributes, kind, first, carriers.place.leftCols<3>().determinant() < 0.0);
    });
  }

  void add_points(const json::Value& attributes, const Carriers& carriers) {
    const Rows points = file_.read(attributes.at("POSITION"), "VEC3");
    const auto normal_place = attributes.find("NORMAL");
    const Rows normals = normal_place ? file_.read(*normal_place, "VEC3") : Rows{};
    const Mat3 linear = carriers.place.leftCols<3>();
    const Mat3 for_normals = linear.inverse().transpose();
    for (std::size_t k = 0; k < points.count; ++k) {
      const Vec3 p = linear * Vec3(points.row(k)) + carriers.place.col(3);
      Vec3 n = Vec3::Zero();  // found later where the file has none
      if (k < normals.count) n = (for_normals * Vec3(normals.row(k))).normalized();
      if (!n.allFinite()) n.setZero();
      mesh_.points.push_back(
          {static_cast<float>(p.x()), static_cast<float>(p.y()), static_cast<float>(p.z())});
      mesh_.normals.push_back(
          {static_cast<float>(n.x()), static_cast<float>(n.y()), static_cast<float>(n.z())});
    }
  }

  void add_influences(const json::Value& attributes, const Carriers& carriers, std::size_t count) {
    const auto joints_place = attributes.find("JOINTS_0"), weights_place = attributes.find("WEIGHTS_0");
    if (!joints_place || !weights_place) {
      Mesh::Influence all;
      all.bones.fill(carriers.bones[0]);
      mesh_.influences.insert(mesh_.influences.end(), count, all);
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
      std::vector<std::pair<double, std::uint16_t>> all;
      for (const Set& set : sets) {
        for (std::size_t i = 0; i < 4; ++i) {
          const double weight = set.weights.row(k)[i], joint = set.joints.row(k)[i];
          if (!(weight > 0.0)) continue;
          if (!(joint >= 0.0 && joint < static_cast<double>(carriers.bones.size()))) {
            joints_place->fail("point " + std::to_string(k + 1) + " follows joint " +
                               std::to_string(static_cast<long>(joint)) + " of a skin with " +
                               std::to_string(carriers.bones.size()));
          }
          all.emplace_back(weight, carriers.bones[static_cast<std::size_t>(joint)]);
        }
      }
      mesh_.influences.push_back(influence_of(all, carriers));
    }
  }

  Mesh::Influence influence_of(std::vector<std::pair<double, std::uint16_t>>& all, const Carriers& carriers) {
    Mesh::Influence made;
    made.bones.fill(carriers.bones[0]);
    if (all.empty()) return made;
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    if (all.size() > 4) has_more_ = true, all.resize(4);
    double sum = 0.0;
    for (const auto& [weight, bone] : all) sum += weight;
    made.bones.fill(all[0].second);
    made.weights.fill(0.0f);
    for (std::size_t i = 0; i < all.size(); ++i) {
      made.weights[i] = static_cast<float>(all[i].first / sum);
      made.bones[i] = all[i].second;
    }
    return made;
  }

  void add_triangles(const json::Value& primitive, const json::Value& attributes, int kind, std::size_t first,
                     bool is_mirrored) {
    const std::size_t count = mesh_.points.size() - first;
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
      if (is_mirrored != turned) std::swap(t[1], t[2]);
      if (mesh_.triangles.size() >= MeshLimits{}.triangles) file_.fail("has more than 8000000 triangles");
      triangle_looks_.emplace_back(paint.texture, paint.of(t));
      for (std::uint32_t& corner : t) corner += static_cast<std::uint32_t>(first);
      mesh_.triangles.push_back(t);
    }
  }

  // ---- colors ------------------------------------------------------------------------------------------

  using ByteColor = std::array<std::uint8_t, 3>;   // sRGB
  using TriangleLook = std::pair<int, ByteColor>;  // its texture, -1: none

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
      ByteColor made;
      for (int k = 0; k < 3; ++k) {
        const double shown = shown_light(std::clamp(light[k], 0.0, 1.0));
        made[size(k)] = static_cast<std::uint8_t>(std::lround(255.0 * shown));
      }
      return made;
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
    mesh_.uvs.resize(mesh_.points.size());
    for (std::size_t k = 0; k < paint.uvs.count; ++k) {
      mesh_.uvs[first + k] = {static_cast<float>(paint.uvs.row(k)[0]),
                              static_cast<float>(paint.uvs.row(k)[1])};
    }
  }

  // Triangles of one look become neighbours; a painted surface of many colors is shaded in 6 steps of each.
  void gather_parts() {
    constexpr std::size_t most_colors = 256;
    std::map<TriangleLook, std::vector<Triangle>> by_look;
    const auto gather = [&](int step) {
      by_look.clear();
      for (std::size_t k = 0; k < mesh_.triangles.size(); ++k) {
        TriangleLook look = triangle_looks_[k];
        for (std::uint8_t& c : look.second)
          c = static_cast<std::uint8_t>(std::min(255, (c + step / 2) / step * step));
        by_look[look].push_back(mesh_.triangles[k]);
        if (step == 1 && by_look.size() > most_colors) return;
      }
    };
    gather(1);
    if (by_look.size() > most_colors) gather(51);
    mesh_.triangles.clear();
    for (const auto& [look, triangles] : by_look) {
      const auto& [texture, color] = look;
      const auto first = static_cast<std::uint32_t>(mesh_.triangles.size());
      mesh_.triangles.insert(mesh_.triangles.end(), triangles.begin(), triangles.end());
      mesh_.parts.push_back({first, static_cast<std::uint32_t>(triangles.size()),
                             Color{color[0] / 255.0, color[1] / 255.0, color[2] / 255.0}, texture});
    }
  }

  const GltfFile& file_;
  const Nodes& nodes_;
  const Skeleton& skeleton_;
  std::vector<std::string>& notes_;
  Skin skin_;
  Mesh mesh_;
  std::vector<TriangleLook> triangle_looks_;
  std::map<int, Carriers> carriers_;
  Textures textures_;
  bool has_more_ = false, has_morphs_ = false;
};

}  // namespace

std::shared_ptr<const Skin> read_skin(const GltfFile& file, const Nodes& nodes, const Skeleton& skeleton,
                                      std::vector<std::string>& notes) {
  return SkinReader(file, nodes, skeleton, notes).read();
}

}  // namespace limber::gltf
