// Baerlocher 2001, figure 7.17: pushing a heavy object with both hands.

#include <algorithm>
#include <cmath>

#include "experiments/catalog.h"
#include "experiments/common/body_drawing.h"

namespace limber::experiments {

namespace of_baerlocher_7_17 {
namespace {

Result run(const RunOptions& options) {
  Scene scene = gallery_scene("human-push");
  if (options.replaces("weight-alone")) scene.tasks.find("poise")->task = CenterOverSupports{};
  Series found{.label = "found", .style = Series::Style::points, .tone = Tone::accent},
      lever{.label = "push · height/weight", .tone = Tone::middle};
  double kept = 0.0, off_lever = 0.0, left_over = 0.0, last = -1.0;
  int ahead = 0;
  std::vector<AtRest> rests;
  for (const double force : {0.0, 20.0, 40.0, 60.0, 80.0}) {  // [N] at each hand
    for (ForceDescription& hand : scene.tasks.loads.forces) hand.force = Vec3(-force, 0, 0);
    AtRest rest = settle(scene);
    const double weight = 9.81 * rest.masses.total_mass(),
                 shift = rest.center().x() - rest.place("foot.l").x(),
                 needed = force * (rest.place("hand.l").z() + rest.place("hand.r").z()) / weight;
    kept = std::max({kept, rest.off.at("left hand"), rest.off.at("right hand"), rest.off.at("right foot"),
                     rest.off.at("right sole")});
    off_lever = std::max(off_lever, std::abs(shift - needed));
    left_over = std::max(left_over, rest.left_over().moment.norm());
    ahead += force > 0.0 && shift > last + 0.02 ? 1 : 0;
    last = shift;
    found.points.emplace_back(2 * force, shift);
    lever.points.emplace_back(2 * force, needed);
    rests.push_back(std::move(rest));
  }
  const AtRest& most = rests.back();
  Result result;
  result.add("stronger pushes with which the centre of mass is nearer to the object, of four",
             "the centre of mass heads towards the object", ahead, "", at_least(4, count_of(4)));
  result.add("centre of mass from where the lever of the push puts it, largest", "static equilibrium",
             off_lever, "m", at_most(1e-8));
  result.add("moment of all forces about the centre of mass, largest", "static equilibrium", left_over, "N m",
             at_most(1e-6));
  result.add("hands from the corners, feet from the floor", "constrained on the corners, and on the floor",
             kept, "m", at_most(1e-8));
  result.add("difference of the level forces of the feet, under 160 N", "two equal forces",
             std::abs(most.force_of("left foot").x() - most.force_of("right foot").x()), "N", at_most(1e-3));
  for (const auto& [title, rest] : {std::pair{"No push", &rests.front()}, {"160 N", &rests.back()}}) {
    Plot plot = body_plot(title, View::from_the_right);
    plot.series = body_lines(*rest, View::from_the_right, "", Tone::strong);
    plot.series.push_back(
        {.label = "object", .points = {{0.62, 0}, {0.62, 1.24}, {1.1, 1.24}}, .tone = Tone::accent});
    result.plots.push_back(plot);
  }
  result.plots.push_back({.title = "Centre of mass ahead of the feet",
                          .x = {"push of both hands [N]"},
                          .y = {"ahead [m]"},
                          .series = {lever, found}});
  result.conclusion =
      "The body leans by what the lever of the push asks for; the forces at the feet are found, not "
      "specified.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_7_17

Experiment baerlocher_7_17() {
  return {
      .name = "baerlocher-7.17",
      .title = "Pushing a heavy object",
      .document = "Baerlocher 2001",
      .place = "section 7.3.8, figure 7.17",
      .claim =
          "With feet on the floor, hands on the corners of an object and two equal forces at the hands, the "
          "centre of mass heads towards the object.",
      .parameters = {{"scene", "scenes/human-push.json"},
                     {"forces", "0 to 80 N at each hand; the thesis prints none"}},
      .run = of_baerlocher_7_17::run,
      .replacements = {{"weight-alone", "the centre of mass above the supports, whatever the hands push"}}};
}

}  // namespace limber::experiments
