// Why a task is not satisfied, and by which shares: arms of which all of it can be computed on paper.

#include "limber/solver/step/explanation.h"

#include <gtest/gtest.h>

#include "step_bench.h"

namespace limber {
namespace {

using test::posture_of;
using test::turn_each;

// An arm whose second joint may turn by 0.1 rad only. Undamped, so that the shares are exact.
Figure arm_with_a_stiff_joint() {
  FigureDescription description = test::planar_arm_description(2, 1.0);
  description.segments[2].joint.ranges[0] = {-0.1, 0.1};
  return Figure::build(description).value();
}

class ExplanationOfAnArm : public testing::Test {
 protected:
  void explain(const TaskList& tasks, const Posture& at) {
    bench.use(tasks);
    bench.solve_at(at);
    explanation.resize();
    explanation.explain(bench.tasks, {.values = bench.here.tasks, .radius = bench.radius});
    explanation.finish(bench.tasks, bench.here.tasks);
  }
  const TaskReport& report(int task) const { return explanation.reports()[static_cast<std::size_t>(task)]; }
  void expect_reason(int task, int rank, Blocker blocker, int index, double share) const {
    const Reason& reason = report(task).reasons[rank];
    EXPECT_EQ(reason.blocker, blocker);
    EXPECT_EQ(reason.index, index);
    EXPECT_NEAR(reason.share, share, 1e-9);
  }

  test::StepBench bench{arm_with_a_stiff_joint(), {.damping = {.rule = Damping::Rule::none}}};
  Explanation explanation{bench.setup, bench.constraints, bench.rows, bench.levels, bench.linear};
  const Figure& figure = bench.setup.figure;
  const int first_dof = int{figure.first_dof(figure.joint("link.1"))},
            second_dof = int{figure.first_dof(figure.joint("link.2"))};
};

TEST_F(ExplanationOfAnArm, AJointAtItsLimitIsTheWholeReason) {
  explain(turn_each(figure, 0.0, 0.5), posture_of({0.0, 0.1}));
  EXPECT_EQ(report(1).blocked_by, Blocker::joint_limit);
  EXPECT_EQ(report(1).blocking_index, second_dof);
  expect_reason(1, 0, Blocker::joint_limit, second_dof, 1.0);
  expect_reason(1, 1, Blocker::none, -1, 0.0);
}

TEST_F(ExplanationOfAnArm, ATaskOfHigherPriorityIsNamedByItsNumber) {
  TaskList tasks;
  const JointId joint = figure.joint("link.1");
  const TaskId<> above = tasks.add("stay", JointValue{.joint = joint, .target = 0.0}, {.priority = 1});
  tasks.add("turn", JointValue{.joint = joint, .target = 0.5}, {.priority = 2});
  explain(tasks, posture_of({0.0, 0.0}));
  expect_reason(1, 0, Blocker::higher_task, int{above}, 1.0);
}

TEST_F(ExplanationOfAnArm, TasksOfOnePriorityThatPullApartNameEachOther) {
  TaskList tasks;
  const JointId joint = figure.joint("link.1");
  const TaskId<> left = tasks.add("left", JointValue{.joint = joint, .target = 0.5});
  const TaskId<> right = tasks.add("right", JointValue{.joint = joint, .target = -0.5});
  explain(tasks, posture_of({0.0, 0.0}));
  expect_reason(0, 0, Blocker::equal_task, int{right}, 1.0);
  expect_reason(1, 0, Blocker::equal_task, int{left}, 1.0);
}

// The stretched arm is to lift its tip: J = (2, 1). A task holds the first joint and a limit the second, and
// g = J^T r is along (2, 1): their parts of it are 4/5 and 1/5.
TEST_F(ExplanationOfAnArm, SharesAreThePartsAlongTheGradient) {
  FigureDescription description = test::planar_arm_description(2, 1.0);
  description.segments[2].joint.ranges[0] = {-0.1, 0.0};
  test::StepBench stretched(Figure::build(description).value(), {.damping = {.rule = Damping::Rule::none}});
  TaskList tasks;
  tasks.add("stay", JointValue{.joint = figure.joint("link.1"), .target = 0.0}, {.priority = 1});
  tasks.add("lift",
            Reach{.frame = figure.frame("tip"), .target = Vec3(0, 0.2, 0), .axes = {false, true, false}},
            {.priority = 2});
  stretched.use(tasks);
  stretched.solve_at(posture_of({0.0, 0.0}));
  Explanation why(stretched.setup, stretched.constraints, stretched.rows, stretched.levels, stretched.linear);
  why.resize();
  why.explain(stretched.tasks, {.values = stretched.here.tasks, .radius = stretched.radius});
  const TaskReport& lift = why.reports()[1];
  EXPECT_EQ(lift.reasons[0].blocker, Blocker::higher_task);
  EXPECT_NEAR(lift.reasons[0].share, 0.8, 1e-9);
  EXPECT_EQ(lift.reasons[1].blocker, Blocker::joint_limit);
  EXPECT_NEAR(lift.reasons[1].share, 0.2, 1e-9);
}

TEST_F(ExplanationOfAnArm, APullThatNoJointFeelsIsOutOfReach) {
  TaskList tasks;
  tasks.add("up", Reach{.frame = figure.frame("tip"), .target = Vec3(2.0, 0, 1.0)});  // out of the plane
  explain(tasks, posture_of({0.0, 0.0}));
  expect_reason(0, 0, Blocker::out_of_reach, -1, 1.0);
}

TEST_F(ExplanationOfAnArm, AJointItMayNotUseIsNamedWhenItCouldHelp) {
  TaskList tasks;
  tasks.add("lift",
            Reach{.frame = figure.frame("tip"), .target = Vec3(0, 0.5, 0), .axes = {false, true, false}},
            {.joints = {figure.joint("link.2")}});
  explain(tasks, posture_of({0.0, 0.1}));
  expect_reason(0, 0, Blocker::joint_subset, first_dof, 1.0);
  expect_reason(0, 1, Blocker::joint_limit, second_dof, 1.0);
}

TEST_F(ExplanationOfAnArm, WhatIsGettingThereOrThereAlreadyHasNoReason) {
  explain(turn_each(figure, 0.2, 0.0), posture_of({0.0, 0.0}));
  EXPECT_FALSE(report(0).satisfied);
  EXPECT_EQ(report(0).blocked_by, Blocker::none);
  EXPECT_TRUE(report(1).satisfied);
  EXPECT_EQ(report(1).blocked_by, Blocker::none);
}

TEST_F(ExplanationOfAnArm, TheLightFollowsTheFirstPriority) {
  explain(turn_each(figure, 0.0, 0.0), posture_of({0.0, 0.0}));
  EXPECT_EQ(explanation.light(), Light::green);
  explain(turn_each(figure, 0.0, 0.5), posture_of({0.0, 0.0}));
  EXPECT_EQ(explanation.light(), Light::orange);
  explain(turn_each(figure, 0.5, 0.0), posture_of({0.0, 0.0}));
  EXPECT_EQ(explanation.light(), Light::red);
}

TEST_F(ExplanationOfAnArm, TasksThatAreOffAreNotReported) {
  TaskList tasks = turn_each(figure, 0.5, 0.5);
  tasks.begin()->settings.enabled = false;
  explain(tasks, posture_of({0.0, 0.0}));
  ASSERT_EQ(explanation.reports().size(), 1u);
  EXPECT_EQ(report(0).number, (tasks.begin() + 1)->number);
  EXPECT_NEAR(report(0).error, 0.5, 1e-15);
}

}  // namespace
}  // namespace limber
