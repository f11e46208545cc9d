#pragma once
// An FBX character as a figure: joints, skin and motion (docs/formats.md).

#include "limber/files/files.h"
#include "limber/meshes/read_mesh.h"

namespace limber {

// Binary or text, of version 7. `beside` reads textures that are not in the file; empty: none are. The skin
// of the figure is named `name`.
Expected<MovingFigure> read_fbx(std::string_view bytes, const std::string& name, const ReadBeside& beside);

}  // namespace limber
