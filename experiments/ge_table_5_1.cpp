// Ge, table 5.1: three techniques, one obstacle, with measured columns.

#include <algorithm>
#include <array>
#include <numbers>

#include "experiments/catalog.h"
#include "experiments/common/served_scenes.h"
#include "experiments/common/technique_columns.h"

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
  double seconds = 0.0;  // of a step
};

// "Extension": scenes with several obstacles that the technique's extension serves.
double served_of_several(Technique technique, const std::vector<Course>& scenes) {
  return over(scenes, trunk_options(technique)).served;
}

Result run(const RunOptions& options) {
  const std::vector<Course> scenes = single_balls(options.shortened);
  std::array rows = {Row{Technique::task_priority, "task priority", {}},
                     Row{Technique::cost, "cost function", {}},
                     Row{options.replaces("cost-gradient") ? Technique::cost_blended : Technique::objective,
                         "objective function",
                         {}},
                     Row{Technique::clearance, "Limber’s default", {}}};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].one = over(scenes, trunk_options(rows[i].technique));
    rows[i].seconds = seconds_of_a_step({scenes.front(), scenes.back()}, trunk_options(rows[i].technique));
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
  const std::string beside_the_gain =
      "Beside the gain a program has to choose how far to look for obstacles, how near still counts, and how "
      "far a joint may turn in a step: numbers the thesis does not count";
  const auto numbers = [&](const Row& row, const std::string& claim, double printed) {
    Finding& finding = result.add("numbers that have an effect, " + row.name, claim,
                                  numbers_with_effect(row.technique), "", between(printed, printed));
    finding.explanation = beside_the_gain;
    finding.explained = between(2.0, 5.0);
    return &finding;
  };
  numbers(priority, "parameters: five (α_o, α_h, d_ta, d_ug, d_soi)", 5.0)->explained = nothing();
  numbers(cost, "parameters: one (α)", 1.0);
  numbers(objective, "parameters: one (α, once for all)", 1.0);
  const int situations = options.shortened ? 100 : 1000;
  const auto physical = [&](const Row& row, const std::string& claim, const Agreeing& agrees) {
    result.add("pushes that increase the distance, " + row.name, claim,
               share_of_pushes_away(row.technique, situations), "%", agrees);
  };
  physical(priority, "physical interpretation: yes", at_least(90.0, percentage));
  physical(cost, "physical interpretation: no, so no better than chance", between(30.0, 70.0, percentage));
  physical(objective, "physical interpretation: yes", at_least(90.0, percentage));
  const std::vector<Course> several = sweeps_past({2, 4, 8});
  const double most = static_cast<double>(several.size());
  const double fair = served_of_several(Technique::two_worst, several);
  result.add("scenes with 2 to 8 obstacles served, of 6, objective function", "extension: good",
             served_of_several(objective.technique, several), "", at_least(most));
  result.add("the same, task priority (the two worst obstacles)", "extension: fair", fair, "",
             between(1.0, most - 1.0));
  result.add("the same, cost function (the sum)", "extension: bad",
             served_of_several(Technique::cost, several), "", at_most(fair - 1.0));
  const std::string equal_costs =
      "Kinematics and finding contacts take most of a step and cost the same for all; three more rows in an "
      "inverse cost next to nothing today";
  Finding& slowest = result.add_timing(
      "time of a step, task priority relative to the slower of the others", "performance: slowest",
      priority.seconds / std::max(cost.seconds, objective.seconds), "×", at_least(1.25));
  slowest.explanation = equal_costs;
  slowest.explained = between(0.5, 1.25);
  Finding& fastest = result.add_timing(
      "time of a step, cost function relative to the faster of the others", "performance: fastest",
      cost.seconds / std::min(priority.seconds, objective.seconds), "×", at_most(0.8));
  fastest.explanation = equal_costs;
  fastest.explained = between(0.8, 1.6);
  for (const Row& row : rows) result.note_timing("time of a step, " + row.name, 1e6 * row.seconds, "µs");

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
          "good, one parameter. Objective function: medium, smoothness good, one parameter for all scenes. "
          "Task priority and objective function have a physical interpretation, the cost function has none; "
          "their extensions to several obstacles are fair, good and bad.",
      .parameters =
          {{"trunk", "30 spheres one length apart, 90 revolute joints, in an arc of 60°"},
           {"scenes",
            "one ball of radius 1.5 at eight places where the trunk would pass, the goal led 5 and "
            "16 lengths in 250 steps"},
           {"gains", "cost 1, objective 0.001; d_ta 0.1, d_ug 1, d_soi 2 lengths, push 0.2"},
           {"damping", "0.1"},
           {"physical",
            "1000 random postures of a chain of 30 joints, its tip asked to stay, one ball near it"},
           {"numbers", "each changed by 30 % on a drag past four balls; shared ones left out"},
           {"served",
            "no contact, the tip never more than 0.1 lengths off, no joint turned by more than 0.5 rad in a "
            "step"},
           {"updates", "not cancelled"}},
      .run = of_ge_table_5_1::run,
      .is_about_time = true,
      .replacements = {{"cost-gradient", "the gradient of the objective is written into three joints"}}};
}

}  // namespace limber::experiments
