// A task of your own: a function that fills in rows  J dq = error.
#include <limber/limber.h>

#include <cstdio>

using namespace limber;

int main() {
  const Figure figure = load_figure("models/human.json").value();
  const auto left = figure.frame("hand.l"), right = figure.frame("hand.r");

  // "Carry a tray": both hands at the same height, wherever that is. One row:
  //
  //   value = z_left - z_right,   error = 0 - value,   J = d value / dq
  Custom level;
  level.rows = 1;
  level.unit = TaskUnit::metre;
  level.evaluate = [left, right](const TaskContext& now, TaskRows& rows) {
    const Kinematics& kinematics = now.kinematics;  // up to date; the Jacobians it gives are exact
    rows.error(0) = kinematics.frame_position(right).z() - kinematics.frame_position(left).z();
    kinematics.frame_jacobian(left, now.scratch.topRows(6));
    rows.jacobian.row(0) = now.scratch.row(2);
    kinematics.frame_jacobian(right, now.scratch.topRows(6));
    rows.jacobian.row(0) -= now.scratch.row(2);
  };

  // It has a priority, a report and reasons like any other task.
  TaskList tasks;
  const auto tray = tasks.add("tray", level, {.priority = 1});
  const auto hand = tasks.add("hand", Reach{.frame = right, .target = {0.4, -0.2, 1.3}}, {.priority = 2});

  Posture posture = figure.rest_posture();
  Solver solver(figure);
  const SolveReport report = solver.solve(tasks, posture);

  Kinematics kinematics(figure);
  kinematics.update(posture);
  std::printf("left hand at %.4f m, right hand at %.4f m\n", kinematics.frame_position(left).z(),
              kinematics.frame_position(right).z());
  std::printf("tray %s, hand %s\n", report[tray].satisfied ? "level" : "tilted",
              report[hand].satisfied ? "where it was asked to be" : "not where it was asked to be");
}
