// Baerlocher 2001, figure 6.9: three configurations of a chain on two supports, the last by minimisation.

#include <algorithm>
#include <cmath>

#include "experiments/catalog.h"
#include "experiments/common/gallery.h"
#include "experiments/common/planar.h"

namespace limber::experiments {

namespace of_baerlocher_6_9 {
namespace {

// The chain of the scene, bent at its joints 2 to 10 by these; the tip is brought to its place by its task.
Scene bent(double first, double ends, double between) {
  Scene scene = gallery_scene("chain-double-support");
  const int value = scene.figure.first_value(scene.figure.joint("link.1"));
  for (int i = 0; i < 10; ++i)
    scene.posture.values[value + i] = i == 0 ? first : i == 1 || i == 9 ? ends : between;
  return scene;
}

Result run(const RunOptions& options) {
  Scene a = bent(0.9, -0.2, -0.2), b = bent(1.5, -1.2, -0.05);
  CriterionList effort = a.criteria;
  if (options.replaces("reversed")) {
    effort = {{"reversed",
               CustomCriterion{.value = [](const TaskContext& c) { return -c.loads->joints.effort(); },
                               .add_gradient =
                                   [](const TaskContext& c, Eigen::Ref<VecX> sum) {
                                     VecX gradient = VecX::Zero(sum.size());
                                     add_gradient(Effort{}, c, gradient);
                                     sum -= gradient;
                                   }},
               1.0}};
  }
  a.criteria = b.criteria = {};
  const AtRest at_a = settle(a), at_b = settle(b);
  Scene c = a;
  c.criteria = effort;
  const AtRest at_c = settle(c);
  Scene from_b = b;
  from_b.criteria = effort;
  const AtRest at_c_too = settle(from_b);
  const auto norm = [](const AtRest& rest) { return rest.loads.joints.torques().norm(); };
  Result result;
  result.add("|torques| of C over those of A", "0.65", norm(at_c) / norm(at_a), "", at_most(0.85));
  result.add("|torques| of C over those of B", "C is the most efficient: 0.65/0.81", norm(at_c) / norm(at_b),
             "", at_most(0.95));
  result.add("minimised from B, over C", "no counterpart: one posture, from either",
             norm(at_c_too) / norm(at_c), "", between(0.999, 1.001));
  result.add("largest error of base and tip, all three", "a chain in double support",
             std::max({at_a.largest_error(), at_b.largest_error(), at_c.largest_error()}), "m",
             at_most(1e-6));
  result.add(
      "largest force left over", "under the balance condition",
      std::max({at_a.left_over().force.norm(), at_b.left_over().force.norm(), at_c.left_over().force.norm()}),
      "N", at_most(1e-6));
  result.note("|torques| of B over those of A (0.81 in the thesis)", norm(at_b) / norm(at_a), "");
  Plot plot = plane("Three configurations on two supports", {-0.1, 0.7}, {-0.1, 0.55});
  plot.height = 400;
  for (const auto& [scene, label, tone] :
       {std::tuple{&a, "A", Tone::faint}, {&b, "B", Tone::middle}, {&c, "C: least torques", Tone::accent}})
    for (const Series& arm : arms(scene->figure, scene->posture, {"link.tip"}, label, tone))
      plot.series.push_back(arm);
  result.plots = {plot};
  result.conclusion =
      "Minimisation ends in one posture from both starts, and it costs least. How much less depends on the "
      "posture it is compared with.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_6_9

Experiment baerlocher_6_9() {
  return {
      .name = "baerlocher-6.9",
      .title = "A chain on two supports, with the least torques",
      .document = "Baerlocher 2001",
      .place = "section 6.5.1, figure 6.9",
      .claim =
          "Of three configurations of a chain in double support, the one obtained by minimising the torques "
          "is the most efficient: 0.65 of the first, another 0.81 of it.",
      .parameters = {{"scene", "scenes/chain-double-support.json: 10 links, supports 0.6 m apart"},
                     {"A, B", "an arch and a table, chosen: the thesis does not print its postures"},
                     {"C", "from A, with the criterion"}},
      .run = of_baerlocher_6_9::run,
      .replacements = {{"reversed", "the gradient with the other sign"}}};
}

}  // namespace limber::experiments
