// Marks of tasks: on the axes that count, in moving places, around regions.

#include <gtest/gtest.h>

#include "limber/kinematics/kinematics.h"
#include "limber/picture/drawing/drawable.h"
#include "picture/scenes.h"

namespace limber::picture {
namespace {

int target_marks(const Scene& scene) {
  int count = 0;
  for (const Mark& mark : drawing_of(scene, {}).marks) count += mark.kind == Mark::Kind::target;
  return count;
}

Scene with_task(Task task, TaskSettings settings = {}) {
  Scene scene = test::chain_scene(4, 0.0);
  scene.tasks.insert("t", std::move(task), std::move(settings));
  return scene;
}

TEST(TaskMarks, TargetIsALabelledBallUnlessTheTaskIsOff) {
  const FrameId tip = test::chain_scene(4, 0.0).figure.frame("tip");
  const Task reach = Reach{.frame = tip, .target = {0.2, 0, 0.4}};
  const Drawing drawing = drawing_of(with_task(reach), {});
  ASSERT_EQ(drawing.labels.size(), 1u);
  EXPECT_EQ(drawing.labels[0].position, Vec3(0.2, 0, 0.4));
  EXPECT_GT(target_marks(with_task(reach)), 3);
  EXPECT_EQ(target_marks(with_task(reach, {.enabled = false})), 0);
}

TEST(TaskMarks, TargetHasTheFramesCoordinatesOnAxesThatDoNotCount) {
  const Scene plain = test::chain_scene(4, 0.0);
  Kinematics kinematics(plain.figure);
  kinematics.update(plain.posture);
  const FrameId tip = plain.figure.frame("tip");
  const Drawing drawing =
      drawing_of(with_task(Reach{.frame = tip, .target = {9, 9, 0.4}, .axes = {false, false, true}}), {});
  ASSERT_EQ(drawing.labels.size(), 1u);
  const Vec3 at = kinematics.frame_position(tip);
  EXPECT_TRUE(drawing.labels[0].position.isApprox(Vec3(at.x(), at.y(), 0.4)));
}

TEST(TaskMarks, BoxHasTwelveEdges) {
  const FrameId tip = test::chain_scene(4, 0.0).figure.frame("tip");
  EXPECT_EQ(target_marks(with_task(Region{.frame = tip, .inside = Region::InsideBox{Vec3(0.1, 0.2, 0.3)}})),
            12);
  EXPECT_GT(target_marks(with_task(Region{.frame = tip, .inside = Region::InsideSphere{0.2}})), 12);
}

TEST(TaskMarks, TasksWithoutAPointHaveNoMarks) {
  const FrameId tip = test::chain_scene(4, 0.0).figure.frame("tip");
  EXPECT_EQ(target_marks(with_task(Orient{.frame = tip})), 0);
  EXPECT_EQ(target_marks(with_task(JointValue{.joint = JointId{1}})), 0);
}

}  // namespace
}  // namespace limber::picture
