// Ge, table 5.1: three techniques, one obstacle, with measured columns.

#include <algorithm>
#include <array>
#include <numbers>

#include "experiments/catalog.h"
#include "experiments/common/served_scenes.h"
#include "limber/avoidance/parameters.h"

namespace limber::experiments {

namespace of_ge_table_5_1 {
namespace {

constexpr double degrees = 180.0 / std::numbers::pi;

// One ball each, at eight places along the trunk, both sweeps.
std::vector<Course> single_balls(bool shortened) {
  std::vector<Course> scenes;
  for (const Sweep sweep : {Sweep::near, Sweep::far}) {
    const Course all = past_balls(8, sweep);
    for (std::size_t i = 0; i < all.world.obstacles.size(); i += shortened ? 2 : 1) {
      scenes.push_back(all);
      scenes.back().world.obstacles = {all.world.obstacles[i]};
    }
  }
  return scenes;
}

struct Row {
  Technique technique;
  std::string name;
  ServedScenes one;
};

Result run(const RunOptions& options) {
  const std::vector<Course> scenes = single_balls(options.shortened);
  std::array rows = {
      Row{Technique::task_priority, "task priority", {}}, Row{Technique::cost, "cost function", {}},
      Row{Technique::objective, "objective function", {}}, Row{Technique::clearance, "Limber’s default", {}}};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].one = over(scenes, trunk_options(rows[i].technique));
    options.progress(0.2 * static_cast<double>(i + 1));
  }
  const ServedScenes none = over(scenes, tracking_only());
  const auto& [priority, cost, objective, ours] = rows;
  const auto count = static_cast<double>(scenes.size());

  Result result;
  result.add("scenes without contact, no avoidance, of " + std::to_string(scenes.size()),
             "the drags go through the ball", none.clear, "", at_most(0.0));
  for (const Row& row : rows) {
    const bool is_ours = row.technique == Technique::clearance;
    Finding& clear = result.add("scenes without contact, " + row.name,
                                is_ours ? "no counterpart: ours" : "avoids one obstacle", row.one.clear, "",
                                at_least(count));
    if (row.technique == Technique::cost) {
      clear.explanation =
          "The direction to the ball is written into three joint angles: if that happens to turn the trunk "
          "towards the ball, the trunk enters it.";
      clear.explained = between(0.5 * count, count - 1.0);
    }
  }
  result.add("sharpest bend of a scene on average, task priority", "smoothness: fair",
             degrees * priority.one.mean_bend, "°", between(degrees * none.mean_bend, 25.0));
  Finding& smooth = result.add("sharpest bend of a scene on average, cost function", "smoothness: good",
                               degrees * cost.one.mean_bend, "°", at_most(16.0));
  smooth.explanation =
      "Only the first three joints are pushed: the trunk bends sharply at its base and is smooth elsewhere.";
  smooth.explained = between(16.0, 120.0);
  result.add("the same, objective function", "smoothness: good", degrees * objective.one.mean_bend, "°",
             at_most(16.0));
  result.add("the same, Limber’s default", "no counterpart: ours", degrees * ours.one.mean_bend, "°",
             at_most(16.0));
  result.add("the same without avoidance", "no counterpart: the bend due to the drag alone",
             degrees * none.mean_bend, "°", at_most(16.0));
  const auto numbers_of = [](Technique technique) {
    const auto& parameters = describe(technique).parameters;
    static constexpr std::array own = {"influence", "full_distance",    "abort_distance",
                                       "push",      "obstacle_damping", "gain"};
    return static_cast<double>(std::count_if(
        parameters.begin(), parameters.end(),
        [](const AvoidanceParameter& p) { return std::find(own.begin(), own.end(), p.key) != own.end(); }));
  };
  result.add("numbers to choose, task priority", "parameters: five", numbers_of(Technique::task_priority), "",
             between(5.0, 5.0));
  result.add("numbers to choose, cost function", "parameters: one", numbers_of(Technique::cost), "",
             between(1.0, 1.0));
  result.add("numbers to choose, objective function", "parameters: one, for all scenes",
             numbers_of(Technique::objective), "", between(1.0, 1.0));
  const auto time = [&](const Row& row, const std::string& claim, double value, const Agreeing& agrees) {
    Finding& finding =
        result.add("time of a step relative to the cost function, " + row.name, claim, value, "×", agrees);
    finding.timing = true;
    finding.explanation = "Kinematics and finding contacts take most of a step and cost the same for all.";
    finding.explained = between(0.5, 3.0);
  };
  const double unit = cost.one.step_seconds;
  time(priority, "performance: slowest", priority.one.step_seconds / unit,
       at_least(std::max(1.0, objective.one.step_seconds / unit)));
  time(objective, "performance: medium", objective.one.step_seconds / unit, at_least(1.0));
  time(ours, "no counterpart: ours", ours.one.step_seconds / unit, {});

  std::vector<Series> bends;
  const std::array tones = {Tone::strong, Tone::middle, Tone::accent, Tone::faint};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Series series{.label = rows[i].name, .style = Series::Style::points, .tone = tones[i]};
    for (std::size_t k = 0; k < rows[i].one.each.size(); ++k)
      series.points.emplace_back(static_cast<double>(k + 1), degrees * rows[i].one.each[k].largest_bend);
    bends.push_back(series);
  }
  std::vector<Series> clearances;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Series series{.label = rows[i].name, .style = Series::Style::points, .tone = tones[i]};
    for (std::size_t k = 0; k < rows[i].one.each.size(); ++k)
      series.points.emplace_back(static_cast<double>(k + 1), rows[i].one.each[k].least_clearance);
    clearances.push_back(series);
  }
  result.plots = {
      {.title = "Sharpest bend, scene by scene", .x = {"scene"}, .y = {"bend [°]"}, .series = bends},
      {.title = "Least clearance, scene by scene",
       .x = {"scene"},
       .y = {"clearance [lengths]"},
       .series = clearances}};
  result.conclusion =
      "With one obstacle all three techniques keep clear of it, or nearly. The good smoothness of the cost "
      "function is not what a trunk shows: the push has no geometric meaning for joint angles and bends the "
      "base. Limber’s default does not act until the trunk would touch, so its clearance is the smallest and "
      "its motion is that of the drag.";
  return result;
}

}  // namespace
}  // namespace of_ge_table_5_1

Experiment ge_table_5_1() {
  return {
      .name = "ge-table-5.1",
      .title = "Three techniques, one obstacle",
      .document = "Ge 2000",
      .place = "section 5.4, table 5.1",
      .claim =
          "Task priority: slowest, smoothness fair, five parameters. Cost function: fastest, smoothness "
          "good, one parameter. Objective function: medium, smoothness good, one parameter for all scenes.",
      .parameters = {{"trunk", "30 spheres one length apart, 90 revolute joints, in an arc of 60°"},
                     {"scenes",
                      "one ball of radius 1.5 at eight places where the trunk would pass, the goal led 5 and "
                      "16 lengths in 250 steps"},
                     {"gains", "cost 1, objective 0.001; d_ta 0.1, d_ug 1, d_soi 2 lengths, push 0.2"},
                     {"damping", "0.1"},
                     {"updates", "not cancelled"}},
      .run = of_ge_table_5_1::run};
}

}  // namespace limber::experiments
