#pragma once
// The surface of a glTF character (character/skin.h).

#include <memory>
#include <string>
#include <vector>

#include "limber/files/character/skin.h"
#include "limber/files/gltf/nodes.h"

namespace limber::gltf {

// Null: there are no triangles. `notes`: what is not used, one sentence each.
std::shared_ptr<const Skin> read_skin(const GltfFile& file, const GltfNodes& nodes,
                                      const character::Skeleton& skeleton, std::vector<std::string>& notes);

}  // namespace limber::gltf
