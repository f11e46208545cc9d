// Baerlocher 2001, section 5.3.5, third test and figure 5.9: the secondary effector is drawn out of its
// reach.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/catalog.h"
#include "experiments/common/error_curve.h"
#include "experiments/common/planar.h"
#include "experiments/common/task_values.h"
#include "experiments/common/thesis_iteration.h"
#include "limber/solver/solver.h"

namespace limber::experiments {

namespace of_baerlocher_5_9 {
namespace {

constexpr int steps = 600;
const Vec2 far_goal(-3.5, 5.0);

struct Trace {
  std::vector<double> second;  // [m] error of E2 after each step
  double main = 0.0;           // [m] error of E1 at the end
  Posture posture;
};

TaskList tasks_for(const Figure& figure, const Vec2& goal) {
  Kinematics kinematics(figure);
  kinematics.update(figure.rest_posture());
  TaskList tasks;
  tasks.add("E1",
            Reach{.frame = figure.frame("R"),
                  .target = kinematics.frame_position(figure.frame("R")),
                  .axes = Axes::xy()},
            {.priority = 1});
  tasks.add("E2", Reach{.frame = figure.frame("L"), .target = in_plane(goal), .axes = Axes::xy()},
            {.priority = 2});
  return tasks;
}

Trace draw_out(const Figure& figure, const Vec2& goal, ThesisForm form) {
  const TaskList tasks = tasks_for(figure, goal);
  Trace trace{.posture = figure.rest_posture()};
  ThesisIteration iteration(figure, {form, 0.5, 0.15});
  for (int k = 0; k < steps; ++k) {
    iteration.step(tasks, trace.posture);
    const std::vector<double> errors = task_errors(figure, tasks, trace.posture);
    trace.main = errors[0];
    trace.second.push_back(errors[1]);
  }
  return trace;
}

// The least error of E2 with E1 kept, by Limber's default solver.
double least_error(const Figure& figure) {
  const TaskList tasks = tasks_for(figure, far_goal);
  Posture posture = figure.rest_posture();
  Solver solver(figure);
  solver.solve(tasks, posture, {.most_steps = 2000});
  return task_errors(figure, tasks, posture)[1];
}

Plot picture(const Figure& figure, const Trace& trace, const std::string& title) {
  Plot plot = plane(title, {-4.2, 3.2}, {-0.3, 5.3});
  for (Series& arm : arms(figure, figure.rest_posture(), {"L", "R"}, "start", Tone::faint))
    plot.series.push_back(std::move(arm));
  for (Series& arm : arms(figure, trace.posture, {"L", "R"}, "rest", Tone::accent))
    plot.series.push_back(std::move(arm));
  plot.series.push_back(crosses({far_goal}, "goal of E2"));
  return plot;
}

// B clearly fails for the goal in the figure. How common is that? Goals in all directions, those out of reach
// counted.
struct AllRound {
  int out_of_reach = 0, b_worse = 0, b_retreats = 0;
  Series worse, retreat;  // [m] against the direction [°]
};

AllRound all_round(const Figure& figure, const RunOptions& options) {
  AllRound count;
  const int directions = options.shortened ? 8 : 24;
  for (int k = 0; k < directions; ++k) {
    const double degrees = 360.0 * k / directions, angle = degrees * std::numbers::pi / 180.0;
    const Vec2 goal = Vec2(0, 1.5) + 5.0 * Vec2(std::cos(angle), std::sin(angle));
    const Trace a = draw_out(figure, goal, form_a(options)), b = draw_out(figure, goal, ThesisForm::b);
    options.progress(double(k + 1) / directions);
    if (a.second.back() < 0.01) continue;
    const double worse = b.second.back() - a.second.back();
    const double retreat = b.second.back() - *std::min_element(b.second.begin(), b.second.end());
    ++count.out_of_reach;
    count.b_worse += worse > 0.01;
    count.b_retreats += retreat > 0.01;
    count.worse.points.emplace_back(degrees, worse);
    count.retreat.points.emplace_back(degrees, retreat);
  }
  return count;
}

Result run(const RunOptions& options) {
  const Figure figure = forked_chain();
  const double least = least_error(figure);
  const Trace a = draw_out(figure, far_goal, form_a(options)), b = draw_out(figure, far_goal, ThesisForm::b);
  const double best_of_b = *std::min_element(b.second.begin(), b.second.end());
  Result result;
  const auto add = [&](const std::string& what, const std::string& claim, double value,
                       const Agreeing& agrees) { result.add(what, claim, value, "m", agrees); };
  add("error of E2 at the end beyond the least possible, A",
      "at the boundary of what it can reach, nearest to the goal", a.second.back() - least,
      between(-1e-3, 0.01));
  add("error of E2 at the end beyond the least possible, B", "a non-optimal position",
      b.second.back() - least, at_least(0.05));
  add("how far B moves away again from its best position",
      "first reaches the limit, then moves to a non-optimal position", b.second.back() - best_of_b,
      at_least(0.01));
  add("error of E1 at the end, A", "has priority", a.main, at_most(0.01));
  add("error of E1 at the end, B", "has priority", b.main, at_most(0.01));
  AllRound around = all_round(figure, options);
  const auto percent = [&](int count) { return 100.0 * count / around.out_of_reach; };
  result.findings.push_back(
      {.what = "goals out of reach, in all directions, where B ends more than 1 cm farther away than A",
       .claim = "B ends in a non-optimal position",
       .value = percent(around.b_worse),
       .unit = "%",
       .agrees = at_least(50, percentage)});
  result.findings.push_back(
      {.what = "of the same goals, those where B had been more than 1 cm nearer",
       .claim = "B first reaches the limit and then moves away from it",
       .value = percent(around.b_retreats),
       .unit = "%",
       .agrees = at_least(80, percentage),
       .explanation = "Whether B comes near first and then retreats depends on the direction of the goal; in "
                      "the others it stops short, or does as well as A, without ever having been nearer",
       .explained = between(10, 80)});
  around.worse.label = "how much farther away B is than A";
  around.worse.style = around.retreat.style = Series::Style::line_and_points;
  around.retreat.label = "B’s retreat from its nearest";
  around.retreat.tone = Tone::middle;
  result.plots = {picture(figure, a, "Formulation A at rest"),
                  picture(figure, b, "Formulation B at rest (figure 5.9)"),
                  {.title = "Error of E2 beyond the least possible",
                   .x = {"step"},
                   .y = {"[m]", Spacing::logarithmic, Range{1e-8, 10}},
                   .series = {error_curve(a.second, "A", Tone::accent, least),
                              error_curve(b.second, "B", Tone::middle, least)}},
                  {.title = "Goals out of reach in all directions",
                   .x = {"direction of the goal [°]"},
                   .y = {"[m]"},
                   .series = {around.worse, around.retreat}}};
  result.conclusion =
      "Formulation A rests where E2 is as near to its goal as E1 allows; B does not, because each of its "
      "steps projects the step that the second task would take alone.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_5_9

Experiment baerlocher_5_9() {
  return {.name = "baerlocher-5.9",
          .title = "Pulling the secondary effector out of reach",
          .document = "Baerlocher 2001",
          .place = "section 5.3.5, third test, figure 5.9",
          .claim =
              "With its goal out of reach the secondary effector should stop at the boundary, nearest to the "
              "goal. With formulation A it does; with B it first reaches the limit and then moves on to a "
              "position that is not optimal.",
          .parameters = {{"chain", "forked, seven joints, links of 1 m, no limits"},
                         {"E1", "right tip, to stay where it is"},
                         {"E2",
                          "left tip, to (−3.5, 5.0), chosen because B clearly fails there; then goals 5 m "
                          "from (0, 1.5) in 24 directions"},
                         {"steps", "600, errors cut to 0.5 m, a level’s step at most 0.15 rad"},
                         {"least possible", "Limber’s default solver, to rest"}},
          .run = of_baerlocher_5_9::run,
          .replacements = {form_a_replacements().front()}};
}

}  // namespace limber::experiments
