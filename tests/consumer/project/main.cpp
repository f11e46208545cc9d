// The smallest user of an installed Limber, by its one header: a two-link arm reaches a point, and (with
// files) is written and read again.
#include <limber/limber.h>

#include <cstdio>

int main() {
  using namespace limber;
  FigureDescription description;
  description.name = "arm";
  const Joint hinge{.type = JointType::revolute};
  description.segments = {
      {.name = "base"},
      {.name = "upper", .parent = "base", .joint = hinge},
      {.name = "lower", .parent = "upper", .before = Transform::at({1, 0, 0}), .joint = hinge}};
  description.frames = {{"tip", "lower", Transform::at({1, 0, 0})}};
  Figure figure = Figure::build(description).value();
#ifdef WITH_FILES
  figure = parse_figure(write_figure(figure), "arm.json").value();
#endif
  Kinematics kinematics(figure);
  kinematics.update(figure.rest_posture());
  const bool stretched = (kinematics.frame_position(figure.frame("tip")) - Vec3(2, 0, 0)).norm() < 1e-15;

  TaskList tasks;
  const auto tip = tasks.add("tip", Reach{.frame = figure.frame("tip"), .target = {1, 1, 0}});
  Posture posture = figure.rest_posture();
  const SolveReport report = Solver(figure).solve(tasks, posture);
  std::printf("limber %s\n", std::string(version()).c_str());
  return stretched && report[tip].satisfied && version() == LIMBER_VERSION_STRING ? 0 : 1;
}
