// Baerlocher 2001, figures 6.5 and 6.6: a chain finds its balance under the force at its tip, and what its
// joints bear.

#include <algorithm>
#include <cmath>

#include "experiments/catalog.h"
#include "experiments/common/gallery.h"
#include "experiments/common/planar.h"

namespace limber::experiments {

namespace of_baerlocher_6_5 {
namespace {

struct Pushed {
  Vec3 force;
  const char* label;
  Tone tone;
};
const Pushed pushes[] = {{Vec3::Zero(), "no force", Tone::accent},
                         {Vec3(3, 0, 0), "3 N to the right", Tone::strong},
                         {Vec3(-3, 0, 0), "3 N to the left", Tone::middle},
                         {Vec3(1, -4, 0), "4 N down, 1 N to the right", Tone::faint}};

Result run(const RunOptions& options) {
  Plot plot = plane("At rest under four forces at the tip", {-1.0, 1.0}, {-0.1, 1.1});
  plot.height = 420;
  Plot bars{.title = "Torque of every joint", .x = {"joint, from the base"}, .y = {"|torque| [N m]"}};
  double moment = 0.0, task = 0.0, least_move = 1e9, unloaded = 0.0, least_loaded = 1e9, first_center = 0.0;
  int against = 0;
  for (const Pushed& pushed : pushes) {
    Scene scene = gallery_scene("chain-leaning");
    if (options.replaces("weight-alone")) scene.tasks.find("poise")->task = CenterOverSupports{};
    scene.tasks.loads.forces.front().force = pushed.force;
    const AtRest rest = settle(scene);
    const Vec3 tip = rest.place("link.tip"), f = pushed.force;
    const double weight = 9.81 * rest.masses.total_mass(), of_tip = tip.x() * f.y() - tip.y() * f.x();
    moment = std::max(moment, std::abs(of_tip - weight * rest.center().x()));
    task = std::max(task, rest.off.at("base"));
    const double norm = rest.loads.joints.torques().norm();
    if (f.isZero()) {
      unloaded = norm;
      first_center = rest.center().x();
    } else {
      least_loaded = std::min(least_loaded, norm);
      const double moved = rest.center().x() - first_center;
      least_move = std::min(least_move, std::abs(moved));
      against += moved * of_tip > 0 ? 1 : 0;  // the weight's moment is -weight * x
    }
    for (const Series& arm : arms(scene.figure, scene.posture, {"link.tip"}, pushed.label, pushed.tone))
      plot.series.push_back(arm);
    Series torques{.label = pushed.label, .style = Series::Style::line_and_points, .tone = pushed.tone};
    for (int k = 1; k <= 10; ++k) {
      const JointId joint = scene.figure.joint("link." + std::to_string(k));
      torques.points.emplace_back(k, std::abs(rest.loads.joints.torque(scene.figure.first_dof(joint))));
    }
    bars.series.push_back(torques);
  }
  Result result;
  result.add("moment left about the base, by hand", "configurations in static equilibrium", moment, "N m",
             at_most(1e-8));
  result.add("distance of the base from its place", "the base is held", task, "m", at_most(1e-8));
  result.add("least shift of the centre of mass under a force", "the system adapts the posture", least_move,
             "m", at_least(0.02));
  result.add("forces that the centre of mass moves against, of three",
             "in order to satisfy the equilibrium condition", against, "", at_least(3, count_of(3)));
  result.add("norm of the torques without a force, relative to the least with one",
             "globally requires less joint torques: no force is applied at the tip", unloaded / least_loaded,
             "", at_most(0.9));
  result.plots = {plot, bars};
  result.conclusion =
      "The centre of mass goes where its moment about the base cancels that of the tip. The unloaded chain "
      "bears least.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_6_5

Experiment baerlocher_6_5() {
  return {.name = "baerlocher-6.5",
          .title = "A chain in balance under a force at its tip",
          .document = "Baerlocher 2001",
          .place = "sections 6.3 and 6.4.4, figures 6.5-6.6",
          .claim =
              "When the force at the tip is changed, the posture adapts so that the chain is in static "
              "equilibrium. Without a force at the tip the joints bear less than with one.",
          .parameters = {{"scene", "scenes/chain-leaning.json: 10 links, 1 m and 1 kg in all"},
                         {"forces", "0, 3 and 4.1 N; the thesis prints none"},
                         {"criterion", "the starting posture, which the thesis does not print"}},
          .run = of_baerlocher_6_5::run,
          .replacements = {{"weight-alone", "the centre of mass above the base, whatever acts on the tip"}}};
}

}  // namespace limber::experiments
