#include "experiments/common/served_scenes.h"

#include <algorithm>

#include "experiments/common/stopwatch.h"

namespace limber::experiments {

ServedScenes over(const std::vector<Course>& scenes, const AvoidanceOptions& options) {
  ServedScenes all;
  all.least_clearance = std::numeric_limits<double>::infinity();
  for (const Course& scene : scenes) {
    const Measures m = run(scene, options);
    const bool is_clear = m.penetrations == 0;
    const bool follows = m.largest_error <= lost_goal && m.largest_turn <= jump;
    ++all.scenes;
    all.clear += is_clear ? 1 : 0;
    all.served += is_clear && follows ? 1 : 0;
    all.least_clearance = std::min(all.least_clearance, m.least_clearance);
    all.bend = std::max(all.bend, m.largest_bend);
    all.mean_bend += m.largest_bend / static_cast<double>(scenes.size());
    all.largest_turn = std::max(all.largest_turn, m.largest_turn);
    all.largest_error = std::max(all.largest_error, m.largest_error);
    all.reversals += m.reversals;
    all.each.push_back(m);
  }
  return all;
}

double seconds_of_a_step(const std::vector<Course>& scenes, const AvoidanceOptions& options) {
  double sum = 0.0;
  std::size_t frames = 0;
  for (const Course& scene : scenes) {
    std::vector<double> shortest(scene.targets.size(), std::numeric_limits<double>::infinity());
    for (int run = 0; run < 3; ++run) {
      Mover mover(scene.figure, scene.solver, options);
      TaskList tasks = scene.tasks;
      mover.prepare(tasks, {}, scene.world);
      Posture posture = scene.start;
      for (std::size_t frame = 0; frame < scene.targets.size(); ++frame) {
        tasks[TaskId<Reach>(scene.leading_task)].target = scene.targets[frame];
        const double start = thread_seconds();
        mover.step(tasks, {}, posture);
        shortest[frame] = std::min(shortest[frame], thread_seconds() - start);
      }
    }
    for (const double seconds : shortest) sum += seconds;
    frames += shortest.size();
  }
  return sum / static_cast<double>(frames);
}

std::vector<Course> sweeps_past(const std::vector<int>& balls) {
  std::vector<Course> scenes;
  for (const int count : balls) {
    for (const Sweep sweep : {Sweep::near, Sweep::far}) scenes.push_back(past_balls(count, sweep));
  }
  return scenes;
}

}  // namespace limber::experiments
