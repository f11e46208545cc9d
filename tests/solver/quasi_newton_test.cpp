// Second derivatives learnt from gradients, and the pull of criteria that uses them.

#include "limber/solver/step/quasi_newton.h"

#include <gtest/gtest.h>

#include "limber/models/models.h"
#include "limber/solver/solver.h"
#include "step_bench.h"
#include "support/random_figure.h"

namespace limber {
namespace {

// h = 1/2 x^T A x: along exact line searches BFGS finds the minimum in as many steps as there are unknowns.
TEST(QuasiNewton, FindsTheMinimumOfAQuadraticInAsManyStepsAsUnknowns) {
  test::Random random(3);
  for (int trial = 0; trial < 20; ++trial) {
    constexpr int n = 6;
    Eigen::MatrixXd root(n, n);
    for (int i = 0; i < n * n; ++i) root.data()[i] = test::uniform(random, -1, 1);
    const Eigen::MatrixXd a = root.transpose() * root + 0.1 * Eigen::MatrixXd::Identity(n, n);
    VecX x = VecX::Ones(n), gradient = a * x, direction(n);
    QuasiNewton newton(n);
    for (int step = 0; step < n; ++step) {
      direction = gradient;
      newton.apply(VecX::Ones(n), direction);
      const VecX bent = a * direction;
      const VecX move = -gradient.dot(direction) / direction.dot(bent) * direction;
      x += move;
      const VecX next = a * x, change = next - gradient;
      newton.learn(move, change);
      gradient = next;
    }
    EXPECT_LT(gradient.norm(), 1e-8) << trial;
  }
}

TEST(QuasiNewton, KnowsWhatItLearntLast) {
  QuasiNewton newton(3);
  const VecX step = Vec3(1, 2, -1), change = Vec3(3, 1, 0.5);
  newton.learn(step, change);
  VecX vector = change;
  newton.apply(VecX::Ones(3), vector);
  EXPECT_LT((vector - step).norm(), 1e-12);
}

TEST(QuasiNewton, IgnoresWhatIsNotConvex) {
  QuasiNewton newton(2);
  newton.learn(Vec2(1, 0), Vec2(-1, 0));
  EXPECT_TRUE(newton.is_empty());
}

// Among all postures of the arm with its tip where it must be, the one nearest to the reference: found again
// by searching the one freedom that is left.
TEST(Criteria, RestWhereTheyAreLeastInTheFreedomLeft) {
  const Figure figure = test::planar_arm(3);
  TaskList tasks;
  tasks.add("tip", Reach{.frame = figure.frame("tip"), .target = Vec3(1.2, 0.9, 0)}, {.tolerance = 1e-6});
  const CriterionList criteria = {{"rest", ReferencePosture{}, 0.05}};
  Posture posture = test::posture_of({0.9, -1.2, 1.1});
  Solver solver(figure);
  const SolveReport report = solver.solve(tasks, criteria, posture);
  EXPECT_EQ(report.status, StepStatus::at_rest);
  EXPECT_LE(report.steps, 25);
  EXPECT_LT(report.criteria_optimality, 1e-4);
  const double reached = posture.values.squaredNorm();
  for (const double turn : {-0.05, -0.01, 0.01, 0.05}) {
    TaskList moved = tasks;
    moved.add("first", JointValue{.joint = figure.joint("link.1"), .target = posture.values[0] + turn},
              {.tolerance = 1e-6});
    Posture other = posture;
    ASSERT_EQ(solver.solve(moved, other).light, Light::green);
    EXPECT_GT(other.values.squaredNorm(), reached) << turn;
  }
}

// Manipulability has no known second derivatives; they are learnt.
TEST(Criteria, OfUnknownCurvatureComeToRestSoon) {
  const Figure figure = Figure::build(models::find("panda-like")->make({})).value();
  TaskList tasks;
  tasks.add("flange", Reach{.frame = figure.frame("flange"), .target = Vec3(0.4, 0.2, 0.5)});
  for (const double gain : {0.1, 1.0}) {
    const CriterionList criteria = {{"spread", Manipulability{.frame = figure.frame("flange")}, gain}};
    Posture posture = figure.rest_posture();
    Solver solver(figure);
    const SolveReport report = solver.solve(tasks, criteria, posture);
    EXPECT_EQ(report.status, StepStatus::at_rest) << gain;
    EXPECT_LE(report.steps, 60) << gain;
    EXPECT_EQ(report.light, Light::green) << gain;
  }
}

}  // namespace
}  // namespace limber
