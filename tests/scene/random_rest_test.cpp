// A thousand random scenes, in shards so that each runs for seconds. Nearly all come to rest in 500 steps; a
// few creep along the curved edge of a region for longer, or end where errors could still fall, and say so. At
// rest errors cannot fall any more, solved again nothing changes, and whatever is not satisfied has a reason.

#include <gtest/gtest.h>

#include "random_scene.h"
#include "rest_support.h"
#include "support/scale.h"

namespace limber {
namespace {

constexpr int shards = 20, scenes_per_shard = 50, most_still_moving = 5;

class RandomRest : public testing::TestWithParam<int> {};

TEST_P(RandomRest, IsRestAndHasReasons) {
  int still_moving = 0;
  for (int i = 0; i < test::scaled(scenes_per_shard); ++i) {
    const int seed = GetParam() * scenes_per_shard + i;
    Scene scene = test::random_scene(static_cast<std::uint64_t>(seed));
    const std::string name = "scene " + std::to_string(seed);
    const SolveReport first = test::solve(scene, {.restarts = 0});
    if (first.status != StepStatus::at_rest) {
      ++still_moving;
      continue;
    }
    test::expect_reasons(first, name);
    test::expect_optimal(scene, first, name);
    test::expect_same_levels(first, test::solve(scene, {.restarts = 0}), name);
  }
  EXPECT_LE(still_moving, most_still_moving);
}

INSTANTIATE_TEST_SUITE_P(Shards, RandomRest, testing::Range(0, shards));

}  // namespace
}  // namespace limber
