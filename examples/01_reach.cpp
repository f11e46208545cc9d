// Reach a point: one task, one call.
#include <limber/limber.h>

#include <cstdio>

using namespace limber;

int main() {
  // A Figure, or one sentence saying what is wrong with the file, which value() throws.
  const Figure figure = load_figure("models/human.json").value();
  Posture posture = figure.rest_posture();  // a plain value: copy it to undo, compare it to test

  // What is wanted: the centre of the right hand at a point, in metres; x is forward, z is up.
  TaskList tasks;
  const auto hand = tasks.add("hand", Reach{.frame = figure.frame("hand.r"), .target = {0.4, -0.2, 1.2}});

  // Solve until nothing improves any more. Joint limits hold in every step.
  Solver solver(figure);
  const SolveReport report = solver.solve(tasks, posture);

  Kinematics kinematics(figure);
  kinematics.update(posture);
  const Vec3 reached = kinematics.frame_position(figure.frame("hand.r"));
  std::printf("%s after %d steps\n", light_name(report.light), report.steps);
  std::printf("the hand is at (%.4f, %.4f, %.4f)\n", reached.x(), reached.y(), reached.z());
  std::printf("and %s\n",
              report[hand].satisfied ? "that is where it should be" : "that is as close as it gets");
}
