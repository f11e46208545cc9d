// A step as the sum of what each level contributes.
#include "limber/solver/step/split_step.h"

#include <gtest/gtest.h>

namespace limber {
namespace {

// Two levels and criteria in the plane: parts (3, 0), (0, 4) and (0, 1).
SplitStep three_parts() {
  SplitStep step;
  step.resize(2, 2);
  step.add_point(0, Vec2(3, 0));
  step.add_point(1, Vec2(3, 4));
  step.add_point(2, Vec2(3, 5));
  return step;
}

VecX sum(const SplitStep& step) {
  VecX result(2);
  step.compose(result);
  return result;
}

TEST(SplitStep, AllPartsTogetherAreTheLastPoint) {
  EXPECT_EQ(sum(three_parts()), VecX(Vec2(3, 5)));
}

TEST(SplitStep, LengthsAreThoseOfTheParts) {
  const SplitStep step = three_parts();
  EXPECT_EQ(step.length(0), 3.0);
  EXPECT_EQ(step.length(1), 4.0);
  EXPECT_EQ(step.length(2), 1.0);
  EXPECT_EQ(step.longest_part(), 1);
  EXPECT_EQ(step.longest_taken_below(0), 4.0);
  EXPECT_EQ(step.longest_taken_below(2), 0.0);
}

TEST(SplitStep, ACutSparesTheLevelThatObjectsAndThoseAbove) {
  SplitStep step = three_parts();
  step.cut_for(0);
  EXPECT_EQ(step.taken(0), 3.0);
  EXPECT_EQ(step.taken(1), SplitStep::cut * 4.0);
  EXPECT_EQ(step.taken(2), SplitStep::cut * 1.0);
}

TEST(SplitStep, ALevelIsCutItselfWhenThoseBelowHardlyMove) {
  SplitStep step = three_parts();
  step.cut_for(2);  // the last
  EXPECT_EQ(step.taken(1), 4.0);
  EXPECT_EQ(step.taken(2), SplitStep::cut * 1.0);
  step.cut_for(1);  // what is below is less than a tenth of it
  EXPECT_EQ(step.taken(0), 3.0);
  EXPECT_EQ(step.taken(1), SplitStep::cut * 4.0);
}

TEST(SplitStep, FractionsGrowToAllAndNoFarther) {
  SplitStep step = three_parts();
  step.shorten(0.4);
  EXPECT_DOUBLE_EQ(step.taken(0), 0.4 * 3.0);
  step.take_twice();
  EXPECT_DOUBLE_EQ(step.taken(0), 0.8 * 3.0);
  step.take_twice();
  EXPECT_EQ(step.taken(0), 3.0);
  EXPECT_EQ(sum(step), VecX(Vec2(3, 5)));
}

TEST(SplitStep, AStepThatCannotBeSplitIsTheFirstLevels) {
  SplitStep step = three_parts();
  step.set_whole(Vec2(3, 4));
  EXPECT_EQ(step.length(0), 5.0);
  EXPECT_EQ(step.length(1), 0.0);
  EXPECT_EQ(sum(step), VecX(Vec2(3, 4)));
}

}  // namespace
}  // namespace limber
