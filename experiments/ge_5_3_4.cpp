// Ge 5.3.4: with the obstacle before the goal the trunk dances.

#include <algorithm>

#include "experiments/catalog.h"
#include "experiments/common/avoidance_plots.h"

namespace limber::experiments {

namespace {

constexpr int frames = 200;

// [lengths] How far the middle of the trunk moves in each frame.
std::vector<double> motion(const Course& course, const FilmedRun& run) {
  Kinematics kinematics(course.figure);
  const SegmentId middle = course.figure.segment("trunk.15");
  std::vector<double> moves;
  Vec3 last = Vec3::Zero();
  for (const Posture& posture : run.postures) {
    kinematics.update(posture);
    const Vec3 now = kinematics.segment_pose(middle).translation;
    if (!(&posture == &run.postures.front())) moves.push_back((now - last).norm());
    last = now;
  }
  return moves;
}

double largest_of_last(const std::vector<double>& values, std::size_t count) {
  return *std::max_element(values.end() - static_cast<std::ptrdiff_t>(count), values.end());
}

Result run(const RunOptions& options) {
  // The goal stands where the tip is: nothing is asked but to stay.
  Course standing = past_balls(1, Sweep::near);
  standing.targets.assign(frames, standing.targets.front());
  const Course led = past_balls(1, Sweep::near);
  const FilmedRun printed = film(standing, trunk_options(Technique::priority_reversing));
  options.progress(0.3);
  const FilmedRun gated = film(standing, trunk_options(Technique::priority_reversing_gated));
  options.progress(0.5);
  const FilmedRun led_printed = film(led, trunk_options(Technique::priority_reversing));
  const FilmedRun led_gated = film(led, trunk_options(Technique::priority_reversing_gated));
  options.progress(0.9);

  const std::vector<double> dance = motion(standing, printed), rest = motion(standing, gated);
  Result result;
  const auto add = [&](const std::string& what, const std::string& claim, double value,
                       const std::string& unit, const Agreeing& agrees) {
    result.findings.push_back({.what = what, .claim = claim, .value = value, .unit = unit, .agrees = agrees});
  };
  add("largest motion of the middle in the last 50 of 200 frames, goal and obstacle standing",
      "looks like it is dancing: there is no distance to settle at", largest_of_last(dance, 50), "lengths",
      at_least(1e-3));
  add("clearance it flees to from an obstacle it never would have touched",
      "avoidance dominates, however large the distance is", printed.clearance.back(), "lengths",
      at_least(3.0));
  add("frames of 250 in which a joint moves back, goal led past one ball", "not stable",
      static_cast<double>(led_printed.measures.reversals), "", at_least(100.0));
  add("the same motion of the middle, faded in and out by distance", "no counterpart: ours",
      largest_of_last(rest, 50), "lengths", at_most(1e-6));
  add("frames of 250 in which a joint moves back, so faded", "no counterpart: ours",
      static_cast<double>(led_gated.measures.reversals), "", at_most(5.0));
  add("least clearance, so faded", "no counterpart: ours", led_gated.measures.least_clearance, "lengths",
      at_least(0.0));
  result.plots = {{.title = "Motion of the middle of the trunk; goal and obstacle stand",
                   .x = {"frame"},
                   .y = {"per frame [lengths]", Spacing::logarithmic, Range{1e-16, 1.0}},
                   .series = {over_frames(dance, "as printed", Tone::accent),
                              over_frames(rest, "faded by distance", Tone::middle)}},
                  {.title = "Clearance, goal and obstacle standing",
                   .x = {"frame"},
                   .y = {"clearance [lengths]"},
                   .series = {over_frames(printed.clearance, "as printed", Tone::accent),
                              over_frames(gated.clearance, "faded by distance", Tone::middle)}}};
  result.conclusion =
      "As printed, the flight from the obstacle has the same strength everywhere, so that the trunk is on "
      "its way for "
      "as long as it can still get farther, and the worst point changes as it moves. Where the flight ends "
      "at a "
      "distance, the same formula comes to rest.";
  return result;
}

}  // namespace

Experiment ge_5_3_4() {
  return {.name = "ge-5.3.4",
          .title = "Priority reversing dances",
          .document = "Ge 2000",
          .place = "section 5.3.4, priority reversing",
          .claim =
              "With obstacle avoidance as the primary goal and the tip’s goal as the secondary one the chain "
              "looks as if it were dancing freely: there is no largest distance to settle at.",
          .parameters = {{"trunk", "30 spheres one length apart, 90 revolute joints, in an arc of 60°"},
                         {"obstacle", "a ball of radius 1.5"},
                         {"goal", "standing for 200 steps; led 5 lengths in 250"},
                         {"push", "0.2 lengths a step, damping 0.1"},
                         {"faded", "d_ta 0.1, d_ug 1, d_soi 2 lengths"}},
          .run = run};
}

}  // namespace limber::experiments
