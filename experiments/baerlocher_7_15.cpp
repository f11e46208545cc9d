// Baerlocher 2001, figure 7.15: the ratios of the feet move the centre of mass.

#include <algorithm>
#include <cmath>

#include "experiments/catalog.h"
#include "experiments/common/body_drawing.h"

namespace limber::experiments {

namespace of_baerlocher_7_15 {
namespace {

AtRest standing(double share, const RunOptions& options) {
  Scene scene = gallery_scene("human-weight-shift");
  auto& supports = scene.tasks.loads.supports;
  supports.at(0).share = supports.at(1).share = std::nullopt;
  if (!options.replaces("no-ratios")) {
    supports.at(0).share = 1.0 - share;
    supports.at(1).share = share;
  }
  return settle(scene);
}

Result run(const RunOptions& options) {
  double off_line = 0.0, carried_off = 0.0, kept = 0.0;
  Series path{.label = "centre of mass", .style = Series::Style::line_and_points, .tone = Tone::accent};
  for (const double share : {0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 1.0}) {
    const AtRest rest = standing(share, options);
    const Vec3 middle = (1 - share) * rest.place("foot.l") + share * rest.place("foot.r");
    off_line = std::max(off_line, (rest.center() - middle).head<2>().norm());
    carried_off = std::max(
        carried_off, std::abs(rest.force_of("right foot").z() / (9.81 * rest.masses.total_mass()) - share));
    kept = std::max(kept, rest.largest_error());
    path.points.emplace_back(100 * share, -rest.center().y());
  }
  const AtRest even = standing(0.5, options), right = standing(0.85, options);
  Result result;
  result.add("shift of the centre of mass, from equal weights to 85 % on the right foot",
             "a displacement of the centre of mass over that foot", even.center().y() - right.center().y(),
             "m", at_least(0.1, signed_number));
  result.add("centre of mass from the point between the feet that the ratios ask for, largest",
             "the weight distribution is controlled through the ratios", off_line, "m", at_most(1e-6));
  result.add("weight on the right foot, largest difference from its ratio",
             "the weight distribution is controlled through the ratios", carried_off, "", at_most(1e-5));
  result.add("tasks, largest error", "no counterpart", kept, "m", at_most(1e-8));
  result.note("level distance of the centre of mass from the right foot, at 85 %",
              (right.center() - right.place("foot.r")).head<2>().norm(), "m");
  for (const auto& [title, rest] : {std::pair{"Equal weights", &even}, {"85 % on the right foot", &right}}) {
    Plot plot = body_plot(title, View::from_the_front);
    plot.series = body_lines(*rest, View::from_the_front, "", Tone::strong);
    result.plots.push_back(plot);
  }
  result.plots.push_back({.title = "Where the centre of mass goes",
                          .x = {"weight on the right foot [%]"},
                          .y = {"to the right [m]"},
                          .series = {path}});
  result.conclusion = "Flat feet and no other force: the centre of mass divides the line between the feet.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_7_15

Experiment baerlocher_7_15() {
  return {
      .name = "baerlocher-7.15",
      .title = "The weight on one foot",
      .document = "Baerlocher 2001",
      .place = "section 7.3.8, figure 7.15",
      .claim =
          "With the weight equally on both feet, and then mainly on the right one, by supporting ratios, the "
          "centre of mass is displaced over that foot.",
      .parameters = {{"scene", "scenes/human-weight-shift.json: feet 0.34 m apart"},
                     {"ratios", "from 50 to 100 % on the right foot; the thesis prints none"}},
      .run = of_baerlocher_7_15::run,
      .replacements = {{"no-ratios", "no ratios are given to the feet"}}};
}

}  // namespace limber::experiments
