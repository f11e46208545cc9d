#pragma once
// Limbs of real figures whose end is dragged past obstacles, and the same limbs without the rest of the
// figure.

#include <string>
#include <vector>

#include "limber/avoidance/bare_limb.h"
#include "limber/figure/joint_chain.h"
#include "limber/files/files.h"
#include "limber/kinematics/kinematics.h"

namespace limber::test {

struct Limb {
  std::string name;
  Course course;                // its leading task drags the end of the limb
  std::vector<JointId> joints;  // of the chain
  // Off where the limb carries parts of the figure along that the bare limb does not have: it sees them.
  bool collision_test = true;
};

inline Scene shipped_scene(const std::string& file) {
  return load_scene(std::string(LIMBER_SOURCE_DIR) + "/scenes/" + file).value();
}

// Drags the origin of a frame from where it is along straight lines from corner to corner, `frames` frames in
// all. The only task.
inline Limb dragged_limb(std::string name, Figure figure, Posture posture, World world,
                         const std::string& frame, std::vector<Vec3> corners, int frames) {
  Limb limb{.name = std::move(name),
            .course = {.figure = figure, .start = posture, .world = std::move(world)},
            .joints = {}};
  Kinematics kinematics(figure);
  kinematics.update(posture);
  const Frame& end = figure.frame(figure.frame(frame));
  corners.insert(corners.begin(), kinematics.frame_position(figure.frame(frame)));
  double length = 0.0;
  for (std::size_t i = 1; i < corners.size(); ++i) length += (corners[i] - corners[i - 1]).norm();
  limb.course.targets = along(corners, length / frames);
  limb.course.leading_task =
      limb.course.tasks.add("end", Drag{.segment = end.segment, .point = end.pose.translation});
  std::get<Drag>(limb.course.tasks.entry(limb.course.leading_task).task).target = corners.front();
  for (const JointChain::Step& step : chain_between(figure, root_segment, end.segment).steps) {
    if (dof_count(figure.joint(step.joint).type) > 0) limb.joints.push_back(step.joint);
  }
  return limb;
}

// The trunk of the shipped elephant: round the table, under it and over it, and through the tree.
inline Limb elephant_trunk(int frames) {
  const Scene scene = shipped_scene("elephant.json");
  return dragged_limb("trunk", scene.figure, scene.posture, scene.world, "trunk.tip",
                      {{3.0, -0.9, 0.8},
                       {3.15, -0.3, 0.6},
                       {3.45, 0.0, 0.6},
                       {3.15, 0.4, 0.6},
                       {3.0, 0.9, 0.9},
                       {3.3, 0.6, 1.3},
                       {3.5, 0.0, 1.1},
                       {2.9, 0.9, 1.7},
                       {2.6, 1.5, 2.0},
                       {3.0, 1.5, 2.3},
                       {2.5, 1.0, 2.2}},
                      frames);
}

inline Vec3 end_of(const Figure& figure, const Posture& posture, const std::string& frame) {
  Kinematics kinematics(figure);
  kinematics.update(posture);
  return kinematics.frame_position(figure.frame(frame));
}

// Restricts the drag to some joints.
inline void restrict_to(Limb& limb, const std::vector<std::string>& patterns) {
  limb.joints = joints_matching(limb.course.figure, patterns);
  limb.course.tasks.entry(limb.course.leading_task).settings.joints = limb.joints;
}

// The right hand of a standing human round a pole, by the back and the arm; the head and the other arm are
// carried along.
inline Limb human_back_and_arm(int frames) {
  const Scene scene = shipped_scene("human-standing.json");
  const Vec3 hand = end_of(scene.figure, scene.posture, "hand.r");
  World world = scene.world;
  world.add("pole", Capsule{.a = hand + Vec3(0.25, 0, -1), .b = hand + Vec3(0.25, 0, 1), .radius = 0.03});
  Limb limb =
      dragged_limb("back and arm", scene.figure, scene.posture, world, "hand.r",
                   {hand + Vec3(0.15, -0.2, 0.2), hand + Vec3(0.4, -0.1, 0.35), hand + Vec3(0.4, 0.2, 0.4),
                    hand + Vec3(0.15, 0.2, 0.3), hand + Vec3(0.1, -0.1, 0.1)},
                   frames);
  limb.collision_test = false;
  return limb;
}

// The same by the arm alone.
inline Limb human_arm(int frames) {
  Limb limb = human_back_and_arm(frames);
  limb.name = "arm";
  limb.collision_test = true;
  restrict_to(limb, {"clavicle.r", "shoulder.r", "elbow.r", "wrist.r"});
  return limb;
}

// The rear half of a snake, whose root is free, held in the middle.
inline Limb snake_tail(int frames) {
  const Scene scene = shipped_scene("snake-rings.json");
  const Vec3 tip = end_of(scene.figure, scene.posture, "body.tip");
  World world;
  world.add("ball", Sphere{tip + Vec3(0.1, 0.12, 0.03), 0.05});
  Limb limb = dragged_limb(
      "tail", scene.figure, scene.posture, world, "body.tip",
      {tip + Vec3(0.1, 0.25, 0.05), tip + Vec3(0.3, 0.2, 0.1), tip + Vec3(0.1, -0.1, 0.1)}, frames);
  restrict_to(limb, {"body.2*", "body.3*", "body.40*"});
  return limb;
}

// An arm of a robot read from URDF that has two, past a ball.
inline Limb robot_arm(int frames) {
  const Figure figure = load_figure(std::string(LIMBER_SOURCE_DIR) + "/examples/two-arms.urdf").value();
  Posture posture = figure.rest_posture();
  set_joint_parameters(figure, posture, figure.joint("right_elbow"), std::vector<double>{1.2});
  const Vec3 tool = end_of(figure, posture, "right_tool");
  World world;
  world.add("ball", Sphere{tool + Vec3(0.05, 0.15, 0.22), 0.06});
  return dragged_limb("arm of a robot", figure, posture, world, "right_tool",
                      {tool + Vec3(0.05, 0.1, 0.1), tool + Vec3(-0.05, 0.3, 0.25),
                       tool + Vec3(0.1, -0.1, 0.3), tool + Vec3(0, -0.1, 0)},
                      frames);
}

// The limb without the rest of the figure.
inline Limb cut_off(const Limb& limb) {
  Limb result{limb.name, bare_limb(limb.course), {}, limb.collision_test};
  for (const JointId joint : limb.joints)
    result.joints.push_back(result.course.figure.joint(limb.course.figure.joint_name(joint)));
  return result;
}

}  // namespace limber::test
