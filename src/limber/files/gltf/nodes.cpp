// The tree of nodes: parents found, circles refused, scales and mirrors taken apart.

#include "limber/files/gltf/nodes.h"

#include <Eigen/SVD>
#include <cmath>

namespace limber::gltf {

namespace {

constexpr std::size_t most_nodes = 20'000;
constexpr double roundness = 1e-4;  // relative: files are written with 32-bit numbers

Mat3 mirror(bool is_on) {
  return Vec3(is_on ? -1.0 : 1.0, 1.0, 1.0).asDiagonal();
}

NodePlace read_place(const json::Value& node) {
  NodePlace place;
  if (const auto matrix = node.find("matrix")) {
    const std::vector<double> m = matrix->numbers(16);
    const Eigen::Map<const Eigen::Matrix4d> whole(m.data());
    place.shape = whole.topLeftCorner<3, 3>();
    place.translation = whole.topRightCorner<3, 1>();
    return place;
  }
  if (const auto translation = node.find("translation")) place.translation = translation->vec3();
  if (const auto rotation = node.find("rotation")) {
    const std::vector<double> q = rotation->numbers(4);
    place.rotation = Quat(q[3], q[0], q[1], q[2]);
    if (!(place.rotation.norm() > 1e-6)) rotation->fail("expected a quaternion, got zeros");
    place.rotation.normalize();
  }
  if (const auto scale = node.find("scale")) place.shape = scale->vec3().asDiagonal();
  return place;
}

}  // namespace

Affine times(const Affine& outer, const Affine& inner) {
  Affine product = outer.leftCols<3>() * inner;
  product.col(3) += outer.col(3);
  return product;
}

Affine as_affine(const Transform& place) {
  Affine made;
  made << place.rotation, place.translation;
  return made;
}

Similarity Similarity::operator*(const Similarity& inner) const {
  const Mat3 f = mirror(is_mirrored);
  return {rotation * f * inner.rotation * f, translation + linear() * inner.translation, scale * inner.scale,
          is_mirrored != inner.is_mirrored};
}

Mat3 Similarity::linear() const {
  return scale * rotation * mirror(is_mirrored);
}

Affine Similarity::affine() const {
  Affine made;
  made << linear(), translation;
  return made;
}

Affine NodePlace::affine() const {
  Affine made;
  made << rotation * shape, translation;
  return made;
}

bool NodePlace::is_similarity() const {
  const Mat3 square = shape.transpose() * shape;
  const double size = square.trace() / 3.0;
  return size > 1e-12 && (square - size * Mat3::Identity()).cwiseAbs().maxCoeff() <= 2.0 * roundness * size;
}

Similarity NodePlace::similarity() const {
  Similarity made{.translation = translation};
  made.is_mirrored = shape.determinant() < 0.0;
  made.scale = std::sqrt(shape.squaredNorm() / 3.0);
  Mat3 turn = shape * mirror(made.is_mirrored) / made.scale;
  // A diagonal of ones needs no rounding; everything else is brought to the nearest rotation.
  if (turn != Mat3(Mat3::Identity())) {
    const Eigen::JacobiSVD<Mat3> svd(turn, Eigen::ComputeFullU | Eigen::ComputeFullV);
    turn = svd.matrixU() * svd.matrixV().transpose();
  }
  made.rotation = rotation.toRotationMatrix() * turn;
  return made;
}

Nodes read_nodes(const GltfFile& file) {
  Nodes nodes;
  const std::size_t count = file.count("nodes");
  if (count == 0) file.fail("has no nodes, so there is nothing to open");
  if (count > most_nodes) {
    file.fail("has " + std::to_string(count) + " nodes; expected at most " + std::to_string(most_nodes));
  }
  nodes.list.resize(count);
  const json::Value list = file.document().at("nodes");
  for (std::size_t k = 0; k < count; ++k) {
    const json::Value json = list[k];
    json.require_object();
    Node& node = nodes.list[k];
    if (const auto name = json.find("name")) node.name = name->text();
    if (node.name.empty()) node.name = "node " + std::to_string(k);
    node.place = read_place(json);
    node.has_matrix = json.find("matrix").has_value();
    if (const auto mesh = json.find("mesh")) node.mesh = file.index_in(*mesh, "meshes");
    if (const auto skin = json.find("skin")) node.skin = file.index_in(*skin, "skins");
    json.for_each("children", [&](const json::Value& place) {
      const int child = file.index_in(place, "nodes");
      int& parent = nodes.list[static_cast<std::size_t>(child)].parent;
      if (parent >= 0) place.fail("node " + std::to_string(child) + " has two parents; expected a tree");
      parent = static_cast<int>(k);
      node.children.push_back(child);
    });
  }
  for (std::size_t k = 0; k < count; ++k) {
    if (nodes.list[k].parent < 0) nodes.order.push_back(static_cast<int>(k));
  }
  for (std::size_t next = 0; next < nodes.order.size(); ++next) {
    const Node& node = nodes.list[static_cast<std::size_t>(nodes.order[next])];
    nodes.order.insert(nodes.order.end(), node.children.begin(), node.children.end());
  }
  if (nodes.order.size() != count) {
    std::vector<bool> reached(count);
    for (const int k : nodes.order) reached[static_cast<std::size_t>(k)] = true;
    std::size_t k = 0;
    while (reached[k]) ++k;
    list[k].fail("the node is inside itself; expected a tree");
  }
  return nodes;
}

}  // namespace limber::gltf
