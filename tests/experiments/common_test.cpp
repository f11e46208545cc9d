// What the experiments compare with must be right itself.
#include <gtest/gtest.h>

#include <Eigen/QR>
#include <cmath>
#include <numbers>

#include "experiments/common/balanced_reach.h"
#include "experiments/common/planar.h"
#include "experiments/common/priority_forms.h"
#include "experiments/common/search.h"
#include "experiments/common/task_values.h"
#include "experiments/common/thesis_iteration.h"
#include "limber/kinematics/mass_distribution.h"
#include "limber/math/random.h"
#include "limber/solver/solver.h"
#include "support/scale.h"

namespace limber::experiments {
namespace {

using test::scaled;

TEST(PriorityForms, GiveTheShortestSolutionOfLevelsThatAgree) {
  for (unsigned seed = 1; seed <= static_cast<unsigned>(scaled(50)); ++seed) {
    const PriorityLevels levels = random_levels(3, 4, 20, seed);
    Eigen::MatrixXd all(12, 20);
    VecX wanted(12);
    for (int l = 0; l < 3; ++l) {
      all.middleRows(4 * l, 4) = at(levels, l).jacobian;
      wanted.segment(4 * l, 4) = at(levels, l).wanted;
    }
    const VecX expected = all.completeOrthogonalDecomposition().solve(wanted);
    Lexicographic problem(20, 12, 3);
    EXPECT_LT((step_from_scratch(levels) - expected).norm(), 1e-10);
    EXPECT_LT((step_recursive(levels) - expected).norm(), 1e-10);
    EXPECT_LT((step_with_basis(levels) - expected).norm(), 1e-10);
    EXPECT_LT((step_factorised(levels, problem).head(20) - expected).norm(), 1e-10);
  }
}

TEST(PriorityForms, AgreeWhereLevelsConflict) {
  for (unsigned seed = 1; seed <= static_cast<unsigned>(scaled(50)); ++seed) {
    const PriorityLevels levels = random_levels(4, 6, 15, seed);  // 24 rows, 15 unknowns
    const VecX expected = step_recursive(levels);
    Lexicographic problem(15, 24, 4);
    EXPECT_LT((step_from_scratch(levels) - expected).norm(), 1e-9 * expected.norm());
    EXPECT_LT((step_with_basis(levels) - expected).norm(), 1e-9 * expected.norm());
    EXPECT_LT((step_factorised(levels, problem).head(15) - expected).norm(), 1e-9 * expected.norm());
  }
}

TEST(BalancedReach, NoBalancedPostureReachesFarther) {
  constexpr int links = 3;
  limber::Random random(5);
  int balanced = 0;
  for (int n = 0; n < scaled(20000); ++n) {
    // Two links anywhere; the third brings the centre of mass back to x = 0 where it can.
    double angle[links] = {random.between(-4, 4), random.between(-4, 4), 0.0};
    const double x = (2.5 * std::cos(angle[0]) + 1.5 * std::cos(angle[1])) / 0.5;
    if (std::abs(x) > 1.0) continue;
    angle[2] = std::acos(-x) * (n % 2 ? 1 : -1);
    Vec2 tip = Vec2::Zero();
    for (const double a : angle) tip += Vec2(std::cos(a), std::sin(a)) / links;
    const double direction = random.between(0.1, 3.0) * (n % 4 < 2 ? 1 : -1);
    const Vec2 u(std::cos(direction), std::sin(direction));
    EXPECT_LE(u.dot(tip), u.dot(farthest_balanced_tip(links, 1.0, u)) + 1e-9);
    ++balanced;
  }
  EXPECT_GT(balanced, 0);
}

TEST(BalancedReach, IsBalancedOnTheFigureItself) {
  const int links = 10;
  const Figure figure = planar_chain(links);
  Kinematics kinematics(figure);
  MassDistribution masses(figure);
  for (const double angle : {0.3, 1.0, 1.6, 2.8, -0.4, -2.0}) {
    const Vec2 u(std::cos(angle), std::sin(angle));
    Posture posture = figure.rest_posture();
    double before = 0.0;
    int k = 0;
    for (const Vec2& d : farthest_balanced_links(links, u)) {
      const double now = std::atan2(d.y(), d.x());
      posture.values[k++] = now - before;
      before = now;
    }
    kinematics.update(posture);
    masses.update(kinematics);
    EXPECT_NEAR(masses.center().x(), 0.0, 1e-9);
    const Vec2 tip = kinematics.frame_position(figure.frame("link.tip")).head<2>();
    EXPECT_LT((tip - farthest_balanced_tip(links, 1.0, u)).norm(), 1e-9);
  }
}

TEST(ThesisIteration, TakesTheStepsOfTheFormulas) {
  const Figure figure = forked_chain();
  TaskList tasks;
  tasks.add("R", Reach{.frame = figure.frame("R"), .target = {1.9, 3.5, 0}, .axes = Axes::xy()},
            {.priority = 1});
  tasks.add("L", Reach{.frame = figure.frame("L"), .target = {-1.6, 3.5, 0}, .axes = Axes::xy()},
            {.priority = 2});
  const Posture start = figure.rest_posture();
  const std::vector<TaskValue> values = task_values(figure, tasks, start);
  const Eigen::MatrixXd j1 = values[0].jacobian, j2 = values[1].jacobian;
  const auto inverse = [](const Eigen::MatrixXd& j) -> Eigen::MatrixXd {
    return j.completeOrthogonalDecomposition().pseudoInverse();
  };
  const Eigen::MatrixXd p1 = Eigen::MatrixXd::Identity(7, 7) - inverse(j1) * j1;
  const VecX first = inverse(j1) * values[0].error;
  const VecX a = first + inverse(j2 * p1) * (values[1].error - j2 * first);
  const VecX b = first + p1 * inverse(j2) * values[1].error;
  for (const auto& [form, expected] :
       {std::pair{ThesisForm::a_undamped, a}, std::pair{ThesisForm::a, a}, std::pair{ThesisForm::b, b}}) {
    Posture posture = start;
    ThesisIteration(figure, {form, 10.0, 10.0}).step(tasks, posture);
    EXPECT_LT((difference(figure, start, posture) - expected).norm(), 1e-10);
  }
}

TEST(ThesisIteration, TakesTheStepsOfTheSolverToldToWorkLikeThat) {
  const Figure figure = forked_chain();
  TaskList tasks;
  tasks.add("R", Reach{.frame = figure.frame("R"), .target = {2.5, 3.0, 0}, .axes = Axes::xy()},
            {.priority = 1});
  tasks.add("L", Reach{.frame = figure.frame("L"), .target = {-3.5, 5.0, 0}, .axes = Axes::xy()},
            {.priority = 2});
  for (const ThesisForm form : {ThesisForm::a, ThesisForm::b}) {
    SolverOptions options;
    options.limits = LimitMethod::off;
    options.formulation = form == ThesisForm::b ? Formulation::chiaverini : Formulation::projector;
    options.svd = SvdMethod::golub_reinsch;
    options.damping = {.rule = Damping::Rule::smallest_singular_value, .bound = 0.15};
    options.largest_error = 0.5;
    options.clamp = ErrorClamp::global;
    options.largest_turn = 1e3;
    options.line_search = false;
    Solver solver(figure, options);
    solver.prepare(tasks);
    ThesisIteration iteration(figure, {form, 0.5, 0.15});
    Posture a = figure.rest_posture(), b = a;
    for (int k = 0; k < 60; ++k) {
      solver.step(tasks, a);
      iteration.step(tasks, b);
      ASSERT_LT(difference(figure, a, b).norm(), 1e-9)
          << "step " << k << (form == ThesisForm::b ? " of B" : " of A");
    }
  }
}

TEST(Search, FindsAGoalThatCanBeReached) {
  const Figure figure = planar_chain(2, 2.0);
  TaskList tasks;
  tasks.add("tip", Reach{.frame = figure.frame("link.tip"), .target = {0.3, -1.2, 0}, .axes = Axes::xy()});
  EXPECT_LT(smallest_total_error(figure, tasks), 1e-5);
}

TEST(TaskValues, PullsCancelWhereTwoGoalsAreEquallyFar) {
  const Figure figure = planar_chain(1);
  TaskList tasks;
  for (const double side : {1.0, -1.0}) {
    tasks.add(side > 0 ? "left" : "right",
              Reach{.frame = figure.frame("link.tip"), .target = {1, side, 0}, .axes = Axes::xy()});
  }
  EXPECT_LT(unbalanced_share(figure, tasks, figure.rest_posture()), 1e-12);
  EXPECT_NEAR(total_error(figure, tasks, figure.rest_posture()), std::sqrt(2.0), 1e-12);
}

}  // namespace
}  // namespace limber::experiments
