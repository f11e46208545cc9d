// Ge 5.3.3: one gain of the objective function works for any number of obstacles and joints.

#include <algorithm>
#include <numbers>

#include "experiments/catalog.h"
#include "experiments/common/avoidance_plots.h"

namespace limber::experiments {

namespace of_ge_5_3_3 {
namespace {

constexpr double degrees = 180.0 / std::numbers::pi;

Measures follow(const Course& course, const RunOptions& options) {
  const AvoidanceOptions objective = trunk_options(Technique::objective);
  return options.replaces("printed-sign") ? run_with_reversed_push(course, objective)
                                          : limber::run(course, objective);
}

Result run(const RunOptions& options) {
  const std::vector<int> counts = {1, 2, 4, 8};
  struct Size {
    int links;
    Tone tone;
  };
  const std::vector<Size> sizes = {{10, Tone::faint}, {30, Tone::accent}, {60, Tone::strong}};

  double least = 1e9, error = 0.0, bend = 0.0, bend_with_eight = 0.0, passed_through = -1e9;
  int reversals = 0, done = 0, through = 0;
  std::vector<Series> clearances, bends;
  for (const Size& size : sizes) {
    const std::string label = std::to_string(3 * size.links) + " joints";
    Series clearance{.label = label, .style = Series::Style::line_and_points, .tone = size.tone},
        angle = clearance;
    for (const int balls : counts) {
      const Course course = past_balls(balls, Sweep::near, size.links);
      const Measures m = follow(course, options);
      const double alone = limber::run(course, tracking_only()).least_clearance;
      if (size.links == 30) passed_through = std::max(passed_through, alone);
      through += alone < 0.0 ? 1 : 0;
      least = std::min(least, m.least_clearance);
      error = std::max(error, m.largest_error);
      (balls == 8 ? bend_with_eight : bend) =
          std::max(balls == 8 ? bend_with_eight : bend, degrees * m.largest_bend);
      reversals += m.reversals;
      clearance.points.emplace_back(balls, m.least_clearance);
      angle.points.emplace_back(balls, degrees * m.largest_bend);
      options.progress(0.8 * ++done / (counts.size() * sizes.size()));
    }
    clearances.push_back(clearance);
    bends.push_back(angle);
  }
  double far_least = 1e9, far_bend = 0.0, far_error = 0.0;
  int far_reversals = 0;
  for (const int balls : counts) {
    const Measures m = follow(past_balls(balls, Sweep::far), options);
    far_least = std::min(far_least, m.least_clearance);
    far_bend = std::max(far_bend, degrees * m.largest_bend);
    far_error = std::max(far_error, m.largest_error);
    far_reversals += m.reversals;
  }
  options.progress(0.95);

  Result result;
  result.add("clearance of the same drags without avoidance, at best, 90 joints",
             "they go through the obstacles", passed_through, "lengths", at_most(-0.3, signed_number));
  result.add("drags of 12 that go through an obstacle without avoidance, 30 to 180 joints",
             "they go through the obstacles", through, "", at_least(11.0));
  result.add("least clearance, 1 to 8 obstacles, 30 to 180 joints", "works with multiple obstacles", least,
             "lengths", at_least(0.5, signed_number));
  result.add("sharpest bend, 1 to 4 obstacles", "the solution remains smooth", bend, "°", at_most(16.0));
  result.add("sharpest bend, 8 obstacles", "the solution remains smooth", bend_with_eight, "°",
             at_most(25.0));
  result.add("largest error of the tip, as a share of a link", "tracking comes first", 100.0 * error, "%",
             at_most(0.5));
  result.add("frames of 3000 in which a joint moves back", "the solution remains smooth", reversals, "",
             at_most(0.0));
  result.add("least clearance on a drag three times as long, 90 joints", "works with multiple obstacles",
             far_least, "lengths", at_least(0.5, signed_number));
  result.add("sharpest bend there", "the solution remains smooth", far_bend, "°", at_most(16.0));
  result.add("largest error of the tip there, as a share of a link", "tracking comes first",
             100.0 * far_error, "%", at_most(0.5));
  result.add("frames of 1000 in which a joint moves back there", "the solution remains smooth", far_reversals,
             "", at_most(3.0));
  result.note(
      "least clearance with the sign of equation 5.5 as printed, 1 obstacle, 90 joints",
      run_with_reversed_push(past_balls(1, Sweep::near), trunk_options(Technique::objective)).least_clearance,
      "lengths");
  result.plots = {{.title = "Least clearance",
                   .x = {"obstacles", Spacing::linear, Range{0, 9}},
                   .y = {"clearance [lengths]", Spacing::linear, Range{0, 5}},
                   .series = clearances},
                  {.title = "Sharpest bend",
                   .x = {"obstacles", Spacing::linear, Range{0, 9}},
                   .y = {"bend [°]", Spacing::linear, Range{0, 26}},
                   .series = bends}};
  result.conclusion =
      "The gradient of a sum of 1/d² moves every joint according to its effect on the distances, for any "
      "number of obstacles, and only as far as tracking allows. As printed (equation 5.5) its sign pulls the "
      "chain in; with the sign of the gradient it works as the thesis says. For its limits see ge-5.3.1, a "
      "corridor.";
  return result;
}

}  // namespace
}  // namespace of_ge_5_3_3

Experiment ge_5_3_3() {
  return {
      .name = "ge-5.3.3",
      .title = "The objective function: one gain for all",
      .document = "Ge 2000",
      .place = "section 5.3.3, equation 5.5",
      .claim =
          "The objective function works with several obstacles without change. Its gain need not be tuned "
          "again when the number of obstacles or of degrees of freedom changes; the chain moves between the "
          "obstacles and stays smooth.",
      .parameters = {{"trunk", "30 lengths, 10, 30 and 60 links with three joints each, in an arc of 60°"},
                     {"goal", "led 5 lengths (and 16), slowly and smoothly, 250 steps"},
                     {"obstacles", "1, 2, 4 and 8 balls of radius 1.5, where the trunk would pass"},
                     {"gain", "0.001 in all of them; power 2, at most 0.05 rad a step"},
                     {"updates", "not cancelled"}},
      .run = of_ge_5_3_3::run,
      .replacements = {{"printed-sign", "the sign of the push as in the printed equation 5.5"}}};
}

}  // namespace limber::experiments
