// First steps of random problems against recorded ones: builds with other optimisation, and other machines,
// must agree to 1e-12. After a change of the method on purpose, record them again:
//
//   LIMBER_RECORD_STEPS=1 build/release/tests/test_solver --gtest_filter=RecordedSteps.*
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <string>

#include "limber/solver/solver.h"
#include "support/random_tasks.h"

namespace limber {
namespace {

const std::string recorded = std::string(LIMBER_SOURCE_DIR) + "/tests/solver/data/recorded_steps.txt";

std::vector<VecX> first_steps() {
  std::vector<VecX> steps;
  test::Random random(31);
  for (int i = 0; i < 100; ++i) {
    const Figure figure =
        test::random_figure(random, {.segments = test::uniform_int(random, 2, 12), .limits = true});
    const TaskList tasks = test::random_tasks(random, figure, {.levels = test::uniform_int(random, 1, 4)});
    const CriterionList criteria = {{"rest", ReferencePosture{}, 0.1}};
    Posture posture = inside_limits(figure, test::random_posture(random, figure));
    const Posture before = posture;
    Solver solver(figure);
    solver.prepare(tasks, criteria);
    solver.step(tasks, criteria, posture);
    steps.push_back(difference(figure, before, posture));
  }
  return steps;
}

TEST(RecordedSteps, EveryBuildTakesThemTo1e12) {
  const std::vector<VecX> steps = first_steps();
  if (std::getenv("LIMBER_RECORD_STEPS") != nullptr) {
    std::ofstream out(recorded);
    out << std::setprecision(17);
    for (const VecX& step : steps) out << step.size() << " " << step.transpose() << "\n";
    GTEST_SKIP() << "recorded " << recorded;
  }
  std::ifstream in(recorded);
  ASSERT_TRUE(in) << recorded << " is missing";
  for (std::size_t i = 0; i < steps.size(); ++i) {
    Eigen::Index size = 0;
    in >> size;
    ASSERT_EQ(size, steps[i].size()) << "step " << i;
    for (Eigen::Index k = 0; k < size; ++k) {
      double value = 0.0;
      in >> value;
      ASSERT_NEAR(steps[i][k], value, 1e-12) << "step " << i << " degree of freedom " << k;
    }
  }
}

}  // namespace
}  // namespace limber
