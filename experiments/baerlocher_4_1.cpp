// Baerlocher 2001, figure 4.1: only some coordinates of a point are controlled, in the axes of a control frame:
// a point on a line, or in a plane.

#include <algorithm>
#include <cmath>

#include "experiments/catalog.h"
#include "limber/kinematics/kinematics.h"
#include "limber/math/rotation.h"
#include "limber/models/bare_chain.h"
#include "limber/solver/solver.h"

namespace limber::experiments {

namespace of_baerlocher_4_1 {
namespace {

const Transform control{exp_rotation(Vec3(0.5, -0.3, 0.7)), Vec3(0.45, 0.2, 0.1)};
const Vec3 far_goal(0.1, 0.75, 0.5);  // [m] pulls with lower priority

struct Trace {
  std::vector<Vec3> tip;                                  // in the control frame, after every step
  double off(const Axes& axes, std::size_t from) const {  // [m] largest distance in the axes that count
    double largest = 0.0;
    for (std::size_t k = from; k < tip.size(); ++k) {
      Vec3 gap = tip[k];
      for (int axis = 0; axis < 3; ++axis) gap[axis] = axes[axis] ? gap[axis] : 0.0;
      largest = std::max(largest, gap.norm());
    }
    return largest;
  }
};

constexpr int alone = 40, together = 120;  // steps without and with the pull

Trace pull(const Figure& figure, const Axes& axes, bool in_world_axes) {
  Trace trace;
  TaskList tasks;
  const FrameId tip = figure.frame("trunk.tip");
  // The replaced method takes the world's axes through the same point.
  tasks.add("guide",
            Reach{.frame = tip,
                  .in = Place::in_world(in_world_axes ? Transform::at(control.translation) : control),
                  .axes = axes});
  Solver solver(figure);
  Kinematics kinematics(figure);
  Posture posture = figure.rest_posture();
  for (double& value : posture.values) value = 0.15;
  for (int k = 0; k < alone + together; ++k) {
    if (k == alone) tasks.add("pull", Reach{.frame = tip, .target = far_goal}, {.priority = 2});
    if (k == 0 || k == alone) solver.prepare(tasks);
    solver.step(tasks, posture);
    kinematics.update(posture);
    trace.tip.push_back(control.inverse() * kinematics.frame_position(tip));
  }
  return trace;
}

Result run(const RunOptions& options) {
  const Figure figure = models::bare_chain({.links = 6, .length = 1.2, .radius = 0.02});
  const bool wrong = options.replaces("world-axes");
  const Axes on_line{.x = true, .y = false, .z = true}, in_plane_axes{.x = false, .y = false, .z = true};
  const Trace line = pull(figure, on_line, wrong), plane = pull(figure, in_plane_axes, wrong);
  const Vec3 goal = control.inverse() * far_goal;
  Result result;
  result.add("distance from the line once it is reached, at most", "constrained to the line",
             line.off(on_line, alone), "m", at_most(1e-3));
  result.add("motion along the line", "free to move along y",
             std::abs(line.tip.back().y() - line.tip[alone - 1].y()), "m", at_least(0.1));
  result.add("distance at rest from the foot of the goal on the line",
             "no counterpart: the nearest point of the line", std::abs(line.tip.back().y() - goal.y()), "m",
             at_most(1e-3));
  result.add("distance from the plane once it is reached, at most", "point on a plane: one coordinate",
             plane.off(in_plane_axes, alone), "m", at_most(1e-3));
  result.add("distance at rest from the foot of the goal in the plane",
             "no counterpart: the nearest point of the plane", (plane.tip.back() - goal).head<2>().norm(),
             "m", at_most(1e-3));
  const auto path = [](const Trace& trace, const std::string& label, int axis, Tone tone) {
    Series series{.label = label, .tone = tone};
    for (std::size_t k = 0; k < trace.tip.size(); ++k)
      series.points.emplace_back(double(k + 1), trace.tip[k][axis]);
    return series;
  };
  const auto three = [&](const std::string& title, const Trace& trace) {
    return Plot{.title = title,
                .x = {"step"},
                .y = {"in the control frame [m]"},
                .series = {path(trace, "x", 0, Tone::strong), path(trace, "y", 1, Tone::accent),
                           path(trace, "z", 2, Tone::middle)}};
  };
  result.plots = {three("Tip on a line: y is free", line), three("Tip in a plane: x and y are free", plane)};
  options.progress(1.0);
  result.conclusion =
      "With two coordinates controlled the tip stays on the line, with one in the plane, and slides to the "
      "point "
      "nearest to a goal of lower priority.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_4_1

Experiment baerlocher_4_1() {
  return {.name = "baerlocher-4.1",
          .title = "A point on a line, a point in a plane",
          .document = "Baerlocher 2001",
          .place = "section 4.2, figure 4.1",
          .claim =
              "With only some coordinates controlled in a frame that may be turned, the tip of a chain is "
              "held on a "
              "line or in a plane and is free to move in it.",
          .parameters = {{"chain", "6 links, 18 joints, 1.2 m"},
                         {"control frame", "turned by (0.5, −0.3, 0.7) rad, at (0.45, 0.2, 0.1)"},
                         {"pull", "towards (0.1, 0.75, 0.5), second priority, from step 41 on"}},
          .run = of_baerlocher_4_1::run,
          .replacements = {{"world-axes", "the axes of the world instead of the control frame’s"}}};
}

}  // namespace limber::experiments
