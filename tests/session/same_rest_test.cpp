// The studio's steps and `solve` come to the same rest, on every shipped scene and on a thousand random ones:
// no level's error differs by more than its tolerance or a hundredth. And on its way there the studio shows no
// posture that overlaps anything.

#include <gtest/gtest.h>

#include <algorithm>

#include "limber/session/solving/session_solver.h"
#include "limber/solver/step/stepper.h"
#include "scene/random_scene.h"
#include "scene/rest_support.h"
#include "solver/way_between.h"
#include "support/scale.h"

namespace limber {
namespace {

constexpr int rest_shards = 10, scenes_per_rest_shard = 100;
constexpr int most_pieces = 20'000;

struct StudioRun {
  bool rests = false;
  VecX errors;         // [m] per level
  double depth = 0.0;  // of the reach: the deepest overlap after a step, once the figure is out of all
  std::vector<TaskReport> reports;
};

StudioRun run_as_the_studio(Scene scene) {
  SessionSolver solver(scene);
  solver.surround(scene.world);
  test::Way way(scene.figure, scene.world);
  way.let_touch(segments_held_together(scene.figure, scene.tasks));
  const bool keeps_clear = scene.avoidance.technique == Technique::clearance;
  bool is_out = false;
  StudioRun run;
  for (int piece = 0; piece < most_pieces && !solver.is_resting(); ++piece) {
    if (!solver.step(scene.criteria, scene.posture) || !keeps_clear) continue;
    const double depth = way.depth(scene.posture);
    if (is_out) run.depth = std::max(run.depth, depth);
    is_out |= depth <= 1e-9;
  }
  run.rests = solver.is_resting();
  run.reports.assign(solver.reports().begin(), solver.reports().end());
  Stepper stepper(scene.figure, scene.solver);
  stepper.prepare(scene.tasks, scene.criteria);
  run.errors = stepper.level_errors(scene.tasks, scene.criteria, scene.posture);
  return run;
}

void expect_same_rest(Scene scene, const std::string& name) {
  const StudioRun run = run_as_the_studio(scene);
  const SolveReport report = test::solve(scene, {.restarts = 0});
  EXPECT_TRUE(run.rests) << name;
  EXPECT_LE(run.depth, 1e-9) << name;
  for (const TaskReport& task : run.reports)
    EXPECT_TRUE(task.satisfied || task.blocked_by != Blocker::none) << name << ", error " << task.error;
  ASSERT_EQ(static_cast<std::size_t>(run.errors.size()), report.levels.size()) << name;
  for (std::size_t i = 0; i < report.levels.size(); ++i) {
    const LevelReport& level = report.levels[i];
    EXPECT_NEAR(run.errors[static_cast<Eigen::Index>(i)], level.error,
                std::max(level.tolerance, 0.01 * level.error))
        << name << ", priority " << level.priority;
  }
}

class SameRest : public testing::TestWithParam<int> {};

TEST_P(SameRest, OfTheStudioAndOfSolve) {
  for (int i = 0; i < test::scaled(scenes_per_rest_shard); ++i) {
    const int seed = GetParam() * scenes_per_rest_shard + i;
    expect_same_rest(test::random_scene(static_cast<std::uint64_t>(seed)), "scene " + std::to_string(seed));
  }
}

INSTANTIATE_TEST_SUITE_P(Shards, SameRest, testing::Range(0, rest_shards));

TEST(SameRestOfShippedScenes, OfTheStudioAndOfSolve) {
  for (const std::string& path : test::shipped_scenes()) {
    const Scene scene = test::scene_at(path);
    if (test::uses_solver(scene)) expect_same_rest(scene, path);
  }
}

}  // namespace
}  // namespace limber
