#include "limber/planning/find_path.h"

#include <gtest/gtest.h>

#include <cmath>

#include "limber/avoidance/virtual_arms.h"
#include "limber/files/files.h"
#include "limber/models/models.h"
#include "limber/planning/clear_motion.h"
#include "limber/solver/solver.h"

namespace limber {
namespace {

// A wall stands between the arm's tip and the goal; the path around it leads away from the goal first.
Scene behind_a_wall() {
  Scene scene{.figure = Figure::build(models::find("tsuji-arm")->make({})).value()};
  scene.posture = scene.figure.rest_posture();
  scene.posture.values << 1.2, 0.2, 0.1, 0.1, 0.1;
  scene.world.add("wall", Box{.center = {0.75, 0.6, 0}, .size = {0.08, 1.2, 0.3}});
  scene.tasks.add("goal",
                  Reach{.frame = scene.figure.frame("tip"), .target = {1.1, 0.7, 0}, .axes = Axes::xy()});
  return scene;
}

// Walls all around the base: there is no path.
Scene shut_in() {
  Scene scene = behind_a_wall();
  scene.world = {};
  scene.posture.values << 0.0, 2.4, -2.4, 2.4, -2.4;  // folded
  for (int k = 0; k < 4; ++k) {
    const Vec3 at = 0.8 * (k % 2 ? Vec3::UnitX() : Vec3::UnitY()) * (k < 2 ? 1.0 : -1.0);
    const Vec3 size = k % 2 ? Vec3(0.05, 1.7, 0.3) : Vec3(1.7, 0.05, 0.3);
    scene.world.add("wall " + std::to_string(k), Box{.center = at, .size = size});
  }
  scene.tasks = {};
  scene.tasks.add("goal",
                  Reach{.frame = scene.figure.frame("tip"), .target = {1.2, 0, 0}, .axes = Axes::xy()});
  return scene;
}

double error_at_the_end(const Scene& scene, const PosturePath& path) {
  Kinematics kinematics(scene.figure);
  kinematics.update(path.postures.back());
  const auto& reach = std::get<Reach>(scene.tasks.begin()->task);
  return (kinematics.frame_position(scene.figure.frame("tip")) - reach.target).norm();
}

TEST(FindPath, FindsAPathWhereLocalMethodsGetStuck) {
  const Scene scene = behind_a_wall();
  ASSERT_GT(ClearMotion(scene.figure, scene.world).clearance(scene.posture, 1.0), 0.0);
  VirtualArms arms(scene.figure);
  Posture stuck = scene.posture;
  EXPECT_NE(arms.plan(scene.world, scene.figure.frame("tip"), {1.1, 0.7, 0}, stuck).status,
            VirtualArmsStatus::reached);

  const Expected<PosturePath> path = find_path(scene, {.most_seconds = 60});
  ASSERT_TRUE(path) << path.error().message;
  EXPECT_EQ(path->postures.front(), scene.posture);
  EXPECT_LE(error_at_the_end(scene, *path), 1e-3);
  EXPECT_GT(path->clearance, 0.0);
  ClearMotion motion(scene.figure, scene.world);
  for (std::size_t k = 0; k + 1 < path->postures.size(); ++k) {
    for (int j = 0; j <= 50; ++j) {
      Posture between;
      motion.between(path->postures[k], path->postures[k + 1], j / 50.0, between);
      ASSERT_GE(motion.clearance(between, 1.0), -1e-9) << k << " " << j;
    }
  }
}

TEST(FindPath, StartsWhereALocalMethodGotStuck) {
  Scene scene = behind_a_wall();
  Solver solver(scene.figure);
  solver.prepare(scene.tasks);
  solver.surround(scene.world);
  const SolveReport stopped = solver.solve(scene.tasks, scene.posture);
  ASSERT_NE(stopped.light, Light::green);  // it touches the wall
  const Expected<PosturePath> path = find_path(scene, {.most_seconds = 60});
  ASSERT_TRUE(path) << path.error().message;
  EXPECT_LE(error_at_the_end(scene, *path), 1e-3);
}

TEST(FindPath, IgnoresContactsThatNoJointChanges) {
  const Scene scene = load_scene(std::filesystem::path(LIMBER_SOURCE_DIR) / "scenes/panda.json").value();
  const Expected<PosturePath> path = find_path(scene, {.most_seconds = 60});
  ASSERT_TRUE(path) << path.error().message;
}

TEST(FindPath, PartsThatTasksHoldTogetherMayTouch) {
  const Scene scene = load_scene(std::filesystem::path(LIMBER_SOURCE_DIR) / "scenes/loop.json").value();
  const Expected<PosturePath> path = find_path(scene, {.most_seconds = 60});
  ASSERT_TRUE(path) << path.error().message;
}

TEST(FindPath, KeepsAMarginWhereThereIsRoom) {
  const Scene scene = behind_a_wall();
  const Expected<PosturePath> path = find_path(scene, {.most_seconds = 60, .margin = 0.03});
  ASSERT_TRUE(path) << path.error().message;
  EXPECT_GE(path->clearance, 0.03 - 1e-9);
}

TEST(FindPath, SameSeedGivesTheSamePath) {
  const Scene scene = behind_a_wall();
  const Expected<PosturePath> one = find_path(scene, {.most_seconds = 60}),
                              other = find_path(scene, {.most_seconds = 60});
  ASSERT_TRUE(one && other);
  EXPECT_EQ(one->postures, other->postures);
}

TEST(FindPath, ShortcutsMakeThePathShorter) {
  const Scene scene = behind_a_wall();
  const Expected<PosturePath> raw = find_path(scene, {.most_seconds = 60, .shortcuts = 0});
  const Expected<PosturePath> shorter = find_path(scene, {.most_seconds = 60, .shortcuts = 200});
  ASSERT_TRUE(raw && shorter);
  EXPECT_LT(shorter->length, raw->length);
}

TEST(FindPath, ReportsThatNoneWasFoundInTime) {
  const Scene scene = shut_in();
  const Expected<PosturePath> path = find_path(scene, {.most_seconds = 0.3});
  ASSERT_FALSE(path);
  EXPECT_NE(path.error().message.find("0.3 s"), std::string::npos) << path.error().message;
}

TEST(FindPath, StopsWhenTheObserverSaysSo) {
  const Scene scene = shut_in();
  int calls = 0;
  const Expected<PosturePath> path =
      find_path(scene, {.most_seconds = 60}, [&](const PathSearchProgress& progress) {
        EXPECT_GE(progress.seconds, 0.0);
        return ++calls < 4;
      });
  ASSERT_FALSE(path);
  EXPECT_EQ(path.error().message, "the search was stopped");
  EXPECT_EQ(calls, 4);
}

TEST(FindPath, ReportsInvalidInput) {
  Scene scene = behind_a_wall();
  EXPECT_FALSE(find_path(scene, {.most_seconds = 0}));
  EXPECT_FALSE(find_path(scene, {.goals = 0}));
  scene.world.add("rock", Sphere{.center = {0.1, 0.2, 0}, .radius = 0.2});
  const Expected<PosturePath> inside = find_path(scene);
  ASSERT_FALSE(inside);
  EXPECT_NE(inside.error().message.find("inside \"rock\""), std::string::npos) << inside.error().message;
  scene.tasks = {};
  EXPECT_NE(find_path(scene).error().message.find("no task is enabled"), std::string::npos);
}

}  // namespace
}  // namespace limber
