// Baerlocher 2001, figures 7.11 and 7.12: a person on a beam flexes its legs, follows a fly with its eyes,
// points at it, and shifts its weight to come nearer.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/catalog.h"
#include "experiments/common/body_drawing.h"

namespace limber::experiments {

namespace of_baerlocher_7_11 {
namespace {

constexpr double degree = std::numbers::pi / 180.0;
const Vec3 fly(1.1, -0.3, 1.35);  // [m] where the hand does not get

double held(const AtRest& rest) {  // feet and balance
  return std::max({rest.off.at("right foot"), rest.off.at("right sole"), rest.off.at("balance")});
}

double knee(const Scene& scene) {  // [rad] the straighter one
  const auto of = [&](const char* name) {
    return scene.posture.values[scene.figure.first_value(scene.figure.joint(name))];
  };
  return std::min(of("knee.l"), of("knee.r"));
}

Result run(const RunOptions& options) {
  Scene scene = gallery_scene("human-beam");
  if (options.replaces("one-level")) level_priorities(scene);
  TaskSettings& gaze = scene.tasks.find("gaze")->settings;
  TaskSettings& reach = scene.tasks.find("reach")->settings;
  gaze.enabled = reach.enabled = false;
  const CriterionList criteria = scene.criteria;
  scene.criteria = {criteria.front()};  // the posture alone
  Result result;
  const auto draw = [&](const std::string& title, const AtRest& rest, const Vec3* cross) {
    Plot plot = body_plot(title, View::from_the_right);
    plot.series = body_lines(rest, View::from_the_right, "", Tone::strong);
    if (cross) {
      plot.series.push_back({.label = "fly",
                             .points = {seen(*cross, View::from_the_right)},
                             .style = Series::Style::crosses,
                             .tone = Tone::accent});
    }
    result.plots.push_back(plot);
  };
  const AtRest upright = settle(scene);  // A
  const double straight = knee(scene);
  scene.criteria = criteria;
  const AtRest flexed = settle(scene);  // C
  const double bent = knee(scene);
  draw("C: legs flexed by a criterion", flexed, nullptr);
  double kept = std::max(held(upright), held(flexed)), looked = 0.0;
  gaze.enabled = true;
  for (const Vec3& there : {Vec3(0.6, 0.8, 0.6), Vec3(0.4, -0.9, 1.9), fly}) {  // D to H
    task_of<LookAt>(scene, "gaze").target = there;
    const AtRest rest = settle(scene);
    kept = std::max(kept, held(rest));
    looked = std::max(looked, rest.off.at("gaze"));
  }
  Scene behind = scene;  // F: where it cannot look
  task_of<LookAt>(behind, "gaze").target = Vec3(-0.15, 0.0875, 1.2);
  const AtRest turned = settle(behind);
  reach.enabled = true;
  task_of<Reach>(scene, "reach").target = fly;
  const AtRest pointing = settle(scene);  // I
  draw("I: the hand points at the fly", pointing, &fly);
  const Vec3 arm = (pointing.place("hand.r") - pointing.place("shoulder.r")).normalized(),
             way = (fly - pointing.place("shoulder.r")).normalized();
  scene.tasks.loads.supports.at(0).share = 1.0;
  scene.tasks.loads.supports.at(1).share = 0.0;
  const AtRest shifted = settle(scene);  // J
  draw("J: all of the weight on the left foot", shifted, &fly);
  kept = std::max({kept, held(turned), held(pointing), held(shifted)});
  result.add("knees, flexed against upright", "legs are flexed with an optimisation criterion",
             (bent - straight) / degree, "° more", at_least(10, signed_number));
  result.add("feet and balance, everywhere", "without affecting the tasks", kept, "m", at_most(1e-6));
  result.add("gaze from the fly, three places", "adapts its posture to follow the cross", looked / degree,
             "°", at_most(1e-3));
  result.add("gaze from a fly on its back", "not possible: the closest posture",
             turned.off.at("gaze") / degree, "°", between(1, 175, degrees_of_bend));
  result.add("arm from the direction of the fly", "the hand only points towards the cross",
             std::acos(std::clamp(arm.dot(way), -1.0, 1.0)) / degree, "°", at_most(5, degrees_of_bend));
  result.add("hand from the fly, with the weight between the feet", "as if it was trying to reach it",
             pointing.off.at("reach"), "m", at_least(0.1));
  result.add("hand from the fly, shifted over before", "the shortest distance",
             shifted.off.at("reach") / pointing.off.at("reach"), "", at_most(0.8));
  result.conclusion =
      "Balance and feet are kept throughout; with the weight over one foot the hand gets nearer, as the "
      "thesis "
      "shows.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_7_11

Experiment baerlocher_7_11() {
  return {
      .name = "baerlocher-7.11",
      .title = "Looking at a fly while standing on a beam",
      .document = "Baerlocher 2001",
      .place = "section 7.3.5, figures 7.11-7.12",
      .claim =
          "On a beam, with the second foot and the balance kept, the legs are flexed by a criterion, the "
          "gaze "
          "follows a fly where it can, the hand points at it, and with the weight on the left foot it comes "
          "nearest.",
      .parameters = {{"scene", "scenes/human-beam.json: feet 0.35 m apart on a beam"},
                     {"priorities", "right foot; centre of mass over the supports by ratio; gaze; hand"},
                     {"fly", "at three places, on its back, and 0.3 m beyond reach"}},
      .run = of_baerlocher_7_11::run,
      .replacements = {{"one-level", "all tasks have the same priority"}}};
}

}  // namespace limber::experiments
