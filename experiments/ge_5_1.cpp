// Ge 2000, section 5.1 (its picture is figure 5.2): joints that would leave their limits are either brought
// back one by one (projection), or the whole step is shortened until none leaves (clipping).

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/catalog.h"
#include "experiments/common/avoidance_plots.h"
#include "limber/kinematics/kinematics.h"
#include "limber/math/random.h"
#include "limber/models/bare_chain.h"
#include "limber/solver/solver.h"
#include "limber/svd/inverse.h"
#include "limber/svd/svd.h"

namespace limber::experiments {

namespace of_ge_5_1 {
namespace {

constexpr int spheres = 30;
constexpr double limit = 8.0 * std::numbers::pi / 180.0;  // [rad] of every joint, either way
constexpr double damping = 0.1;                           // [lengths per rad]
constexpr double longest_error = 1.0;                     // [lengths] asked for in one step
const Vec3 goal(12.0, 10.0, 8.0);

enum class Method { projection, clipping };

// Each joint on its own.
void project(const VecX& step, VecX& values) {
  values = (values + step).cwiseMax(-limit).cwiseMin(limit);
}

// All of them by the largest common share of the step that keeps every joint inside.
void clip(const VecX& step, VecX& values) {
  double share = 1.0;
  for (Eigen::Index k = 0; k < step.size(); ++k) {
    if (step[k] == 0.0) continue;
    const double room = step[k] > 0.0 ? limit - values[k] : -limit - values[k];
    share = std::min(share, std::max(0.0, room / step[k]));
  }
  values += share * step;
  values = values.cwiseMax(-limit).cwiseMin(limit);  // rounding
}

struct Run {
  std::vector<double> error;   // [lengths] after every step
  std::vector<double> motion;  // [rad] length of every step
  Posture posture;

