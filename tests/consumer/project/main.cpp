// The smallest user of an installed Limber: a two-link arm, its tip, a decomposition, and (with
// files) the arm written and read again.
#include <cstdio>

#include "limber/base/version.h"
#include "limber/kinematics/kinematics.h"
#include "limber/svd/svd.h"
#ifdef WITH_FILES
#include "limber/files/files.h"
#endif

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
  const bool right = (kinematics.frame_position(figure.frame("tip")) - Vec3(2, 0, 0)).norm() < 1e-15;
  Svd svd({.method = SvdMethod::golub_reinsch});
  svd.prepare(2, 2);
  svd.decompose(2.0 * RowMatrix::Identity(2, 2));
  const bool decomposed = svd.factors().rank() == 2 && svd.factors().sigma(0) == 2.0;
  std::printf("limber %s\n", std::string(version()).c_str());
  return right && decomposed && version() == LIMBER_VERSION_STRING ? 0 : 1;
}
