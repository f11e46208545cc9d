#pragma once
// OBJ, DAE, glTF and GLB, through Assimp (decision 1), in a process of its own: these formats are large,
// their readers are not ours, and files come from strangers.

#include <string>
#include <string_view>

#include "limber/meshes/read_mesh.h"

namespace limber {

// `ending`: ".obj" and so on. The mesh is as the file says and is checked by the caller.
Expected<Mesh> parse_foreign(std::string_view bytes, const std::string& ending, const ReadBeside& beside,
                             const MeshLimits& limits);

}  // namespace limber
