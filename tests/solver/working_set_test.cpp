// Which inequalities are held, and how far it is to them.
#include "limber/solver/least_squares/working_set.h"

#include <gtest/gtest.h>

namespace limber {
namespace {

// Unknowns x, y with -1 <= x <= 2; row 0: y = 1; row 1: 3x + 4y <= 10.
class WorkingSetOfTwo : public testing::Test {
 protected:
  WorkingSetOfTwo() : problem(2, 2, 1), set(problem, 2, 2) {
    problem.clear(2);
    problem.set_bounds(0, -1.0, 2.0);
    problem.begin_level({});
    problem.add_row(1.0, false)[1] = 1.0;
    double* row = problem.add_row(10.0, true);
    row[0] = 3.0;
    row[1] = 4.0;
    problem.finish();
    set.begin_problem();
    set.set_hard(1, true, 10.0);
  }
  LevelProblem problem;
  WorkingSet set;
};

TEST_F(WorkingSetOfTwo, StartsEmptyWithEqualitiesHeld) {
  EXPECT_TRUE(set.is_empty());
  EXPECT_TRUE(set.is_held(0));
  EXPECT_FALSE(set.is_held(1));
  EXPECT_EQ(set.side(0), 0);
}

TEST_F(WorkingSetOfTwo, GapsAreZeroWhereAConstraintIsMet) {
  set.add_bound(0, 1);
  set.add_row(1);
  EXPECT_EQ(set.bound(0), 2.0);
  EXPECT_EQ(set.gap(0, Vec2(0.5, 0)), 1.5);
  EXPECT_EQ(set.gap(0, Vec2(2, 0)), 0.0);
  EXPECT_EQ(set.gap(2 + 1, Vec2(0, 1)), 6.0);
  EXPECT_EQ(set.gap(2 + 1, Vec2(2, 1)), 0.0);
  EXPECT_EQ(set.size_of(0), 1.0);
  EXPECT_EQ(set.size_of(2 + 1), 5.0);
}

TEST_F(WorkingSetOfTwo, ABoundIsARowThatPointsToItsSide) {
  double row[2];
  set.add_bound(0, -1);
  set.write_row(0, row);
  EXPECT_EQ(row[0], -1.0);
  EXPECT_EQ(row[1], 0.0);
  set.write_row(2 + 1, row);
  EXPECT_EQ(row[0], 3.0);
  EXPECT_EQ(row[1], 4.0);
}

TEST_F(WorkingSetOfTwo, WhatLeavesIsHeldNoMore) {
  set.add_bound(0, 1);
  set.add_row(1);
  set.remove(0);
  EXPECT_EQ(set.side(0), 0);
  ASSERT_EQ(set.size(), 1);
  EXPECT_EQ(set.member(0), 2 + 1);
  set.remove(0);
  EXPECT_FALSE(set.is_held(1));
}

TEST_F(WorkingSetOfTwo, WhatIsPermanentLeavesTheSetAndStaysHeld) {
  set.add_bound(0, 1);
  set.add_row(1);
  set.set_permanent(0, true);
  set.drop_permanent();
  ASSERT_EQ(set.size(), 1);
  EXPECT_EQ(set.member(0), 2 + 1);
  EXPECT_EQ(set.side(0), 1);
  EXPECT_TRUE(set.is_permanent(0));
  EXPECT_FALSE(set.is_permanent(2 + 1));
}

}  // namespace
}  // namespace limber
