#pragma once
// Giving a scene an edited figure. Tasks, criteria and solver options refer to the figure by ids, which an
// edit changes; they are translated by name.

#include <string>
#include <vector>

#include "limber/scene/scene.h"

namespace limber {

// Gives the scene this figure and posture, and translates the ids in it. What refers to something that no
// longer exists is removed; the result names each: `task "hand": frame "hand.r" is gone`.
std::vector<std::string> set_figure(Scene& scene, Figure figure, Posture posture);

}  // namespace limber
