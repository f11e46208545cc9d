// Baerlocher 2001, section 8.3: joints have weights, so that a hand that reaches for something near moves the
// arm and not the back. Proposed there, not tried: here it is, on the human and on the elephant.

#include <numbers>

#include "experiments/catalog.h"
#include "limber/kinematics/kinematics.h"
#include "limber/models/models.h"
#include "limber/solver/solver.h"

namespace limber::experiments {

namespace of_baerlocher_8_3 {
namespace {

constexpr double degrees_per_radian = 180.0 / std::numbers::pi;

struct Rest {
  double bend;   // [degrees] of the dear joints, in all
  double error;  // [m]
};

struct Case {
  Figure figure;
  const char *frame, *dear;
};

Rest settle(const Case& given, const Vec3& goal, bool with_costs) {
  const Figure& figure = given.figure;
  SolverOptions options;
  if (!with_costs) options.recruitment.assign(static_cast<std::size_t>(figure.dof_count()), 1.0);
  TaskList tasks;
  const auto task = tasks.add("hand", Reach{.frame = figure.frame(given.frame), .target = goal});
  Posture posture = figure.rest_posture();
  Rest rest{0.0, Solver(figure, options).solve(tasks, posture)[task].error};
  const VecX moved = difference(figure, figure.rest_posture(), posture);
  for (const JointId joint : joints_matching(figure, {given.dear})) {
    const auto turn = moved.segment(figure.first_dof(joint), dof_count(figure.joint(joint).type));
    rest.bend += turn.norm() * degrees_per_radian;
  }
  return rest;
}

Vec3 ahead(double distance) {
  return {distance, -0.2, 1.4};
}

Result run(const RunOptions& options) {
  const auto make = [](const char* name) { return Figure::build(models::find(name)->make({})).value(); };
  const Case human{make("human"), "hand.r", "spine.*"}, elephant{make("elephant"), "trunk.tip", "neck_*"};
  const bool costs = !options.replaces("no-costs");

  Result result;
  const Rest near = settle(human, ahead(0.35), costs), near_without = settle(human, ahead(0.35), false);
  result.add("bend of the back in all, hand goal 0.35 m ahead, with costs",
             "the back should not move if the goal is close to the body", near.bend, "°", at_most(2.0));
  result.add("the same without costs", "the back moves as much as the arm", near_without.bend, "°",
             at_least(20.0));
  const Rest far = settle(human, ahead(1.0), costs), far_without = settle(human, ahead(1.0), false);
  result.add("bend of the back, goal 1 m ahead, with costs", "otherwise it does", far.bend, "°",
             at_least(40.0));
  result.add("error left there relative to the one without costs", "weights say who moves, not how far",
             far.error / far_without.error, "×", between(0.999, 1.001));

  Kinematics kinematics(elephant.figure);
  kinematics.update(elephant.figure.rest_posture());
  const Vec3 tip = kinematics.frame_position(elephant.figure.frame("trunk.tip"));
  const Vec3 side = tip + Vec3(0.5, 0.4, 0.6);
  result.add("turn of the elephant’s head, trunk goal 0.9 m away, with costs", "the same for a trunk",
             settle(elephant, side, costs).bend, "°", at_most(0.5));
  result.note("the same without costs", settle(elephant, side, false).bend, "°");

  Series with{.label = "with costs", .style = Series::Style::line_and_points, .tone = Tone::accent},
      without{.label = "all joints alike", .style = Series::Style::line_and_points, .tone = Tone::middle},
      left = with, left_without = without;
  const int places = options.shortened ? 4 : 14;
  for (int k = 0; k < places; ++k) {
    const double distance = 0.3 + 0.8 * k / (places - 1);
    const Rest a = settle(human, ahead(distance), costs), b = settle(human, ahead(distance), false);
    with.points.emplace_back(distance, a.bend);
    without.points.emplace_back(distance, b.bend);
    left.points.emplace_back(distance, a.error);
    left_without.points.emplace_back(distance, b.error);
    options.progress(double(k + 1) / places);
  }
  result.plots = {
      {.title = "Bend of the back",
       .x = {"goal ahead [m]"},
       .y = {"all four joints of the spine [°]"},
       .series = {with, without}},
      {.title = "Error at rest", .x = {"goal ahead [m]"}, .y = {"[m]"}, .series = {left, left_without}}};
  result.conclusion =
      "Within the arm’s reach the back keeps still, beyond it the back bends, and the hand gets as far as if "
      "all joints were alike, because costs are eased where a level gets too little.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_8_3

Experiment baerlocher_8_3() {
  return {
      .name = "baerlocher-8.3",
      .title = "The arm before the back",
      .document = "Baerlocher 2001",
      .place = "section 8.3, future topics",
      .claim =
          "The hand may be moved by the arm or the back, but the back should not move if the goal is close "
          "to the body; weights of joints could represent their involvement in a task.",
      .parameters = {{"human",
                      "at rest; the right hand’s goal ahead at a height of 1.4 m, 0.2 m to the right"},
                     {"costs",
                      "those of the figures: spine 3000, collar bones 100, head 30, legs 10; "
                      "elephant: neck 300, spine 3000; everything else 1"},
                     {"elephant", "at rest; trunk tip 0.5 m ahead, 0.4 m to the left, 0.6 m up"}},
      .run = of_baerlocher_8_3::run,
      .replacements = {{"no-costs", "all joints cost the same"}}};
}

}  // namespace limber::experiments
