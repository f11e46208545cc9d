// Baerlocher 2001, figure 7.7: the largest moment of inertia of a closed chain, with its centre held, and then
// free to rise.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/catalog.h"
#include "experiments/common/gallery.h"
#include "experiments/common/planar.h"

namespace limber::experiments {

namespace of_baerlocher_7_7 {
namespace {

constexpr double wanted = 0.3;  // [m] radius of gyration: more than nine closed links can have

Series ring(const AtRest& rest, Tone tone) {
  Series series{.tone = tone};
  const double radius = std::sqrt(rest.masses.inertia()(2, 2) / rest.masses.total_mass());
  for (int k = 0; k <= 72; ++k) {
    const double angle = k * 2.0 * std::numbers::pi / 72;
    series.points.emplace_back(rest.center().head<2>() + radius * Vec2(std::cos(angle), std::sin(angle)));
  }
  return series;
}

Result run(const RunOptions& options) {
  Scene scene = gallery_scene("loop-inertia");
  scene.tasks.find("inertia")->settings.enabled = false;
  if (options.replaces("one-level")) level_priorities(scene);
  Scene shown[3] = {scene, scene, scene};
  const AtRest before = settle(shown[0]);  // B
  shown[1] = shown[0];
  shown[1].tasks.find("inertia")->settings.enabled = true;
  task_of<Inertia>(shown[1], "inertia").radius = wanted;
  const AtRest held = settle(shown[1]);  // C
  shown[2] = shown[1];
  task_of<CenterOfMass>(shown[2], "center").axes = Axes{.x = true, .y = false, .z = false};
  const AtRest freed = settle(shown[2]);  // D
  const auto inertia = [](const AtRest& rest) { return rest.masses.inertia()(2, 2); };
  Result result;
  result.add("inertia of C over that of B", "the task is added, with lower priority",
             inertia(held) / inertia(before), "", at_least(1.0001));
  result.add("inertia of D over that of C", "freed in the vertical direction it has a higher one",
             inertia(freed) / inertia(held), "", at_least(1.05));
  result.add("tip and base apart, C and D", "without violating the two constraint tasks",
             std::max(held.off.at("closed"), freed.off.at("closed")), "m", at_most(1e-6));
  result.add("centre of mass from its place, C and D", "without violating the two constraint tasks",
             std::max(held.off.at("center"), freed.off.at("center")), "m", at_most(1e-6));
  result.add("what D is short of the wanted radius", "unreachable: both rings do not coincide",
             freed.off.at("inertia"), "m", at_least(0.01));
  const char* titles[] = {"B: loop and centre of mass", "C: the largest inertia", "D: free in the vertical"};
  const AtRest* rests[] = {&before, &held, &freed};
  for (int k = 0; k < 3; ++k) {
    Plot plot = plane(titles[k], {-0.35, 0.35}, {-0.15, 0.45});
    plot.series = arms(shown[k].figure, shown[k].posture, {"link.tip"}, "", Tone::strong);
    plot.series.push_back(ring(*rests[k], Tone::accent));
    plot.series.push_back(crosses({rests[k]->center().head<2>()}, "centre of mass", Tone::accent));
    result.plots.push_back(plot);
  }
  result.conclusion = "Freed in the vertical, the loop grows round, and both tasks above are kept.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_7_7

Experiment baerlocher_7_7() {
  return {
      .name = "baerlocher-7.7",
      .title = "The moment of inertia of a loop",
      .document = "Baerlocher 2001",
      .place = "section 7.3.3, figure 7.7",
      .claim =
          "Under a loop and a centre-of-mass task, a task of lower priority maximises the moment of inertia. "
          "With the centre of mass free in the vertical it becomes higher, and no task is violated.",
      .parameters = {{"scene", "scenes/loop-inertia.json: 9 links of 0.1 m"},
                     {"wanted", "a radius of gyration of 0.3 m, out of reach"},
                     {"priorities", "loop; centre of mass; inertia"}},
      .run = of_baerlocher_7_7::run,
      .replacements = {{"one-level", "all three tasks have the same priority"}}};
}

}  // namespace limber::experiments
