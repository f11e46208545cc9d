// The parts that keep a figure clear, each by itself, on an arm in the plane next to a ball.
#include <gtest/gtest.h>

#include <cmath>

#include "limber/solver/least_squares/lexicographic.h"
#include "limber/solver/step/clearance_rows.h"
#include "limber/solver/step/least_escape.h"
#include "planar_arm.h"

namespace limber {
namespace {

// One link of 1 m along x, 0.1 m thick, and a ball of 0.1 m above its end, `gap` away.
class ArmBelowABall : public testing::Test {
 protected:
  void put_ball(double gap) {
    World world;
    world.add("ball", Sphere{.center = Vec3(0.9, 0.15 + gap, 0), .radius = 0.1});
    clearance.surround(world);
    kinematics.update(figure.rest_posture());
    clearance.look(kinematics);
  }
  Figure figure = test::planar_arm(1, 1.0, 0.05);
  Kinematics kinematics{figure};
  Clearance clearance{figure, {.influence = 0.2, .self = false}, 1.0};
  ClearanceRows rows{figure, clearance};
  LeastEscape escape{figure, clearance};
  VecX up = VecX::Constant(1, 0.1), down = VecX::Constant(1, -0.1);
};

TEST(SegmentTwists, APointMovesByTheTurnOfItsJoints) {
  const Figure figure = test::planar_arm(2);
  Kinematics kinematics(figure);
  kinematics.update(figure.rest_posture());
  SegmentTwists twists(figure);
  twists.compute(kinematics, Vec2(0.1, 0.2));
  const Vec3 tip = twists.velocity(figure.segment("link.2"), Vec3(2, 0, 0));
  EXPECT_NEAR((tip - Vec3(0, 0.1 * 2 + 0.2 * 1, 0)).norm(), 0.0, 1e-15);
  EXPECT_NEAR(twists.velocity(figure.segment("base"), Vec3(2, 0, 0)).norm(), 0.0, 1e-15);
}

TEST_F(ArmBelowABall, OverlapIsMissingClearance) {
  put_ball(0.05);
  ASSERT_EQ(clearance.contacts().size(), 1u);
  EXPECT_NEAR(clearance.nearest()->clearance, 0.05, 1e-12);
  EXPECT_EQ(clearance.missing(), 0.0);
  put_ball(-0.02);
  EXPECT_NEAR(clearance.missing(), 0.02, 1e-12);
}

TEST_F(ArmBelowABall, OnceAStepHasStartedAnOverlapMustOnlyNotGrow) {
  put_ball(-0.02);
  clearance.start_step(figure.rest_posture(), kinematics);
  EXPECT_EQ(clearance.missing(), 0.0);
  EXPECT_TRUE(clearance.holds(figure.rest_posture(), kinematics));
  clearance.forget_start();
  EXPECT_GT(clearance.missing(), 0.0);
}

TEST_F(ArmBelowABall, AStepToTheOtherSideOfTheBallDoesNotHold) {
  for (const double angle : {-0.2, 0.6}) {
    put_ball(0.1);
    clearance.start_step(figure.rest_posture(), kinematics);
    const Posture end = test::posture_of({angle});
    kinematics.update(end);
    clearance.look(kinematics);
    EXPECT_EQ(clearance.missing(), 0.0);
    EXPECT_EQ(clearance.holds(end, kinematics), angle < 0.0);
  }
}

TEST_F(ArmBelowABall, AContactGetsARowWhenAStepWouldBreakIt) {
  put_ball(0.05);
  rows.select_touching(0.5);
  EXPECT_EQ(rows.count(), 0);  // it is not near enough to be expected in the way
  EXPECT_FALSE(rows.select_broken(kinematics, down));
  EXPECT_TRUE(rows.select_broken(kinematics, up));  // 0.09 m up where half of 0.05 m is allowed
  ASSERT_EQ(rows.count(), 1);
  EXPECT_EQ(rows.contact(0).obstacle, ObstacleId{0});
  EXPECT_FALSE(rows.select_broken(kinematics, up));
}

TEST_F(ArmBelowABall, ARowLetsAStepUseUpPartOfTheRoom) {
  put_ball(0.05);
  rows.select_touching(0.5);
  rows.select_broken(kinematics, up);
  Lexicographic problem(1, 2, 2);
  problem.clear(1);
  problem.begin_level();
  rows.add_to(problem, kinematics, VecX::Ones(1));
  problem.begin_level();
  problem.add_equality(1.0)[0] = 1.0;
  problem.solve();
  // 0.9 m from the joint, half of 0.05 m less the skin.
  EXPECT_NEAR(problem.solution()[0], 0.5 * (0.05 - clearance.skin()) / 0.9, 1e-9);
  EXPECT_TRUE(problem.is_active(0));
  EXPECT_EQ(problem.residual(0), 0.0);
}

TEST_F(ArmBelowABall, WhatHeldTheLastStepBackIsSelectedFirst) {
  put_ball(0.05);
  rows.select_touching(0.5);
  rows.select_broken(kinematics, up);
  rows.note_holding(0);
  rows.select_touching(0.5);
  EXPECT_EQ(rows.count(), 1);
  rows.forget_holding();
  rows.select_touching(0.5);
  EXPECT_EQ(rows.count(), 0);
}

TEST_F(ArmBelowABall, TheLeastEscapeGainsWhatIsMissing) {
  put_ball(-0.02);
  VecX move = VecX::Zero(1), movers = VecX::Zero(1);
  ASSERT_TRUE(escape.find(kinematics, move));
  EXPECT_NEAR(move[0], -(0.02 + clearance.skin()) / 0.9, 1e-6);
  escape.find_movers(kinematics, movers);
  EXPECT_EQ(movers[0], 1.0);
}

TEST_F(ArmBelowABall, NothingMissingNeedsNoEscape) {
  put_ball(0.05);
  VecX move = VecX::Zero(1), movers = VecX::Ones(1);
  EXPECT_FALSE(escape.find(kinematics, move));
  escape.find_movers(kinematics, movers);
  EXPECT_EQ(movers[0], 0.0);
}

}  // namespace
}  // namespace limber
