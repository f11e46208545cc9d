// Baerlocher 2001, figure 7.18: twisting a heavy object, with the forces at the feet found.

#include <algorithm>
#include <cmath>

#include "experiments/catalog.h"
#include "experiments/common/body_drawing.h"
#include "limber/statics/report.h"

namespace limber::experiments {

namespace of_baerlocher_7_18 {
namespace {

Result run(const RunOptions& options) {
  Series sideways{.style = Series::Style::line_and_points, .tone = Tone::accent};
  double left_over = 0.0, net = 0.0, kept = 0.0, used = 0.0, couple = 0.0;
  std::vector<AtRest> rests;
  for (const double force : {0.0, 20.0, 40.0, 60.0}) {  // [N] at each hand, opposite ways
    Scene scene = gallery_scene("human-twist");
    scene.tasks.loads.forces.at(0).force = Vec3(force, 0, 0);
    scene.tasks.loads.forces.at(1).force = Vec3(-force, 0, 0);
    if (options.replaces("vertical-alone")) {
      for (SupportDescription& foot : scene.tasks.loads.supports) foot.friction = 0.0;
    }
    AtRest rest = settle(scene);
    const Vec3 left = rest.force_of("left foot"), right = rest.force_of("right foot");
    left_over = std::max(left_over, rest.left_over().moment.norm());
    net = std::max(net, (left + right).head<2>().norm());
    kept = std::max(kept, rest.largest_error());
    for (const StaticsReport report =
             report_on_loads(scene.figure, scene.posture, scene.tasks.loads, &scene.world);
         const StaticsReport::SupportLoad& foot : report.supports)
      used = std::max(used, foot.friction_used);
    const Vec3 apart = rest.place("hand.l") - rest.place("hand.r");
    couple = std::abs(apart.y() * force);
    sideways.points.emplace_back(force, left.head<2>().norm());
    rests.push_back(std::move(rest));
  }
  Scene slippery = gallery_scene("human-twist");
  settle(slippery);
  for (SupportDescription& foot : slippery.tasks.loads.supports) foot.friction = 0.0;
  Result result;
  result.add("moment of all forces about the centre of mass, largest",
             "must produce a torque that compensates that of the hands", left_over, "N m", at_most(1e-6));
  result.add("moment left with vertical forces at the feet alone, over the couple of the hands",
             "forces at the feet must compensate the torque of the hands",
             AtRest(slippery).left_over().moment.norm() / couple, "", between(0.99, 1.01));
  result.add("sideways force at the left foot, 60 N at each hand",
             "leaving to the system the horizontal (frictional) components", sideways.points.back().y(), "N",
             at_least(20));
  result.add("sum of the sideways forces", "two opposite forces with equal magnitude", net, "N",
             at_most(1e-6));
  result.add("hands on the corners, gaze, feet, balance", "the hands are constrained, the gaze too", kept,
             "m", at_most(1e-8));
  result.note("largest part of a friction cone in use", used, "");
  for (const auto& [title, rest] :
       {std::pair{"No force", &rests.front()}, {"60 N at each hand", &rests.back()}}) {
    Plot plot = body_plot(title, View::from_the_front);
    plot.series = body_lines(*rest, View::from_the_front, "", Tone::strong);
    result.plots.push_back(plot);
  }
  result.plots.push_back({.title = "What the feet hold sideways",
                          .x = {"force at each hand [N]"},
                          .y = {"at the left foot [N]"},
                          .series = {sideways}});
  result.conclusion =
      "What the thesis names as a solution: the level forces at the feet are found, inside their cones, and "
      "balance the couple of the hands.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_7_18

Experiment baerlocher_7_18() {
  return {
      .name = "baerlocher-7.18",
      .title = "Twisting a heavy object",
      .document = "Baerlocher 2001",
      .place = "section 7.3.8, figure 7.18",
      .claim =
          "Two opposite forces at the hands need forces at the feet that compensate their torque, hard to "
          "specify by hand. A solution would be to leave the horizontal components to the system.",
      .parameters = {{"scene", "scenes/human-twist.json: hands 0.44 m apart on an object"},
                     {"forces", "0 to 60 N at each hand; the thesis prints none"}},
      .run = of_baerlocher_7_18::run,
      .replacements = {{"vertical-alone", "the feet push upwards only"}}};
}

}  // namespace limber::experiments
