// Points, weights, colours and triangles of a skin, carried over into the rest posture of the figure.

#include "limber/files/character/skin.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <map>

#include "limber/files/character/refused.h"
#include "limber/meshes/read_mesh.h"
#include "limber/meshes/surface.h"

namespace limber::character {

namespace {

constexpr std::size_t most_bones = 65'535;
constexpr double stretch = 1e-3;  // a matrix that stretches by less is taken for a turn

bool is_rigid(const Affine& a) {
  const Mat3 linear = a.leftCols<3>();
  return (linear.transpose() * linear - Mat3::Identity()).cwiseAbs().maxCoeff() < stretch &&
         linear.determinant() > 0.0;
}

std::array<float, 3> in_floats(const Vec3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

}  // namespace

ByteColor as_bytes(const Vec3& shown) {
  ByteColor made;
  for (int k = 0; k < 3; ++k) {
    made[size(k)] = static_cast<std::uint8_t>(std::lround(255.0 * std::clamp(shown[k], 0.0, 1.0)));
  }
  return made;
}

bool Carriers::is_mirrored() const {
  return linear().determinant() < 0.0;
}

std::uint16_t SkinMaker::add_bone(int bone, const Affine& from_mesh) {
  if (skin_.bones.size() >= most_bones) throw Refused{"has more than 65535 joints in its skins"};
  skin_.bones.push_back({skeleton_.bones[size(bone)].name, from_mesh});
  return static_cast<std::uint16_t>(skin_.bones.size() - 1);
}

std::optional<Carriers> SkinMaker::carriers_of_node(int node, const Affine& inside) {
  int above = node;
  while (above >= 0 && skeleton_.bone_of[size(above)] < 0) above = nodes_.list[size(above)].parent;
  if (above < 0) return std::nullopt;
  const int bone = skeleton_.bone_of[size(above)];
  const Affine place = figure_axes() * times(skeleton_.rest_place[size(node)], inside);
  return Carriers{place, {add_bone(bone, as_affine(skeleton_.rest_pose(bone).inverse()))}};
}

Carriers SkinMaker::carriers_of_joints(const std::vector<std::pair<int, Affine>>& joints) {
  std::vector<std::pair<int, Affine>> bones;
  for (const auto& [node, bind] : joints) {
    const int bone = skeleton_.bone_of[size(node)];
    const Similarity& rest = skeleton_.bones[size(bone)].rest;
    Similarity stretched;
    stretched.scale = rest.scale;
    stretched.is_mirrored = rest.is_mirrored;
    bones.emplace_back(bone, times(stretched.affine(), bind));
  }
  Carriers made;
  made.place = times(as_affine(skeleton_.rest_pose(bones[0].first)), bones[0].second);
  if (!(std::abs(made.linear().determinant()) > 1e-18)) {
    throw Refused{
        "the inverse bind matrix of its first joint flattens everything; expected one with an inverse"};
  }
  const Affine back = inverse(made.place);
  for (const auto& [bone, from_mesh] : bones) made.bones.push_back(add_bone(bone, times(from_mesh, back)));
  return made;
}

void SkinMaker::add_point(const Vec3& point, const Vec3& normal, const Carriers& carriers) {
  if (mesh_.points.size() > MeshLimits{}.triangles) throw Refused{"has more than 8000000 points"};
  const Mat3 linear = carriers.linear();
  Vec3 n = normal;
  if (!n.isZero(0.0)) n = (linear.inverse().transpose() * n).normalized();
  if (!n.allFinite()) n.setZero();
  mesh_.points.push_back(in_floats(linear * point + carriers.place.col(3)));
  mesh_.normals.push_back(in_floats(n));
}

void SkinMaker::add_influence(std::vector<std::pair<double, std::size_t>> all, const Carriers& carriers) {
  Mesh::Influence made;
  made.bones.fill(carriers.bones[0]);
  if (!all.empty()) {
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    if (all.size() > 4) has_more_ = true, all.resize(4);
    double sum = 0.0;
    for (const auto& [weight, bone] : all) sum += weight;
    made.bones.fill(carriers.bones[all[0].second]);
    made.weights.fill(0.0f);
    for (std::size_t i = 0; i < all.size(); ++i) {
      made.weights[i] = static_cast<float>(all[i].first / sum);
      made.bones[i] = carriers.bones[all[i].second];
    }
  }
  mesh_.influences.push_back(made);
}

void SkinMaker::set_uv(std::size_t point, double u, double v) {
  mesh_.uvs.resize(mesh_.points.size());
  mesh_.uvs[point] = {static_cast<float>(u), static_cast<float>(v)};
}

void SkinMaker::add_triangle(Triangle corners, bool turned, int texture, const ByteColor& color) {
  if (turned) std::swap(corners[1], corners[2]);
  if (mesh_.triangles.size() >= MeshLimits{}.triangles) throw Refused{"has more than 8000000 triangles"};
  triangle_looks_.emplace_back(texture, color);
  mesh_.triangles.push_back(corners);
}

// Triangles of one look become neighbours; a painted surface of many colors is shaded in 6 steps of each.
void SkinMaker::gather_parts() {
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

std::shared_ptr<const Skin> SkinMaker::finish(std::vector<std::shared_ptr<const Texture>> textures,
                                              std::vector<std::string>& notes) {
  if (has_more_) notes.push_back("points that follow more than four joints follow the four that count most");
  if (mesh_.triangles.empty()) return nullptr;
  const MeshLimits limits;
  for (const auto& p : mesh_.points) {
    for (const float x : p) {
      if (!(std::abs(static_cast<double>(x)) <= limits.largest)) throw Refused{"has a point beyond 1e6 m"};
    }
  }
  gather_parts();
  mesh_.textures = std::move(textures);
  mesh_.uvs.resize(mesh_.textures.empty() ? 0 : mesh_.points.size());
  finish_skin(mesh_);
  if (mesh_.triangles.empty()) return nullptr;
  skin_.is_rigid = std::all_of(skin_.bones.begin(), skin_.bones.end(),
                               [](const Skin::Bone& bone) { return is_rigid(bone.from_mesh); });
  skin_.mesh = std::make_shared<const Mesh>(std::move(mesh_));
  return std::make_shared<const Skin>(std::move(skin_));
}

}  // namespace limber::character
