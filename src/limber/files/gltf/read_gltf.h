#pragma once
// A glTF character as a figure: joints, skin and motion (docs/formats.md).

#include "limber/files/files.h"
#include "limber/meshes/read_mesh.h"

namespace limber {

// `beside` reads what a .gltf refers to; empty: nothing. The skin of the figure is named `name`.
Expected<MovingFigure> read_gltf(std::string_view bytes, const std::string& name, const ReadBeside& beside);

}  // namespace limber
