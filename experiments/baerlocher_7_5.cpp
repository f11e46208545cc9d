// Baerlocher 2001, figure 7.5: a loop of top priority holds, whatever other tasks do to the chain.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/catalog.h"
#include "experiments/common/error_curve.h"
#include "experiments/common/planar.h"
#include "experiments/common/task_values.h"
#include "limber/solver/solver.h"

namespace limber::experiments {

namespace of_baerlocher_7_5 {
namespace {

constexpr int links = 10;
const Vec2 loop_point(0.3, 0.0);                                  // where the tip is held
const std::vector<Vec2> reachable = {{0.05, 0.25}, {0.4, 0.22}};  // goals of the ends of links 3 and 7
const std::vector<Vec2> unreachable = {{-0.6, 0.5}, {0.9, 0.7}};

struct Trace {
  std::vector<double> gap;  // [m] of the loop after each step
  double others = 0.0;      // [m] larger error of the two other tasks at the end
  Posture posture;
  double largest_gap() const { return *std::max_element(gap.begin(), gap.end()); }
};

Posture open_chain(const Figure& figure) {
  Posture posture = figure.rest_posture();
  for (Eigen::Index k = 1; k < posture.values.size(); ++k) posture.values[k] = -0.45;
  posture.values[0] = 2.2;
  return posture;
}

TaskList loop_alone(const Figure& figure) {
  TaskList tasks;
  tasks.add("loop",
            RelativePosition{.first = figure.frame("link.tip"),
                             .second = Place::on_segment(figure.segment("base"), in_plane(loop_point)),
                             .axes = Axes::xy()});
  return tasks;
}

Trace pull(const Figure& figure, const std::vector<Vec2>& goals, int priority, int steps) {
  Trace trace{.posture = open_chain(figure)};
  TaskList tasks = loop_alone(figure);
  Solver solver(figure);
  solver.solve(tasks, trace.posture);  // closes it
  for (std::size_t k = 0; k < goals.size(); ++k) {
    const SegmentId segment = figure.segment(k == 0 ? "link.3" : "link.7");
    tasks.add("point " + std::to_string(k + 1),
              Reach{.frame = Place::on_segment(segment, Vec3(1.0 / links, 0, 0)),
                    .target = in_plane(goals[k]),
                    .axes = Axes::xy()},
              {.priority = priority});
  }
  solver.prepare(tasks);
  for (int k = 0; k < steps; ++k) {
    solver.step(tasks, trace.posture);
    const std::vector<double> errors = task_errors(figure, tasks, trace.posture);
    trace.gap.push_back(errors[0]);
    trace.others = std::max(errors[1], errors[2]);
  }
  return trace;
}

Plot picture(const Figure& figure, const Posture& posture, const std::vector<Vec2>& goals,
             const std::string& title) {
  Plot plot = plane(title, {-0.75, 1.05}, {-0.3, 0.8});
  for (Series& arm : arms(figure, posture, {"link.tip"}, "", Tone::accent))
    plot.series.push_back(std::move(arm));
  plot.series.push_back({.label = "held to the base here",
                         .points = {loop_point},
                         .style = Series::Style::points,
                         .tone = Tone::strong});
  if (!goals.empty()) plot.series.push_back(crosses(goals, "goals"));
  return plot;
}

Result run(const RunOptions& options) {
  const int below = options.replaces("weights") ? 1 : 2;  // priority of the other tasks
  const Figure figure = planar_chain(links);
  const int steps = 150;
  Posture closed = open_chain(figure);
  Solver(figure).solve(loop_alone(figure), closed);
  const Trace easy = pull(figure, reachable, below, steps), hard = pull(figure, unreachable, below, steps),
              equal = pull(figure, unreachable, 1, steps);
  Result result;
  const auto add = [&](const std::string& what, const std::string& claim, double value,
                       const Agreeing& agrees) { result.add(what, claim, value, "m", agrees); };
  add("gap of the loop as the only task", "closes", task_errors(figure, loop_alone(figure), closed)[0],
      at_most(1e-4));
  add("largest gap while tasks it can satisfy pull", "not broken", easy.largest_gap(), at_most(1e-3));
  add("larger error of those tasks at the end", "other tasks modify the posture", easy.others, at_most(1e-3));
  add("largest gap while tasks out of reach pull", "not broken", hard.largest_gap(), at_most(1e-3));
  add("gap at the end, the same tasks with the loop’s own priority",
      "no counterpart: without priority it would break", equal.gap.back(), at_least(0.05));
  result.plots = {picture(figure, closed, {}, "The loop alone"),
                  picture(figure, easy.posture, reachable, "Two tasks inside reach, lower priority"),
                  picture(figure, hard.posture, unreachable, "Two tasks out of reach, lower priority"),
                  {.title = "Gap of the loop while tasks out of reach pull",
                   .x = {"step"},
                   .y = {"gap [m]", Spacing::logarithmic, Range{1e-12, 1}},
                   .series = {error_curve(hard.gap, "loop first", Tone::accent),
                              error_curve(equal.gap, "equal priority", Tone::middle)}}};
  result.conclusion = "The loop stays closed at every step, even where the other tasks conflict with it.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_7_5

Experiment baerlocher_7_5() {
  return {.name = "baerlocher-7.5",
          .title = "A loop that tasks of lower priority do not break",
          .document = "Baerlocher 2001",
          .place = "section 7.3.1, figure 7.5",
          .claim =
              "A loop constraint given the highest priority is ensured while end-effector tasks of lower "
              "priority modify the posture.",
          .parameters = {{"chain", "10 links, 1 m in all, no limits"},
                         {"loop", "tip held to the base at (0.3, 0)"},
                         {"tasks", "ends of links 3 and 7; goals inside and out of reach, our choice"},
                         {"solver", "defaults, 150 steps"}},
          .run = of_baerlocher_7_5::run,
          .replacements = {{"weights", "the loop has the priority of the tasks that pull at it"}}};
}

}  // namespace limber::experiments
