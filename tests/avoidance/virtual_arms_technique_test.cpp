// Virtual arms chosen as the technique of a scene, on the scenes that are shipped.
#include <gtest/gtest.h>

#include "limber/avoidance/mover.h"
#include "limber/files/files.h"
#include "limber/world/proximity.h"
#include "support/allocations.h"

namespace limber {
namespace {

Scene shipped(const std::string& name) {
  return load_scene(std::filesystem::path(LIMBER_SOURCE_DIR) / "scenes" / name).value();
}

// Steps by the scene's own technique; the least clearance to an obstacle on the way and the error at the end.
struct Led {
  double least = 10.0, error = 10.0;
};
Led lead_by_technique(const Scene& scene, int steps) {
  Mover mover(scene.figure, scene.solver, scene.avoidance);
  mover.prepare(scene.tasks, scene.criteria, scene.world);
  Proximity proximity(scene.figure, {.self = false});
  proximity.prepare(scene.world);
  Kinematics kinematics(scene.figure);
  Posture posture = scene.posture;
  Led result;
  for (int k = 0; k < steps; ++k) {
    result.error = mover.step(scene.tasks, scene.criteria, posture).tasks[0].error;
    kinematics.update(posture);
    if (const auto nearest = proximity.nearest(kinematics, 10.0)) {
      result.least = std::min(result.least, nearest->clearance);
    }
  }
  return result;
}

TEST(VirtualArmsTechnique, LeadsTheShippedArmRoundItsDiscs) {
  Scene scene = shipped("tsuji-discs.json");
  ASSERT_EQ(scene.avoidance.technique, Technique::virtual_arms);
  const Led among_discs = lead_by_technique(scene, 400);
  EXPECT_LE(among_discs.error, 1e-4);
  EXPECT_GE(among_discs.least, 0.0);
  scene.avoidance.technique = Technique::off;
  EXPECT_LT(lead_by_technique(scene, 400).least, 0.0) << "nothing is in the way: the scene shows nothing";
}

TEST(VirtualArmsTechnique, FollowsAGoalThatMovesAndATipThatChanges) {
  Scene scene = shipped("tsuji-discs.json");
  scene.world = {};
  Mover mover(scene.figure, scene.solver, scene.avoidance);
  mover.prepare(scene.tasks, {}, scene.world);
  Posture posture = scene.posture;
  Reach& reach = std::get<Reach>(scene.tasks.begin()->task);
  for (const Vec3& goal : {Vec3(0.6, 0.2, 0), Vec3(0.2, 0.9, 0)}) {
    reach.target = goal;
    StepReport report;
    for (int k = 0; k < 300; ++k) report = mover.step(scene.tasks, {}, posture);
    EXPECT_LE(report.tasks[0].error, 1e-4);
  }
  reach.frame = scene.figure.frame("joint.4");
  mover.prepare(scene.tasks, {}, scene.world);
  StepReport report;
  for (int k = 0; k < 300; ++k) report = mover.step(scene.tasks, {}, posture);
  EXPECT_LE(report.tasks[0].error, 1e-4);
}

TEST(VirtualArmsTechnique, WithoutAGoalInTheWorldItTracks) {
  Scene scene = shipped("tsuji-discs.json");
  scene.tasks = {};
  scene.tasks.add("turn", JointValue{.joint = scene.figure.joint("joint.2"), .target = 0.3});
  EXPECT_LE(lead_by_technique(scene, 200).error, 1e-3);
}

// Links between joints close to each other are near in every posture: that must not push the arm away.
TEST(VirtualArmsTechnique, AnArmOfShortLinksIsNotThrownAwayByItself) {
  const Figure figure = load_figure(LIMBER_SOURCE_DIR "/examples/two-arms.urdf").value();
  TaskList tasks;
  tasks.add("left", Reach{.frame = figure.frame("left_tool"), .target = {0.45, -0.1, 1.0}});
  World world;
  world.add("far", Sphere{.center = {50, 0, 0}, .radius = 1.0});
  const auto solve = [&](bool avoid_itself, double& farthest_back) {
    AvoidanceOptions options;
    options.technique = Technique::virtual_arms;
    options.avoid_itself = avoid_itself;
    Mover mover(figure, {}, options);
    mover.surround(world);
    Posture posture = figure.rest_posture();
    double nearest = 10.0;
    farthest_back = 0.0;
    return mover.solve(tasks, {}, posture, {.observe = [&](const StepReport& report, const Posture&) {
                         nearest = std::min(nearest, report.tasks[0].error);
                         farthest_back = std::max(farthest_back, report.tasks[0].error - nearest);
                       }});
  };
  double back = 0.0;
  const SolveReport bare = solve(false, back);
  ASSERT_TRUE(bare.tasks[0].satisfied);
  const SolveReport report = solve(true, back);
  EXPECT_TRUE(report.tasks[0].satisfied) << report.tasks[0].error;
  EXPECT_LE(report.steps, 2 * bare.steps);
  EXPECT_LE(back, 1e-2);
}

TEST(VirtualArmsTechnique, AStepAllocatesNothing) {
  const Scene scene = shipped("tsuji-discs.json");
  Mover mover(scene.figure, scene.solver, scene.avoidance);
  mover.prepare(scene.tasks, {}, scene.world);
  Posture posture = scene.posture;
  test::AllocationCounter counter;
  for (int k = 0; k < 50; ++k) mover.step(scene.tasks, {}, posture);
  EXPECT_EQ(counter.count(), 0u);
}

TEST(LabScene, ArmFollowsItsGoalRoundTheObstacles) {
  Scene scene = shipped("lab-arm.json");
  ASSERT_EQ(scene.avoidance.technique, Technique::lab);
  Reach& mouse = std::get<Reach>(scene.tasks.begin()->task);
  mouse.target = {0.3, 0.03, 0};
  const Led there = lead_by_technique(scene, 400);
  EXPECT_LE(there.error, 2e-3);
  EXPECT_GE(there.least, 0.0);
}

}  // namespace
}  // namespace limber
