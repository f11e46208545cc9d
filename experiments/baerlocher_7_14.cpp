// Baerlocher 2001, figure 7.14: the legs flex, and a set of tasks does not notice.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/catalog.h"
#include "experiments/common/body_drawing.h"

namespace limber::experiments {

namespace of_baerlocher_7_14 {
namespace {

constexpr double degree = std::numbers::pi / 180.0;

double joint(const Scene& scene, const std::string& name) {
  return scene.posture.values[scene.figure.first_value(scene.figure.joint(name))];
}

// [rad] how far the head is turned against the chest.
double neck(const Scene& scene, const AtRest& rest) {
  const Mat3 chest = rest.kinematics.segment_pose(scene.figure.segment("spine.4")).rotation,
             head = rest.kinematics.segment_pose(scene.figure.segment("head")).rotation;
  return std::acos(std::clamp(0.5 * ((chest.transpose() * head).trace() - 1.0), -1.0, 1.0));
}

Result run(const RunOptions& options) {
  Scene scene = gallery_scene("human-flexion");
  const CriterionList criteria = scene.criteria;
  scene.criteria = {criteria.at(1)};  // the posture alone
  const AtRest upright = settle(scene);
  const double straight = std::min(joint(scene, "knee.l"), joint(scene, "knee.r")),
               neck_before = neck(scene, upright);
  scene.criteria = criteria;
  if (options.replaces("as-tasks")) {
    scene.criteria = {criteria.at(1)};
    level_priorities(scene);
    for (const char* name : {"knee.l", "knee.r"})
      scene.tasks.add(name, JointValue{.joint = scene.figure.joint(name), .target = 2.2});
  }
  const AtRest flexed = settle(scene);
  double kept = 0.0;
  for (const char* task : {"right foot", "right sole", "balance", "left hand", "right hand", "gaze"})
    kept = std::max(kept, flexed.off.at(task));
  Result result;
  result.add("knees, flexed against upright", "the figure flexes its legs",
             (std::min(joint(scene, "knee.l"), joint(scene, "knee.r")) - straight) / degree, "° more",
             at_least(30, signed_number));
  result.add("feet, balance, hands and gaze, largest error", "without interfering with a set of tasks", kept,
             "m", at_most(1e-8));
  result.add("eyes lower by", "flexing the legs", upright.place("eyes").z() - flexed.place("eyes").z(), "m",
             at_least(0.05, signed_number));
  result.add("neck, flexed against upright", "automatically adjusted to keep the eyes on the object",
             std::abs(neck(scene, flexed) - neck_before) / degree, "°", at_least(2));
  result.add("tasks before", "no counterpart", upright.largest_error(), "m", at_most(1e-8));
  Plot plot = body_plot("Upright and flexed", View::from_the_right);
  plot.series = body_lines(upright, View::from_the_right, "upright", Tone::faint);
  for (const Series& line : body_lines(flexed, View::from_the_right, "flexed", Tone::accent))
    plot.series.push_back(line);
  result.plots = {plot};
  result.conclusion = "The criterion uses only what the tasks leave: hands, eyes, feet and balance stay.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_7_14

Experiment baerlocher_7_14() {
  return {
      .name = "baerlocher-7.14",
      .title = "Flexing the legs without disturbing the tasks",
      .document = "Baerlocher 2001",
      .place = "section 7.3.7, figure 7.14",
      .claim =
          "The flexion criterion flexes the legs without interfering with balance, both feet, an object held "
          "with both hands and the gaze at it; the neck is adjusted.",
      .parameters = {{"scene", "scenes/human-flexion.json"},
                     {"criteria", "flexion of both knees, 0.7; distance from the rest posture, 0.1"}},
      .run = of_baerlocher_7_14::run,
      .replacements = {{"as-tasks", "bent knees are a task among the others, without priorities"}}};
}

}  // namespace limber::experiments
