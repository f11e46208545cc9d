#pragma once
// Writing a scene back to a file.

#include <string>

#include "limber/scene/scene.h"

namespace limber::cli {

// The text for the file `out` ("-": standard output). The scene refers to its figure's file if that can be
// found from there; otherwise it contains the figure.
std::string scene_for(const std::string& out, Scene scene);

}  // namespace limber::cli
