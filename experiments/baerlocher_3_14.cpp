// Baerlocher 2001, figure 3.14: a step between two allowed directions must not jump across a notch of the
// boundary.

#include <cmath>
#include <numbers>

#include "experiments/catalog.h"
#include "limber/figure/joint.h"
#include "limber/math/random.h"
#include "limber/math/swing_twist.h"

namespace limber::experiments {

namespace of_baerlocher_3_14 {
namespace {

constexpr double degree = std::numbers::pi / 180.0;
// A U: a square of 120 degrees with a slot from above, 12 degrees wide, its end at s_y = -20 degrees.
constexpr double corners[][2] = {{-60, -60}, {60, -60}, {60, 60}, {6, 60},
                                 {6, -20},   {-6, -20}, {-6, 60}, {-60, 60}};

SwingPolygon notched() {
  SwingPolygon polygon;
  for (const auto& [s_x, s_y] : corners) polygon.vertices.push_back(swing_direction(degree * Vec2(s_x, s_y)));
  return polygon;
}

// Figure 3.14: the middle of the arc is tested as well; where it is not allowed its projection is taken.
Vec2 by_middle_point(const SwingLimit& limit, const Vec2& from, const Vec2& to) {
  const Vec2 middle = swing_of_direction((swing_direction(from) + swing_direction(to)).normalized());
  if (!is_inside(limit, middle)) return nearest_allowed(limit, middle);
  return nearest_allowed(limit, to);
}

enum class Rule { end_only, middle_point, on_the_way };

Vec2 next(Rule rule, const SwingLimit& limit, const Vec2& from, const Vec2& to) {
  switch (rule) {
    case Rule::end_only:
      return nearest_allowed(limit, to);
    case Rule::middle_point:
      return by_middle_point(limit, from, to);
    case Rule::on_the_way:
      break;
  }
  return nearest_allowed_on_the_way(limit, from, to);
}

// Above the end of the slot, on the other side of it.
bool has_jumped(const Vec2& to) {
  return to.x() > 0.0 && to.y() > -20.0 * degree;
}

struct Counted {
  double jumped[3] = {};  // [%] only the end tested; the middle as well; ours
};

// From the left arm of the U straight across the slot, by steps of at most `longest`.
Counted cross(int tries, double longest, Rule ours) {
  const SwingLimit limit = notched();
  Random random(41);
  Counted counted;
  for (int k = 0; k < tries; ++k) {
    const Vec2 from = degree * Vec2(random.between(-30, -7), random.between(0, 50));
    const double x = std::min(from.x() / degree + longest, 50.0);
    const Vec2 to =
        degree * Vec2(random.between(7.0, std::max(7.5, x)), from.y() / degree + random.between(-5, 5));
    const Rule rules[] = {Rule::end_only, Rule::middle_point, ours};
    for (int k_rule = 0; k_rule < 3; ++k_rule)
      counted.jumped[k_rule] += has_jumped(next(rules[k_rule], limit, from, to)) ? 100.0 / tries : 0.0;
  }
  return counted;
}

Plot picture() {
  Plot plot{.title = "From S towards E, across the notch",
            .x = {"s_x [°]", Spacing::linear, Range{-70, 70}},
            .y = {"s_y [°]", Spacing::linear, Range{-70, 70}},
            .same_scale = true};
  Series edge{.label = "allowed", .style = Series::Style::outline, .tone = Tone::middle};
  for (const auto& [s_x, s_y] : corners) edge.points.emplace_back(s_x, s_y);
  const SwingLimit limit = notched();
  const Vec2 from = degree * Vec2(-14, 20), to = degree * Vec2(12, 24);
  plot.series = {
      edge, {.label = "S", .points = {from / degree}, .style = Series::Style::points, .tone = Tone::strong}};
  plot.series.push_back(
      {.label = "E", .points = {to / degree}, .style = Series::Style::crosses, .tone = Tone::strong});
  plot.series.push_back({.label = "P, of the middle",
                         .points = {by_middle_point(limit, from, to) / degree},
                         .style = Series::Style::points,
                         .tone = Tone::accent});
  plot.series.push_back({.label = "Limber",
                         .points = {nearest_allowed_on_the_way(limit, from, to) / degree},
                         .style = Series::Style::points,
                         .tone = Tone::faint});
  return plot;
}

Result run(const RunOptions& options) {
  const int tries = options.shortened ? 200 : 2000;
  const Rule ours = options.replaces("end-only") ? Rule::end_only : Rule::on_the_way;
  const Counted small = cross(tries, 26.0, ours), large = cross(tries, 80.0, ours);
  options.progress(0.8);
  Result result;
  result.add("steps that jump across the notch, only E tested, small steps",
             "abruptly moves to another region", small.jumped[0], "%", at_least(95.0, percentage));
  Finding& middle =
      result.add("the same, the middle M tested as well", "reduced to a minimum, for small steps",
                 small.jumped[1], "%", at_most(1.0, percentage));
  middle.explanation =
      "The middle of the step lies in the notch only if S and E are about equally far from it: near the edge "
      "of "
      "a narrow notch, a step across it has its middle beyond";
  middle.explained = between(1.0, 80.0, percentage);
  result.add("the same, steps of up to 80°", "at least for reasonably small increments", large.jumped[1], "%",
             at_least(20.0, percentage));
  result.add("the same, walked along the step and the edges it meets, small steps", "no counterpart: Limber",
             small.jumped[2], "%", at_most(0.0, percentage));
  result.add("the same, steps of up to 80°", "no counterpart: Limber", large.jumped[2], "%",
             at_most(0.0, percentage));
  Series series[3];
  const char* labels[] = {"only E", "M as well (thesis)", "walked (Limber)"};
  const Tone tones[] = {Tone::faint, Tone::middle, Tone::accent};
  for (int k = 0; k < 3; ++k)
    series[k] = {.label = labels[k], .style = Series::Style::line_and_points, .tone = tones[k]};
  for (const double longest : {16.0, 20.0, 26.0, 40.0, 60.0, 80.0}) {
    const Counted counted = cross(options.shortened ? 50 : 500, longest, ours);
    for (int k = 0; k < 3; ++k) series[k].points.emplace_back(longest, counted.jumped[k]);
  }
  result.plots = {picture(),
                  {.title = "Steps that jump across",
                   .x = {"longest step [°]"},
                   .y = {"[%]", Spacing::linear, Range{0, 105}},
                   .series = {series[0], series[1], series[2]}}};
  options.progress(1.0);
  result.conclusion =
      "Testing the middle of the step as well prevents jumps whose middle is in the notch, and those only. "
      "Walked along the step and along the edges that it meets, no step jumps, however narrow the notch is.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_3_14

Experiment baerlocher_3_14() {
  return {
      .name = "baerlocher-3.14",
      .title = "Steps across a notch of the boundary",
      .document = "Baerlocher 2001",
      .place = "section 3.7.3, figure 3.14",
      .claim =
          "If only the end of a step is tested, the limb may jump from one allowed region to another. "
          "Testing "
          "the middle as well, and taking its projection where it is not allowed, reduces this to a minimum "
          "for reasonably small steps.",
      .parameters = {{"boundary", "a square of 120° with a slot 12° wide and 80° deep"},
                     {"steps", "2000, across the slot, up to 26° and up to 80° long"}},
      .run = of_baerlocher_3_14::run,
      .replacements = {{"end-only", "Limber’s walk is replaced by a test of the end alone"}}};
}

}  // namespace limber::experiments
