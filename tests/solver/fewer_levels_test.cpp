// Levels below do not lead a level into a worse minimum than it finds without them.

#include <gtest/gtest.h>

#include "limber/solver/solver.h"
#include "support/random_tasks.h"

namespace limber {
namespace {

using test::Random;
using test::uniform_int;

// Random problems in which they did, by 4e-4 to 0.06 m.
TEST(FewerLevels, AreNotBetterOffThanAll) {
  for (const int seed : {1039, 1043, 1046, 1057, 1086}) {
    Random random(static_cast<std::uint64_t>(seed));
    const Figure figure = [&] {
      test::RandomFigureOptions options;
      options.segments = uniform_int(random, 4, 20);
      options.free_root = uniform_int(random, 0, 3) == 0;
      options.limits = uniform_int(random, 0, 3) > 0;
      return test::random_coupled_figure(random, options);
    }();
    const Posture start = test::random_posture(random, figure);
    const int levels = uniform_int(random, 1, 4);
    const TaskList tasks =
        test::random_tasks(random, figure, {.levels = levels, .most_per_level = 2, .subsets = false});
    Posture posture = start;
    const SolveReport all = Solver(figure).solve(tasks, posture);
    for (std::size_t level = 0; level + 1 < all.levels.size(); ++level) {
      TaskList fewer = tasks;
      for (TaskList::Entry& entry : fewer)
        entry.settings.enabled = entry.settings.priority <= all.levels[level].priority;
      Posture alone = start;
      const LevelReport reached = Solver(figure).solve(fewer, alone).levels[level];
      EXPECT_LE(all.levels[level].error, reached.error + reached.tolerance)
          << "seed " << seed << " level " << level;
      if (all.levels[level].error < reached.error - reached.tolerance) break;  // those below pay for it
    }
  }
}

}  // namespace
}  // namespace limber
