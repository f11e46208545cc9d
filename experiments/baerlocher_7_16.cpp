// Baerlocher 2001, figure 7.16: a force at the right hand, down and level.

#include <algorithm>
#include <cmath>

#include "experiments/catalog.h"
#include "experiments/common/body_drawing.h"

namespace limber::experiments {

namespace of_baerlocher_7_16 {
namespace {

constexpr double newtons[] = {0.0, 30.0, 60.0, 90.0, 120.0};

struct Exerted {
  std::vector<AtRest> rests;  // by force
  double moment = 0.0, plane = 0.0, feet = 0.0;
  Series lean;  // over the force: how far back the centre of mass is
};

Exerted exert(const std::string& name, const Vec3& direction, const RunOptions& options) {
  Scene scene = gallery_scene(name);
  if (options.replaces("weight-alone")) scene.tasks.find("poise")->task = CenterOverSupports{};
  Exerted all;
  all.lean.style = Series::Style::line_and_points;
  for (const double force : newtons) {
    scene.tasks.loads.forces.front().force = force * direction;
    AtRest rest = settle(scene);
    all.moment = std::max(all.moment, rest.loads.statics.left_to_posture().norm());
    all.plane = std::max(all.plane, rest.off.at("hand on the plane"));
    all.feet = std::max({all.feet, rest.off.at("right foot"), rest.off.at("right sole")});
    all.lean.points.emplace_back(force, -rest.center().x());
    all.rests.push_back(std::move(rest));
  }
  return all;
}

// Of the four steps to a larger force, those with which the centre of mass goes back by a centimetre or more.
int steps_back(const Exerted& all) {
  int count = 0;
  for (std::size_t k = 1; k < all.lean.points.size(); ++k)
    count += all.lean.points[k].y() > all.lean.points[k - 1].y() + 0.01 ? 1 : 0;
  return count;
}

Result run(const RunOptions& options) {
  Exerted down = exert("human-hand-load", -Vec3::UnitZ(), options),
          level = exert("human-pull", Vec3::UnitX(), options);
  const AtRest &loaded = down.rests.back(), &pulled = level.rests.back();
  const double feet_level = pulled.force_of("left foot").x() + pulled.force_of("right foot").x();
  Result result;
  result.add("moment left at the feet, all forces", "used to constrain the posture: static equilibrium",
             std::max(down.moment, level.moment), "N m", at_most(1e-8));
  result.add("steps to a larger load with which the centre of mass goes back, of four",
             "a vertical force, to indicate the weight of an object", steps_back(down), "",
             at_least(4, count_of(4)));
  result.add("the same for a level force", "as if the figure was trying to pull something", steps_back(level),
             "", at_least(4, count_of(4)));
  result.add("hand from its plane", "the hand is free to move on the plane",
             std::max(down.plane, level.plane), "m", at_most(1e-8));
  result.add("how far the hand has moved on the plane, level against vertical", "so its position has changed",
             (pulled.place("hand.r") - loaded.place("hand.r")).norm(), "m", at_least(0.02));
  result.add("level force at the feet under 120 N", "no counterpart: found, not specified", feet_level, "N",
             between(-120.000001, -119.999999, signed_number));
  result.add("gaze from the hand", "constrained to look forward on the hand", pulled.off.at("gaze"), "rad",
             at_most(1e-6));
  result.add("feet", "no counterpart", std::max(down.feet, level.feet), "m", at_most(1e-8));
  const std::pair<const char*, const AtRest*> shown[] = {
      {"A: no force", &down.rests.front()}, {"B: 120 N down", &loaded}, {"D: 120 N pull, looking", &pulled}};
  for (const auto& [title, rest] : shown) {
    Plot plot = body_plot(title, View::from_the_right);
    plot.series = body_lines(*rest, View::from_the_right, "", Tone::strong);
    plot.series.push_back({.label = "plane", .points = {{0.5, 0.4}, {0.5, 1.7}}, .tone = Tone::accent});
    result.plots.push_back(plot);
  }
  down.lean.label = "down";
  level.lean.label = "level";
  level.lean.tone = Tone::strong;
  result.plots.push_back({.title = "How far the centre of mass goes back",
                          .x = {"force at the hand [N]"},
                          .y = {"back from the ankle [m]"},
                          .series = {down.lean, level.lean}});
  result.conclusion =
      "The more is asked of the hand, the farther back the centre of mass; the plane is kept.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_7_16

Experiment baerlocher_7_16() {
  return {
      .name = "baerlocher-7.16",
      .title = "A force at the right hand",
      .document = "Baerlocher 2001",
      .place = "section 7.3.8, figure 7.16",
      .claim =
          "Standing mainly on the right foot with the right hand on a vertical plane, the posture adapts to "
          "a "
          "vertical force at the hand, and to a level one as in pulling; the hand moves on the plane.",
      .parameters = {{"scenes",
                      "scenes/human-hand-load.json, scenes/human-pull.json: 85 % on the right foot"},
                     {"forces", "0 to 120 N; the thesis prints none"}},
      .run = of_baerlocher_7_16::run,
      .replacements = {{"weight-alone", "the centre of mass above the supports, whatever acts on the hand"}}};
}

}  // namespace limber::experiments