  // The first step from which on nothing moves any more; -1: it moves to the end.
  int locked_at() const {
    int first = static_cast<int>(motion.size());
    while (first > 0 && motion[static_cast<std::size_t>(first) - 1] < 1e-12) --first;
    return first == static_cast<int>(motion.size()) ? -1 : first;
  }
};

Run follow(const Figure& figure, const Vec3& target, Method method, int steps) {
  Kinematics kinematics(figure);
  const int n = figure.dof_count();
  const FrameId tip = figure.frame("trunk.tip");
  Svd svd({.method = SvdMethod::row_givens});
  svd.prepare(3, n);
  RowMatrix jacobian(6, n);
  VecX step(n);
  Run run{.posture = figure.rest_posture()};
  VecX& values = run.posture.values;
  kinematics.update(run.posture);
  for (int k = 0; k < steps; ++k) {
    Vec3 wanted = target - kinematics.frame_position(tip);
    wanted *= std::min(1.0, longest_error / std::max(wanted.norm(), 1e-300));
    kinematics.frame_jacobian(tip, jacobian);
    svd.decompose(jacobian.topRows(3));
    damped_inverse(svd.factors(), damping, wanted, step);
    const VecX before = values;
    method == Method::projection ? project(step, values) : clip(step, values);
    kinematics.update(run.posture);
    run.motion.push_back((values - before).norm());
    run.error.push_back((target - kinematics.frame_position(tip)).norm());
  }
  return run;
}

// The same with Limber's solver, which has both methods for comparison, and its own.
double error_by_solver(const Figure& figure, LimitMethod limits, int steps) {
  TaskList tasks;
  tasks.add("tip", Reach{.frame = figure.frame("trunk.tip"), .target = goal});
  SolverOptions options;
  options.limits = limits;
  options.largest_error = longest_error;
  if (limits != LimitMethod::active_set) {
    options.damping = {.rule = Damping::Rule::fixed, .lambda = damping};
    options.line_search = false;
  }
  Solver solver(figure, options);
  solver.prepare(tasks);
  Posture posture = figure.rest_posture();
  for (int k = 0; k < steps; ++k) solver.step(tasks, posture);
  Kinematics kinematics(figure);
  kinematics.update(posture);
  return (goal - kinematics.frame_position(figure.frame("trunk.tip"))).norm();
}

// Goals that a posture inside the limits reaches: every joint somewhere in its range, bent as one.
std::vector<Vec3> reachable_goals(const Figure& figure, int count) {
  Kinematics kinematics(figure);
  Random random(7);
  std::vector<Vec3> goals;
  while (static_cast<int>(goals.size()) < count) {
    Posture posture = figure.rest_posture();
    const Vec3 bend(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1));
    for (Eigen::Index k = 0; k < posture.values.size(); ++k) {
      posture.values[k] = limit * std::clamp(0.6 * bend[k % 3] + random.between(-0.3, 0.3), -1.0, 1.0);
    }
    kinematics.update(posture);
    goals.push_back(kinematics.frame_position(figure.frame("trunk.tip")));
  }
  return goals;
}

// The trunk seen along z: x and y of every sphere.
Series seen_from_above(const Figure& figure, const Posture& posture, const std::string& label, Tone tone) {
  Kinematics kinematics(figure);
  kinematics.update(posture);
  Series series{.label = label, .style = Series::Style::arm, .tone = tone};
  for (int segment = 1; segment < figure.segment_count(); segment += 3) {
    series.points.emplace_back(kinematics.segment_pose(SegmentId{segment}).translation.head<2>());
  }
  series.points.emplace_back(kinematics.frame_position(figure.frame("trunk.tip")).head<2>());
  return series;
}

Result run(const RunOptions& options) {
  const Figure figure = models::bare_chain({.links = spheres, .length = spheres, .limit = limit});
  const int steps = 300, goal_count = options.shortened ? 5 : 40;
  const Method kept = options.replaces("clip") ? Method::clipping : Method::projection;
  const Run projected = follow(figure, goal, kept, steps);
  const Run clipped = follow(figure, goal, Method::clipping, steps);
  int reached[2] = {}, done = 0;
  for (const Vec3& target : reachable_goals(figure, goal_count)) {
    for (const Method method : {Method::projection, Method::clipping}) {
      const Method used = method == Method::projection ? kept : method;
      reached[static_cast<int>(method)] += follow(figure, target, used, 200).error.back() < 0.01;
    }
    options.progress(double(++done) / goal_count);
  }
  const auto percent = [&](Method method) { return 100.0 * reached[static_cast<int>(method)] / goal_count; };

  Result result;
  result.findings = {{.what = "error after 300 steps, projection",
                      .claim = "the chain can still be reconfigured: it reaches the goal",
                      .value = projected.error.back(),
                      .unit = "lengths",
                      .agrees = at_most(0.01)},
                     {.what = "error after 300 steps, clipping",
                      .claim = "the entire chain locks",
                      .value = clipped.error.back(),
                      .unit = "lengths",
                      .agrees = at_least(10.0)},
                     {.what = "motion in the last step, clipping",
                      .claim = "locks at that position",
                      .value = clipped.motion.back(),
                      .unit = "rad",
                      .agrees = between(0.0, 0.0)},
                     {.what = "steps until clipping locks (−1: never)",
                      .claim = "easily locks",
                      .value = double(clipped.locked_at()),
                      .agrees = between(0, 100, signed_number)},
                     {.what = "error after 300 steps, clipping by Limber’s solver",
                      .claim = "the same method in the solver: locks as well",
                      .value = error_by_solver(figure, LimitMethod::clipping, steps),
                      .unit = "lengths",
                      .agrees = at_least(10.0)},
                     {.what = "error after 300 steps, projection by Limber’s solver",
                      .claim = "the same method in the solver: reaches the goal as well",
                      .value = error_by_solver(figure, LimitMethod::projection, steps),
                      .unit = "lengths",
                      .agrees = at_most(0.01)},
                     {.what = "error after 300 steps, limits as part of the problem (Limber’s default)",
                      .claim = "no counterpart: ours",
                      .value = error_by_solver(figure, LimitMethod::active_set, steps),
                      .unit = "lengths",
                      .agrees = at_most(0.01)},
                     {.what = "goals inside reach that projection reaches",
                      .claim = "works better",
                      .value = percent(Method::projection),
                      .unit = "%",
                      .agrees = at_least(80.0, percentage)},
                     {.what = "the same goals, clipping",
                      .claim = "works worse",
                      .value = percent(Method::clipping),
                      .unit = "%",
                      .agrees = at_most(40.0, percentage)}};
  Plot errors{.title = "Distance of the tip from its goal",
              .x = {"step", Spacing::linear, Range{0, 60}},
              .y = {"error [lengths]", Spacing::logarithmic, Range{1e-6, 50}},
              .series = {over_frames(projected.error, "projection", Tone::accent),
                         over_frames(clipped.error, "clipping", Tone::middle)}};
  Plot trunks{.title = "Final posture of the trunk, seen along z",
              .x = {"x [lengths]"},
              .y = {"y [lengths]"},
              .series = {seen_from_above(figure, figure.rest_posture(), "start", Tone::faint),
                         seen_from_above(figure, clipped.posture, "clipping", Tone::middle),
                         seen_from_above(figure, projected.posture, "projection", Tone::accent),
                         {.label = "goal",
                          .points = {goal.head<2>()},
                          .style = Series::Style::crosses,
                          .tone = Tone::strong}},
              .same_scale = true};
  result.plots = {errors, trunks};
  result.conclusion =
      "Once a joint is at its limit and the step would move it farther out, clipping multiplies the whole "
      "step by zero, and the same step repeats forever. Projection loses only the motion of the joints at "
      "their limits.";
  return result;
}

}  // namespace
}  // namespace of_ge_5_1

Experiment ge_5_1() {
  return {.name = "ge-5.1",
          .title = "Clipping locks, projection does not",
          .document = "Ge 2000",
          .place = "section 5.1, figure 5.2",
          .claim =
              "Of two methods that keep joints inside their limits after a step computed without them, "
              "projection works better: with clipping, the whole chain locks when the motion continues in "
              "the direction of a joint at its limit.",
          .parameters = {{"trunk",
                          "30 spheres one length apart, 90 revolute joints, each ±8°, straight at the start"},
                         {"goal", "(12, 10, 8) lengths from the root, the tip starting at (30, 0, 0)"},
                         {"steps", "damped inverse, damping 0.1, at most one length of error a step"},
                         {"other goals", "40 tips of random postures inside the limits, 200 steps each"}},
          .run = of_ge_5_1::run,
          .replacements = {{"clip", "projection shortens the whole step, as clipping does"}}};
}

}  // namespace limber::experiments
