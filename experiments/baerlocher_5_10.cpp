// Baerlocher 2001, section 5.3.5, second test and figure 5.10: the path of the secondary effector to its
// goal, the centre of mass staying on the vertical.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/catalog.h"
#include "experiments/common/planar.h"
#include "experiments/common/thesis_iteration.h"
#include "limber/kinematics/mass_distribution.h"

namespace limber::experiments {

namespace of_baerlocher_5_10 {
namespace {

constexpr int links = 10, most_steps = 1500;
const Vec2 drawn_goal(0.25, 0.5);

struct Trace {
  std::vector<Vec2> path;     // of the tip
  double off_vertical = 0.0;  // [m] largest |x| of the centre of mass
  int steps = most_steps;     // until the tip is within 1 mm
  Posture posture;

  double length() const {
    double sum = 0.0;
    for (std::size_t k = 1; k < path.size(); ++k) sum += (path[k] - path[k - 1]).norm();
    return sum;
  }
  // 1: straight to the goal.
  double detour() const { return length() / (path.back() - path.front()).norm(); }
};

Posture upright(const Figure& figure) {
  Posture posture = figure.rest_posture();
  posture.values[0] = std::numbers::pi / 2.0;
  return posture;
}

Trace walk(const Figure& figure, const Posture& start, const Vec2& goal, ThesisForm form) {
  TaskList tasks;
  tasks.add("balance", CenterOfMass{.axes = {.x = true, .y = false, .z = false}}, {.priority = 1});
  tasks.add("tip", Reach{.frame = figure.frame("link.tip"), .target = in_plane(goal), .axes = Axes::xy()},
            {.priority = 2});
  Trace trace{.posture = start};
  Kinematics kinematics(figure);
  MassDistribution masses(figure);
  const auto record = [&] {
    kinematics.update(trace.posture);
    masses.update(kinematics);
    trace.off_vertical = std::max(trace.off_vertical, std::abs(masses.center().x()));
    trace.path.emplace_back(kinematics.frame_position(figure.frame("link.tip")).head<2>());
  };
  record();
  ThesisIteration iteration(figure, {form, 0.02, 0.1});
  for (int k = 1; k <= most_steps; ++k) {
    iteration.step(tasks, trace.posture);
    record();
    if ((trace.path.back() - goal).norm() < 1e-3) {
      trace.steps = k;
      break;
    }
  }
  return trace;
}

Plot picture(const Figure& figure, const Trace& trace, const std::string& title) {
  Plot plot = plane(title, {-0.45, 0.6}, {-0.05, 1.08});
  plot.series.push_back({.label = "vertical", .points = {{0, -0.1}, {0, 1.2}}, .tone = Tone::faint});
  for (Series& arm : arms(figure, upright(figure), {"link.tip"}, "start", Tone::faint))
    plot.series.push_back(std::move(arm));
  for (Series& arm : arms(figure, trace.posture, {"link.tip"}, "end", Tone::strong))
    plot.series.push_back(std::move(arm));
  plot.series.push_back({.label = "path of the tip", .points = trace.path, .tone = Tone::accent});
  plot.series.push_back(crosses({drawn_goal}, "goal"));
  return plot;
}

Result run(const RunOptions& options) {
  const Figure figure = planar_chain(links);
  const Trace a = walk(figure, upright(figure), drawn_goal, form_a(options)),
              b = walk(figure, upright(figure), drawn_goal, ThesisForm::b);
  Result result;
  result.add("length of the tip’s path relative to the straight line, A", "the more direct one", a.detour(),
             "×", at_most(1.5));
  result.add("length of B’s path relative to A’s", "clearly longer", b.length() / a.length(), "×",
             at_least(1.1));
  result.add("steps to come within 1 mm, B relative to A", "slow", double(b.steps) / a.steps, "×",
             at_least(1.5));
  result.add("largest distance of the centre of mass from the vertical, A", "not perturbed", a.off_vertical,
             "m", at_most(5e-3));
  result.add("largest distance of the centre of mass from the vertical, B", "not perturbed", b.off_vertical,
             "m", at_most(5e-3));
  // The same distance in every direction, from a posture that is not singular.
  Series steps_a{.label = "A", .style = Series::Style::line_and_points, .tone = Tone::accent},
      steps_b{.label = "B", .style = Series::Style::line_and_points, .tone = Tone::middle};
  int b_longer = 0, fewest[2] = {most_steps, most_steps}, most[2] = {0, 0};
  const int directions = options.shortened ? 4 : 12;
  const Vec2 middle(0.1, 0.5);
  const Posture bent = walk(figure, upright(figure), middle, form_a(options)).posture;
  for (int k = 0; k < directions; ++k) {
    const double degrees = 360.0 * k / directions;
    const double angle = degrees * std::numbers::pi / 180.0;
    const Vec2 goal = middle + 0.12 * Vec2(std::cos(angle), std::sin(angle));
    double lengths[2] = {};
    for (const ThesisForm form : {ThesisForm::a, ThesisForm::b}) {
      const Trace trace = walk(figure, bent, goal, form == ThesisForm::a ? form_a(options) : form);
      const int steps = trace.steps, w = form == ThesisForm::b;
      lengths[w] = trace.length();
      fewest[w] = std::min(fewest[w], steps);
      most[w] = std::max(most[w], steps);
      (w ? steps_b : steps_a).points.emplace_back(degrees, steps);
    }
    b_longer += lengths[1] > 1.01 * lengths[0];
    options.progress(double(k + 1) / directions);
  }
  result.add("directions in which B's path is more than 1 % longer than A's", "less direct than with A",
             100.0 * b_longer / directions, "%", at_least(75));
  result.add("slowest relative to fastest direction, A", "isotropic compared with B",
             double(most[0]) / fewest[0], "×", at_most(4));
  result.add("slowest relative to fastest direction, B",
             "anisotropic: fast in some directions, very slow in others", double(most[1]) / fewest[1], "×",
             at_least(2));
  result.plots = {picture(figure, a, "Formulation A"),
                  picture(figure, b, "Formulation B"),
                  {.title = "Steps to a goal 0.12 m away, by its direction",
                   .x = {"direction [°]"},
                   .y = {"steps to 1 mm", Spacing::logarithmic},
                   .series = {steps_a, steps_b}}};
  result.conclusion =
      "Both keep the centre of mass; A leads the tip nearly straight, B on a detour whose length depends on "
      "the direction.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_5_10

Experiment baerlocher_5_10() {
  return {.name = "baerlocher-5.10",
          .title = "The secondary effector’s path to its goal",
          .document = "Baerlocher 2001",
          .place = "section 5.3.5, second test, figure 5.10",
          .claim =
              "While the centre of mass stays on the vertical by priority, the tip’s path to its goal is "
              "less direct with formulation B than with A, and B converges fast in some directions but very "
              "slowly in others. The start is a singularity, difficult for both.",
          .parameters =
              {{"chain", "10 links, 1 m and 1 kg in all, upright at the start, no limits"},
               {"first", "centre of mass on the vertical through the base"},
               {"second",
                "tip to (0.25, 0.5); then, bent with the tip at (0.1, 0.5), by 0.12 m in twelve directions"},
               {"steps", "errors cut to 0.02 m, a level’s step at most 0.1 rad"}},
          .run = of_baerlocher_5_10::run,
          .replacements = {form_a_replacements().front()}};
}

}  // namespace limber::experiments
