// Optimality in a report is a slope: that of the error along the best way that is allowed.

#include "limber/solver/step/optimality.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "limber/solver/step/stepper.h"
#include "support/random_tasks.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;
using test::scaled;
using test::uniform_int;

struct RestPlace {
  Figure figure;
  TaskList tasks;
  Posture posture;
};

// Anywhere on the way to rest, or at rest.
RestPlace random_place(Random& random, int levels) {
  Figure figure =
      test::random_coupled_figure(random, {.segments = uniform_int(random, 3, 12), .limits = true});
  TaskList tasks;
  // Rows of an orientation are those that turn there in one step, which are not the slope of its angle where
  // only some axes count.
  const auto turns = [](const TaskList::Entry& entry) { return std::holds_alternative<Orient>(entry.task); };
  do {
    tasks = test::random_tasks(random, figure, {.levels = levels, .most_per_level = 2, .subsets = false});
  } while (std::any_of(tasks.begin(), tasks.end(), turns));
  Posture posture = test::random_posture(random, figure);
  Solver solver(figure);
  solver.prepare(tasks);
  for (int step = uniform_int(random, 1, 12); step > 0; --step) solver.step(tasks, posture);
  return {std::move(figure), std::move(tasks), std::move(posture)};
}

double length_between(const Figure& figure, const Posture& from, const Posture& to) {
  return difference(figure, from, to).norm();
}

// Finite differences along the way it gives: the first level that is not satisfied falls by so much, and
// those above do not change.
TEST(Optimality, IsTheSlopeAlongTheWayItNames) {
  Random random(801);
  int told = 0, below_others = 0;
  for (int i = 0; i < scaled(1200); ++i) {
    const RestPlace place = random_place(random, 1 + i % 3);
    Stepper stepper(place.figure, {});
    stepper.prepare(place.tasks, {});
    const VecX before = stepper.level_errors(place.tasks, {}, place.posture);
    const int level = stepper.levels().first_unsatisfied(before);
    if (level == stepper.level_count()) continue;
    StepReport report;
    stepper.report_on(place.tasks, {}, place.posture, report);
    const double slope = report.levels[static_cast<std::size_t>(level)].optimality;
    VecX way = 0.01 * stepper.steepest_way();
    if (slope < 0.05) continue;
    Posture there;
    stepper.constraints().move(place.posture, way, there);
    const VecX after = stepper.level_errors(place.tasks, {}, there);
    EXPECT_NEAR((before[level] - after[level]) / 1e-5, slope, 0.05 * slope + 0.02) << "place " << i;
    for (int above = 0; above < level; ++above)
      EXPECT_NEAR(after[above], before[above], 1e-7) << "place " << i << " level " << above;
    ++told;
    below_others += level > 0;
  }
  EXPECT_GT(told, scaled(1200) / 8);
  EXPECT_GT(below_others, scaled(1200) / 300);
}

// Other ways, inside limits and couplings, do not lead down faster.
TEST(Optimality, NoOtherWayIsSteeper) {
  Random random(802);
  int tried = 0;
  for (int i = 0; i < scaled(200); ++i) {
    const RestPlace place = random_place(random, 1);
    Stepper stepper(place.figure, {});
    stepper.prepare(place.tasks, {});
    const VecX before = stepper.level_errors(place.tasks, {}, place.posture);
    if (stepper.levels().first_unsatisfied(before) > 0) continue;
    StepReport report;
    stepper.report_on(place.tasks, {}, place.posture, report);
    const double slope = report.levels[0].optimality;
    if (stepper.steepest_way().norm() < 0.999e-3) continue;  // next to rest it counts as less than its slope
    for (int k = 0; k < 40; ++k) {
      VecX way = test::random_step(random, place.figure, 1.0);
      way *= 1e-5 / way.norm();
      Posture there;
      stepper.constraints().move(place.posture, way, there);
      const double length = length_between(place.figure, place.posture, there);
      if (length < 1e-7) continue;
      const double after = stepper.level_errors(place.tasks, {}, there)[0];
      ASSERT_LE((before[0] - after) / length, 1.05 * slope + 0.03) << "place " << i << " way " << k;
      ++tried;
    }
  }
  EXPECT_GT(tried, scaled(200) * 5);
}

}  // namespace
}  // namespace limber
