// Ge 5.3.4: with the obstacle at a higher priority than the goal, the trunk dances.

#include <algorithm>

#include "experiments/catalog.h"
#include "experiments/common/avoidance_plots.h"

namespace limber::experiments {

namespace of_ge_5_3_4 {
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
  // The goal is where the tip is: the trunk only has to stay.
  Course standing = past_balls(1, Sweep::near);
  standing.targets.assign(frames, standing.targets.front());
  const Course led = past_balls(1, Sweep::near);
  const Technique as_printed =
      options.replaces("fading") ? Technique::priority_reversing_gated : Technique::priority_reversing;
  const FilmedRun printed = film(standing, trunk_options(as_printed));
  options.progress(0.3);
  const FilmedRun gated = film(standing, trunk_options(Technique::priority_reversing_gated));
  options.progress(0.5);
  const FilmedRun led_printed = film(led, trunk_options(as_printed));
  const FilmedRun led_gated = film(led, trunk_options(Technique::priority_reversing_gated));
  options.progress(0.9);

  const std::vector<double> dance = motion(standing, printed), rest = motion(standing, gated);
  Result result;
  result.add("largest motion of the middle in the last 50 of 200 frames, goal and obstacle standing still",
             "looks as if it were dancing: there is no distance at which it settles",
             largest_of_last(dance, 50), "lengths", at_least(1e-3));
  result.add("clearance it escapes to from an obstacle that it would not have touched",
             "avoidance dominates, however large the distance is", printed.clearance.back(), "lengths",
             at_least(3.0));
  result.add("frames of 250 in which a joint moves back, goal led past one ball", "not stable",
             static_cast<double>(led_printed.measures.reversals), "", at_least(100.0));
  result.add("the same motion of the middle, faded by distance", "no counterpart: ours",
             largest_of_last(rest, 50), "lengths", at_most(1e-6));
  result.add("frames of 250 in which a joint moves back, faded by distance", "no counterpart: ours",
             static_cast<double>(led_gated.measures.reversals), "", at_most(5.0));
  result.add("least clearance, faded by distance", "no counterpart: ours", led_gated.measures.least_clearance,
             "lengths", at_least(0.0, signed_number));
  result.plots = {{.title = "Motion of the middle of the trunk, goal and obstacle standing still",
                   .x = {"frame"},
                   .y = {"per frame [lengths]", Spacing::logarithmic, Range{1e-16, 1.0}},
                   .series = {over_frames(dance, "as printed", Tone::accent),
                              over_frames(rest, "faded by distance", Tone::middle)}},
                  {.title = "Clearance, goal and obstacle standing still",
                   .x = {"frame"},
                   .y = {"clearance [lengths]"},
                   .series = {over_frames(printed.clearance, "as printed", Tone::accent),
                              over_frames(gated.clearance, "faded by distance", Tone::middle)}}};
  result.conclusion =
      "As printed, the escape from the obstacle has the same strength everywhere, so the trunk keeps moving "
      "as long as it can get farther away, and the worst point changes as it moves. If the escape fades out "
      "with distance, the same formula comes to rest.";
  return result;
}

}  // namespace
}  // namespace of_ge_5_3_4

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
                         {"goal", "still for 200 steps; led 5 lengths in 250"},
                         {"push", "0.2 lengths a step, damping 0.1"},
                         {"faded", "d_ta 0.1, d_ug 1, d_soi 2 lengths"}},
          .run = of_ge_5_3_4::run,
          .replacements = {{"fading", "the escape fades with distance also where it should be as printed"}}};
}

}  // namespace limber::experiments
