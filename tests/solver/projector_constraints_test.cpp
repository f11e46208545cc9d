// What always holds in a ProjectorHierarchy: equalities, and inequalities by adding rows.
#include <gtest/gtest.h>

#include "limber/solver/least_squares/lexicographic.h"
#include "solver/projector_problem.h"
#include "support/scale.h"

namespace limber {
namespace {

using namespace test;
using Form = FreeSpace::Form;
using ProjectorStatus = ProjectorHierarchy::Status;

TEST(ProjectorConstraints, EqualitiesHoldWhateverTheLevelsWant) {
  Random random(109);
  for (Form form : {Form::basis, Form::full_projector}) {
    ProjectorHierarchy h = hierarchy({.form = form});
    for (int trial = 0; trial < scaled(3000); ++trial) {
      ProjectorProblem p = random_problem(random);
      const int rows = uniform_int(random, 1, p.unknowns);
      p.equalities.a = random_matrix(random, rows, p.unknowns);
      if (rows > 1) p.equalities.a.row(rows - 1) = p.equalities.a.row(0);  // consistent, said twice
      p.equalities.b = p.equalities.a * random_matrix(random, p.unknowns, 1);
      describe(p, h);
      ASSERT_EQ(h.solve(), ProjectorStatus::solved);
      const VecX x = h.solution().head(p.unknowns);
      ASSERT_LT((p.equalities.a * x - p.equalities.b).norm(), 1e-9 * (1 + x.norm())) << "trial " << trial;
      // The same as a level of its own on top.
      ProjectorProblem q = p;
      q.equalities = {};
      q.levels.insert(q.levels.begin(), p.equalities);
      const VecX y = solve(q, h);
      if (is_clear(h)) {
        ASSERT_LT((x - y).norm(), 1e-8 * (1 + y.norm())) << "trial " << trial;
      }
    }
  }
}

TEST(ProjectorConstraints, ContradictoryEqualitiesAreReportedAndTheFirstHolds) {
  ProjectorHierarchy h = hierarchy();
  ProjectorProblem p;
  p.unknowns = 2;
  p.equalities = {(Eigen::MatrixXd(2, 2) << 1, 1, 2, 2).finished(), Vec2(1, 5)};
  describe(p, h);
  EXPECT_EQ(h.solve(), ProjectorStatus::contradiction);
  EXPECT_NEAR(h.solution()[0] + h.solution()[1], 1.0, 1e-15);
}

TEST(ProjectorConstraints, InequalitiesHoldAndThoseMetAreMetExactly) {
  Random random(110);
  ProjectorHierarchy h = hierarchy();
  int limited = 0, shortened = 0;
  for (int trial = 0; trial < scaled(10000); ++trial) {
    ProjectorProblem p = problem_with_limits(random, uniform_int(random, 1, 3));
    if (trial % 4 == 0) p.inequalities.b[0] = -0.1;  // violated at the start
    if (trial % 5 == 0) {                            // and a coupling
      p.inequalities.a.row(1) = random_matrix(random, 1, 4);
    }
    describe(p, h);
    const ProjectorStatus status = h.solve();
    const VecX x = h.solution().head(4);
    ASSERT_TRUE(status == ProjectorStatus::solved || status == ProjectorStatus::shortened);
    shortened += status == ProjectorStatus::shortened;
    const VecX left = p.inequalities.b - p.inequalities.a * x;
    limited += h.rounds() > 0;
    if (status == ProjectorStatus::solved) {
      ASSERT_GT(left.minCoeff(), -1e-9) << "trial " << trial;
      for (int c = 0; c < 8; ++c) {
        if (h.is_held(c)) {
          ASSERT_NEAR(left[c], 0.0, 1e-9);
        }
      }
    }
  }
  EXPECT_GT(limited, scaled(10000) / 2);
  EXPECT_LT(shortened, scaled(10000) / 10);
}

// Why there is a Lexicographic: rows are added and never let go.
TEST(ProjectorConstraints, AddingRowsOnlyOftenMissesTheOptimum) {
  Random random(111);
  ProjectorHierarchy h = hierarchy();
  Lexicographic optimal(4, 12, 3);
  for (int levels : {1, 2}) {
    int limited = 0, missed = 0;
    for (int trial = 0; trial < scaled(3000); ++trial) {
      const ProjectorProblem p = problem_with_limits(random, levels);
      const VecX x = solve(p, h);
      if (h.rounds() == 0) continue;
      ++limited;
      optimal.clear(4);
      for (int i = 0; i < 4; ++i) optimal.set_bounds(i, -p.inequalities.b[4 + i], p.inequalities.b[i]);
      for (const LinearTask& level : p.levels) {
        optimal.begin_level();
        for (int r = 0; r < 2; ++r)
          VecX::Map(optimal.add_equality(level.b[r]), 4) = level.a.row(r).transpose();
      }
      optimal.forget();
      optimal.solve();
      missed += (x - optimal.solution().head(4)).norm() > 1e-6;
    }
    const double share = static_cast<double>(missed) / limited;
    EXPECT_GT(share, 0.1) << levels << " levels, " << limited << " limited steps";
    EXPECT_LT(share, 0.7) << levels;
  }
}

TEST(ProjectorConstraints, ContradictoryInequalitiesShortenTheStep) {
  ProjectorHierarchy h = hierarchy();
  ProjectorProblem p;
  p.unknowns = 1;
  p.levels.push_back({Eigen::MatrixXd::Ones(1, 1), VecX::Constant(1, 5.0)});
  p.inequalities = {(Eigen::MatrixXd(2, 1) << 1, -1).finished(), Vec2(-1, -1)};  // x <= -1 and x >= 1
  describe(p, h);
  EXPECT_EQ(h.solve(), ProjectorStatus::shortened);
  EXPECT_TRUE(std::isfinite(h.solution()[0]));
}

}  // namespace
}  // namespace limber
