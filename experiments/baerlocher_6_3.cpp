// Baerlocher 2001, figures 6.3 and 6.4: the weight is distributed by ratios, and the force at a support stays
// in its friction cone.

#include <algorithm>
#include <cmath>

#include "experiments/catalog.h"
#include "experiments/common/gallery.h"
#include "limber/statics/report.h"

namespace limber::experiments {

namespace of_baerlocher_6_3 {
namespace {

constexpr double push = 160.0;    // [N] of both hands together, as in the scene
constexpr double friction = 0.3;  // half angle of the cone: 17 degrees
constexpr double right_part = 0.8;

Scene pushing(double share, const RunOptions& options) {
  Scene scene = gallery_scene("human-push");
  auto& supports = scene.tasks.loads.supports;
  for (SupportDescription& support : supports)
    support.friction = options.replaces("no-cones") ? 1e3 : friction;
  if (!options.replaces("no-ratios")) {
    supports.at(0).share = 1.0 - share;
    supports.at(1).share = share;
  }
  return scene;
}

// How much of the cone the contact uses that uses most: |f_t|/(friction f_n).
double cone_used(const AtRest& rest) {
  const Statics& statics = rest.loads.statics;
  double most = 0.0;
  for (int i = 0; i < statics.contact_count(); ++i) {
    const double normal = statics.force(i).z(), sideways = statics.force(i).head<2>().norm();
    most = std::max(most, sideways / (friction * std::max(normal, 1e-9)));
  }
  return most;
}

// The least friction with which it stands in this posture, by bisection.
double least_friction(const Scene& scene) {
  double low = 0.0, high = 1.0;
  for (int k = 0; k < 20; ++k) {
    Loads loads = scene.tasks.loads;
    for (SupportDescription& support : loads.supports) support.friction = 0.5 * (low + high);
    (report_on_loads(scene.figure, scene.posture, loads).is_balanced ? high : low) = 0.5 * (low + high);
  }
  return high;
}

Result run(const RunOptions& options) {
  Result result;
  Series wanted{.label = "wanted", .tone = Tone::middle},
      carried{.label = "carried", .style = Series::Style::points, .tone = Tone::accent};
  double worst_share = 0.0, left_over = 0.0;
  for (const double share : {0.2, 0.35, 0.5, 0.65, right_part}) {
    Scene scene = pushing(share, options);
    const AtRest rest = settle(scene);
    const double part = rest.force_of("right foot").z() / (9.81 * rest.masses.total_mass());
    worst_share = std::max(worst_share, std::abs(part - share));
    left_over = std::max(left_over, rest.left_over().force.norm());
    wanted.points.emplace_back(share, share);
    carried.points.emplace_back(share, part);
  }
  Scene scene = pushing(right_part, options), even = pushing(0.5, options);
  const AtRest rest = settle(scene);
  settle(even);  // with equal parts the push goes through the middle of the feet: none turns them
  const double needed = push / (9.81 * rest.masses.total_mass());
  result.add("part of the weight on the right foot, largest difference from its ratio",
             "the vertical weight is distributed by a ratio per site", worst_share, "", at_most(1e-5));
  result.add("sum of all forces", "a force that changes is compensated at another site", left_over, "N",
             at_most(1e-6));
  result.add("largest part of a friction cone in use, 4:1 on the feet",
             "the force is constrained to lie within its cone", cone_used(rest), "", at_most(1 + 1e-6));
  result.add("least friction with which it stands, relative to push/weight",
             "limits on friction are an important constraint for push and pull",
             least_friction(even) / needed, "", between(0.99, 1.01));
  result.note("sideways force at the left foot, which carries a fifth", rest.force_of("left foot").x(), "N");
  result.note("sideways force at the right foot", rest.force_of("right foot").x(), "N");
  result.plots = {{.title = "Part of the weight on the right foot",
                   .x = {"ratio that was asked for"},
                   .y = {"part carried"},
                   .series = {wanted, carried}}};
  result.conclusion =
      "The feet carry what their ratios say. The foot with a fifth of the weight would have to hold half of "
      "the push; its cone does not allow that, and the other foot holds the rest.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_6_3

Experiment baerlocher_6_3() {
  return {
      .name = "baerlocher-6.3",
      .title = "Weight by ratios, forces inside friction cones",
      .document = "Baerlocher 2001",
      .place = "section 6.2.2, figures 6.3-6.4",
      .claim =
          "The vertical weight is distributed over the supporting sites by ratios that sum to 1; what "
          "changes at one site is made up for at another; a supporting force lies within a friction cone.",
      .parameters = {{"scene", "scenes/human-push.json: 80 N at each hand, two flat feet"},
                     {"friction", "0.3 instead of 0.6, so that a cone is reached"},
                     {"forces", "found by Limber; in the thesis the root takes what is missing"}},
      .run = of_baerlocher_6_3::run,
      .replacements = {{"no-ratios", "the load is spread evenly, whatever the ratios"},
                       {"no-cones", "sideways forces are not limited"}}};
}

}  // namespace limber::experiments
