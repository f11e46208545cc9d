// One level by itself: the optimum of a working set, and the exchanges that find the right one. All of it in
// two unknowns, so that every answer can be drawn.
#include "limber/solver/least_squares/level_search.h"

#include <gtest/gtest.h>

namespace limber {
namespace {

class OneLevel : public testing::Test {
 protected:
  OneLevel()
      : problem(2, 4, 1),
        point(problem, 2, 4),
        factors(problem, point, 2, 4),
        aim(problem, point, factors, 2, 4),
        search(problem, point, factors, aim, 2, 4) {
    problem.clear(2);
  }
  void begin(const LevelDamping& damping = {}) { problem.begin_level(damping); }
  void add(double a, double b, double rhs, bool at_most = false) {
    double* row = problem.add_row(rhs, at_most);
    row[0] = a;
    row[1] = b;
  }
  // Everything up to the search itself.
  void start() {
    ASSERT_TRUE(problem.finish());
    point.begin_problem();
    factors.begin_problem();
    search.begin_problem();
    point.begin_level(0);
    factors.begin_level();
    factors.lock_restricted(0);
  }
  LevelProblem problem;
  LevelPoint point;
  LevelFactors factors;
  LevelAim aim;
  LevelSearch search;
};

TEST_F(OneLevel, TheAimOfIndependentRowsIsTheirIntersection) {
  begin();
  add(1, 0, 3);
  add(1, 1, 5);
  start();
  factors.begin_search();
  factors.place();
  aim.find();
  EXPECT_EQ(factors.own_rank(), 2);
  EXPECT_NEAR(aim.step()[0], 3.0, 1e-14);
  EXPECT_NEAR(aim.step()[1], 2.0, 1e-14);
}

TEST_F(OneLevel, TheAimOfOneRowIsTheShortestStep) {
  begin();
  add(3, 4, 10);
  start();
  factors.begin_search();
  factors.place();
  aim.find();
  EXPECT_NEAR(aim.step()[0], 1.2, 1e-14);
  EXPECT_NEAR(aim.step()[1], 1.6, 1e-14);
}

// min |d - 4|^2 + lambda^2 |d|^2 has d = 4 / (1 + lambda^2).
TEST_F(OneLevel, FixedDampingShortensTheAim) {
  begin({LevelDamping::Rule::fixed, 1.0, 0.0});
  add(1, 0, 4);
  start();
  factors.begin_search();
  factors.place();
  aim.find();
  EXPECT_EQ(aim.lambda(), 1.0);
  EXPECT_NEAR(aim.step()[0], 2.0, 1e-14);
}

TEST_F(OneLevel, AStepBoundIsKept) {
  begin({LevelDamping::Rule::step_bound, 0.0, 0.5});
  add(1, 0, 4);
  start();
  factors.begin_search();
  factors.place();
  aim.find();
  EXPECT_GT(aim.lambda(), 0.0);
  EXPECT_NEAR(aim.step().norm(), 0.5, 1e-9);
}

TEST_F(OneLevel, AHeldBoundLeavesTheOtherUnknownToDoIt) {
  begin();
  add(1, 1, 4);
  problem.set_bounds(0, 0.0, 0.0);
  start();
  factors.begin_search();
  factors.hold_bound(0, 1);
  factors.place();
  aim.find();
  EXPECT_EQ(aim.step()[0], 0.0);
  EXPECT_NEAR(aim.step()[1], 4.0, 1e-14);
}

TEST_F(OneLevel, TheSearchStopsAtABoundAndSaysHowStrongly) {
  begin();
  add(1, 0, 3);
  problem.set_bounds(0, -1.0, 1.0);
  start();
  search.run(nullptr);
  EXPECT_EQ(point.x()[0], 1.0);
  EXPECT_EQ(factors.working().side(0), 1);
  EXPECT_EQ(point.residual(0), 2.0);
  aim.explain(0);
  EXPECT_NEAR(aim.multiplier(0), 2.0, 1e-14);  // A^T r
}

TEST_F(OneLevel, WhatIsHeldForNothingIsReleased) {
  begin();
  add(1, 0, -1);
  problem.set_bounds(0, -2.0, 0.0);
  start();
  factors.hold_bound(0, 1);  // the row pulls away from it
  search.run(nullptr);
  EXPECT_EQ(factors.working().side(0), 0);
  EXPECT_NEAR(point.x()[0], -1.0, 1e-14);
}

// x <= -1 is violated at first, and half-way between it and x = 1 is the best.
TEST_F(OneLevel, AViolatedInequalityIsACompromise) {
  begin();
  add(1, 0, 1);
  add(1, 0, -1, true);
  start();
  EXPECT_TRUE(point.counts(1));
  search.run(nullptr);
  EXPECT_NEAR(point.x()[0], 0.0, 1e-14);
  EXPECT_NEAR(point.residual(1), -1.0, 1e-14);
}

// Towards x = 3 the inequality x <= 1 becomes violated on the way: the best is between them.
TEST_F(OneLevel, AnInequalityThatBecomesViolatedOnTheWayCountsFromThere) {
  begin();
  add(1, 0, 3);
  add(1, 0, 1, true);
  start();
  EXPECT_FALSE(point.counts(1));
  search.run(nullptr);
  EXPECT_TRUE(point.counts(1));
  EXPECT_NEAR(point.x()[0], 2.0, 1e-14);
}

TEST_F(OneLevel, AWarmStartNeedsFewerRounds) {
  begin();
  add(1, 0, 3);
  add(0, 1, 3);
  problem.set_bounds(0, -1.0, 1.0);
  problem.set_bounds(1, -1.0, 1.0);
  start();
  search.run(nullptr);
  const int cold = search.rounds();
  WarmStart warm(2, 4, 1);
  for (int i = 0; i < 2; ++i) warm.set_side(0, i, factors.working().side(i));
  warm.keep(problem);
  warm.recognise(problem);
  start();
  search.run(&warm);
  EXPECT_LT(search.rounds(), cold);
  EXPECT_EQ(point.x()[0], 1.0);
  EXPECT_EQ(point.x()[1], 1.0);
}

}  // namespace
}  // namespace limber
