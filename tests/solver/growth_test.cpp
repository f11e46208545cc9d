// How the memory of a solver grows with the figure.
#include <gtest/gtest.h>

#include "limber/models/bare_chain.h"
#include "limber/solver/solver.h"
#include "support/allocations.h"

namespace limber {
namespace {

constexpr std::size_t mebibyte = 1 << 20;

// A trunk of `links` spheres of three hinges each, its tip asked a little to the side.
struct Trunk {
  explicit Trunk(int links)
      : figure(models::bare_chain({.links = links, .length = 1.0, .radius = 0.4 / links, .limit = 1.2})),
        posture(figure.rest_posture()) {
    posture.values.setConstant(0.3 / links);
    tasks.add("tip", Reach{.frame = figure.frame("trunk.tip"), .target = Vec3(0.8, 0.2, 0.1)},
              {.tolerance = 1e-4});
  }
  Figure figure;
  Posture posture;
  TaskList tasks;
};

std::size_t bytes_to_solve(int links) {
  Trunk trunk(links);
  const test::AllocationCounter counter;
  Solver solver(trunk.figure);
  const SolveReport report = solver.solve(trunk.tasks, trunk.posture);
  EXPECT_EQ(report.light, Light::green);
  return counter.byte_count();
}

TEST(Growth, MemoryIsProportionalToTheJoints) {
  EXPECT_LT(bytes_to_solve(1000), 20 * mebibyte);
  EXPECT_LT(bytes_to_solve(10000), 200 * mebibyte);
}

TEST(Growth, AHundredThousandJointsAreSolved) {
  bytes_to_solve(33334);
}

TEST(Growth, SolvingAgainMakesNoNewRoom) {
  Trunk trunk(1000);
  Solver solver(trunk.figure);
  const Posture start = trunk.posture;
  solver.solve(trunk.tasks, trunk.posture);
  trunk.posture = start;
  const test::AllocationCounter counter;
  solver.solve(trunk.tasks, trunk.posture);
  // A few copies of the posture: 24 kB each.
  EXPECT_LT(counter.byte_count(), mebibyte / 4);
}

}  // namespace
}  // namespace limber
