// Follow a moving target, one step per display frame: what a studio, a game or a controller does.
#include <limber/limber.h>

#include <cmath>
#include <cstdio>

using namespace limber;

int main() {
  const Figure figure = load_figure("models/elephant.json").value();
  Posture posture = figure.rest_posture();

  Kinematics kinematics(figure);
  kinematics.update(posture);
  const Vec3 start = kinematics.frame_position(figure.frame("trunk.tip"));

  TaskList tasks;
  const auto tip = tasks.add("tip", Reach{.frame = figure.frame("trunk.tip")});  // tasks[tip] is a Reach&
  const CriterionList criteria = {
      {"relaxed", ReferencePosture{}, 0.02}};  // uses only the freedom that is left

  Solver solver(figure);
  solver.prepare(tasks, criteria);  // allocates; step() does not, and never throws
  for (int frame = 0; frame <= 240; ++frame) {
    const double angle = frame / 12.0;  // [rad]
    tasks[tip].target = start + Vec3(0, 0.4 * std::sin(angle), 0.3 - 0.3 * std::cos(angle));
    const StepReport report = solver.step(tasks, criteria, posture);
    if (frame % 40 == 0)
      std::printf("frame %3d: the tip is %.6f m from its target\n", frame, report[tip].error);
  }

  // Same input, same bits: run this twice and compare.
  std::printf("first joint of the trunk: %.12f rad\n",
              joint_parameters(figure, posture, figure.joint("trunk.1.1"))[0]);
}
