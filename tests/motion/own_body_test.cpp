// A figure that follows a path keeps clear of itself, whether the world has obstacles or not. Clearances are
// measured here from the postures of the motion, by a search of its own.

#include <gtest/gtest.h>

#include <filesystem>

#include "limber/files/files.h"
#include "limber/kinematics/kinematics.h"
#include "limber/motion/track.h"
#include "limber/scene/track_problem.h"
#include "limber/world/proximity.h"

namespace limber {
namespace {

namespace fs = std::filesystem;

Scene scene_of(const std::string& name) {
  return load_scene(fs::path(LIMBER_SOURCE_DIR) / "scenes" / name).value();
}

// [m] the least of all postures; 0.1: nothing came nearer. Obstacles count where they are at time 0.
double least_clearance(const Scene& scene, const std::vector<Posture>& postures) {
  Proximity proximity(scene.figure, {.immovable = false});
  proximity.prepare(scene.world);
  proximity.let_touch(segments_held_together(scene.figure, scene.tasks));
  Kinematics kinematics(scene.figure);
  double least = 0.1;
  for (const Posture& posture : postures) {
    kinematics.update(posture);
    if (const auto contact = proximity.nearest(kinematics, least)) least = contact->clearance;
  }
  return least;
}

constexpr double overlap = -1e-6;  // [m] less is rounding

// The human's right hand goes through the belly and behind the back.
Scene through_the_belly() {
  Scene scene = scene_of("human-reach.json");
  scene.paths.set(scene.tasks.find("right hand")->number,
                  TargetPath(SineCurve{.center = {0.0, -0.1, 1.05}, .terms = {{{0.4, 0.2, 0}, 2.0, 0.0}}}));
  return scene;
}

TEST(OwnBody, IsKeptClearOfInEveryShippedSceneWithPaths) {
  int count = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(LIMBER_SOURCE_DIR) / "scenes")) {
    if (entry.path().extension() != ".json") continue;
    Scene scene = scene_of(entry.path().filename().string());
    if (scene.paths.empty()) continue;
    ++count;
    for (const RedundancyMethod method : {RedundancyMethod::pseudo_inverse, RedundancyMethod::repeatable}) {
      scene.motion.redundancy.method = method;
      const TrackReport report = track(track_problem(scene), {.seconds = 4.0, .dt = 0.01});
      const double least = least_clearance(scene, report.motion.postures);
      std::printf("%s: %.3g m\n", entry.path().filename().c_str(), least);
      EXPECT_GE(least, overlap) << entry.path();
      for (const TaskTrack& task : report.tasks)
        EXPECT_LT(task.rms_error, 0.02) << entry.path() << scene.tasks.entry(task.task).name;
    }
  }
  EXPECT_GE(count, 4);
}

TEST(OwnBody, IsWhatAHandThatWantsToPassThroughTheBodyGoesRound) {
  const Scene scene = through_the_belly();
  const TrackReport report = track(track_problem(scene), {.seconds = 4.0, .dt = 0.01});
  EXPECT_GE(least_clearance(scene, report.motion.postures), overlap);
}

// An obstacle far away changes nothing: the rule does not ask for one.
TEST(OwnBody, IsSeenTheSameWithAnObstacleFarAway) {
  Scene scene = through_the_belly();
  const TrackReport alone = track(track_problem(scene), {.seconds = 1.0, .dt = 0.01});
  scene.world.add("far", Sphere{Vec3(0, 0, 100), 1.0});
  EXPECT_EQ(track(track_problem(scene), {.seconds = 1.0, .dt = 0.01}).hash, alone.hash);
}

TEST(OwnBody, IsNotAvoidedWhereTheSceneAvoidsNothing) {
  Scene scene = through_the_belly();
  scene.avoidance.technique = Technique::off;
  scene.world.add("far", Sphere{Vec3(0, 0, 100), 1.0});
  const TrackReport report = track(track_problem(scene), {.seconds = 2.0, .dt = 0.01});
  EXPECT_LT(least_clearance(scene, report.motion.postures), -0.01);
}

// The rounds of a whole path keep clear as well.
TEST(OwnBody, IsKeptClearOfByASmoothEight) {
  const Scene scene = scene_of("elephant-eight.json");
  const TrackReport report = track(track_problem(scene), {.seconds = 4.0, .dt = 0.02, .smooth = 0.2});
  EXPECT_GE(least_clearance(scene, report.motion.postures), overlap);
  EXPECT_TRUE(report.smoothing->found);
}

}  // namespace
}  // namespace limber
