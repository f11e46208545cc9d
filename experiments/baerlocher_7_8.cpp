// Baerlocher 2001, figure 7.8: a person seen from the side matches moments of inertia, in balance.

#include <algorithm>
#include <cmath>

#include "experiments/catalog.h"
#include "experiments/common/gallery.h"
#include "experiments/common/planar.h"

namespace limber::experiments {

namespace of_baerlocher_7_8 {
namespace {

Result run(const RunOptions& options) {
  Scene scene = gallery_scene("planar-human-inertia");
  if (options.replaces("one-level")) level_priorities(scene);
  Inertia& goal = task_of<Inertia>(scene, "inertia");
  goal.radius = 2.0;  // exaggeratedly big
  const auto inertia = [](const AtRest& rest) { return rest.masses.inertia()(2, 2); };
  std::vector<std::string> ends;  // of every branch, to draw it
  for (const Frame& frame : scene.figure.frames()) ends.push_back(frame.name);
  Result result;
  const auto draw = [&](const std::string& title, const AtRest& rest) {
    Plot plot = plane(title, {-0.9, 0.9}, {-0.1, 2.1});
    plot.series = arms(scene.figure, scene.posture, ends, "", Tone::strong);
    plot.series.push_back(crosses({rest.center().head<2>()}, "centre of mass", Tone::accent));
    result.plots.push_back(plot);
  };
  const AtRest largest = settle(scene);
  const double most = inertia(largest), height = largest.center().y();
  draw("The largest inertia", largest);
  double balance = largest.off.at("balance"), mismatch = 0.0;
  Series heights{.style = Series::Style::line_and_points, .tone = Tone::accent};
  heights.points.emplace_back(100, height);
  double last = height;
  int lower = 0;
  for (const int part : {75, 50, 35}) {
    goal.radius = std::sqrt(0.01 * part * most / largest.masses.total_mass());
    const AtRest curled = settle(scene);
    mismatch = std::max(mismatch, std::abs(inertia(curled) / most - 0.01 * part));
    balance = std::max(balance, curled.off.at("balance"));
    lower += curled.center().y() < last ? 1 : 0;
    last = curled.center().y();
    heights.points.emplace_back(part, last);
    draw(std::to_string(part) + " % of it", curled);
  }
  result.add("inertia reached, largest difference from 75, 50 and 35 % of the largest",
             "a sequence of postures with decreasing inertia", mismatch, "", at_most(1e-6));
  result.add("centre of mass from above the middle of the foot, all postures", "while keeping balance",
             balance, "m", at_most(1e-6));
  result.add("of three smaller inertias, those with a lower centre of mass", "until it is curled up", lower,
             "", at_least(3, count_of(3)));
  result.add("height of the head over the height of the centre of mass, largest inertia",
             "the solution is an elongated posture", largest.place("head_top").y() / height, "",
             at_least(1.6));
  result.note("largest moment of inertia", most, "kg m²");
  result.plots.push_back({.title = "Height of the centre of mass",
                          .x = {"inertia [% of the largest]"},
                          .y = {"height [m]"},
                          .series = {heights}});
  result.conclusion = "From stretched to curled up, every inertia is met exactly and the balance kept.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_7_8

Experiment baerlocher_7_8() {
  return {
      .name = "baerlocher-7.8",
      .title = "A person matches moments of inertia in balance",
      .document = "Baerlocher 2001",
      .place = "section 7.3.3, figure 7.8",
      .claim =
          "With an exaggerated goal the posture of largest inertia is found, an elongated one; smaller goals "
          "give a sequence of postures until the body is curled up, all in balance.",
      .parameters = {{"scene", "scenes/planar-human-inertia.json: a person in a plane, with joint limits"},
                     {"priorities", "centre of mass above the middle of the foot; inertia"},
                     {"goals", "more than can be; 75, 50 and 35 % of that"}},
      .run = of_baerlocher_7_8::run,
      .replacements = {{"one-level", "balance and inertia have the same priority"}}};
}

}  // namespace limber::experiments
