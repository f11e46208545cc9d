// Small problems in order of priority, worked out on paper.

#include "limber/solver/least_squares/lexicographic.h"

#include <gtest/gtest.h>

#include <cmath>

namespace limber {
namespace {

using Status = Lexicographic::Status;

TEST(Lexicographic, AnEmptyProblemGivesZero) {
  Lexicographic solver(4, 8, 3);
  solver.clear(0);
  EXPECT_EQ(solver.solve(), Status::optimal);
  solver.clear(0);
  solver.begin_level({LevelDamping::Rule::step_bound, 0.0, 0.1});
  solver.add_equality(1.0);
  solver.add_at_most(-1.0);
  EXPECT_EQ(solver.solve(), Status::optimal);
  EXPECT_DOUBLE_EQ(solver.level_residual(0), std::sqrt(2.0));
  solver.clear(3);
  solver.begin_level();
  solver.begin_level();
  EXPECT_EQ(solver.solve(), Status::optimal);
  EXPECT_EQ(solver.solution().head(3), VecX::Zero(3));
}

// Worked out on paper: x0 + x1 = 1 within x0 <= 0.25; level 2 would like x1 = 0, level 3 x2 = 3 with x2 <= 2.
TEST(Lexicographic, SaysWhatHoldsALevelBack) {
  Lexicographic solver(3, 4, 3);
  solver.clear(3);
  solver.set_bounds(0, -1.0, 0.25);
  solver.begin_level();
  Eigen::Map<Vec3>(solver.add_equality(1.0)) = Vec3(1, 1, 0);
  solver.begin_level();
  Eigen::Map<Vec3>(solver.add_at_most(2.0)) = Vec3(0, 0, 1);
  Eigen::Map<Vec3>(solver.add_equality(0.0)) = Vec3(0, 1, 0);
  solver.begin_level();
  Eigen::Map<Vec3>(solver.add_equality(3.0)) = Vec3(0, 0, 1);
  ASSERT_EQ(solver.solve(), Status::optimal);
  EXPECT_LT((solver.solution() - Vec3(0.25, 0.75, 2.0)).norm(), 1e-15);
  EXPECT_NEAR(solver.level_residual(0), 0.0, 1e-15);
  EXPECT_NEAR(solver.level_residual(1), 0.75, 1e-15);
  EXPECT_NEAR(solver.level_residual(2), 1.0, 1e-15);
  // Level 2: its gradient (0, -0.75, 0) is -0.75 times the row above, plus 0.75 for the bound of x0.
  EXPECT_NEAR(solver.row_multiplier(1, 0), -0.75, 1e-15);
  EXPECT_NEAR(solver.bound_multiplier(1, 0), 0.75, 1e-15);
  // Level 3 is held back by the inequality of level 2, and by nothing else.
  EXPECT_NEAR(solver.row_multiplier(2, 1), 1.0, 1e-15);
  EXPECT_EQ(solver.row_multiplier(2, 0), 0.0);
  EXPECT_EQ(solver.bound_multiplier(2, 0), 0.0);
  EXPECT_EQ(solver.held_bound(0), 1);
  EXPECT_TRUE(solver.is_active(1));
}

// x0 + x1 = 1 by x0 alone; below, x1 = 1: then x0 has to make room, because the whole row is to stay.
TEST(Lexicographic, ARestrictedRowMovesOnlyWhatItMayAndIsKeptWhole) {
  const std::uint8_t only_first[] = {1, 0};
  Lexicographic solver(2, 2, 2);
  solver.clear(2);
  solver.begin_level();
  Eigen::Map<Vec2>(solver.add_equality(1.0)) = Vec2(1, 1);
  solver.restrict_last_row(only_first);
  ASSERT_EQ(solver.solve(), Status::optimal);
  EXPECT_LT((solver.level_step(0) - Vec2(1, 0)).norm(), 1e-15);
  EXPECT_LT((solver.solution() - Vec2(1, 0)).norm(), 1e-15);  // not shared out with what it may not use

  solver.clear(2);
  solver.set_bounds(0, -1.0, 0.25);
  solver.begin_level();
  Eigen::Map<Vec2>(solver.add_equality(1.0)) = Vec2(1, 1);
  solver.restrict_last_row(only_first);
  solver.begin_level();
  Eigen::Map<Vec2>(solver.add_equality(1.0)) = Vec2(0, 1);
  ASSERT_EQ(solver.solve(), Status::optimal);
  EXPECT_LT((solver.solution() - Vec2(-0.75, 1.0)).norm(), 1e-15);
  EXPECT_NEAR(solver.level_residual(0), 0.75, 1e-15);
  EXPECT_NEAR(solver.bound_multiplier(0, 0), 0.75, 1e-15);
  EXPECT_NEAR(solver.restriction_multiplier(0, 1), 0.75, 1e-15);  // x1 could have done it
  EXPECT_EQ(solver.restriction_multiplier(0, 0), 0.0);
}

// A damped level stops short, and the freedom it did not use is not used by those below to finish its work.
TEST(Lexicographic, DampingShortensOneLevelAndLeaksIntoNoOther) {
  Lexicographic solver(2, 2, 2);
  solver.clear(2);
  solver.begin_level({LevelDamping::Rule::step_bound, 0.0, 0.5});
  Eigen::Map<Vec2>(solver.add_equality(1.0)) = Vec2(1, 0);
  solver.begin_level();
  Eigen::Map<Vec2>(solver.add_equality(2.0)) = Vec2(1, 1);
  ASSERT_EQ(solver.solve(), Status::optimal);
  EXPECT_LT((solver.solution() - Vec2(0.5, 1.5)).norm(), 1e-14);
  EXPECT_NEAR(solver.lambda(0), 1.0, 1e-12);  // 1 / (1 + lambda^2) = 0.5
  EXPECT_EQ(solver.lambda(1), 0.0);
}

}  // namespace
}  // namespace limber
