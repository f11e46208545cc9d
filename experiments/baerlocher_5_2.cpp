// Baerlocher 2001, figure 5.2: five tasks that a chain of twenty joints cannot satisfy all at once; then
// four, then three.

#include <algorithm>

#include "experiments/catalog.h"
#include "experiments/common/planar.h"
#include "experiments/common/task_values.h"
#include "limber/solver/solver.h"

namespace limber::experiments {

namespace {

constexpr int links = 20;
// Points at the ends of links 4, 8, 12, 16 and 20, 0.2 m of chain between one and the next, and goals much
// farther apart than that.
const std::vector<Vec2> goals = {{0.0, 0.32}, {0.34, 0.44}, {0.30, 0.05}, {0.70, 0.20}, {0.62, 0.62}};

TaskList all_tasks(const Figure& figure) {
  TaskList tasks;
  for (std::size_t k = 0; k < goals.size(); ++k) {
    const SegmentId segment = figure.segment("link." + std::to_string(4 * (k + 1)));
    tasks.add("point " + std::to_string(k + 1),
              Reach{.frame = Place::on_segment(segment, Vec3(1.0 / links, 0, 0)),
                    .target = in_plane(goals[k]),
                    .axes = Axes::xy()});
  }
  return tasks;
}

Plot picture(const Figure& figure, const TaskList& tasks, const Posture& posture, const std::string& title) {
  Plot plot = plane(title, {-0.2, 1.1}, {-0.1, 0.75});
  Kinematics kinematics(figure);
  kinematics.update(posture);
  Series marks = crosses({}, "goals");
  for (const TaskList::Entry& entry : tasks) {
    const Reach& reach = std::get<Reach>(entry.task);
    const Vec3 point = now(reach.frame, kinematics).pose.translation;
    plot.series.push_back({.points = {point.head<2>(), reach.target.head<2>()}, .tone = Tone::faint});
    marks.points.emplace_back(reach.target.head<2>());
  }
  for (Series& arm : arms(figure, posture, {"link.tip"}, "", Tone::accent))
    plot.series.push_back(std::move(arm));
  plot.series.push_back(std::move(marks));
  return plot;
}

Result run(const RunOptions& options) {
  const Figure figure = planar_chain(links);
  TaskList tasks = all_tasks(figure);
  Posture posture = figure.rest_posture();
  for (Eigen::Index k = 0; k < posture.values.size(); ++k) posture.values[k] = k % 2 ? 0.05 : -0.04;
  posture.values[0] = 0.6;
  Result result;
  result.plots.push_back(picture(figure, tasks, posture, "Start: five tasks, twenty joints"));
  std::vector<double> totals;
  const auto settle = [&](const std::string& what, const std::string& title) {
    // The posture before, under the tasks that are left: what removing alone has gained.
    const double before = total_error(figure, tasks, posture);
    Solver solver(figure);
    solver.solve(tasks, posture, {.most_steps = 3000});
    totals.push_back(total_error(figure, tasks, posture));
    result.findings.push_back(
        {.what = "share of the pulls on the joints that does not cancel at rest, " + what,
         .claim = "a least-squares solution",
         .value = unbalanced_share(figure, tasks, posture),
         .agrees = at_most(1e-3)});
    result.findings.push_back({.what = "total error, " + what + ", against the start of that run",
                               .claim = "minimised",
                               .value = totals.back() / before,
                               .unit = "×",
                               .agrees = at_most(0.999)});
    result.plots.push_back(picture(figure, tasks, posture, title));
    options.progress(double(totals.size()) / 3.0);
  };
  settle("five tasks", "Least squares of five");
  const std::vector<double> errors = task_errors(figure, tasks, posture);
  result.findings.push_back(
      {.what = "smallest error of one of the five tasks",
       .claim = "no solution satisfies all the tasks, and the compromise satisfies none",
       .value = *std::min_element(errors.begin(), errors.end()),
       .unit = "m",
       .agrees = at_least(0.005)});
  tasks.remove(tasks.find("point 3")->number);
  settle("four tasks", "One task removed");
  tasks.remove(tasks.find("point 5")->number);
  settle("three tasks", "Two tasks removed");
  result.findings.push_back({.what = "total error with four tasks against five",
                             .claim = "each removal lets the rest come nearer",
                             .value = totals[1] / totals[0],
                             .unit = "×",
                             .agrees = at_most(0.95)});
  result.findings.push_back({.what = "total error with three tasks against four",
                             .claim = "each removal lets the rest come nearer",
                             .value = totals[2] / totals[1],
                             .unit = "×",
                             .agrees = at_most(0.95)});
  result.conclusion =
      "The chain comes to rest where the pulls balance, and each pull taken away lets the others have more.";
  return result;
}

}  // namespace

Experiment baerlocher_5_2() {
  return {.name = "baerlocher-5.2",
          .title = "Five tasks on twenty joints, and fewer",
          .document = "Baerlocher 2001",
          .place = "section 5.2, figure 5.2",
          .claim =
              "Five tasks on a chain of 20 joints have no common solution; least squares finds a compromise. "
              "With one task removed, and "
              "with two, other configurations result.",
          .parameters = {{"chain", "20 links, 1 m in all, no limits"},
                         {"tasks", "ends of links 4, 8, 12, 16, 20; goals not printed, our choice"},
                         {"removed", "the third, then the fifth"},
                         {"solver", "defaults, one priority, to rest"}},
          .run = run};
}

}  // namespace limber::experiments
