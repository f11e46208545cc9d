// Ge, table 5.2: eight techniques, several obstacles, with measured columns.

#include <algorithm>
#include <numbers>

#include "experiments/catalog.h"
#include "experiments/common/served_scenes.h"
#include "experiments/common/technique_columns.h"

namespace limber::experiments {

namespace of_ge_table_5_2 {
namespace {

constexpr double degrees = 180.0 / std::numbers::pi;
constexpr const char* equal_costs =
    "Kinematics and finding contacts take most of a step and cost the same for all.";

struct Row {
  Technique technique;
  std::string name;
  Tone tone;
  bool is_cost;
  ServedScenes all = {};
  double seconds = 0.0;  // of a step
};

// Columns "physical" and "obstacles" of a row.
struct Columns {
  bool physical;
  bool limited;  // obstacles: fewer than there are degrees of freedom
};
Columns columns_of(Technique technique) {
  switch (technique) {
    case Technique::two_worst:
    case Technique::objective:
      return {true, false};
    case Technique::task_augmented:
    case Technique::cost_augmented:
    case Technique::cost_blended_augmented:
      return {false, true};
    default:
      return {false, false};
  }
}

void add_columns(Result& result, const Row& row, int situations) {
  const Columns columns = columns_of(row.technique);
  Finding& physical =
      result.add(row.name + ": pushes that increase the distance",
                 columns.physical ? "physical interpretation: yes" : "physical interpretation: no",
                 share_of_pushes_away(row.technique, situations), "%",
                 columns.physical ? at_least(90.0, percentage) : at_most(80.0, percentage));
  if (row.technique == Technique::task_augmented) {
    physical.explanation =
        "The augmented form asks for the same motion of the nearest points as task priority does: its "
        "interpretation is the same, and so is its effect";
    physical.explained = between(90.0, 100.0, percentage);
  }
  const bool two = row.technique == Technique::two_worst;
  Finding& obstacles =
      result.add(row.name + ": obstacles that have an effect, of " + std::to_string(balls_around),
                 two               ? "obstacles: two or more"
                 : columns.limited ? "obstacles: fewer than degrees of freedom, here 12"
                                   : "obstacles: no limit",
                 obstacles_with_effect(row.technique), "",
                 two               ? at_least(2.0)
                 : columns.limited ? at_most(joints_among_balls - 1.0)
                                   : at_least(balls_around));
  if (row.technique == Technique::task_augmented) {
    obstacles.explanation =
        "With a damped inverse the augmented form may have more rows than joints: what cannot be met is "
        "shared out";
    obstacles.explained = between(joints_among_balls, balls_around);
  }
}

Series against_count(const Row& row, const std::vector<int>& counts) {
  Series series{.label = row.name, .style = Series::Style::line_and_points, .tone = row.tone};
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double bend = std::max(row.all.each[2 * i].largest_bend, row.all.each[2 * i + 1].largest_bend);
    series.points.emplace_back(counts[i], degrees * bend);
  }
  return series;
}

Result run(const RunOptions& options) {
  const std::vector<int> counts = {1, 2, 4, 8};
  const std::vector<Course> scenes = sweeps_past(counts);
  std::vector<Row> rows = {{Technique::two_worst, "original task priority", Tone::strong, false},
                           {Technique::task_augmented, "task-augmented task priority", Tone::middle, false},
                           {Technique::cost, "original cost function", Tone::strong, true},
                           {Technique::cost_augmented, "task-augmented cost function", Tone::middle, true},
                           {Technique::cost_blended, "blending", Tone::accent, true},
                           {Technique::cost_blended_augmented, "blended task-augmented", Tone::faint, true},
                           {Technique::cost_adaptive, "adaptive cost function", Tone::strong, true},
                           {Technique::objective, "original objective function", Tone::accent, false},
                           {Technique::clearance, "Limber’s default", Tone::faint, false}};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool replaced = options.replaces("cost-gradient") && rows[i].technique == Technique::objective;
    rows[i].all = over(scenes, trunk_options(replaced ? Technique::cost : rows[i].technique));
    rows[i].seconds = seconds_of_a_step({scenes[0], scenes[7]}, trunk_options(rows[i].technique));
    options.progress(0.9 * static_cast<double>(i + 1) / static_cast<double>(rows.size()));
  }
  const auto count = static_cast<double>(scenes.size());

