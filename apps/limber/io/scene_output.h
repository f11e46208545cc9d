#pragma once
// A scene as it is written back.

#include <string>

#include "limber/scene/scene.h"

namespace limber::cli {

// The text for the file `out` ("-": standard output). A scene names its figure as long as that can be found
// from where the scene is put; else the figure goes inside.
std::string scene_for(const std::string& out, Scene scene);

}  // namespace limber::cli
