#pragma once
// What must hold for every posture, and for every rest.

#include <string>

#include "limber/scene/scene.h"

namespace limber::soak {

// "" or what is wrong with the posture: a number that is none, or a limit broken.
std::string posture_problem(const Figure& figure, const Posture& posture);

// "" or what is wrong with this scene at rest. Lower priorities must not hold back a higher one: from the same
// posture, with only the tasks down to the first level that is not satisfied, that level gets no nearer.
std::string priority_problem(const Scene& scene);

// A scene file without what moves by itself or is not undone: the posture and the camera.
std::string without_posture(const std::string& scene);

}  // namespace limber::soak
