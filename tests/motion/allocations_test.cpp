// A step of following targets allocates only where another number of limits or contacts is met than in the
// step before.

#include <gtest/gtest.h>

#include <filesystem>

#include "limber/files/files.h"
#include "limber/motion/tracker.h"
#include "limber/scene/track_problem.h"
#include "support/allocations.h"

namespace limber {
namespace {

// Of 100 steps after the first 100.
int steps_that_allocate(const char* name) {
  const Scene scene = load_scene(std::filesystem::path(LIMBER_SOURCE_DIR) / "scenes" / name).value();
  const double dt = 0.01;
  Tracker tracker(track_problem(scene), dt);
  tracker.begin(scene.posture);
  for (int k = 1; k <= 100; ++k) tracker.step(k * dt);
  int count = 0;
  for (int k = 101; k <= 200; ++k) {
    const test::AllocationCounter allocations;
    tracker.step(k * dt);
    count += allocations.count() > 0 ? 1 : 0;
  }
  return count;
}

TEST(Tracker, AllocatesNothingWhereTheSameLimitsAreMet) {
  EXPECT_EQ(steps_that_allocate("tevatia-circle.json"), 0);
  EXPECT_LE(steps_that_allocate("human-circle.json"), 10);
  EXPECT_LE(steps_that_allocate("elephant-eight.json"), 25);
}

}  // namespace
}  // namespace limber
