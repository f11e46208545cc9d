// A thousand random scenes, in shards so that each runs for seconds. At rest errors cannot fall any more,
// solved again nothing changes, and whatever is not satisfied has a reason.
//
// 28 of the thousand do not come to rest, at most 4 of a shard, and say so. With 3,000 steps instead of 500
// ten of them do: they are slow. Two (216, 353) still move after 3,000. The other 16 end before that, mostly
// where steps gain nothing any more although `optimality` says that an error could still fall by more than a
// hundredth of the reach per radian; more rounds of second-order steps do not bring them on. The cause is not
// known.

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
