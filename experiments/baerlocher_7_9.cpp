// Baerlocher 2001, figure 7.9: how far the tip of a balanced chain gets, traced by drawing it outwards all
// round.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/catalog.h"
#include "experiments/common/balanced_reach.h"
#include "experiments/common/planar.h"
#include "experiments/common/task_values.h"
#include "limber/solver/solver.h"

namespace limber::experiments {

namespace of_baerlocher_7_9 {
namespace {

constexpr int links = 10;
constexpr double distance = 2.0;  // [m] of the goals from the base; the chain is 1 m long

struct Traced {
  std::vector<Vec2> tips;  // by direction
  double off_vertical = 0.0;
};

Vec2 goal(int k, int directions) {
  const double angle = 2.0 * std::numbers::pi * (k + 0.5) / directions;  // never horizontal
  return distance * Vec2(std::cos(angle), std::sin(angle));
}

// Draws the tip round, warm-started from direction to direction. `sense`: 1 counter-clockwise, -1 clockwise.
Traced trace(const Figure& figure, int directions, int sense, const RunOptions& options, double done) {
  TaskList tasks;
  tasks.add("balance", CenterOfMass{.axes = {.x = true, .y = false, .z = false}}, {.priority = 1});
  const auto tip = tasks.add("tip", Reach{.frame = figure.frame("link.tip"), .axes = Axes::xy()},
                             {.priority = options.replaces("weights") ? 1 : 2});
  Posture posture = figure.rest_posture();
  for (Eigen::Index k = 0; k < posture.values.size(); ++k) posture.values[k] = 0.1 * sense;
  posture.values[0] = std::numbers::pi / 2.0 - 0.5 * sense;
  Kinematics kinematics(figure);
  Solver solver(figure);
  Traced traced;
  traced.tips.resize(static_cast<std::size_t>(directions));
  const int first = directions / 4;  // straight up
  for (int k = 0; k < directions; ++k) {
    const int here = ((first + sense * k) % directions + directions) % directions;
    tasks[tip].target = in_plane(goal(here, directions));
    solver.solve(tasks, posture, {.most_steps = 1000});
    kinematics.update(posture);
    at(traced.tips, here) = kinematics.frame_position(figure.frame("link.tip")).head<2>();
    traced.off_vertical = std::max(traced.off_vertical, task_errors(figure, tasks, posture)[0]);
    options.progress(done + 0.5 * (k + 1) / directions);
  }
  return traced;
}

Result run(const RunOptions& options) {
  const Figure figure = planar_chain(links);
  const int directions = options.shortened ? 12 : 72;
  const Traced left = trace(figure, directions, 1, options, 0.0),
               right = trace(figure, directions, -1, options, 0.5);
  Series outline{.label = "traced in both directions, the farther tip",
                 .style = Series::Style::points,
                 .tone = Tone::accent},
      exact{.label = "exact", .style = Series::Style::outline, .tone = Tone::middle};
  Series short_left{.label = "counter-clockwise", .tone = Tone::middle},
      short_right{.label = "clockwise", .tone = Tone::faint},
      short_both{.label = "the farther of the two", .tone = Tone::accent};
  double worst = 0.0, beyond = 0.0, history = 0.0;
  for (int k = 0; k < directions; ++k) {
    const Vec2 target = goal(k, directions), best = nearest_balanced_tip(links, 1.0, target);
    const Vec2 &a = at(left.tips, k), &b = at(right.tips, k);
    const double a_error = (target - a).norm(), b_error = (target - b).norm(), least = (target - best).norm();
    outline.points.push_back(a_error < b_error ? a : b);
    const double degrees = 360.0 * (k + 0.5) / directions;
    short_left.points.emplace_back(degrees, std::max(a_error - least, 1e-12));
    short_right.points.emplace_back(degrees, std::max(b_error - least, 1e-12));
    short_both.points.emplace_back(degrees, std::max(std::min(a_error, b_error) - least, 1e-12));
    worst = std::max(worst, std::min(a_error, b_error) - least);
    beyond = std::max(beyond, least - std::min(a_error, b_error));
    history = std::max(history, std::abs(a_error - b_error));
  }
  for (int k = 0; k < 360; ++k) {
    const double angle = 2.0 * std::numbers::pi * (k + 0.5) / 360;
    exact.points.push_back(farthest_balanced_tip(links, 1.0, Vec2(std::cos(angle), std::sin(angle))));
  }
  Result result;
  const auto add = [&](const std::string& what, const std::string& claim, double value,
                       const Agreeing& agrees) { result.add(what, claim, value, "m", agrees); };
  add("largest shortfall of the traced outline against the exact one", "the boundary of the reachable space",
      worst, at_most(0.01));
  add("largest excess over the exact outline", "never farther than possible", beyond, at_most(1e-4));
  add("largest distance of the centre of mass from the vertical", "constrained to lie on it",
      std::max(left.off_vertical, right.off_vertical), at_most(1e-4));
  result.note("largest difference between tracing counter-clockwise and clockwise", history, "m");
  Plot plot = plane("Boundary of what the balanced tip can reach", {-1.0, 1.0}, {-1.08, 1.08});
  plot.height = 440;
  plot.series.push_back(exact);
  plot.series.push_back({.points = {{0, -1.2}, {0, 1.2}}, .tone = Tone::faint});
  const auto add_posture = [&](double degrees, const std::string& label) {
    const double angle = degrees * std::numbers::pi / 180.0;
    Series arm{.label = label, .points = {Vec2::Zero()}, .style = Series::Style::arm, .tone = Tone::strong};
    for (const Vec2& d : farthest_balanced_links(links, Vec2(std::cos(angle), std::sin(angle)))) {
      arm.points.emplace_back(arm.points.back() + d / links);
    }
    plot.series.push_back(arm);
  };
  add_posture(30, "two of the exact postures");
  add_posture(-100, "");
  plot.series.push_back(outline);
  result.plots = {plot,
                  {.title = "How much the traced tips fall short",
                   .x = {"direction of the goal [°]"},
                   .y = {"shortfall [m]", Spacing::logarithmic, Range{1e-9, 0.1}},
                   .series = {short_left, short_right, short_both},
                   .height = 440}};
  result.conclusion =
      "Pulling the tip outwards in all directions, in both senses of rotation, gives the outline that "
      "follows from geometry alone (each link points in the wanted direction, tilted by one multiplier for "
      "balance).";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_7_9

Experiment baerlocher_7_9() {
  return {.name = "baerlocher-7.9",
          .title = "The reach of a balanced chain",
          .document = "Baerlocher 2001",
          .place = "section 7.3.4, figure 7.9",
          .claim =
              "Moving the tip in all directions with low priority, while a task of higher priority keeps the "
              "centre of mass on the vertical, traces the boundary of the space the tip of a ten-joint chain "
              "can reach in balance.",
          .parameters = {{"chain", "10 links, 1 m and 1 kg in all, no limits"},
                         {"goals",
                          "72 directions, 2 m from the base, warm-started, counter-clockwise and clockwise"},
                         {"solver", "defaults, to rest at each"},
                         {"beside it", "the exact outline, by its multiplier"}},
          .run = of_baerlocher_7_9::run,
          .replacements = {{"weights", "balance has the priority of the task that pulls at the tip"}}};
}

}  // namespace limber::experiments
