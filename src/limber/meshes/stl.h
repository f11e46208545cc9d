#pragma once
// STL, binary and text. Every triangle has its own three points; finish_surface joins them.

#include <string_view>

#include "limber/base/expected.h"
#include "limber/meshes/read_mesh.h"

namespace limber {

Expected<Mesh> parse_stl(std::string_view bytes, const MeshLimits& limits);

}  // namespace limber
