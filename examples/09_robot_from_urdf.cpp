// A robot from URDF: reach a pose, position and orientation, and say how well it can move there.
#include <limber/limber.h>

#include <cmath>
#include <cstdio>

using namespace limber;

int main() {
  const Figure robot = load_figure("examples/crane.urdf").value();
  std::printf("%s: %d links, %d degrees of freedom, %.1f kg\n", robot.name().c_str(), robot.segment_count(),
              robot.dof_count(), robot.total_mass());

  // The hook over a crate, pointing straight down. Links at an end or on a fixed joint are frames, too.
  const auto hook = robot.frame("hook");
  TaskList tasks;
  tasks.add("position", Reach{.frame = hook, .target = {1.1, 0.9, 1.0}});
  tasks.add("direction", Orient{.frame = hook, .axes = Axes::xy()});

  Posture posture = robot.rest_posture();
  Solver solver(robot);
  const SolveReport report = solver.solve(tasks, posture, {.restarts = 5});
  std::printf("%s\n", light_name(report.light));
  for (const JointId joint : robot.joints()) {
    for (const double value : joint_parameters(robot, posture, joint)) {
      std::printf("  %-8s %7.3f %s\n", robot.joint_name(joint).c_str(), value,
                  robot.joint(joint).type == JointType::prismatic ? "m" : "rad");
    }
  }

  // Forward kinematics and the exact 6 x n Jacobian: translation of the frame's origin, then rotation.
  Kinematics kinematics(robot);
  RowMatrix jacobian(6, robot.dof_count());
  kinematics.update(posture);
  kinematics.frame_jacobian(hook, jacobian);
  const RowMatrix translation = jacobian.topRows(3);
  std::printf("manipulability %.3f\n", std::sqrt((translation * translation.transpose()).determinant()));
}
