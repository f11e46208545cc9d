#pragma once
// OBJ, DAE, glTF and GLB, through Assimp (decision 1), in a process of its own: these formats are large,
// their readers are not ours, and files come from strangers.

#include <string>
#include <string_view>

#include "limber/meshes/read_mesh.h"

namespace limber {

// Which colours and textures a mesh gets: those of its file; or none, and where it says how an image lies
// on it a white texture, which stands for one that is laid over it.
enum class Looks { own, coverable };

// `ending`: ".obj" and so on. The mesh is as the file says and is checked by the caller. `notes`: what of
// the file is not used is added, one sentence each.
Expected<Mesh> parse_foreign(std::string_view bytes, const std::string& ending, const ReadBeside& beside,
                             const MeshLimits& limits, Looks looks, std::vector<std::string>& notes);

}  // namespace limber
