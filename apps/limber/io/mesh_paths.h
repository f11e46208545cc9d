#pragma once
// Names of mesh files in a figure that is written to another folder than it came from.

#include <string>

#include "io/input.h"

namespace limber::cli {

// The figure with its meshes named from where `out` is, if they were found from where the input is; those of
// packages only if `packages_too`: a URDF for other programs keeps them. Unchanged for "-" and in the same
// folder.
Figure with_paths_from(const Input& input, const Figure& figure, const std::string& out, bool packages_too);

}  // namespace limber::cli
