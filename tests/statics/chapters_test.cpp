// Priorities, inertia and effort in the scenes of Baerlocher's chapters 6 and 7, each from its file in scenes/.

#include "statics/chapter_scenes.h"

namespace limber::test {
namespace {

TEST(FiveLevels, AllReachable) {
  Scene scene = scene_of("human-five-levels");
  const Seen seen = settle(scene);
  for (const auto& [name, off] : seen.off) EXPECT_LT(off, 1e-8) << name;
}

TEST(FiveLevels, ABallOutOfReachMovesNothingAboveIt) {
  Scene scene = scene_of("human-five-levels");
  task_of<Reach>(scene, "right hand").target = Vec3(1.6, -0.6, 1.3);
  const Seen seen = settle(scene, 3000);
  for (const auto& [name, off] : seen.off) {
    EXPECT_LT(off, name == "right hand" ? 2.0 : 1e-6) << name;
  }
  EXPECT_GT(seen.off.at("right hand"), 0.1);
}

// The bar comes from in front, two centimetres at a time, and presses the waist back beyond the heels.
struct Pressed {
  Seen seen;
  double least_clearance;
};
Pressed press(Scene& scene) {
  Mover mover(scene.figure, scene.solver, scene.avoidance);
  mover.prepare(scene.tasks, scene.criteria, scene.world);
  mover.solve(scene.tasks, scene.criteria, scene.posture, {.most_steps = 500, .restarts = 0});
  const ObstacleId bar{1};
  Cylinder cylinder = std::get<Cylinder>(scene.world.obstacles[1].shape);
  double least = 1.0;
  for (double x = cylinder.a.x(); x > -0.35; x -= 0.02) {
    cylinder.a.x() = cylinder.b.x() = x;
    scene.world.obstacles[1].shape = cylinder;
    mover.move_obstacle(bar, scene.world.obstacles[1].shape);
    for (int k = 0; k < 15; ++k) {
      const StepReport report = mover.step(scene.tasks, scene.criteria, scene.posture);
      if (k == 14) least = std::min(least, report.clearance);
    }
  }
  for (int k = 0; k < 300; ++k) mover.step(scene.tasks, scene.criteria, scene.posture);
  return {Seen(scene.figure, scene.tasks, scene.posture), least};
}

TEST(FiveLevels, ABarAtTheWaistCostsTheBalanceBeforeTheFoot) {
  Scene scene = scene_of("human-five-levels");
  const Pressed pressed = press(scene);
  EXPECT_GT(pressed.least_clearance, -1e-6);
  EXPECT_LT(pressed.seen.off.at("right foot"), 1e-4);
  EXPECT_LT(pressed.seen.off.at("right sole"), 1e-4);
  EXPECT_GT(pressed.seen.off.at("balance"), 1e-2);
}

TEST(FiveLevels, WithFootAndBalanceSwappedTheFootInstead) {
  Scene scene = scene_of("human-five-levels");
  for (TaskList::Entry& entry : scene.tasks) {
    if (entry.name == "balance") entry.settings.priority = 1;
    if (entry.name == "right foot" || entry.name == "right sole") entry.settings.priority = 2;
  }
  const Pressed pressed = press(scene);
  EXPECT_GT(pressed.least_clearance, -1e-6);
  EXPECT_LT(pressed.seen.off.at("balance"), 1e-4);
  EXPECT_GT(pressed.seen.off.at("right foot") + pressed.seen.off.at("right sole"), 1e-2);
}

// Figure 7.7: held at a height, the centre of mass keeps the loop flat; freed along the vertical, it grows
// rounder.
TEST(Inertia, ALoopGrowsItsInertiaWhenTheVerticalOfItsCenterIsFreed) {
  Scene scene = scene_of("loop-inertia");
  task_of<Inertia>(scene, "inertia").radius = 0.3;  // more than can be
  const Seen held = settle(scene, 2000);
  EXPECT_LT(held.off.at("closed"), 1e-6);
  EXPECT_LT(held.off.at("center"), 1e-6);
  task_of<CenterOfMass>(scene, "center").axes = Axes{.x = true, .y = false, .z = false};
  const Seen freed = settle(scene, 2000);
  RecordProperty("ratio", std::to_string(freed.inertia_z() / held.inertia_z()));
  EXPECT_LT(freed.off.at("closed"), 1e-6);
  EXPECT_LT(freed.off.at("center"), 1e-6);
  EXPECT_GT(freed.inertia_z(), 1.05 * held.inertia_z());
}

// Figure 7.8.
TEST(Inertia, APersonCurlsUpToAPartOfTheLargestInertiaInBalance) {
  Scene scene = scene_of("planar-human-inertia");
  Inertia& goal = task_of<Inertia>(scene, "inertia");
  goal.radius = 2.0;  // more than can be
  const Seen largest = settle(scene, 3000);
  EXPECT_LT(largest.off.at("balance"), 1e-6);
  const double most = largest.inertia_z();
  for (const double part : {0.75, 0.5, 0.35}) {
    goal.radius = std::sqrt(part * most / largest.masses.total_mass());
    const Seen curled = settle(scene, 3000);
    EXPECT_NEAR(curled.inertia_z(), part * most, 1e-6 * most) << part;
    EXPECT_LT(curled.off.at("balance"), 1e-8) << part;
  }
}

// Figures 6.5-6.9: the norm of the joint torques before and after.
double torque_ratio(const std::string& name, double tasks_kept) {
  Scene scene = scene_of(name);
  const CriterionList effort = scene.criteria;
  scene.criteria = {};
  const double before = settle(scene).loads.joints.torques().norm();
  scene.criteria = effort;
  const Seen after = settle(scene, 3000);
  EXPECT_TRUE(after.loads.statics.is_balanced());
  for (const auto& [task, off] : after.off) EXPECT_LT(off, tasks_kept) << task;
  return after.loads.joints.torques().norm() / before;
}

TEST(Effort, IsClearlyLessAfterTorqueMinimisationOfTheChains) {
  for (const char* name : {"chain-double-support", "chain-pushed"}) {
    const double ratio = torque_ratio(name, 1e-6);
    RecordProperty(name, std::to_string(ratio));
    EXPECT_LT(ratio, 0.81) << name;
  }
}

}  // namespace
}  // namespace limber::test
