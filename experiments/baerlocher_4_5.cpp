// Baerlocher 2001, figure 4.5: a criterion is minimised with the freedom that holding the tip leaves,
//
//   dq = J^+ dx + P z,    z = -xi grad h,    h = |q - q_desired|^2.

#include <algorithm>
#include <cmath>

#include "experiments/catalog.h"
#include "experiments/common/error_curve.h"
#include "experiments/common/planar.h"
#include "experiments/common/task_values.h"
#include "limber/solver/least_squares/projector_hierarchy.h"
#include "limber/solver/solver.h"

namespace limber::experiments {

namespace of_baerlocher_4_5 {
namespace {

constexpr int links = 8, steps = 400;
constexpr double gain = 0.05;  // xi/2

Posture bent(const Figure& figure, double first, double others) {
  Posture posture = figure.rest_posture();
  posture.values.setConstant(others);
  posture.values[0] = first;
  return posture;
}

struct Trace {
  std::vector<double> tip, criterion;  // [m], [rad^2] after every step
  int increases = 0;                   // of the criterion
  double gradient = 0.0;               // what is left of it in the free directions at the end, relative
  Posture posture;
};

Trace minimise(const Figure& figure, const TaskList& tasks, const Posture& start, const Posture& desired,
               const RunOptions& options) {
  Trace trace{.posture = start};
  ProjectorHierarchy hierarchy(links, 2, 1, {});
  for (int k = 0; k < steps; ++k) {
    const TaskValue tip = task_values(figure, tasks, trace.posture)[0];
    const VecX away = trace.posture.values - desired.values;
    const VecX z = (options.replaces("sign") ? 2.0 : -2.0) * gain * away;
    hierarchy.clear(links);
    hierarchy.begin_level();
    for (Eigen::Index r = 0; r < 2; ++r)
      Eigen::Map<VecX>(hierarchy.add_row(tip.error[r]), links) = tip.jacobian.row(r).transpose();
    if (!options.replaces("no-projector")) hierarchy.set_pull(z);
    hierarchy.solve();
    VecX step = hierarchy.solution().head(links);
    if (options.replaces("no-projector")) step += z;
    trace.posture.values += step;
    trace.tip.push_back(task_errors(figure, tasks, trace.posture)[0]);
    trace.criterion.push_back((trace.posture.values - desired.values).squaredNorm());
    if (k > 0 && trace.criterion[static_cast<std::size_t>(k)] >
                     trace.criterion[static_cast<std::size_t>(k) - 1] + 1e-12)
      ++trace.increases;
  }
  const RowMatrix j = task_values(figure, tasks, trace.posture)[0].jacobian;
  const VecX gradient = trace.posture.values - desired.values;
  const VecX normal = j.transpose() * (j * j.transpose()).ldlt().solve(j * gradient);
  trace.gradient = (gradient - normal).norm() / gradient.norm();
  return trace;
}

Result run(const RunOptions& options) {
  const Figure figure = planar_chain(links);
  const Posture start = bent(figure, 1.4, -0.35), desired = bent(figure, -0.9, 0.3);
  Kinematics kinematics(figure);
  kinematics.update(start);
  TaskList tasks;
  tasks.add("tip", Reach{.frame = figure.frame("link.tip"),
                         .target = kinematics.frame_position(figure.frame("link.tip")),
                         .axes = Axes::xy()});
  const Trace trace = minimise(figure, tasks, start, desired, options);
  options.progress(0.7);
  Posture ours = start;
  Solver(figure).solve(tasks, CriterionList{{.name = "posture", .criterion = ReferencePosture{desired}}},
                       ours, {.most_steps = 500});
  const double criterion = (ours.values - desired.values).squaredNorm(),
               before = (start.values - desired.values).squaredNorm();
  Result result;
  result.add("largest error of the tip", "the position constraint is not broken",
             *std::max_element(trace.tip.begin(), trace.tip.end()), "m", at_most(0.01));
  result.add("error of the tip at the end", "the position constraint is not broken", trace.tip.back(), "m",
             at_most(1e-6));
  result.add("criterion at the end, relative to the start", "minimised", trace.criterion.back() / before, "×",
             at_most(0.5));
  result.add("what is left of its gradient in the free directions", "locally minimal", trace.gradient, "",
             at_most(1e-3));
  result.add("steps in which the criterion grew, of 399", "no counterpart: the gain is small enough",
             trace.increases, "", at_most(5.0));
  result.add("criterion found by Limber’s solver, relative to it",
             "no counterpart: the same minimum another way", criterion / trace.criterion.back(), "×",
             between(0.999, 1.001));
  const auto picture = [&](const std::string& title, const Posture& end) {
    Plot plot = plane(title, {-0.5, 1.0}, {-0.3, 0.75});
    for (Series& arm : arms(figure, desired, {"link.tip"}, "desired", Tone::faint))
      plot.series.push_back(std::move(arm));
    for (Series& arm : arms(figure, start, {"link.tip"}, "start", Tone::middle))
      plot.series.push_back(std::move(arm));
    for (Series& arm : arms(figure, end, {"link.tip"}, "end", Tone::accent))
      plot.series.push_back(std::move(arm));
    return plot;
  };
  result.plots = {picture("The tip stays, the links come nearer to the desired posture", trace.posture),
                  {.title = "Criterion and error of the tip",
                   .x = {"step"},
                   .y = {"[rad²], [m]", Spacing::logarithmic, Range{1e-12, 100}},
                   .series = {error_curve(trace.criterion, "criterion", Tone::accent),
                              error_curve(trace.tip, "error of the tip", Tone::middle)}}};
  options.progress(1.0);
  result.conclusion =
      "The projected gradient brings the joints as near to the desired posture as the tip allows; the tip "
      "leaves its "
      "place only by the curvature of a step, and returns.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_4_5

Experiment baerlocher_4_5() {
  return {.name = "baerlocher-4.5",
          .title = "A criterion with the freedom the tip leaves",
          .document = "Baerlocher 2001",
          .place = "section 4.7.4, figure 4.5",
          .claim =
              "The gradient of a criterion, projected on the null space of the Jacobian, keeps the joints as "
              "close as "
              "possible to a desired posture without breaking the position of the tip.",
          .parameters = {{"chain", "8 links, 1 m, in the plane"},
                         {"criterion", "|q − q_desired|², gain 0.1, 400 steps"},
                         {"beside it", "Limber’s solver with the criterion “posture”, to rest"}},
          .run = of_baerlocher_4_5::run,
          .replacements = {{"no-projector", "the gradient is added without projecting it"},
                           {"sign", "the criterion is followed uphill"}}};
}

}  // namespace limber::experiments
