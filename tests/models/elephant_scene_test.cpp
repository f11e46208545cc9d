// The elephant at the table is the first scene people see: its tasks show something, and leave the body free to be
// dragged and pinned.

#include <gtest/gtest.h>

#include "limber/avoidance/mover.h"
#include "limber/files/files.h"
#include "limber/kinematics/kinematics.h"

namespace limber::test {
namespace {

class ElephantScene : public ::testing::Test {
 protected:
  void take_steps(const TaskList& tasks, int count) {
    Mover mover(scene.figure, scene.solver, scene.avoidance);
    mover.prepare(tasks, scene.criteria, scene.world);
    for (int k = 0; k < count; ++k) {
      const StepReport report = mover.step(tasks, scene.criteria, scene.posture);
      light = report.light;
      errors.clear();
      for (const TaskReport& task : report.tasks) errors.push_back(task.error);
    }
  }

  Vec3 point_of(SegmentId segment, const Vec3& point) {
    Kinematics kinematics(scene.figure);
    kinematics.update(scene.posture);
    return kinematics.segment_pose(segment) * point;
  }

  Scene scene = load_scene(std::filesystem::path(LIMBER_SOURCE_DIR) / "scenes" / "elephant.json").value();
  const Frame& tip = scene.figure.frame(scene.figure.frame("trunk.tip"));
  // Below all tasks of the scene, as in the studio.
  const int pin_priority = 3, drag_priority = 4;
  Light light = Light::red;
  std::vector<double> errors;  // of the tasks that are on
};

TEST_F(ElephantScene, AsksForAMotionThatSucceeds) {
  const Vec3 tip_before = point_of(tip.segment, tip.pose.translation);
  const Frame& foot = scene.figure.frame(scene.figure.frame("hand.r"));
  const Vec3 foot_before = point_of(foot.segment, foot.pose.translation);
  take_steps(scene.tasks, 100);
  EXPECT_EQ(light, Light::green);
  EXPECT_GT((point_of(tip.segment, tip.pose.translation) - tip_before).norm(), 0.5);
  EXPECT_GT((point_of(foot.segment, foot.pose.translation) - foot_before).z(), 0.29);
}

TEST_F(ElephantScene, CanTakeTheApple) {
  TaskList tasks = scene.tasks;
  for (TaskList::Entry& entry : tasks) entry.settings.enabled = true;
  take_steps(tasks, 200);
  EXPECT_EQ(light, Light::green);
  EXPECT_LT(errors.back(), 1e-3);
}

TEST_F(ElephantScene, LetsTheTipOfTheTrunkBeDragged) {
  for (const Vec3& goal : {Vec3(3.0, -0.5, 1.2), Vec3(2.9, 0.5, 0.8), Vec3(3.2, 0.0, 1.6),
                           Vec3(2.6, -0.8, 1.4), Vec3(3.4, 0.3, 2.2)}) {
    TaskList tasks = scene.tasks;
    tasks.add("drag", Drag{.segment = tip.segment, .point = tip.pose.translation, .target = goal},
              {.priority = drag_priority});
    take_steps(tasks, 200);
    EXPECT_LT(errors.back(), 0.01) << goal.transpose();
    EXPECT_EQ(light, Light::green) << goal.transpose();
  }
}

TEST_F(ElephantScene, LetsTheLiftedFootBeDragged) {
  const SegmentId foot = scene.figure.segment("hand.r");
  take_steps(scene.tasks, 100);
  TaskList tasks = scene.tasks;
  tasks.add("drag", Drag{.segment = foot, .target = point_of(foot, Vec3::Zero()) + Vec3(-0.1, 0.0, 0.1)},
            {.priority = drag_priority});
  take_steps(tasks, 200);
  EXPECT_LT(errors.back(), 0.01);
  EXPECT_EQ(light, Light::green);
}

TEST_F(ElephantScene, HoldsAPinnedTipWhileTheHeadIsDragged) {
  take_steps(scene.tasks, 100);
  TaskList tasks = scene.tasks;
  tasks.add("pin",
            Reach{.frame = scene.figure.frame("trunk.tip"),
                  .target = point_of(tip.segment, tip.pose.translation) + Vec3(-0.1, 0.1, 0.2)},
            {.priority = pin_priority});
  take_steps(tasks, 100);
  EXPECT_LE(errors.back(), TaskSettings{}.tolerance);

  const SegmentId head = scene.figure.segment("head");
  const Vec3 forehead(0.8, 0.0, 0.3), before = point_of(head, forehead);
  tasks.add("drag", Drag{.segment = head, .point = forehead, .target = before + Vec3(-0.1, -0.1, -0.1)},
            {.priority = drag_priority});
  take_steps(tasks, 200);
  EXPECT_GT((point_of(head, forehead) - before).norm(), 0.1);
  EXPECT_LT(errors[errors.size() - 2], 1e-6);
}

}  // namespace
}  // namespace limber::test
