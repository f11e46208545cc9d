#pragma once
// Cameras for the views a person can name.

#include <string>
#include <vector>

#include "limber/scene/scene.h"
#include "limber/shapes/shape.h"

namespace limber::cli {

// Figures face along x: the front is seen from there, the side from -y (x to the right), the top from above
// (y up).
const std::vector<std::string>& view_names();  // "front", "side", "top", "three-quarter"

// The camera of a named view, as near as everything in the scene fits; none for "three-quarter", which the
// renderer finds by itself.
std::optional<Camera> view_camera(const Scene& scene, const std::string& view, double aspect);

// Around the figure, the obstacles and the targets of tasks.
Bounds bounds_of_scene(const Scene& scene);

}  // namespace limber::cli
