// The tree of nodes: parents found, circles refused.

#include "limber/files/gltf/nodes.h"

namespace limber::gltf {

namespace {

using character::most_nodes;
using character::Node;
using character::NodePlace;

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

GltfNodes read_nodes(const GltfFile& file) {
  GltfNodes made;
  const std::size_t count = file.count("nodes");
  if (count == 0) file.fail("has no nodes, so there is nothing to open");
  if (count > most_nodes) {
    file.fail("has " + std::to_string(count) + " nodes; expected at most " + std::to_string(most_nodes));
  }
  made.nodes.list.resize(count);
  made.meshes.resize(count);
  const json::Value list = file.document().at("nodes");
  for (std::size_t k = 0; k < count; ++k) {
    const json::Value json = list[k];
    json.require_object();
    Node& node = made.nodes.list[k];
    if (const auto name = json.find("name")) node.name = name->text();
    if (node.name.empty()) node.name = "node " + std::to_string(k);
    node.place = read_place(json);
    NodeMesh& has = made.meshes[k];
    has.has_matrix = json.find("matrix").has_value();
    if (const auto mesh = json.find("mesh")) has.mesh = file.index_in(*mesh, "meshes");
    if (const auto skin = json.find("skin")) has.skin = file.index_in(*skin, "skins");
    node.has_mesh = has.mesh >= 0;
    json.for_each("children", [&](const json::Value& place) {
      const int child = file.index_in(place, "nodes");
      int& parent = made.nodes.list[size(child)].parent;
      if (parent >= 0) place.fail("node " + std::to_string(child) + " has two parents; expected a tree");
      parent = static_cast<int>(k);
      node.children.push_back(child);
    });
  }
  put_in_order(made.nodes);
  return made;
}

}  // namespace limber::gltf
