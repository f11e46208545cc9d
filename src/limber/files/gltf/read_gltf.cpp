// Joints, skin and motion of a glTF file, together.

#include "limber/files/gltf/read_gltf.h"

#include <algorithm>

#include "limber/files/character/figure.h"
#include "limber/files/character/refused.h"
#include "limber/files/gltf/animation.h"
#include "limber/files/gltf/skin.h"

namespace limber {

namespace {

std::vector<bool> joints_of_skins(const gltf::GltfFile& file, std::size_t node_count) {
  std::vector<bool> is_joint(node_count);
  file.document().for_each("skins", [&](const json::Value& skin) {
    skin.at("joints");
    skin.for_each("joints", [&](const json::Value& joint) {
      is_joint[gltf::size(file.index_in(joint, "nodes"))] = true;
    });
  });
  return is_joint;
}

MovingFigure figure_of(const gltf::GltfFile& file) {
  std::vector<std::string> notes;
  const gltf::GltfNodes nodes = gltf::read_nodes(file);
  const std::optional<character::Animation> animation = gltf::read_animation(file, nodes, notes);
  std::vector<bool> is_joint = joints_of_skins(file, nodes.nodes.list.size());
  if (!animation && std::find(is_joint.begin(), is_joint.end(), true) == is_joint.end()) {
    file.fail(
        "has neither a skin nor an animation, so there is no skeleton to pose; it can be drawn as the mesh "
        "of a URDF");
  }
  const character::Skeleton skeleton = character::find_skeleton(nodes.nodes, std::move(is_joint), animation);
  std::shared_ptr<const Skin> skin = gltf::read_skin(file, nodes, skeleton, notes);
  return character::moving_figure({nodes.nodes, skeleton, animation, std::move(skin), std::move(notes)},
                                  file.name());
}

}  // namespace

Expected<MovingFigure> read_gltf(std::string_view bytes, const std::string& name, const ReadBeside& beside) {
  return json::reading([&]() -> MovingFigure {
    const gltf::GltfFile file(bytes, name, beside);
    try {
      return figure_of(file);
    } catch (const character::Refused& refused) {
      if (refused.node < 0) file.fail(refused.problem);
      const json::Value nodes = file.document().at("nodes");
      nodes[gltf::size(refused.node)].fail(refused.problem);
    }
  });
}

}  // namespace limber
