#pragma once
// The motion that a scene asks for.

#include "limber/motion/track.h"
#include "limber/scene/scene.h"

namespace limber {

TrackProblem track_problem(const Scene& scene);

}  // namespace limber
