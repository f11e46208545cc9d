#pragma once
// The nodes of a glTF file, and which mesh and skin each has.

#include <vector>

#include "limber/files/character/nodes.h"
#include "limber/files/gltf/gltf_file.h"

namespace limber::gltf {

using character::size;

struct NodeMesh {
  int mesh = -1, skin = -1;
  bool has_matrix = false;  // such nodes cannot be animated
};

struct GltfNodes {
  character::Nodes nodes;
  std::vector<NodeMesh> meshes;  // by node
};

// Throws json::ReadError, or character::Refused: a node with two parents, or one that is inside itself.
GltfNodes read_nodes(const GltfFile& file);

}  // namespace limber::gltf
