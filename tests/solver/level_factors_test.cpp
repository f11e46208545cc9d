// What lies in the shared factorisation, and what of it stays when a level is done.
#include "limber/solver/least_squares/level_factors.h"

#include <gtest/gtest.h>

namespace limber {
namespace {

// Level 0: x = 1. Level 1: x + y = 3.
class TwoLevels : public testing::Test {
 protected:
  TwoLevels() : problem(3, 4, 2), point(problem, 3, 4), factors(problem, point, 3, 4) {
    problem.clear(3);
    problem.begin_level({});
    problem.add_row(1.0, false)[0] = 1.0;
    problem.begin_level({});
    double* row = problem.add_row(3.0, false);
    row[0] = row[1] = 1.0;
    problem.finish();
    point.begin_problem();
    factors.begin_problem();
  }
  void place(int level) {
    point.begin_level(level);
    factors.begin_level();
    factors.lock_restricted(level);
    factors.begin_search();
    factors.place();
  }
  LevelProblem problem;
  LevelPoint point;
  LevelFactors factors;
};

TEST_F(TwoLevels, AFrozenLevelTakesItsRankAway) {
  place(0);
  EXPECT_EQ(factors.own_column(), 0);
  EXPECT_EQ(factors.own_rank(), 1);
  EXPECT_EQ(factors.counting_row(0), 0);
  factors.freeze_as_placed();
  EXPECT_EQ(factors.frozen(), 1);
  place(1);
  EXPECT_EQ(factors.own_column(), 1);
  EXPECT_EQ(factors.own_rank(), 1);
  EXPECT_EQ(factors.owner(0), 3 + 0);
  EXPECT_EQ(factors.owner(1), 3 + 1);
}

TEST_F(TwoLevels, FreezingAgainLeavesTheSameRank) {
  place(0);
  factors.freeze_again();
  EXPECT_EQ(factors.frozen(), 1);
  EXPECT_EQ(factors.owner(0), 3 + 0);
}

TEST_F(TwoLevels, ARowThatSaysTheSameAsTheLevelsAboveHasNoRank) {
  place(0);
  factors.freeze_as_placed();
  place(0);  // once more
  EXPECT_EQ(factors.own_rank(), 0);
}

TEST_F(TwoLevels, AHeldBoundComesBeforeTheLevelsRows) {
  problem.set_bounds(1, 0.0, 0.0);
  place(0);
  factors.hold_bound(1, 1);
  EXPECT_FALSE(factors.is_placed());
  factors.place();
  EXPECT_TRUE(factors.is_placed());
  EXPECT_EQ(factors.own_column(), 1);
  EXPECT_EQ(factors.owner(0), 1);
  factors.release(0);
  factors.place();
  EXPECT_EQ(factors.own_column(), 0);
}

TEST_F(TwoLevels, AMemberThatIsACombinationOfTheOthersIsReleased) {
  place(0);
  factors.freeze_as_placed();
  point.begin_level(1);
  factors.begin_level();
  factors.lock_restricted(1);
  factors.begin_search();
  factors.hold_bound(0, 1);  // x is frozen already
  factors.place();
  EXPECT_TRUE(factors.working().is_empty());
  EXPECT_EQ(factors.working().side(0), 0);
}

TEST_F(TwoLevels, PermanentMembersAreFrozenWithTheLevel) {
  place(0);
  factors.hold_bound(2, 1);
  factors.hold_bound(1, -1);
  factors.place();
  factors.working().set_permanent(2, true);
  factors.freeze_again();
  EXPECT_EQ(factors.frozen(), 2);
  EXPECT_EQ(factors.owner(0), 2);
  EXPECT_EQ(factors.owner(1), 3 + 0);
  ASSERT_EQ(factors.working().size(), 1);
  EXPECT_EQ(factors.working().member(0), 1);
}

TEST(LevelFactors, UnknownsThatNoRowMayMoveAreLocked) {
  LevelProblem problem(3, 2, 1);
  LevelPoint point(problem, 3, 2);
  LevelFactors factors(problem, point, 3, 2);
  problem.clear(3);
  problem.begin_level({});
  double* row = problem.add_row(1.0, false);
  row[0] = row[1] = row[2] = 1.0;
  const std::uint8_t last_only[] = {0, 0, 1};
  problem.restrict_last_row(last_only);
  problem.finish();
  point.begin_problem();
  factors.begin_problem();
  point.begin_level(0);
  factors.begin_level();
  factors.lock_restricted(0);
  EXPECT_EQ(factors.locked(), 2);
  EXPECT_TRUE(factors.is_locked(0));
  EXPECT_TRUE(factors.is_locked(1));
  EXPECT_FALSE(factors.is_locked(2));
  factors.lock_nothing();
  EXPECT_EQ(factors.locked(), 0);
}

}  // namespace
}  // namespace limber
