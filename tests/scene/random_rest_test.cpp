// A thousand random scenes, in shards so that each runs for seconds. At rest errors cannot fall any more,
// solved again nothing changes, and whatever is not satisfied has a reason.
//
// All come to rest. In a few a level says that its error could still fall by more than a hundredth of the
// reach per radian: it soon rises again, so that there is less to gain than a tolerance or a thousandth.
// There small pushes show that nothing better is near.

#include <gtest/gtest.h>

#include "random_scene.h"
#include "rest_support.h"
#include "support/scale.h"

namespace limber {
namespace {

constexpr int shards = 20, scenes_per_shard = 50;

class RandomRest : public testing::TestWithParam<int> {};

TEST_P(RandomRest, IsRestAndHasReasons) {
  for (int i = 0; i < test::scaled(scenes_per_shard); ++i) {
    const int seed = GetParam() * scenes_per_shard + i;
    Scene scene = test::random_scene(static_cast<std::uint64_t>(seed));
    const std::string name = "scene " + std::to_string(seed);
    const SolveReport first = test::solve(scene, {.restarts = 0});
    EXPECT_EQ(first.status, StepStatus::at_rest) << name;
    test::expect_reasons(first, name);
    if (test::steep_level(scene, first) != nullptr) test::expect_nothing_better_near(scene, first, name);
    test::expect_same_levels(first, test::solve(scene, {.restarts = 0}), name);
  }
}

INSTANTIATE_TEST_SUITE_P(Shards, RandomRest, testing::Range(0, shards));

}  // namespace
}  // namespace limber
