// Obstacles: the figure keeps clear of the world and of itself. Where it gets stuck, a search finds a path.
#include <limber/limber.h>

#include <algorithm>
#include <cstdio>

using namespace limber;

int main() {
  // A planar arm whose goal lies behind a wall.
  Scene scene = load_scene("scenes/behind-a-wall.json").value();
  scene.world.add("pole", Capsule{.a = {-0.8, 0, -1}, .b = {-0.8, 0, 1}, .radius = 0.03});

  Solver solver(scene.figure, scene.solver);
  solver.surround(scene.world);
  Posture posture = scene.posture;
  double nearest = 1;
  const SolveReport report = solver.solve(scene.tasks, scene.criteria, posture,
                                          {.observe = [&](const StepReport& step, const Posture&) {
                                            nearest = std::min(nearest, step.clearance);
                                          }});
  const TaskReport& goal = report.tasks[0];
  std::printf("%s after %d steps; it %s\n", light_name(report.light), report.steps,
              nearest > 0 ? "touched nothing" : "went through something");
  std::printf("off by %.2f m: %s\n", goal.error,
              reason_in_words(goal.reasons[0], scene.figure, scene.tasks, scene.world).c_str());

  // The solver goes downhill and has stopped at the wall. A search in joint space looks for another path.
  scene.posture = posture;
  const Expected<PosturePath> path = find_path(scene, {.most_seconds = 20});
  if (!path) {
    std::printf("%s\n", path.error().message.c_str());  // no proof that there is none
    return 1;
  }
  Kinematics kinematics(scene.figure);
  kinematics.update(path->postures.back());
  std::printf("a search found a path round it, %s\n",
              path->clearance > 0 ? "clear all the way" : "but it touches");
}
