#include "limber/scene/track_problem.h"

namespace limber {

TrackProblem track_problem(const Scene& scene) {
  const World* world = scene.kept_clear_of();
  return {.figure = scene.figure,
          .start = scene.posture,
          .tasks = scene.tasks,
          .criteria = scene.criteria,
          .world = world ? std::optional(*world) : std::nullopt,
          .paths = scene.paths,
          .solver = scene.solver,
          .motion = scene.motion};
}

}  // namespace limber
