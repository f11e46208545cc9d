// Which steps are acceptable, when targets have moved, when the figure rests; and how far steps are trusted.
#include "limber/solver/step/progress.h"

#include <gtest/gtest.h>

#include <limits>

#include "limber/figure/figure.h"
#include "limber/solver/step/trust_radii.h"

namespace limber {
namespace {

// Two levels with a tolerance of 0.1 m each.
TaskLevels two_levels() {
  FigureDescription description;
  description.name = "point";
  description.segments = {{.name = "base"}};
  description.frames.push_back({"tip", "base", {}});
  const Figure figure = Figure::build(description).value();
  TaskList tasks;
  tasks.add("first", Reach{.frame = figure.frame("tip")}, {.priority = 1, .tolerance = 0.1});
  tasks.add("second", Reach{.frame = figure.frame("tip")}, {.priority = 2, .tolerance = 0.1});
  TaskLevels levels(figure, tasks, 1.0);
  levels.refresh(tasks, 0, 2);
  return levels;
}

Evaluation errors(double first, double second, double criteria = 0.0) {
  Evaluation result;
  result.tasks.level_error = Vec2(first, second);
  result.criteria = criteria;
  return result;
}

class ProgressOfTwo : public testing::Test {
 protected:
  ProgressOfTwo() {
    progress.resize(2);
    progress.start_anew();
    progress.begin_step(errors(1.0, 2.0));
  }
  int objecting(const Vec2& before, const Vec2& predicted, const Vec2& after) const {
    return progress.objecting_level(levels, before, predicted, after);
  }
  TaskLevels levels = two_levels();
  Progress progress;
};

TEST_F(ProgressOfTwo, ALevelThatImprovesDecidesForTheStep) {
  EXPECT_EQ(objecting({1, 2}, {0, 2}, {0.5, 9}), -1);
}

TEST_F(ProgressOfTwo, ALevelThatGetsWorseObjects) {
  EXPECT_EQ(objecting({1, 2}, {1, 0}, {1.2, 0}), 0);
  EXPECT_EQ(objecting({1, 2}, {1, 2}, {1.05, 2.2}), 1);  // the first stays within its tolerance
}

TEST_F(ProgressOfTwo, WhatALevelAboveAsksForMayCostTheOnesBelow) {
  EXPECT_EQ(objecting({0.05, 2}, {0, 2.5}, {0.0, 2.55}), -1);
  EXPECT_EQ(objecting({0.05, 2}, {0, 2.5}, {0.0, 2.65}), 1);
}

TEST_F(ProgressOfTwo, ASatisfiedLevelDriftsWhenItNearsTheEdgeOfItsTolerance) {
  const auto drifting = [&](const Vec2& before, const Vec2& after) {
    return Progress::drifting_level(levels, VecX(before), VecX(after));
  };
  EXPECT_EQ(drifting({0.0, 0.0}, {0.005, 0.02}), 1);
  EXPECT_EQ(drifting({0.03, 1.0}, {0.02, 1.5}), 2);  // comes nearer; is not satisfied
}

TEST_F(ProgressOfTwo, ASatisfiedLevelMayMoveInsideItsToleranceOnly) {
  EXPECT_EQ(objecting({0.05, 2}, {0, 1}, {0.09, 1}), -1);
  EXPECT_EQ(objecting({0.05, 2}, {0, 1}, {0.11, 1}), 0);
}

TEST_F(ProgressOfTwo, AnErrorThatIsNotANumberObjects) {
  EXPECT_EQ(objecting({1, 2}, {0, 2}, {std::numeric_limits<double>::quiet_NaN(), 0}), 0);
}

TEST_F(ProgressOfTwo, OtherErrorsThanExpectedMeanThatTargetsMoved) {
  progress.expect(Vec2(0.5, 1.0));
  EXPECT_FALSE(progress.begin_step(errors(0.5, 1.0)));
  EXPECT_TRUE(progress.begin_step(errors(0.5, 1.1)));
}

TEST_F(ProgressOfTwo, WhatCountsAsBetterFollowsThePriorities) {
  EXPECT_TRUE(progress.improves(levels, errors(0.9, 5.0)));        // the first level got better
  EXPECT_FALSE(progress.improves(levels, errors(0.9, 5.0)));       // nothing did
  EXPECT_TRUE(progress.improves(levels, errors(0.9, 4.0)));        // the second did
  EXPECT_TRUE(progress.improves(levels, errors(0.9, 4.0, -1.0)));  // the criteria did
}

// Steps of a thousandth of what would be noticed at once.
TEST_F(ProgressOfTwo, SlowProgressAddsUp) {
  double error = 1.0;
  int noticed = 0;
  for (int i = 0; i < 10000; ++i) {
    error -= 1e-6;
    noticed += progress.improves(levels, errors(error, 2.0));
  }
  EXPECT_GT(noticed, 50);
}

TEST_F(ProgressOfTwo, RestIsManyStepsWithoutProgress) {
  for (int i = 0; i < Progress::idle_steps_to_rest - 1; ++i) progress.end_step(false);
  EXPECT_FALSE(progress.is_idle());
  progress.end_step(false);
  EXPECT_TRUE(progress.is_idle());
  progress.end_step(true);
  EXPECT_FALSE(progress.is_idle());
}

TEST(Progress, ErrorsInsideTheirToleranceAreAllTheSame) {
  const TaskLevels levels = two_levels();
  EXPECT_TRUE(is_better(levels, Vec2(0.09, 1.0), Vec2(0.01, 2.0)));
  EXPECT_FALSE(is_better(levels, Vec2(0.2, 0.0), Vec2(0.1, 9.0)));
  EXPECT_FALSE(is_better(levels, Vec2(1, 1), Vec2(1, 1)));
}

class RadiiOfTwo : public testing::Test {
 protected:
  RadiiOfTwo() {
    radii.resize(2);
    radii.reset(0.3);
    step.resize(2, 2);
    step.add_point(0, Vec2(0.2, 0));
    step.add_point(1, Vec2(0.2, 0.1));
    step.add_point(2, Vec2(0.2, 0.1));
  }
  TaskLevels levels = two_levels();
  TrustRadii radii;
  SplitStep step;
};

TEST_F(RadiiOfTwo, GrowWhereThePromiseWasKept) {
  radii.adapt(levels, step, Vec2(1, 1), Vec2(0.5, 0.5), Vec2(0.5, 0.7));
  EXPECT_EQ(radii.radius()[0], 0.6);
  EXPECT_EQ(radii.radius()[1], 0.3);  // 0.6 of the promise: neither good nor poor
}

TEST_F(RadiiOfTwo, ShrinkToHalfTheStepThatWasTooLong) {
  radii.adapt(levels, step, Vec2(1, 1), Vec2(0.5, 0.5), Vec2(0.9, 0.9));
  EXPECT_EQ(radii.radius()[0], 0.5 * step.length(0));
  EXPECT_EQ(radii.radius()[1], 0.5 * step.length(1));
}

TEST_F(RadiiOfTwo, ALevelIsNotToBlameForALongerStepBelowIt) {
  step.add_point(1, Vec2(0.2, 0.9));
  radii.adapt(levels, step, Vec2(1, 1), Vec2(0.5, 0.5), Vec2(0.9, 0.5));
  EXPECT_EQ(radii.radius()[0], 0.3);
}

TEST_F(RadiiOfTwo, SatisfiedLevelsKeepTheirRadius) {
  radii.adapt(levels, step, Vec2(0.05, 1), Vec2(0, 0.5), Vec2(0, 0.5));
  EXPECT_EQ(radii.radius()[0], 0.3);
  radii.shrink(levels, step, Vec2(0.05, 1));
  EXPECT_EQ(radii.radius()[0], 0.3);
  EXPECT_LT(radii.radius()[1], 0.3);
}

TEST_F(RadiiOfTwo, StayWithinReason) {
  for (int i = 0; i < 100; ++i) radii.adapt(levels, step, Vec2(1, 1), Vec2(0, 0), Vec2(0, 0));
  EXPECT_EQ(radii.radius()[0], TrustRadii::longest);
  for (int i = 0; i < 100; ++i) radii.shrink(levels, step, Vec2(1, 1));
  EXPECT_EQ(radii.radius()[0], TrustRadii::shortest);
}

}  // namespace
}  // namespace limber
