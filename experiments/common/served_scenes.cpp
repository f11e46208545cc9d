#include "experiments/common/served_scenes.h"

#include <algorithm>

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
    all.step_seconds += m.mean_seconds / static_cast<double>(scenes.size());
    all.each.push_back(m);
  }
  return all;
}

std::vector<Course> sweeps_past(const std::vector<int>& balls) {
  std::vector<Course> scenes;
  for (const int count : balls) {
    for (const Sweep sweep : {Sweep::near, Sweep::far}) scenes.push_back(past_balls(count, sweep));
  }
  return scenes;
}

}  // namespace limber::experiments
