#pragma once
// A scene whose figure has been edited: everything that counts in numbers is carried over by names.

#include <string>
#include <vector>

#include "limber/scene/scene.h"

namespace limber {

// Gives the scene this figure and posture, and its tasks, criteria and solver options the numbers they have
// there. What has lost its place is left out; the answer names it, `task "hand": frame "hand.r" is gone`.
std::vector<std::string> set_figure(Scene& scene, Figure figure, Posture posture);

}  // namespace limber
