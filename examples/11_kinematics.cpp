// Without the solver: poses, Jacobians, centre of mass and inertia of a figure in a posture.
#include <limber/limber.h>

#include <cstdio>

using namespace limber;

int main() {
  const Figure figure = load_figure("models/human.json").value();
  Posture posture = figure.rest_posture();
  set_joint_parameters(figure, posture, figure.joint("knee.l"), std::vector{0.6});  // [rad]

  Kinematics kinematics(figure);  // set-up allocates, nothing below does
  RowMatrix jacobian(6, figure.dof_count());
  kinematics.update(posture);  // every pose and every degree of freedom, O(n)
  const Vec3 foot = kinematics.frame_position(figure.frame("foot.l"));
  kinematics.frame_jacobian(figure.frame("foot.l"), jacobian);

  MassDistribution masses(figure);
  masses.update(kinematics);

  const int knee = figure.first_dof(figure.joint("knee.l"));  // its column
  std::printf("left foot at (%.3f, %.3f, %.3f)\n", foot.x(), foot.y(), foot.z());
  std::printf("bending the knee moves it by (%.3f, %.3f, %.3f) m/rad\n", jacobian(0, knee), jacobian(1, knee),
              jacobian(2, knee));
  std::printf("centre of mass %.3f m above the ground, %.1f kg\n", masses.center().z(), figure.total_mass());
}
