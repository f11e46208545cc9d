// Baerlocher 2001, table 7.1 and figure 7.13: five levels of priority, and what is given up first.

#include <algorithm>
#include <cmath>

#include "experiments/catalog.h"
#include "experiments/common/body_drawing.h"
#include "limber/avoidance/mover.h"

namespace limber::experiments {

namespace of_baerlocher_table_7_1 {
namespace {

double foot(const AtRest& rest) {
  return std::max(rest.off.at("right foot"), rest.off.at("right sole"));
}

struct Pressed {
  AtRest rest;
  double clearance;  // [m] the least after any position of the bar
};

// The bar comes from in front until it has pressed the waist back beyond the heels.
Pressed press(Scene scene, const RunOptions& options) {
  const double stride = options.shortened ? 0.04 : 0.02, last = options.shortened ? -0.1 : -0.35;
  const int steps = options.shortened ? 12 : 15;
  Mover mover(scene.figure, scene.solver, scene.avoidance);
  mover.prepare(scene.tasks, scene.criteria, scene.world);
  mover.solve(scene.tasks, scene.criteria, scene.posture, {.most_steps = 500, .restarts = 0});
  const ObstacleId bar{1};
  Cylinder cylinder = std::get<Cylinder>(scene.world.obstacles.at(1).shape);
  double least = 1.0;
  for (double x = cylinder.a.x(); x > last; x -= stride) {
    cylinder.a.x() = cylinder.b.x() = x;
    mover.move_obstacle(bar, cylinder);
    StepReport report;
    for (int k = 0; k < steps; ++k) report = mover.step(scene.tasks, scene.criteria, scene.posture);
    least = std::min(least, report.clearance);
  }
  for (int k = 0; k < (options.shortened ? 30 : 300); ++k)
    mover.step(scene.tasks, scene.criteria, scene.posture);
  return {AtRest(scene), least};
}

Result run(const RunOptions& options) {
  const auto opened = [&] {
    Scene scene = gallery_scene("human-five-levels");
    if (options.replaces("one-level")) level_priorities(scene);
    return scene;
  };
  Scene all = opened(), away = opened(), swapped = opened();
  const AtRest reached = settle(all);
  const Vec3 ball(1.6, -0.6, 1.3);
  task_of<Reach>(away, "right hand").target = ball;
  const AtRest out_of_reach = settle(away);
  options.progress(0.2);
  const Pressed pressed = press(opened(), options);
  options.progress(0.6);
  if (!options.replaces("one-level")) {
    swapped.tasks.find("balance")->settings.priority = 1;
    swapped.tasks.find("right foot")->settings.priority = 2;
    swapped.tasks.find("right sole")->settings.priority = 2;
  }
  const Pressed other = press(swapped, options);
  options.progress(1.0);
  Result result;
  const auto add = [&](const std::string& what, const std::string& claim, double value,
                       const Agreeing& agrees) { result.add(what, claim, value, "m", agrees); };
  add("all within reach: largest error", "a posture satisfying all tasks", reached.largest_error(),
      at_most(1e-8));
  add("ball away: feet, balance and gaze", "the balance is ensured thanks to its higher priority",
      std::max({foot(out_of_reach), out_of_reach.off.at("balance"), out_of_reach.off.at("gaze")}),
      at_most(1e-6));
  add("ball away: hand from the ball", "can no longer reach the ball without losing balance",
      out_of_reach.off.at("right hand"), at_least(0.1));
  result.add("bar at the waist: least distance from it", "avoid the collision", pressed.clearance, "m",
             at_least(-1e-6, signed_number));
  add("bar at the waist: foot", "the foot constraint is still achieved", foot(pressed.rest), at_most(1e-4));
  add("bar at the waist: balance", "cannot be satisfied any more", pressed.rest.off.at("balance"),
      at_least(0.01));
  add("balance before the foot: balance", "it would first have tried to keep balance",
      other.rest.off.at("balance"), at_most(1e-4));
  add("balance before the foot: foot", "sacrificing the foot constraint", foot(other.rest), at_least(0.01));
  const std::pair<const char*, const AtRest*> shown[] = {{"All within reach", &reached},
                                                         {"The ball away", &out_of_reach},
                                                         {"The bar at the waist", &pressed.rest},
                                                         {"The same, balance before the foot", &other.rest}};
  for (const auto& [title, rest] : shown) {
    Plot plot = body_plot(title, View::from_the_right);
    plot.series = body_lines(*rest, View::from_the_right, "", Tone::strong);
    result.plots.push_back(plot);
  }
  result.conclusion =
      "What is given up is always the task of lower priority that is in the way, and only that.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_table_7_1

Experiment baerlocher_table_7_1() {
  return {
      .name = "baerlocher-table-7.1",
      .title = "Five levels of priority",
      .document = "Baerlocher 2001",
      .place = "section 7.3.6, table 7.1, figure 7.13",
      .claim =
          "Collision, foot, balance, gaze, reach, in this order. All hold while they can. With the ball away "
          "the reach is given up, with a cylinder at the waist the balance; with balance before the foot, "
          "the "
          "foot.",
      .parameters = {{"scene", "scenes/human-five-levels.json"},
                     {"collision", "a constraint of every step, above all priorities"},
                     {"bar", "from 0.7 m ahead to 0.35 m behind, 2 cm at a time, 15 steps each"}},
      .run = of_baerlocher_table_7_1::run,
      .replacements = {{"one-level", "foot, balance, gaze and reach have the same priority"}}};
}

}  // namespace limber::experiments
