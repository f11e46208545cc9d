#pragma once
// Limbs of real figures whose end is dragged past obstacles, and the same limbs cut off: the chain alone, held
// where the figure holds it.

#include <string>
#include <vector>

#include "limber/avoidance/course.h"
#include "limber/figure/edit.h"
#include "limber/figure/joint_chain.h"
#include "limber/files/files.h"
#include "limber/kinematics/kinematics.h"

namespace limber::test {

struct Limb {
  std::string name;
  Course course;                // its leading task drags the end of the limb
  std::vector<JointId> joints;  // of the chain
};

inline Scene shipped_scene(const std::string& file) {
  return load_scene(std::string(LIMBER_SOURCE_DIR) + "/scenes/" + file).value();
}

// Drags the origin of a frame from where it is along straight lines from corner to corner, `frames` frames in
// all. The only task.
inline Limb dragged_limb(std::string name, Figure figure, Posture posture, World world,
                         const std::string& frame, std::vector<Vec3> corners, int frames) {
  Limb limb{std::move(name), {.figure = figure, .start = posture, .world = std::move(world)}, {}};
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

// The right arm of a standing human, from the pelvis on, round a pole.
inline Limb human_arm(int frames) {
  const Scene scene = shipped_scene("human-standing.json");
  const Vec3 hand = end_of(scene.figure, scene.posture, "hand.r");
  World world = scene.world;
  world.add("pole", Capsule{.a = hand + Vec3(0.25, 0, -1), .b = hand + Vec3(0.25, 0, 1), .radius = 0.03});
  return dragged_limb("arm", scene.figure, scene.posture, world, "hand.r",
                      {hand + Vec3(0.15, -0.2, 0.2), hand + Vec3(0.4, -0.1, 0.35), hand + Vec3(0.4, 0.2, 0.4),
                       hand + Vec3(0.15, 0.2, 0.3), hand + Vec3(0.1, -0.1, 0.1)},
                      frames);
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
  limb.joints = joints_matching(scene.figure, {"body.2*", "body.3*", "body.40*"});
  limb.course.tasks.entry(limb.course.leading_task).settings.joints = limb.joints;
  return limb;
}

// The figure reduced to the segments between its root and the end of the limb.
inline Limb cut_off(const Limb& limb) {
  const Figure& figure = limb.course.figure;
  const TaskList::Entry& entry = limb.course.tasks.entry(limb.course.leading_task);
  Drag drag = std::get<Drag>(entry.task);
  FigureDescription whole = expanded(figure.description()), chain;
  chain.name = whole.name + " " + limb.name;
  for (const SegmentDescription& segment : whole.segments) {
    if (is_ancestor_or_same(figure, figure.segment(segment.name), drag.segment))
      chain.segments.push_back(segment);
  }
  Limb result = limb;
  result.course.figure = Figure::build(chain).value();
  result.course.start = mapped_posture(figure, limb.course.start, result.course.figure);
  drag.segment = result.course.figure.segment(figure.segment_name(drag.segment));
  result.course.tasks = {};
  result.course.leading_task = result.course.tasks.add("end", drag);
  for (JointId& joint : result.joints) joint = result.course.figure.joint(figure.joint_name(joint));
  if (!entry.settings.joints.empty())
    result.course.tasks.entry(result.course.leading_task).settings.joints = result.joints;
  return result;
}

}  // namespace limber::test
