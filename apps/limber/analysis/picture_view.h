#pragma once
// Cameras for the named views.

#include <string>
#include <vector>

#include "limber/scene/scene.h"
#include "limber/shapes/shape.h"

namespace limber::cli {

// Figures face along x: the front view is from +x, the side view from -y (x to the right), the top view from
// +z (y up).
const std::vector<std::string>& view_names();  // "front", "side", "top", "three-quarter"

// The camera of a named view, as close as the whole scene fits; none for "three-quarter", the renderer's own
// choice.
std::optional<Camera> view_camera(const Scene& scene, const std::string& view, double aspect);

// Around the figure, the obstacles and the targets of tasks.
Bounds bounds_of_scene(const Scene& scene);

}  // namespace limber::cli
