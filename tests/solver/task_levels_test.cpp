// Tasks sorted into levels, and their errors at a posture.
#include "limber/solver/step/task_levels.h"

#include <gtest/gtest.h>

#include <cmath>

#include "limber/kinematics/mass_distribution.h"
#include "planar_arm.h"

namespace limber {
namespace {

// The arm of two links of 1 m, stretched out along x: its tip is at (2, 0, 0).
class LevelsOfAnArm : public testing::Test {
 protected:
  LevelsOfAnArm() {
    late = tasks.add("late", Reach{.frame = figure.frame("tip"), .target = Vec3(2, 0, 3)}, {.priority = 9});
    early = tasks.add("early", JointValue{.joint = figure.joint("link.2"), .target = 0.5},
                      {.priority = 4, .weight = 4.0, .joints = {figure.joint("link.2")}});
    kinematics.update(posture);
    masses.update(kinematics);
  }
  TaskLevels make() {
    TaskLevels levels(figure, tasks, 0.5);
    levels.refresh(tasks, 0, levels.level_count());
    return levels;
  }
  TaskValues values(const TaskLevels& levels) {
    TaskValues result = levels.make_values();
    levels.evaluate(tasks, {kinematics, masses, posture, scratch}, result);
    return result;
  }
  Figure figure = test::planar_arm(2);
  Posture posture = figure.rest_posture();
  Kinematics kinematics{figure};
  MassDistribution masses{figure};
  RowMatrix scratch = RowMatrix::Zero(12, 2);
  TaskList tasks;
  TaskId<Reach> late;
  TaskId<JointValue> early;
};

TEST_F(LevelsOfAnArm, SlotsAreSortedByPriorityAndFoundInTheOrderOfTheList) {
  const TaskLevels levels = make();
  ASSERT_EQ(levels.level_count(), 2);
  EXPECT_EQ(levels.priority(0), 4);
  EXPECT_EQ(levels.priority(1), 9);
  EXPECT_EQ(levels.slot(0).number, early);
  EXPECT_EQ(levels.slot(1).number, late);
  EXPECT_EQ(levels.slots_in_list_order(), (std::vector<int>{1, 0}));
  EXPECT_EQ(levels.row_count(), 4);
}

TEST_F(LevelsOfAnArm, ErrorsOfALevelAreWeightedAndInMetres) {
  const TaskLevels levels = make();
  const TaskValues now = values(levels);
  EXPECT_NEAR(now.task_error[0], 0.5, 1e-15);               // [rad]
  EXPECT_NEAR(now.level_error[0], 2.0 * 0.5 * 0.5, 1e-15);  // sqrt(weight) * metres_per_radian * rad
  EXPECT_NEAR(now.level_error[1], 3.0, 1e-15);
  EXPECT_NEAR(levels.level_tolerance(0), 2.0 * 0.5 * 1e-4, 1e-18);
}

TEST_F(LevelsOfAnArm, OnlyTheJointsOfATaskAreAllowed) {
  const TaskLevels levels = make();
  EXPECT_TRUE(levels.slot(0).restricted);
  EXPECT_EQ(levels.slot(0).allowed, (std::vector<std::uint8_t>{0, 1}));
  EXPECT_FALSE(levels.slot(1).restricted);
}

TEST_F(LevelsOfAnArm, ThePredictionIsExactForAJointValue) {
  const TaskLevels levels = make();
  VecX predicted = VecX::Zero(2);
  levels.predict(values(levels), Vec2(0.0, 0.3), predicted);
  EXPECT_NEAR(predicted[0], 2.0 * 0.5 * 0.2, 1e-15);
  // The tip moves by 0.3 m along y, which the target does not ask for: sqrt(3^2 + 0.3^2).
  EXPECT_NEAR(predicted[1], std::sqrt(9.09), 1e-15);
}

TEST_F(LevelsOfAnArm, LevelsThatAreNotInUseHaveNoErrors) {
  TaskLevels levels = make();
  levels.refresh(tasks, 0, 1);
  EXPECT_EQ(values(levels).level_error[1], 0.0);
  EXPECT_NEAR(values(levels).task_error[1], 3.0, 1e-15);  // still known, for reports
}

TEST_F(LevelsOfAnArm, ATaskFadesInByEqualParts) {
  tasks.entry(late).settings.enabled = false;
  TaskLevels levels = make();
  tasks.entry(late).settings.enabled = true;
  levels.refresh(tasks, 4, 2);
  EXPECT_EQ(levels.slot(1).activation, 0.25);
  EXPECT_TRUE(levels.anyone_fading());
  for (int i = 0; i < 3; ++i) levels.refresh(tasks, 4, 2);
  EXPECT_EQ(levels.slot(1).activation, 1.0);
  EXPECT_FALSE(levels.anyone_fading());
}

TEST_F(LevelsOfAnArm, AnotherStructureDoesNotFit) {
  const TaskLevels levels = make();
  EXPECT_TRUE(levels.fits(tasks));
  tasks[late].target = Vec3(9, 9, 9);
  EXPECT_TRUE(levels.fits(tasks));
  TaskList other = tasks;
  other.entry(early).settings.joints = {figure.joint("link.1")};
  EXPECT_FALSE(levels.fits(other));
  other = tasks;
  other.entry(late).task = Orient{.frame = figure.frame("tip")};
  EXPECT_FALSE(levels.fits(other));
}

}  // namespace
}  // namespace limber
