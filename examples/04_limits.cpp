// Limits: a figure written in code, whose joints never leave their ranges, neither at the end nor in between.
#include <limber/limber.h>

#include <algorithm>
#include <cstdio>
#include <numbers>

using namespace limber;

int main() {
  constexpr double degree = std::numbers::pi / 180;
  const auto hinge = [](double from, double to) {
    return Joint{.type = JointType::revolute, .ranges = {Range{from * degree, to * degree}}};
  };

  // An arm in the plane, three links of 0.5 m. Names instead of numbers; Figure::build checks everything.
  FigureDescription arm;
  arm.name = "arm";
  arm.segments = {
      {.name = "base"},
      {.name = "shoulder", .parent = "base", .joint = hinge(-90, 90)},
      {.name = "elbow", .parent = "shoulder", .before = Transform::at({0.5, 0, 0}), .joint = hinge(0, 150)},
      {.name = "wrist", .parent = "elbow", .before = Transform::at({0.5, 0, 0}), .joint = hinge(-30, 30)},
  };
  arm.frames = {{"tip", "wrist", Transform::at({0.5, 0, 0})}};
  const Figure figure = Figure::build(arm).value();

  TaskList tasks;
  const auto tip = tasks.add("tip", Reach{.frame = figure.frame("tip"), .target = {-1.1, 0.7, 0}});

  // `observe` sees every step.
  double worst = 0;
  Posture posture = figure.rest_posture();
  Solver solver(figure);
  const SolveReport report =
      solver.solve(tasks, posture, {.observe = [&](const StepReport&, const Posture& now) {
                     worst = std::max(worst, largest_limit_excess(figure, now).amount);
                   }});

  for (const char* name : {"shoulder", "elbow", "wrist"}) {
    std::printf("%-8s  %6.1f degrees\n", name,
                joint_parameters(figure, posture, figure.joint(name))[0] / degree);
  }
  std::printf("limits were %s in all %d steps\n", worst < 1e-9 ? "kept" : "broken", report.steps);
  if (report[tip].satisfied) return 0;
  std::printf("the tip stops %.3f m short: %s\n", report[tip].error,
              reason_in_words(report[tip].reasons[0], figure, tasks, World{}).c_str());
}
