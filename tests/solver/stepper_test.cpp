// One step as a whole: what it refuses, what it leaves out, and that it reports on the posture it returns.

#include "limber/solver/step/stepper.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "step_bench.h"

namespace limber {
namespace {

using test::posture_of;
using test::turn_each;

class StepperOfAnArm : public testing::Test {
 protected:
  Stepper stepper{test::planar_arm(2), {}};
  const Figure& figure = stepper.setup().figure;
  TaskList reach(double x, double y) const {
    TaskList tasks;
    tasks.add("tip", Reach{.frame = figure.frame("tip"), .target = Vec3(x, y, 0)});
    return tasks;
  }
};

double tip_error(const Posture& posture, double x, double y) {
  const double a = posture.values[0], b = a + posture.values[1];
  return std::hypot(x - std::cos(a) - std::cos(b), y - std::sin(a) - std::sin(b));
}

TEST_F(StepperOfAnArm, WithoutPreparationNothingMoves) {
  Posture posture = posture_of({0.1, 0.2});
  const Posture before = posture;
  EXPECT_EQ(stepper.step(reach(1, 1), {}, posture).status, StepStatus::not_prepared);
  stepper.prepare(turn_each(figure, 0.3, 0.1), {});
  EXPECT_EQ(stepper.step(reach(1, 1), {}, posture).status, StepStatus::not_prepared);
  EXPECT_EQ(posture, before);
}

TEST_F(StepperOfAnArm, NumbersThatAreNoneAreRefusedAndTouchNothing) {
  const double not_a_number = std::numeric_limits<double>::quiet_NaN();
  stepper.prepare(reach(1, 1), {});
  Posture posture = posture_of({0.1, 0.2});
  const Posture before = posture;
  EXPECT_EQ(stepper.step(reach(not_a_number, 1), {}, posture).status, StepStatus::bad_input);
  EXPECT_EQ(posture, before);
  posture.values[1] = not_a_number;
  const StepReport report = stepper.step(reach(1, 1), {}, posture);
  EXPECT_EQ(report.status, StepStatus::bad_input);
  EXPECT_EQ(report.light, Light::red);
  Posture short_one = posture_of({0.1});
  EXPECT_EQ(stepper.step(reach(1, 1), {}, short_one).status, StepStatus::bad_input);
}

TEST_F(StepperOfAnArm, ReportsOnThePostureItReturns) {
  const TaskList tasks = reach(0.9, 1.1);
  stepper.prepare(tasks, {});
  Posture posture = posture_of({0.1, 0.2});
  for (int i = 0; i < 20; ++i) {
    const double before = tip_error(posture, 0.9, 1.1);
    const StepReport report = stepper.step(tasks, {}, posture);
    ASSERT_EQ(report.tasks.size(), 1u);
    EXPECT_NEAR(report.tasks[0].error, tip_error(posture, 0.9, 1.1), 1e-12) << i;
    EXPECT_LE(report.tasks[0].error, before + 1e-12) << i;
  }
  EXPECT_LT(tip_error(posture, 0.9, 1.1), 1e-4);  // its tolerance: then it rests
}

TEST_F(StepperOfAnArm, LevelsThatAreNotInUseMoveNothing) {
  const TaskList tasks = turn_each(figure, 0.2, 0.3);
  stepper.prepare(tasks, {});
  Posture posture = posture_of({0.0, 0.0});
  stepper.step(tasks, {}, posture, 1);
  EXPECT_GT(posture.values[0], 0.05);
  EXPECT_EQ(posture.values[1], 0.0);
  stepper.step(tasks, {}, posture);
  EXPECT_GT(posture.values[1], 0.05);
}

TEST_F(StepperOfAnArm, BringsAStartInsideItsLimitsAndSaysByHowMuch) {
  FigureDescription description = test::planar_arm_description(2, 1.0);
  description.segments[2].joint.ranges[0] = {-0.5, 0.5};
  Stepper limited(Figure::build(description).value(), {});
  const TaskList tasks = turn_each(limited.setup().figure, 0.0, 0.5);
  limited.prepare(tasks, {});
  Posture posture = posture_of({0.0, 0.7});
  const StepReport report = limited.step(tasks, {}, posture);
  EXPECT_NEAR(report.start_correction, 0.2, 1e-12);
  EXPECT_LE(posture.values[1], 0.5);
  EXPECT_EQ(limited.step(tasks, {}, posture).start_correction, 0.0);
}

TEST_F(StepperOfAnArm, LevelErrorsAreInMetresAndMoveNothing) {
  const TaskList tasks = turn_each(figure, 0.2, 0.3);
  stepper.prepare(tasks, {});
  const Posture posture = posture_of({0.0, 0.1});
  const VecX errors = stepper.level_errors(tasks, {}, posture);
  const double metres_per_radian = stepper.setup().metres_per_radian;
  EXPECT_NEAR(errors[0], 0.2 * metres_per_radian, 1e-12);
  EXPECT_NEAR(errors[1], 0.2 * metres_per_radian, 1e-12);
}

TEST_F(StepperOfAnArm, AReportDoesNotDependOnHowThePostureWasFound) {
  const TaskList tasks = reach(3.0, 1.0);  // out of reach
  stepper.prepare(tasks, {});
  Posture posture = posture_of({0.1, 0.2});
  for (int i = 0; i < 30; ++i) stepper.step(tasks, {}, posture);
  Stepper fresh(test::planar_arm(2), {});
  fresh.prepare(tasks, {});
  fresh.level_errors(tasks, {}, posture);
  StepReport here, there;
  stepper.report_on(tasks, {}, posture, here);
  fresh.report_on(tasks, {}, posture, there);
  ASSERT_EQ(here.tasks.size(), 1u);
  EXPECT_EQ(here.tasks[0].error, there.tasks[0].error);
  EXPECT_EQ(here.tasks[0].blocked_by, there.tasks[0].blocked_by);
  EXPECT_EQ(here.tasks[0].reasons[0].share, there.tasks[0].reasons[0].share);
}

}  // namespace
}  // namespace limber
