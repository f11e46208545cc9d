// Edit a figure: every edit gives a new figure and carries the posture over. The old ones stay as they were.
#include <limber/limber.h>

#include <cstdio>

using namespace limber;

namespace {

void show(const char* what, const Edited& edited) {
  Kinematics kinematics(edited.figure);
  kinematics.update(edited.posture);
  const Vec3 tip = kinematics.frame_position(edited.figure.frame("trunk.tip"));
  std::printf("%-28s %3d segments, %3d DOF, tip at (%.3f, %.3f, %.3f)\n", what, edited.figure.segment_count(),
              edited.figure.dof_count(), tip.x(), tip.y(), tip.z());
}

}  // namespace

int main() {
  const Figure elephant = load_figure("models/elephant.json").value();
  Edited edited{elephant, elephant.rest_posture()};
  show("as it comes", edited);

  // A trunk of half as many links: its length stays, and it keeps its curve.
  edited = set_chain_links(edited.figure, edited.posture, "trunk", 15).value();
  show("trunk of 15 links", edited);

  // Something for the trunk to hold, on a hinge.
  const Joint hinge{.type = JointType::revolute, .axis = Vec3::UnitY(), .ranges = {Range{-0.5, 0.5}}};
  edited = add_branch(edited.figure, edited.posture, "trunk.15", {{.name = "brush", .joint = hinge}}).value();
  show("with a brush", edited);

  // Held at the end of its trunk instead of standing: joints are passed the other way round, and nothing
  // moves.
  edited = re_root(edited.figure, edited.posture, "trunk.15").value();
  show("held by its trunk", edited);

  // What cannot be done says why, and changes nothing.
  const Expected<Edited> refused = delete_branch(edited.figure, edited.posture, "trunk.99");
  if (!refused) std::printf("%s\n", refused.error().message.c_str());
}
