// Baerlocher 2001, figure 5.4: three ways to deal with a conflict of two tasks: weights, sharing out the
// joints, priorities.

#include <algorithm>
#include <numbers>

#include "experiments/catalog.h"
#include "experiments/common/planar.h"
#include "experiments/common/task_values.h"
#include "limber/solver/solver.h"
#include "limber/svd/damping.h"
#include "limber/svd/svd.h"

namespace limber::experiments {

namespace of_baerlocher_5_4 {
namespace {

struct Goals {
  Vec2 left, right;
};
const Goals together = {{-1.9, 2.6}, {0.9, 3.9}};  // both can be reached at once
const Goals apart = {{-3.4, 2.4}, {3.6, 2.6}};     // each by itself, not both
enum class Strategy { weights, partition, priorities };

struct Outcome {
  double left, right;  // [m] errors of the tips
  Posture posture;
};

// R is near the goal that both can reach, so that it need not move the stem; L is not.
Posture start_of(const Figure& figure) {
  Posture posture = figure.rest_posture();
  posture.values << 80, -15, 15, 60, 30, -60, 120;
  posture.values *= std::numbers::pi / 180.0;
  return posture;
}

// Each joint serves only the most important task that depends on it: the left branch L, everything else R.
// Each task is solved by itself, damped, with the joints it has.
void partitioned_step(const Figure& figure, const TaskList& tasks, Posture& posture) {
  const int n = figure.dof_count(), first_left = figure.first_dof(figure.joint("left.1"));
  const std::vector<TaskValue> values = task_values(figure, tasks, posture);
  VecX step = VecX::Zero(n), part(n);
  Svd svd({.method = SvdMethod::golub_reinsch});
  svd.prepare(2, n);
  for (std::size_t task = 0; task < values.size(); ++task) {
    RowMatrix jacobian = values[task].jacobian;
    for (int dof = 0; dof < n; ++dof) {
      const bool of_left = dof >= first_left && dof < first_left + 2;
      if (of_left != (task == 1)) jacobian.col(dof).setZero();
    }
    svd.decompose(jacobian);
    const double shortened = std::min(1.0, 0.3 / std::max(values[task].error.norm(), 1e-300));
    damped_step(svd.factors(), {.rule = StepDamping::Rule::smallest_singular_value, .bound = 0.3},
                shortened * values[task].error, part);
    step += part;
  }
  integrate(figure, step, posture);
}

Outcome settle(const Figure& figure, const Goals& goals, Strategy strategy) {
  TaskSettings left, right;
  if (strategy != Strategy::weights) left.priority = 2;
  if (strategy == Strategy::partition)
    left.joints = joints_matching(figure, {"left*"});  // R, being first, owns the stem
  TaskList tasks;
  tasks.add("R", Reach{.frame = figure.frame("R"), .target = in_plane(goals.right), .axes = Axes::xy()},
            right);
  tasks.add("L", Reach{.frame = figure.frame("L"), .target = in_plane(goals.left), .axes = Axes::xy()}, left);
  Outcome outcome{.posture = start_of(figure)};
  if (strategy == Strategy::partition) {
    for (int k = 0; k < 300; ++k) partitioned_step(figure, tasks, outcome.posture);
  } else {
    Solver(figure).solve(tasks, outcome.posture, {.most_steps = 3000});
  }
  const std::vector<double> errors = task_errors(figure, tasks, outcome.posture);
  outcome.right = errors[0];
  outcome.left = errors[1];
  return outcome;
}

Plot picture(const Figure& figure, const Goals& goals, const Outcome& outcome, const std::string& title) {
  Plot plot = plane(title, {-3.9, 4.1}, {-0.3, 4.6});
  for (Series& arm : arms(figure, outcome.posture, {"L"}, "to L", Tone::strong))
    plot.series.push_back(std::move(arm));
  for (Series& arm : arms(figure, outcome.posture, {"R"}, "to R", Tone::accent))
    plot.series.push_back(std::move(arm));
  plot.series.push_back(crosses({goals.left, goals.right}, "goals"));
  return plot;
}

Result run(const RunOptions& options) {
  const Strategy ordered = options.replaces("weights") ? Strategy::weights : Strategy::priorities;
  const Figure figure = forked_chain();
  const Outcome a = settle(figure, together, Strategy::weights), b = settle(figure, apart, Strategy::weights),
                c = settle(figure, together, Strategy::partition), d = settle(figure, apart, ordered),
                both = settle(figure, together, ordered);
  Result result;
  const auto add = [&](const std::string& what, const std::string& claim, double value,
                       const Agreeing& agrees) { result.add(what, claim, value, "m", agrees); };
  add("(a) larger error, goals that agree, equal weights", "both are reached", std::max(a.left, a.right),
      at_most(1e-4));
  add("(b) error of R, goals in conflict, equal weights", "distributed on both", b.right, at_least(0.1));
  add("(b) error of L", "distributed on both", b.left, at_least(0.1));
  add("(c) error of R, goals that agree, joints shared out", "reached, it owns the stem", c.right,
      at_most(1e-4));
  add("(c) error of L", "not reached, though it could be", c.left, at_least(0.1));
  add("(d) error of R, goals in conflict, priorities", "reached without being perturbed", d.right,
      at_most(1e-4));
  add("(d) error of L", "as small as R allows, not zero", d.left, at_least(0.1));
  add("(a) larger error, goals that agree, priorities", "both are reached", std::max(both.left, both.right),
      at_most(1e-4));
  result.plots = {picture(figure, together, a, "(a) Goals that agree: weights, or priorities"),
                  picture(figure, apart, b, "(b) Conflict: equal weights"),
                  picture(figure, together, c, "(c) Goals that agree: joints shared out"),
                  picture(figure, apart, d, "(d) Conflict: R before L")};
  result.conclusion =
      "Only priorities satisfy both tasks when that is possible and the important one always.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_5_4

Experiment baerlocher_5_4() {
  return {
      .name = "baerlocher-5.4",
      .title = "Weights, shared-out joints, priorities",
      .document = "Baerlocher 2001",
      .place = "section 5.2.2, figure 5.4",
      .claim =
          "Weights reach both goals if possible and otherwise distribute the error over both. Giving each "
          "joint to the most important task that uses it keeps that task, but misses goals that could be "
          "reached. Priorities reach both, or the important one exactly and the other as nearly as possible.",
      .parameters = {{"chain", "three joints of stem, two in each branch, links of 1 m, no limits"},
                     {"goals that agree", "L (−1.9, 2.6), R (0.9, 3.9)"},
                     {"goals in conflict", "L (−3.4, 2.4), R (3.6, 2.6)"},
                     {"start", "joints at 80, −15, 15 (stem), 60, 30 (left), −60, 120 (right) degrees"},
                     {"more important", "R"}},
      .run = of_baerlocher_5_4::run,
      .replacements = {{"weights", "tasks are weighted where they should be ordered"}}};
}

}  // namespace limber::experiments
