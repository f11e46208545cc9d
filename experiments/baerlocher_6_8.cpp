// Baerlocher 2001, figure 6.8: joint torques are made small while the tip stays and the chain keeps its
// balance; and the gradient that is printed for it.

#include <algorithm>
#include <cmath>

#include "experiments/catalog.h"
#include "experiments/common/chain_effort.h"
#include "experiments/common/gallery.h"
#include "experiments/common/planar.h"
#include "limber/math/random.h"

namespace limber::experiments {

namespace of_baerlocher_6_8 {
namespace {

// The criterion of the scene, or h with the gradient as printed.
CriterionList torque_criterion(const Scene& scene, const RunOptions& options) {
  if (!options.replaces("printed")) return scene.criteria;
  CustomCriterion printed{
      .value = [&scene](const TaskContext& c) { return squared_torques(scene, c.posture); },
      .add_gradient = [&scene](const TaskContext& c,
                               Eigen::Ref<VecX> sum) { sum += printed_gradient(scene, c.posture); }};
  return {{"torques", printed, 1.0}};
}

struct Pair {
  Posture a, b;  // without the criterion, and with it
  double ratio = 0.0, kept = 0.0;
};

Pair minimised(Scene scene, const RunOptions& options) {
  const CriterionList criteria = torque_criterion(scene, options);
  Pair pair;
  scene.criteria = {};
  const double before = settle(scene).loads.joints.torques().norm();
  pair.a = scene.posture;
  scene.criteria = criteria;
  if (options.replaces("no-balance")) scene.tasks.find("poise")->settings.enabled = false;
  const AtRest after = settle(scene);
  pair.b = scene.posture;
  pair.ratio = after.loads.joints.torques().norm() / before;
  pair.kept = after.largest_error();
  return pair;
}

Result run(const RunOptions& options) {
  const Scene scene = gallery_scene("chain-pushed");
  const Pair drawn = minimised(scene, options);
  // From other starts, to other postures A.
  Random random(11);
  const int count = options.shortened ? 8 : 60;
  Series ratios{.label = "other starts", .style = Series::Style::points, .tone = Tone::accent};
  int reached = 0, lower = 0;
  for (int k = 0; k < count; ++k) {
    Scene other = scene;
    const int first = other.figure.first_value(other.figure.joint("link.1"));
    for (int i = 0; i < 10; ++i)
      other.posture.values[first + i] = i == 0 ? random.between(0.5, 2.6) : random.between(-0.3, 0.3);
    const Pair pair = minimised(other, options);
    if (pair.kept > 1e-6) continue;  // came to rest elsewhere: nothing to compare
    ++reached;
    lower += pair.ratio <= 1 + 1e-9 ? 1 : 0;
    ratios.points.emplace_back(reached, pair.ratio);
    options.progress(static_cast<double>(k + 1) / count);
  }
  const VecX exact = gradient_by_differences(scene, drawn.a), printed = printed_gradient(scene, drawn.a),
             ours = gradient_of_limber(scene, drawn.a);
  const double left = free_part(scene, drawn.b, gradient_of_limber(scene, drawn.b)),
               at_first = free_part(scene, drawn.a, ours);
  Result result;
  result.add("|torques| after over before", "0.72", drawn.ratio, "", at_most(0.85));
  result.add("tip, base and balance after", "under the equilibrium and the tip position constraint",
             drawn.kept, "m", at_most(1e-6));
  result.add("gradient left in the directions the tasks leave, after over before",
             "obtained by minimisation: nothing more can be had nearby", left / at_first, "", at_most(1e-3));
  result.add("other starts after which the norm is not larger, of all", "more efficient",
             100.0 * lower / std::max(reached, 1), "%", at_least(100, percentage));
  Finding& gradient = result.add("printed gradient, relative difference from finite differences",
                                 "the development of Eq. 6.14 and 6.15",
                                 (printed - exact).norm() / exact.norm(), "", at_most(1e-5));
  gradient.explanation =
      "J^T (f × a_j) is the derivative only of torques at or beyond joint j: a joint between the root and j "
      "keeps its arm.";
  gradient.explained = between(0.05, 5.0);
  result.add("Limber’s gradient, relative difference from finite differences", "no counterpart",
             (ours - exact).norm() / exact.norm(), "", at_most(1e-5));
  result.note("other starts from which tip and balance were reached", reached, "");
  std::vector<double> sorted;
  for (const Vec2& point : ratios.points) sorted.push_back(point.y());
  std::sort(sorted.begin(), sorted.end());
  if (!sorted.empty()) {
    result.note("|torques| after over before, smallest of them", sorted.front(), "");
    result.note("the same, median", sorted[sorted.size() / 2], "");
    result.note("the same, largest", sorted.back(), "");
  }
  Plot plot = plane("Before and after", {-0.6, 0.5}, {-0.1, 0.8});
  plot.height = 400;
  for (const auto& [posture, label, tone] :
       {std::tuple{drawn.a, "A: without the criterion", Tone::middle}, {drawn.b, "B: with it", Tone::accent}})
    for (const Series& arm : arms(scene.figure, posture, {"link.tip"}, label, tone))
      plot.series.push_back(arm);
  result.plots = {plot,
                  {.title = "From other starts",
                   .x = {"start"},
                   .y = {"|torques| after over before", Spacing::linear, Range{0, 1.05}},
                   .series = {ratios}}};
  result.conclusion =
      "The links align with the forces, and the norm falls; by how much depends on where it starts. The "
      "gradient as printed is wrong for joints between the root and the one that turns; descending along it "
      "ends elsewhere.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_6_8

Experiment baerlocher_6_8() {
  return {
      .name = "baerlocher-6.8",
      .title = "Joint torques made small, tip and balance kept",
      .document = "Baerlocher 2001",
      .place = "section 6.5, Eq. 6.12-6.15, figure 6.8",
      .claim =
          "With the tip and the balance kept by tasks, minimising the norm of the torques gives a posture "
          "that needs 0.72 of what it needed before. The gradient is printed for revolute joints.",
      .parameters = {{"scene", "scenes/chain-pushed.json: 10 links, 3 N at the tip, held above the base"},
                     {"start", "chosen: the thesis prints neither its force nor its start"},
                     {"posture A", "the same tasks without the criterion"},
                     {"other starts", "60, at random"}},
      .run = of_baerlocher_6_8::run,
      .replacements = {{"printed", "descends along the gradient as printed"},
                       {"no-balance", "the criterion without the task of the balance"}}};
}

}  // namespace limber::experiments
