// Baerlocher 2001, figure 5.18: a quadratic constraint, |q| = 1, is linearised for the step and restored after it.

#include <cmath>

#include "experiments/catalog.h"
#include "limber/figure/figure.h"
#include "limber/math/rotation.h"
#include "limber/solver/least_squares/lexicographic.h"

namespace limber::experiments {

namespace of_baerlocher_5_18 {
namespace {

const Vec2 start(1.0, 0.0);
const Vec2 goal(-0.9, 1.3);  // outside the circle: the nearest point on it is goal/|goal|

// One step of at most `longest` towards the goal; in the tangent, if linearised.
Vec2 step(const Vec2& q, double longest, bool linearised) {
  Lexicographic problem(2, 4, 2);
  problem.clear(2);
  if (linearised) {
    problem.begin_level();
    Eigen::Map<Vec2>(problem.add_equality(0.0)) = q;
  }
  problem.begin_level();
  Vec2 wanted = goal - q;
  wanted *= std::min(1.0, longest / wanted.norm());
  for (int k = 0; k < 2; ++k) problem.add_equality(wanted[k])[k] = 1.0;
  problem.solve();
  return problem.solution();
}

struct Walk {
  std::vector<Vec2> path = {start};  // with the points before correcting
  double largest_correction = 0.0;
  double miss = 0.0;  // from the best point of the circle
  int steps = 0;
};

Walk walk(double longest, bool linearised) {
  Walk result;
  Vec2 q = start;
  const Vec2 best = goal.normalized();
  for (; result.steps < 400 && (q - best).norm() > 1e-9; ++result.steps) {
    const Vec2 tried = q + step(q, longest, linearised);
    const Vec2 corrected = tried.normalized();
    result.largest_correction = std::max(result.largest_correction, (tried - corrected).norm());
    result.path.push_back(tried);
    result.path.push_back(corrected);
    q = corrected;
  }
  result.miss = (q - best).norm();
  return result;
}

// The exponent with which the correction of the first step grows with its length.
double exponent(bool linearised) {
  const auto correction = [&](double longest) {
    const Vec2 tried = start + step(start, longest, linearised);
    return std::abs(tried.norm() - 1.0);
  };
  return std::log(correction(0.1) / correction(0.01)) / std::log(10.0);
}

// A ball joint moved by rotation vectors: how far its quaternion leaves the unit sphere in 1000 steps.
double quaternion_drift() {
  FigureDescription description;
  description.segments.push_back({.name = "base"});
  description.segments.push_back({.name = "limb", .parent = "base", .joint = {.type = JointType::ball}});
  const Figure figure = Figure::build(description).value();
  Posture posture = figure.rest_posture();
  double largest = 0.0;
  for (int k = 0; k < 1000; ++k) {
    integrate(figure, Vec3(0.1 * std::sin(k), 0.07, -0.05), posture);
    largest = std::max(largest, std::abs(posture.values.norm() - 1.0));
  }
  return largest;
}

Plot picture(const std::string& title, const Walk& walked) {
  Plot plot{.title = title,
            .x = {"q₁", Spacing::linear, Range{-1.3, 1.5}},
            .y = {"q₂", Spacing::linear, Range{-0.4, 1.6}},
            .same_scale = true};
  Series circle{.label = "|q| = 1", .tone = Tone::middle};
  for (int k = 0; k <= 90; ++k) circle.points.emplace_back(std::cos(0.07 * k), std::sin(0.07 * k));
  plot.series = {circle, {.label = "steps and corrections", .points = walked.path, .tone = Tone::accent}};
  plot.series.push_back(
      {.label = "goal", .points = {goal}, .style = Series::Style::crosses, .tone = Tone::strong});
  return plot;
}

Result run(const RunOptions& options) {
  const bool linearised = !options.replaces("not-linearised");
  const Walk tangent = walk(0.4, linearised), plain = walk(0.4, false);
  Result result;
  result.add("growth of the correction with the step, exponent, linearised", "small: the step is small",
             exponent(linearised), "", between(1.9, 2.1, signed_number));
  result.add("the same without the constraint in the step", "no counterpart: of first order", exponent(false),
             "", between(0.8, 1.2, signed_number));
  const double small = walk(0.1, linearised).largest_correction,
               ignored = walk(0.1, false).largest_correction;
  result.add("largest correction, linearised relative to ignored, steps of 0.1",
             "much smaller than without considering the constraint at all", small / ignored, "×",
             at_most(0.25));
  result.add("distance from the best point at the end", "a new linearisation at every point", tangent.miss,
             "", at_most(1e-6));
  result.note("steps it takes, linearised", tangent.steps, "");
  result.note("steps it takes, ignored and projected", plain.steps, "");
  result.note(
      "how far a ball joint’s quaternion leaves the unit sphere in 1000 steps: Limber’s steps are rotations",
      quaternion_drift(), "");
  result.plots = {picture("Linearised, then corrected", tangent), picture("Corrected only", plain)};
  options.progress(1.0);
  result.conclusion =
      "A step in the tangent leaves the circle by half its square, one that ignores the constraint by a "
      "share of its "
      "length. Limber’s ball joints need neither: their steps are rotations, which stay on the sphere by "
      "themselves.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_5_18

Experiment baerlocher_5_18() {
  return {
      .name = "baerlocher-5.18",
      .title = "A quadratic constraint, linearised and corrected",
      .document = "Baerlocher 2001",
      .place = "section 5.4.3, figure 5.18",
      .claim =
          "A non-linear constraint is linearised for the step; afterwards a correction brings the "
          "configuration "
          "back on it. The correction is small, much smaller than if the step had ignored the constraint.",
      .parameters = {{"constraint", "|q| = 1 in the plane, from (1, 0) to the point nearest to (−0.9, 1.3)"},
                     {"steps", "at most 0.4, and 0.1 to 0.01"}},
      .run = of_baerlocher_5_18::run,
      .replacements = {{"not-linearised", "the constraint is left out of the step"}}};
}

}  // namespace limber::experiments
