#pragma once
// How much of a figure lies in other parts of it, or in obstacles: pairs whose bounds overlap, which steps
// look at one by one. Dear shapes count several times. A figure that is stretched out has few of them,
// however long it is. It is looked at as it rests: whether a scene is too crowded must not depend on where
// the solver has just moved it.

#include "limber/scene/scene.h"

namespace limber {

// Counts to `most` and no further. `self`: pairs of its own parts, too.
double crowded_pairs(const Scene& scene, bool self, double most);

}  // namespace limber
