#include "limber/scene/track_problem.h"

namespace limber {

TrackProblem track_problem(const Scene& scene) {
  return {.figure = scene.figure,
          .start = scene.posture,
          .tasks = scene.tasks,
          .criteria = scene.criteria,
          .world = scene.world,
          .paths = scene.paths,
          .solver = scene.solver,
          .motion = scene.motion};
}

}  // namespace limber