  Result result;
  result.add("scenes without contact, no avoidance, of 8", "the drags go through the balls",
             over(scenes, tracking_only()).clear, "", at_most(0.0));
  for (const Row& row : rows) {
    const ServedScenes& s = row.all;
    const std::string served = row.name + ": scenes without contact, lost goal or jump, of 8",
                      bend = row.name + ": sharpest bend";
    switch (row.technique) {
      case Technique::two_worst:
        result.add(served, "obstacles: two or more; too many uncertain parameters", s.served, "",
                   between(4.0, 8.0, count_of(8)));
        result.add(bend, "smoothness: fair; sometimes kinked", degrees * s.bend, "°",
                   at_least(25.0, degrees_of_bend));
        break;
      case Technique::task_augmented:
        result.add(served, "obstacles: as long as there are degrees of freedom", s.served, "",
                   at_least(count));
        result.add(bend, "smoothness: fair", degrees * s.bend, "°", between(16.0, 60.0));
        break;
      case Technique::objective:
        result.add(served, "obstacles: any number", s.served, "", at_least(count));
        result.add(bend, "smoothness: good", degrees * s.bend, "°", at_most(25.0));
        break;
      case Technique::clearance:
        result.add(served, "no counterpart: ours", s.served, "", at_least(count));
        result.add(bend, "no counterpart: ours", degrees * s.bend, "°", at_most(25.0));
        break;
      default: {
        const char* claim =
            row.technique == Technique::cost ? "must be tuned whenever the number of obstacles changes"
            : row.technique == Technique::cost_blended  ? "one gain in theory, but not in practice"
            : row.technique == Technique::cost_adaptive ? "the result was not satisfying"
                                                        : "not good in practice";
        result.add(served, claim, s.served, "", between(1.0, count - 1.0));
        Finding& smooth =
            result.add(bend, "smoothness: good", degrees * s.bend, "°", at_most(25.0, degrees_of_bend));
        smooth.explanation =
            "A cost function’s push is written into a few joints: the more obstacles, the more sharply the "
            "trunk bends there, up to folding over. With one obstacle the table is more accurate "
            "(ge-table-5.1).";
        smooth.explained = between(45.0, 180.0, degrees_of_bend);
        break;
      }
    }
  }
  const int situations = options.shortened ? 60 : 400;
  for (const Row& row : rows) {
    if (row.technique != Technique::clearance) add_columns(result, row, situations);
  }
  options.progress(1.0);
  const double priority_seconds = rows[0].seconds, cost_seconds = rows[2].seconds,
               objective_seconds = rows[7].seconds;
  Finding& slow = result.add_timing(
      "time of a step, original task priority relative to original cost function",
      "performance: slow, compared with fast", priority_seconds / cost_seconds, "×", at_least(1.25));
  slow.explanation = equal_costs;
  slow.explained = between(0.5, 1.25);
  Finding& medium = result.add_timing(
      "the same, objective function", "performance: medium, between fast and slow",
      objective_seconds / cost_seconds, "×", between(1.25, std::max(1.25, priority_seconds / cost_seconds)));
  medium.explanation = equal_costs;
  medium.explained = between(0.5, 1.25);
  result.note_timing("the same, Limber’s default", rows[8].seconds / cost_seconds, "×");

  const auto plot = [&](const std::string& title, const std::vector<std::size_t>& which) {
    Plot p{.title = title,
           .x = {"obstacles", Spacing::linear, Range{0, 9}},
           .y = {"sharpest bend [°]", Spacing::linear, Range{0, 180}}};
    for (const std::size_t i : which) p.series.push_back(against_count(rows[i], counts));
    return p;
  };
  result.plots = {plot("Task priority, and Limber’s default", {0, 1, 8}),
                  plot("Cost functions", {2, 3, 4, 5}),
                  plot("Adaptive cost function, and objective function", {6, 7})};
  result.conclusion =
      "The statements of the text are reproduced: one gain of the objective function works in all scenes, no "
      "gain of the cost functions does, and task priority kinks. The smoothness that the table states for "
      "the cost functions is not: see the bends. Limber’s default has no gain, keeps clear in all scenes and "
      "bends only as much as the drag requires.";
  return result;
}

}  // namespace
}  // namespace of_ge_table_5_2

Experiment ge_table_5_2() {
  return {.name = "ge-table-5.2",
          .title = "Eight techniques, several obstacles",
          .document = "Ge 2000",
          .place = "section 5.4, table 5.2",
          .claim =
              "Task priority is slow and fairly smooth; its augmented form and those of the cost function "
              "are limited by the degrees of freedom; cost functions are fast and smooth, but their gains "
              "must be tuned for the scene, including the blended and adaptive ones; the objective function "
              "is smooth, with one gain for all scenes.",
          .parameters = {{"trunk", "30 spheres one length apart, 90 revolute joints, in an arc of 60°"},
                         {"scenes",
                          "1, 2, 4 and 8 balls of radius 1.5 where the trunk would pass; the goal led 5 and "
                          "16 lengths in 250 steps"},
                         {"gains",
                          "cost 1, blended 0.3, adaptive 0.1 and 0.5, objective 0.001; d_ta 0.1, d_ug 1, "
                          "d_soi 2 lengths, push 0.2"},
                         {"served",
                          "no contact, the tip never more than 0.1 lengths off, no joint turned by more than "
                          "0.5 rad in a step"},
                         {"physical",
                          "random postures of a chain of 30 joints, its tip asked to stay, one ball near it"},
                         {"obstacles",
                          "14 balls around a chain of 12 joints, the nearest first, added one by one"},
                         {"updates", "not cancelled"}},
          .run = of_ge_table_5_2::run,
          .is_about_time = true,
          .replacements = {{"cost-gradient", "the gradient of the objective is written into three joints"}}};
}

}  // namespace limber::experiments
