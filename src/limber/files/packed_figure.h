#pragma once
// A figure with its meshes, textures, skin and motion as bytes, from a child process to its parent on the
// same machine: every bit of every number, which a figure's JSON is not (it rounds rotations).

#include <optional>
#include <string>
#include <string_view>

#include "limber/files/files.h"

namespace limber {

// The parts that a figure is built of, as a reader of foreign text gives them.
std::string packed(const MovingFigure& moving);

// The child may have sent anything if the child was broken into: every count and every index is checked,
// and the figure is built again with all its checks. None: the bytes are no figure.
std::optional<MovingFigure> unpacked_figure(std::string_view bytes);

}  // namespace limber
