// Baerlocher 2001, figures 5.6-5.8: two tasks of one row each in the plane of two joint displacements, as
// their lines of solutions turn parallel. Formulation A meets at the lines' intersection, B projects.

#include <cmath>
#include <numbers>

#include "experiments/catalog.h"
#include "experiments/common/thesis_iteration.h"
#include "limber/solver/least_squares/lexicographic.h"

namespace limber::experiments {

namespace of_baerlocher_5_6 {
namespace {

// The first task, dq_y = -0.5, is more important. The second asks for 1 along a direction turned from the
// first's by `angle`: 90 degrees independent, 0 in conflict.
const Vec2 first_row(0.0, 1.0);
constexpr double first_wanted = -0.5, second_wanted = 1.0;
constexpr double bound = 1.5;  // of the damped second level

Vec2 second_row(double degrees) {
  const double angle = degrees * std::numbers::pi / 180.0;
  return {std::sin(angle), std::cos(angle)};
}

// `replacement`: "no-projector", each by itself; "no-compensation", restricted, but unaware of the first.
Vec2 formulation_a(double degrees, const LevelDamping& damping, const RunOptions& options) {
  const Vec2 row = second_row(degrees);
  if (options.replaces("no-projector")) return first_wanted * first_row + second_wanted * row;
  if (options.replaces("no-compensation")) {
    const Vec2 left = row - first_row * first_row.dot(row);
    return first_wanted * first_row + (second_wanted / std::max(left.squaredNorm(), 1e-12)) * left;
  }
  Lexicographic problem(2, 2, 2);
  problem.clear(2);
  problem.begin_level();
  Eigen::Map<Vec2>(problem.add_equality(first_wanted)) = first_row;
  problem.begin_level(damping);
  Eigen::Map<Vec2>(problem.add_equality(second_wanted)) = second_row(degrees);
  problem.solve();
  return problem.solution();
}

// Each task by itself (rows of length 1 are their own pseudo-inverses), the second projected.
Vec2 formulation_b(double degrees) {
  const Vec2 alone = second_wanted * second_row(degrees);
  return first_wanted * first_row + (alone - first_row * first_row.dot(alone));
}

double second_error(double degrees, const Vec2& step) {
  return std::abs(second_wanted - second_row(degrees).dot(step));
}

Series line_of_solutions(const Vec2& row, double wanted, const std::string& label, Tone tone) {
  const Vec2 foot = wanted * row, along(-row.y(), row.x());
  return {.label = label, .points = {foot - 20 * along, foot + 20 * along}, .tone = tone};
}

Plot picture(const std::string& title, double degrees, const RunOptions& options) {
  Plot plot{.title = title,
            .x = {"dq₁", Spacing::linear, Range{-1, 4}},
            .y = {"dq₂", Spacing::linear, Range{-1, 1.75}}};
  plot.same_scale = true;
  plot.series.push_back(line_of_solutions(first_row, first_wanted, "first task", Tone::strong));
  plot.series.push_back(line_of_solutions(second_row(degrees), second_wanted, "second task", Tone::middle));
  const auto arrow = [&](const Vec2& step, const std::string& label, Tone tone) {
    plot.series.push_back({.label = label,
                           .points = {Vec2::Zero(), step},
                           .style = Series::Style::line_and_points,
                           .tone = tone});
  };
  arrow(formulation_b(degrees), "B", Tone::faint);
  arrow(formulation_a(degrees, {.rule = LevelDamping::Rule::step_bound, .bound = bound}, options),
        "A, damped", Tone::accent);
  return plot;
}

struct Sweep {
  Series a, damped, b, error_damped, error_b;
  double first_broken = 0.0;  // largest error of the first task, all forms
  double largest_damped = 0.0;
};

Sweep sweep(const RunOptions& options) {
  Sweep s;
  for (double degrees = 90.0; degrees >= 0.5; degrees -= 0.5) {
    const Vec2 a = formulation_a(degrees, {}, options), b = formulation_b(degrees);
    const Vec2 damped =
        formulation_a(degrees, {.rule = LevelDamping::Rule::step_bound, .bound = bound}, options);
    s.a.points.emplace_back(degrees, a.norm());
    s.damped.points.emplace_back(degrees, damped.norm());
    s.b.points.emplace_back(degrees, b.norm());
    s.error_damped.points.emplace_back(degrees, second_error(degrees, damped));
    s.error_b.points.emplace_back(degrees, second_error(degrees, b));
    for (const Vec2& step : {a, damped, b}) {
      s.first_broken = std::max(s.first_broken, std::abs(first_row.dot(step) - first_wanted));
    }
    s.largest_damped = std::max(s.largest_damped, damped.norm());
  }
  return s;
}

Result run(const RunOptions& options) {
  Sweep s = sweep(options);
  Result result;
  result.findings = {{.what = "largest error of the first task, both formulations, all angles",
                      .claim = "priorities are respected in every situation",
                      .value = s.first_broken,
                      .agrees = at_most(1e-12)},
                     {.what = "error of the second task at 60°, formulation A",
                      .claim = "compatible tasks: A gives the intersection, both are met",
                      .value = second_error(60, formulation_a(60, {}, options)),
                      .agrees = at_most(1e-12)},
                     {.what = "error of the second task at 60°, formulation B",
                      .claim = "compatible tasks: B leaves an unnecessary error",
                      .value = second_error(60, formulation_b(60)),
                      .agrees = at_least(0.05)},
                     {.what = "length of the undamped step of A, at 1° against 60°",
                      .claim = "grows to infinity as the lines turn parallel",
                      .value = formulation_a(1, {}, options).norm() / formulation_a(60, {}, options).norm(),
                      .unit = "×",
                      .agrees = at_least(20)},
                     {.what = "longest damped step of A over all angles",
                      .claim = "damping keeps the length within a reasonable limit",
                      .value = s.largest_damped,
                      .agrees = at_most(std::hypot(bound, first_wanted) + 1e-9)},
                     {.what = "length of the step of B at 1°",
                      .claim = "acceptable near conflicts, without damping",
                      .value = formulation_b(1).norm(),
                      .agrees = at_most(1.2)},
                     {.what = "length of the second level’s own step in conflict (0°), formulation A",
                      .claim = "exactly at the algorithmic singularity: the second task gets nothing",
                      .value = (formulation_a(0, {}, options) - first_wanted * first_row).norm(),
                      .agrees = at_most(1e-12)}};
  result.plots = {picture("5.6: compatible tasks, 60° between their rows", 60, options),
                  picture("5.7: nearly in conflict, 12°", 12, options),
                  picture("5.8: in conflict, 0°", 0, options)};
  const auto styled = [](Series series, const std::string& label, Tone tone) {
    series.label = label;
    series.tone = tone;
    return series;
  };
  result.plots.push_back(
      {.title = "Length of the step and error of the second task",
       .x = {"angle between the rows [°]"},
       .y = {"length or error", Spacing::linear, Range{0, 3}},
       .series = {styled(s.a, "|dq|, A", Tone::strong), styled(s.damped, "|dq|, A damped", Tone::accent),
                  styled(s.b, "|dq|, B", Tone::middle), styled(s.error_b, "error, B", Tone::faint)}});
  result.conclusion =
      "All three figures are reproduced. A meets the second task exactly as long as the bound allows; B "
      "misses it by a share that grows with the cosine of the angle between the rows, because it ignores "
      "what the first task does. It can be right by chance: at 60° it would be with a first task of +0.5 "
      "instead of −0.5.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_5_6

Experiment baerlocher_5_6() {
  return {.name = "baerlocher-5.6",
          .title = "Two tasks in the plane of two displacements",
          .document = "Baerlocher 2001",
          .place = "section 5.3.4, figures 5.6 to 5.8",
          .claim =
              "Both formulations keep the first task. While the tasks are compatible, A finds the step that "
              "satisfies both; B finds a projection that tracks the second one poorly. As the tasks come "
              "into conflict, the step of A grows without bound and needs damping, which does not affect the "
              "priorities; B stays short by itself.",
          .parameters = {{"first task", "dq₂ = −0.5"},
                         {"second task", "1 along a row turned by 60°, 12°, 0° against the first"},
                         {"damping of A", "the least that keeps the second level’s step within 1.5"}},
          .run = of_baerlocher_5_6::run,
          .replacements = form_a_replacements()};
}

}  // namespace limber::experiments
