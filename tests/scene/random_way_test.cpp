// A thousand random scenes and every shipped one, stepped as the studio does. After no step does the figure
// overlap anything, itself included, and between two steps no corner is cut by more than 1e-4 of its reach.

#include <gtest/gtest.h>

#include "random_scene.h"
#include "rest_support.h"
#include "solver/way_between.h"
#include "support/scale.h"

namespace limber {
namespace {

constexpr int way_shards = 10, scenes_per_way_shard = 100;
constexpr int most_way_steps = 60;     // by then all but the last small moves are done
constexpr double way_rounding = 1e-9;  // of the reach
constexpr int samples_on_way = 8;      // of a step

struct Depth {
  double at_ends = 0.0, between = 0.0;  // of the reach
};

// Where the scene itself starts inside something, steps first lead out, and what counts is what comes then.
Depth deepest_on_the_way(const Scene& scene) {
  Posture posture = scene.posture;
  Mover mover(scene.figure, scene.solver, scene.avoidance);
  mover.surround(scene.world);
  mover.prepare(scene.tasks, scene.criteria);
  test::Way way(scene.figure, scene.world, samples_on_way);
  way.let_touch(segments_held_together(scene.figure, scene.tasks));
  Depth deepest;
  bool is_out = way.depth(posture) <= way_rounding;
  StepStatus status = StepStatus::moving;
  for (int step = 0; step < most_way_steps && status == StepStatus::moving; ++step) {
    const Posture before = posture;
    status = mover.step(scene.tasks, scene.criteria, posture).status;
    const double depth = way.depth(posture);
    if (is_out) {
      deepest.at_ends = std::max(deepest.at_ends, depth);
      deepest.between = std::max(deepest.between, way.depth(before, posture));
    }
    is_out |= depth <= way_rounding;
  }
  return deepest;
}

class RandomWay : public testing::TestWithParam<int> {};

TEST_P(RandomWay, OverlapsNothingAndCutsNoCorner) {
  for (int i = 0; i < test::scaled(scenes_per_way_shard); ++i) {
    const int seed = GetParam() * scenes_per_way_shard + i;
    const Scene scene = test::random_scene(static_cast<std::uint64_t>(seed));
    if (scene.avoidance.technique == Technique::off) continue;
    const Depth deepest = deepest_on_the_way(scene);
    EXPECT_LE(deepest.at_ends, way_rounding) << "scene " << seed;
    EXPECT_LE(deepest.between, test::corner_cut) << "scene " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Shards, RandomWay, testing::Range(0, way_shards));

TEST(ShippedWay, OverlapsNothingAndCutsNoCorner) {
  for (const std::string& path : test::shipped_scenes()) {
    const Scene scene = test::scene_at(path);
    if (scene.avoidance.technique != Technique::clearance) continue;
    const Depth deepest = deepest_on_the_way(scene);
    EXPECT_LE(deepest.at_ends, way_rounding) << path;
    EXPECT_LE(deepest.between, test::corner_cut) << path;
  }
}

}  // namespace
}  // namespace limber
