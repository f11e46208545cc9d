// Baerlocher 2001, figure 7.4: the coupling of hip and knee makes a figure that reaches low bend its knees.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/catalog.h"
#include "experiments/common/task_values.h"
#include "limber/figure/edit.h"
#include "limber/kinematics/kinematics.h"
#include "limber/models/models.h"
#include "limber/solver/solver.h"

namespace limber::experiments {

namespace of_baerlocher_7_4 {
namespace {

constexpr double degree = std::numbers::pi / 180.0;
const Vec3 hand_goal(0.42, 0.0, 0.12);  // [m] between the hands, from the middle between the feet

// The human held at its left foot.
Edited standing() {
  const Figure human = Figure::build(models::find("human")->make({})).value();
  return re_root(human, human.rest_posture(), "foot.l").value();
}

TaskList reaching_low(const Edited& start) {
  const Figure& figure = start.figure;
  Kinematics kinematics(figure);
  kinematics.update(start.posture);
  const Transform right = kinematics.frame_pose(figure.frame("foot.r"));
  const Vec3 between = 0.5 * (right.translation + kinematics.frame_position(figure.frame("foot.l")));
  TaskList tasks;
  tasks.add("foot", Reach{.frame = figure.frame("foot.r"), .target = right.translation}, {.priority = 1});
  tasks.add("sole", Orient{.frame = figure.frame("foot.r"), .target = Quat(right.rotation)}, {.priority = 1});
  tasks.add("balance", CenterOfMass{.target = between}, {.priority = 2});
  for (const double side : {1.0, -1.0}) {
    tasks.add(side > 0 ? "left hand" : "right hand",
              Reach{.frame = figure.frame(side > 0 ? "hand.l" : "hand.r"),
                    .target = Vec3(between.x(), between.y(), 0) + hand_goal + Vec3(0, 0.15 * side, 0)},
              {.priority = 3});
  }
  return tasks;
}

struct Rest {
  Posture posture;
  double hands, held;        // [m] larger error of the hands; largest of feet and balance
  double knee = 0, sum = 0;  // [rad] smaller knee flexion; smallest hip + knee, hip flexion negative
};

double joint_value(const Figure& figure, const Posture& posture, const Coupling::Term& term) {
  TaskList tasks;
  tasks.add("", JointValue{.joint = term.joint, .coordinate = term.coordinate, .target = 0.0});
  return -task_values(figure, tasks, posture)[0].error[0];
}

Rest settle(const Edited& start, bool coupled, const RunOptions& run) {
  const Figure& figure = start.figure;
  const TaskList tasks = reaching_low(start);
  SolverOptions options;
  if (run.replaces("ignored")) coupled = false;
  for (int k = 0; k < static_cast<int>(figure.couplings().size()) && !coupled; ++k)
    options.ignored_couplings.push_back(CouplingId{k});
  Rest rest{.posture = start.posture};
  Solver(figure, options).solve(tasks, rest.posture, {.most_steps = 2000});
  const std::vector<double> errors = task_errors(figure, tasks, rest.posture);
  rest.held = std::max({errors[0], errors[1], errors[2]});
  rest.hands = std::max(errors[3], errors[4]);
  rest.knee = rest.sum = unlimited;
  for (const Coupling& coupling : figure.couplings()) {
    double sum = 0.0;
    for (const Coupling::Term& term : coupling.terms) {
      const double value = joint_value(figure, rest.posture, term);
      sum += term.coefficient * value;
      if (figure.joint_name(term.joint).starts_with("knee")) rest.knee = std::min(rest.knee, value);
    }
    rest.sum = std::min(rest.sum, sum);
  }
  return rest;
}

// Seen from the side: x and z of the right half of the body.
Plot seen_from_the_side(const Edited& start, const Posture& posture, const std::string& title) {
  Kinematics kinematics(start.figure);
  kinematics.update(posture);
  const auto line = [&](const std::vector<std::string>& frames, Tone tone) {
    Series series{.style = Series::Style::arm, .tone = tone};
    for (const std::string& frame : frames) {
      const Vec3 p = kinematics.frame_position(start.figure.frame(frame));
      series.points.emplace_back(p.x(), p.z());
    }
    return series;
  };
  Plot plot{.title = title,
            .x = {"", Spacing::linear, Range{-0.75, 0.95}},
            .y = {"", Spacing::linear, Range{-0.05, 1.25}}};
  plot.same_scale = true;
  plot.height = 380;
  plot.series = {line({"shoulder.r", "head_top"}, Tone::strong), line({"toe.r", "ankle.r"}, Tone::strong),
                 line({"hip.r", "shoulder.r", "elbow.r", "wrist.r", "hand.r"}, Tone::strong),
                 line({"ankle.r", "knee.r", "hip.r"}, Tone::accent)};
  plot.series.back().label = "leg";
  Kinematics at_start(start.figure);
  at_start.update(start.posture);
  const double origin = at_start.frame_position(start.figure.frame("foot.r")).x();
  plot.series.push_back({.label = "goal",
                         .points = {Vec2(origin + hand_goal.x(), hand_goal.z())},
                         .style = Series::Style::crosses,
                         .tone = Tone::strong});
  return plot;
}

Result run(const RunOptions& options) {
  const Edited start = standing();
  const Rest without = settle(start, false, options), with = settle(start, true, options);
  Result result;
  result.add("hip + knee at rest, without the coupling", "somewhat uncomfortable: beyond −70°",
             without.sum / degree, "°", at_most(-71, signed_number));
  result.add("hip + knee at rest, with the coupling", "satisfies the constraint: not below −70°",
             with.sum / degree, "°", between(-70.0001, 0, signed_number));
  result.add("knee flexion, with against without", "the knees are flexed",
             (with.knee - without.knee) / degree, "° more", at_least(5, signed_number));
  result.add("error of the hands, without the coupling", "reaches", without.hands, "m", at_most(1e-3));
  result.add("error of the hands, with the coupling", "reaches", with.hands, "m", at_most(1e-3));
  result.add("feet and balance, with the coupling", "no counterpart: they have priority", with.held, "m",
             at_most(1e-4));
  result.plots = {seen_from_the_side(start, without.posture, "Without the coupling"),
                  seen_from_the_side(start, with.posture, "With hip + knee ≥ −70°")};
  result.conclusion = "With the coupling, the same reach bends the knees; no task asks for that.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_7_4

Experiment baerlocher_7_4() {
  return {.name = "baerlocher-7.4",
          .title = "Hip and knee coupled: reaching low bends the knees",
          .document = "Baerlocher 2001",
          .place = "sections 3.8.2 and 7.3.1, figure 7.4",
          .claim =
              "Reaching low without it, the figure comes to a somewhat uncomfortable posture. With the "
              "linear inequality between hip and knee activated the knees are flexed to satisfy it.",
          .parameters = {{"figure", "Limber’s human, 50 degrees of freedom, held at the left foot"},
                         {"coupling", "hip + knee ≥ −70°, hip flexion negative, both legs"},
                         {"priorities", "right foot; centre of mass between the feet; both hands"},
                         {"hands", "to 0.42 m before and 0.12 m above the feet, 0.3 m apart"}},
          .run = of_baerlocher_7_4::run,
          .replacements = {{"ignored", "the coupling is there and the solver ignores it"}}};
}

}  // namespace limber::experiments
