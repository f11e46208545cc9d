// Baerlocher 2001, figure 5.1: many tasks for two joints; the compromise of least squares.

#include <algorithm>

#include "experiments/catalog.h"
#include "experiments/common/planar.h"
#include "experiments/common/search.h"
#include "experiments/common/task_values.h"
#include "limber/solver/solver.h"

namespace limber::experiments {

namespace {

struct Pull {    // a point of a link and where it should go
  int link;      // 1 or 2
  double along;  // 0..1 of the link
  Vec2 goal;
};
const std::vector<Pull> outer_pulls = {{2, 0.25, {0.9, 1.5}}, {2, 0.5, {0.6, 1.1}}, {2, 0.75, {1.7, 1.2}},
                                       {2, 1.0, {1.2, 0.6}},  {2, 1.0, {1.9, 1.6}}, {2, 0.6, {1.4, 0.3}}};
const std::vector<Pull> inner_pulls = {{1, 0.4, {0.1, 0.8}}, {1, 0.7, {-0.2, 0.9}}, {1, 1.0, {0.0, 1.5}}};

TaskList tasks_of(const Figure& figure, const std::vector<Pull>& pulls) {
  TaskList tasks;
  for (std::size_t k = 0; k < pulls.size(); ++k) {
    const Pull& pull = pulls[k];
    const SegmentId segment = figure.segment("link." + std::to_string(pull.link));
    tasks.add("pull " + std::to_string(k + 1),
              Reach{.frame = Place::on_segment(segment, Vec3(pull.along, 0, 0)),
                    .target = in_plane(pull.goal),
                    .axes = Axes::xy()});
  }
  return tasks;
}

Plot picture(const Figure& figure, const Posture& posture, const std::vector<Pull>& pulls,
             const std::string& title) {
  Plot plot = plane(title, {-0.6, 2.3}, {-0.15, 1.75});
  Kinematics kinematics(figure);
  kinematics.update(posture);
  Series goals = crosses({}, "goals");
  for (const Pull& pull : pulls) {  // a rubber band from each point to its goal
    const Vec3 point =
        kinematics.segment_pose(figure.segment("link." + std::to_string(pull.link))) * Vec3(pull.along, 0, 0);
    plot.series.push_back({.points = {point.head<2>(), pull.goal}, .tone = Tone::faint});
    goals.points.push_back(pull.goal);
  }
  for (Series& arm : arms(figure, posture, {"link.tip"}, "", Tone::accent))
    plot.series.push_back(std::move(arm));
  plot.series.push_back(std::move(goals));
  return plot;
}

Result run(const RunOptions&) {
  const Figure figure = planar_chain(2, 2.0);
  std::vector<Pull> pulls = outer_pulls;
  Posture posture = figure.rest_posture();
  posture.values << 0.15, 0.3;
  Result result;
  result.plots.push_back(picture(figure, posture, pulls, "Start: six tasks on the outer link"));
  const auto settle = [&](const std::string& what, const std::string& title) {
    const TaskList tasks = tasks_of(figure, pulls);
    Solver solver(figure);
    solver.solve(tasks, posture);
    const double total = total_error(figure, tasks, posture), best = smallest_total_error(figure, tasks);
    const std::vector<double> errors = task_errors(figure, tasks, posture);
    result.findings.push_back({.what = "total error at rest against the best of all postures, " + what,
                               .claim = "the least-squares solution",
                               .value = total / best - 1.0,
                               .agrees = between(-1e-9, 1e-6)});
    result.findings.push_back(
        {.what = "share of the pulls on the joints that does not cancel at rest, " + what,
         .claim = "zero (equation 5.5)",
         .value = unbalanced_share(figure, tasks, posture),
         .agrees = at_most(1e-3)});
    result.findings.push_back({.what = "smallest error of a single task, " + what,
                               .claim = "a compromise that satisfies none of the tasks",
                               .value = *std::min_element(errors.begin(), errors.end()),
                               .unit = "m",
                               .agrees = at_least(0.01)});
    result.plots.push_back(picture(figure, posture, pulls, title));
  };
  settle("six tasks", "Compromise of six tasks");
  const Posture with_six = posture;
  pulls.insert(pulls.end(), inner_pulls.begin(), inner_pulls.end());
  settle("nine tasks", "Three more on the inner link, and the new compromise");
  result.findings.push_back({.what = "how far the three added tasks move the posture",
                             .claim = "a new least-squares configuration results",
                             .value = difference(figure, with_six, posture).norm(),
                             .unit = "rad",
                             .agrees = at_least(0.01)});
  result.conclusion =
      "The solver rests where a search over all postures of the two joints finds the smallest total error.";
  return result;
}

}  // namespace

Experiment baerlocher_5_1() {
  return {
      .name = "baerlocher-5.1",
      .title = "A compromise of many tasks on two joints",
      .document = "Baerlocher 2001",
      .place = "section 5.2, figure 5.1",
      .claim =
          "Where tasks of equal weight over-determine a chain, least squares finds the best compromise. It "
          "satisfies none of them: "
          "tasks act like rubber bands. Added tasks lead to another compromise.",
      .parameters = {{"chain", "two links of 1 m, no limits"},
                     {"tasks",
                      "six points of the outer link, then three of the inner one; not printed, our choice"},
                     {"solver", "defaults, one priority, to rest"},
                     {"beside it", "a search over both angles, refined to 10⁻⁷ rad"}},
      .run = run};
}

}  // namespace limber::experiments
