// The elephant at the table is the first scene people see: its tasks show something, and leave the trunk free
// to be dragged.

#include <gtest/gtest.h>

#include "limber/avoidance/mover.h"
#include "limber/files/files.h"

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
      last_error = report.tasks.empty() ? 0.0 : report.tasks.back().error;
    }
  }
  Scene scene = load_scene(std::filesystem::path(LIMBER_SOURCE_DIR) / "scenes" / "elephant.json").value();
  Light light = Light::red;
  double last_error = 0.0;  // of the last task that is on
};

TEST_F(ElephantScene, AsksForAMotionThatSucceeds) {
  const Posture before = scene.posture;
  take_steps(scene.tasks, 100);
  EXPECT_EQ(light, Light::green);
  EXPECT_GT(difference(scene.figure, before, scene.posture).lpNorm<Eigen::Infinity>(), 0.2);
}

TEST_F(ElephantScene, LetsTheTipOfTheTrunkBeDragged) {
  const Frame& tip = scene.figure.frame(scene.figure.frame("trunk.tip"));
  for (const Vec3& goal : {Vec3(3.0, -0.5, 1.2), Vec3(2.9, 0.5, 0.8), Vec3(3.2, 0.0, 1.6),
                           Vec3(2.6, -0.8, 1.4), Vec3(3.4, 0.3, 2.2)}) {
    TaskList tasks = scene.tasks;
    tasks.add("drag", Drag{.segment = tip.segment, .point = tip.pose.translation, .target = goal},
              {.priority = 3});  // below all tasks, as in the studio
    take_steps(tasks, 200);
    EXPECT_LT(last_error, 0.01) << goal.transpose();
    EXPECT_EQ(light, Light::green) << goal.transpose();
  }
}

}  // namespace
}  // namespace limber::test
