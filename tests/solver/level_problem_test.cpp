// A problem as it is described: rows, levels, bounds, and what follows from them.
#include "limber/solver/least_squares/level_problem.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "limber/solver/least_squares/row_kernels.h"

namespace limber {
namespace {

constexpr double endless = std::numeric_limits<double>::infinity();
constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();

// Level 0: 3x + 4y = 5. Level 1: x <= 1, y = 2.
void describe(LevelProblem& problem) {
  problem.clear(2);
  problem.begin_level({});
  double* row = problem.add_row(5.0, false);
  row[0] = 3.0;
  row[1] = 4.0;
  problem.begin_level({});
  problem.add_row(1.0, true)[0] = 1.0;
  problem.add_row(2.0, false)[1] = 1.0;
}

TEST(LevelProblem, RowsBelongToTheLevelBegunLast) {
  LevelProblem problem(3, 5, 4);
  describe(problem);
  ASSERT_TRUE(problem.finish());
  EXPECT_EQ(problem.level_count(), 2);
  EXPECT_EQ(problem.row_count(), 3);
  EXPECT_EQ(problem.level(0).end_row, 1);
  EXPECT_EQ(problem.level(1).first_row, 1);
  EXPECT_EQ(problem.level(1).end_row, 3);
  EXPECT_EQ(problem.row(2).level, 1);
  EXPECT_TRUE(problem.row(1).at_most);
  EXPECT_FALSE(problem.row(2).at_most);
}

// What is decided by products of several rows at once is what would be decided row by row.
TEST(LevelProblem, SeveralProductsAtOnceHaveTheBitsOfSingleOnes) {
  constexpr int rows = 17;
  for (int n = 1; n < 40; ++n) {
    LevelProblem problem(n, rows, 1);
    problem.clear(n);
    problem.begin_level({});
    const double* coefficients[rows] = {};
    for (int r = 0; r < rows; ++r) {
      const VecX random = VecX::Random(n);
      std::copy(random.begin(), random.end(), problem.add_row(0.0, true));
      coefficients[r] = problem.coefficients(r);
    }
    const VecX x = VecX::Random(n);
    double products[rows] = {};
    row_kernels::multiply_as_one(coefficients, rows, n, x.data(), products);
    for (int r = 0; r < rows; ++r)
      EXPECT_EQ(products[r], problem.product(r, x)) << n << " unknowns, row " << r;
  }
}

TEST(LevelProblem, TheSizeOfALevelIsThatOfItsLongestRow) {
  LevelProblem problem(3, 5, 4);
  describe(problem);
  ASSERT_TRUE(problem.finish());
  EXPECT_EQ(problem.row(0).size, 5.0);
  EXPECT_EQ(problem.level(0).size, 5.0);
  EXPECT_EQ(problem.level(1).size, 1.0);
  EXPECT_EQ(problem.product(0, Vec3(1, 1, 99)), 7.0);  // only the unknowns in use
}

TEST(LevelProblem, ARestrictedRowHasZerosWhereItMayNotMoveThings) {
  LevelProblem problem(3, 5, 4);
  describe(problem);
  problem.begin_level({});
  double* row = problem.add_row(0.0, false);
  row[0] = 2.0;
  row[1] = 3.0;
  const std::uint8_t second_only[] = {0, 1};
  problem.restrict_last_row(second_only);
  ASSERT_TRUE(problem.finish());
  EXPECT_TRUE(problem.level(2).restricted);
  EXPECT_EQ(problem.own_product(3, Vec3(1, 1, 0)), 3.0);
  EXPECT_EQ(problem.product(3, Vec3(1, 1, 0)), 5.0);
  EXPECT_EQ(problem.level(2).least_lambda, 0.0);  // one row leaves no choice
  EXPECT_EQ(problem.own_coefficients(0), problem.coefficients(0));
}

TEST(LevelProblem, RowsWithDifferentRestrictionsAreDampedALittle) {
  LevelProblem problem(2, 2, 1);
  problem.clear(2);
  problem.begin_level({});
  const std::uint8_t first[] = {1, 0}, second[] = {0, 1};
  for (const std::uint8_t* allowed : {first, second}) {
    double* row = problem.add_row(1.0, false);
    row[0] = row[1] = 1.0;
    problem.restrict_last_row(allowed);
  }
  ASSERT_TRUE(problem.finish());
  EXPECT_GT(problem.level(0).least_lambda, 0.0);
  EXPECT_LT(problem.level(0).least_lambda, 1e-6);
}

TEST(LevelProblem, ZeroLiesWithinTheBoundsWhateverWasAsked) {
  LevelProblem problem(2, 1, 1);
  problem.clear(2);
  EXPECT_EQ(problem.lower()[0], -endless);
  problem.set_bounds(0, 1.0, 2.0);
  problem.set_bounds(1, -2.0, -1.0);
  ASSERT_TRUE(problem.finish());
  EXPECT_EQ(problem.lower()[0], 0.0);
  EXPECT_EQ(problem.upper()[1], 0.0);
}

TEST(LevelProblem, WhatIsNotANumberIsFound) {
  LevelProblem problem(2, 5, 4);
  const auto is_good = [&](auto&& change) {
    describe(problem);
    change();
    return problem.finish();
  };
  EXPECT_TRUE(is_good([] {}));
  EXPECT_FALSE(is_good([&] { problem.add_row(1.0, false)[0] = nan_value; }));
  EXPECT_FALSE(is_good([&] { problem.add_row(endless, true)[0] = 1.0; }));
  EXPECT_FALSE(is_good([&] { problem.set_bounds(1, nan_value, 1.0); }));
  EXPECT_FALSE(is_good([&] { problem.set_pull(Vec2(0.0, nan_value)); }));
  EXPECT_FALSE(is_good([&] { problem.begin_level({LevelDamping::Rule::fixed, nan_value, 0.0}); }));
}

}  // namespace
}  // namespace limber
