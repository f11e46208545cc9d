#pragma once
// The surface of an FBX character (character/skin.h): the polygon meshes of its models.

#include <memory>
#include <string>
#include <vector>

#include "limber/files/character/skin.h"
#include "limber/files/fbx/models.h"
#include "limber/meshes/read_mesh.h"

namespace limber::fbx {

// Models that a skin follows, by node.
std::vector<bool> joints_of_skins(const Objects& objects, const Models& models);

// Null: there are no triangles. `beside` reads textures that are not in the file; may be empty. `notes`: what
// is not used, one sentence each.
std::shared_ptr<const Skin> read_skin(const Objects& objects, const Models& models,
                                      const character::Skeleton& skeleton, const ReadBeside& beside,
                                      std::vector<std::string>& notes);

}  // namespace limber::fbx
