// Baerlocher 2001, figure 3.15: the last joint of a finger is coupled to the one before it.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/catalog.h"
#include "experiments/common/planar.h"
#include "experiments/common/task_values.h"
#include "limber/solver/solver.h"

namespace limber::experiments {

namespace of_baerlocher_3_15 {
namespace {

constexpr double degree = std::numbers::pi / 180.0;
constexpr double lengths[] = {0.045, 0.026, 0.018};  // [m]
constexpr double farthest[] = {90.0, 110.0, 80.0};   // [°]
constexpr double share = 2.0 / 3.0;                  // of the middle joint's flexion

Figure finger() {
  FigureDescription figure;
  figure.name = "finger";
  figure.segments.push_back({.name = "base"});
  const char* names[] = {"proximal", "middle", "distal"};
  for (int k = 0; k < 3; ++k) {
    Joint joint{.type = JointType::revolute, .axis = -Vec3::UnitZ()};  // flexion is positive
    joint.ranges[0] = {-5.0 * degree, farthest[k] * degree};
    figure.segments.push_back({.name = names[k],
                               .parent = k == 0 ? "base" : names[k - 1],
                               .before = Transform::at({k == 0 ? 0.0 : lengths[k - 1], 0, 0}),
                               .joint = joint});
  }
  figure.frames.push_back({"tip", "distal", Transform::at({lengths[2], 0, 0})});
  figure.couplings.push_back({.name = "flexion",
                              .terms = {{.joint = "distal"}, {.joint = "middle", .coefficient = -share}},
                              .range = {0.0, 0.0}});
  return Figure::build(figure).value();
}

Posture coupled(const Figure& figure, double proximal, double middle) {
  Posture posture = figure.rest_posture();
  posture.values << proximal, middle, share * middle;
  return posture;
}

struct Follow {
  double broken = 0.0;  // [°] largest |distal - 2/3 middle| after any step
  double error = 0.0;   // [m] largest of the tip, at rest
  double other = 0.0;   // [°] largest difference of a joint from the posture the goal was made with
  std::vector<Posture> postures;
};

Follow close_the_finger(const Figure& figure, bool ignored) {
  SolverOptions options;
  if (ignored) options.ignored_couplings = {CouplingId{0}};
  Solver solver(figure, options);
  Kinematics kinematics(figure);
  Posture posture = coupled(figure, 5 * degree, 20 * degree);
  Follow follow;
  for (int k = 0; k <= 20; ++k) {
    const double t = k / 20.0;
    const Posture goal = coupled(figure, (5 + 60 * t) * degree, (20 + 70 * t) * degree);
    kinematics.update(goal);
    TaskList tasks;
    tasks.add("tip", Reach{.frame = figure.frame("tip"),
                           .target = kinematics.frame_position(figure.frame("tip")),
                           .axes = Axes::xy()});
    solver.solve(tasks, posture, {.most_steps = 300, .observe = [&](const StepReport&, const Posture& now) {
                                    const double gap = now.values[2] - share * now.values[1];
                                    follow.broken = std::max(follow.broken, std::abs(gap) / degree);
                                  }});
    follow.error = std::max(follow.error, task_errors(figure, tasks, posture)[0]);
    follow.other = std::max(follow.other, (posture.values - goal.values).cwiseAbs().maxCoeff() / degree);
    if (k % 5 == 0) follow.postures.push_back(posture);
  }
  return follow;
}

Plot picture(const Figure& figure, const Follow& follow, const std::string& title) {
  Plot plot = plane(title, {-0.03, 0.1}, {-0.08, 0.02});
  for (const Posture& posture : follow.postures) {
    const bool last = &posture == &follow.postures.back();
    for (Series& arm : arms(figure, posture, {"tip"}, "", last ? Tone::accent : Tone::faint))
      plot.series.push_back(std::move(arm));
  }
  return plot;
}

Result run(const RunOptions& options) {
  const Figure figure = finger();
  const Follow with = close_the_finger(figure, options.replaces("ignored")),
               without = close_the_finger(figure, true);
  Result result;
  result.add("largest |distal − ⅔ middle| after any step", "the relation holds", with.broken, "°",
             at_most(1e-6));
  result.add("largest error of the tip on the way, 21 goals", "no counterpart: two free joints reach a point",
             1000.0 * with.error, "mm", at_most(0.15));
  result.add("largest difference from the only posture there is",
             "no counterpart: two equations, two unknowns", with.other, "°", at_most(1.0));
  result.add("the same gap without the coupling", "no counterpart: it does not come by itself",
             without.broken, "°", at_least(5.0));
  result.plots = {picture(figure, with, "Coupled"), picture(figure, without, "Not coupled, the same goals")};
  options.progress(1.0);
  result.conclusion =
      "With the equality in the active set, the distal joint follows the middle one in every step, and the "
      "tip "
      "goes where the two joints that are left take it.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_3_15

Experiment baerlocher_3_15() {
  return {.name = "baerlocher-3.15",
          .title = "A finger with a coupled joint",
          .document = "Baerlocher 2001",
          .place = "section 3.8.1, figure 3.15",
          .claim = "The last two joints of a finger move together: distal = ⅔ middle.",
          .parameters = {{"finger", "45, 26 and 18 mm; up to 90°, 110° and 80°"},
                         {"goals", "the tip of 21 coupled postures, from open to closed"}},
          .run = of_baerlocher_3_15::run,
          .replacements = {{"ignored", "the coupling is left out of the active set"}}};
}

}  // namespace limber::experiments
