#pragma once
// The first animation of a glTF file.

#include <optional>
#include <string>
#include <vector>

#include "limber/files/character/animation.h"
#include "limber/files/gltf/nodes.h"

namespace limber::gltf {

// None: the file has no animation. Postures are taken at the times of all channels; with cubic ones also
// every 1/30 s. `notes`: what is not used of it, one sentence each.
std::optional<character::Animation> read_animation(const GltfFile& file, const GltfNodes& nodes,
                                                   std::vector<std::string>& notes);

}  // namespace limber::gltf
