#pragma once
// The surface of a glTF character: all its triangles as one skin that the segments carry. A mesh with a skin
// follows the joints of that; a mesh without one the segment that its node hangs from.
//
//   point in the segment of a joint = scale * mirror * inverse bind * p        (of the joint's node)
//
// Points are kept where the first joint of their skin has them at rest, in the axes of figures; so the
// matrices of the others only turn and move, unless the file stretches its bones differently.

#include <memory>
#include <string>
#include <vector>

#include "limber/files/gltf/skeleton.h"

namespace limber::gltf {

// Null: there are no triangles. `notes`: what is not used, one sentence each.
std::shared_ptr<const Skin> read_skin(const GltfFile& file, const Nodes& nodes, const Skeleton& skeleton,
                                      std::vector<std::string>& notes);

}  // namespace limber::gltf
