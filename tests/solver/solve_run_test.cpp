// A whole solve: how many steps it takes, what it tells meanwhile, and which of several starts it keeps.

#include "limber/solver/solve_run.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "step_bench.h"

namespace limber {
namespace {

using test::posture_of;

TaskList reach(const Figure& figure, double x, double y) {
  TaskList tasks;
  tasks.add("tip", Reach{.frame = figure.frame("tip"), .target = Vec3(x, y, 0)});
  return tasks;
}

SolveReport solve(Stepper& stepper, const TaskList& tasks, Posture& posture,
                  const SolveOptions& options = {}) {
  stepper.prepare(tasks, {});
  return SolveRun(stepper, tasks, {}, options).run(posture);
}

TEST(SolveRun, ObservesEveryStepThatItCounts) {
  Stepper stepper(test::planar_arm(3), {});
  Posture posture = posture_of({0.1, 0.2, 0.3});
  int observed = 0;
  const SolveReport report = solve(stepper, reach(stepper.setup().figure, 1, 1), posture,
                                   {.observe = [&](const StepReport& step, const Posture&) {
                                     ++observed;
                                     EXPECT_EQ(step.tasks.size(), 1u);
                                   }});
  EXPECT_GT(report.steps, 0);
  EXPECT_EQ(report.steps, observed);
  EXPECT_EQ(report.status, StepStatus::at_rest);
  EXPECT_EQ(report.light, Light::green);
}

TEST(SolveRun, TakesNoMoreStepsThanAllowed) {
  Stepper stepper(test::planar_arm(3), {});
  Posture posture = posture_of({0.1, 0.2, 0.3});
  const SolveReport report =
      solve(stepper, reach(stepper.setup().figure, -1, -1), posture, {.most_steps = 2});
  EXPECT_EQ(report.steps, 2);
  EXPECT_EQ(report.status, StepStatus::moving);
}

TEST(SolveRun, ReportsOnThePostureItReturns) {
  Stepper stepper(test::planar_arm(2), {});
  Posture posture = posture_of({0.1, 0.2});
  const SolveReport report = solve(stepper, reach(stepper.setup().figure, 3, 0), posture);
  const double a = posture.values[0], b = a + posture.values[1];
  ASSERT_EQ(report.tasks.size(), 1u);
  EXPECT_NEAR(report.tasks[0].error, std::hypot(3 - std::cos(a) - std::cos(b), std::sin(a) + std::sin(b)),
              1e-12);
  EXPECT_NEAR(report.tasks[0].error, 1.0, 1e-3);  // stretched out towards the target
  EXPECT_EQ(report.tasks[0].blocked_by, Blocker::out_of_reach);
}

TEST(SolveRun, BadInputIsReportedAndThePostureIsNotTouched) {
  Stepper stepper(test::planar_arm(2), {});
  Posture posture = posture_of({0.1, 0.2});
  const Posture before = posture;
  const double infinite = std::numeric_limits<double>::infinity();
  const TaskList good = reach(stepper.setup().figure, 1, 1), bad = reach(stepper.setup().figure, infinite, 1);
  stepper.prepare(good, {});
  const SolveReport report = SolveRun(stepper, bad, {}, {}).run(posture);
  EXPECT_EQ(report.status, StepStatus::bad_input);
  EXPECT_EQ(report.light, Light::red);
  EXPECT_EQ(posture, before);
}

TEST(SolveRun, StopsAsSoonAsEverythingIsSatisfied) {
  Stepper stepper(test::planar_arm(3), {});
  Posture posture = posture_of({0.1, 0.2, 0.3});
  int green = 0;
  solve(stepper, reach(stepper.setup().figure, 1, 1), posture,
        {.observe = [&](const StepReport& step, const Posture&) { green += step.light == Light::green; }});
  EXPECT_EQ(green, 1);
}

TEST(SolveRun, OptimalityTellsRestFromTheWayThere) {
  Stepper stepper(test::planar_arm(2), {});
  const TaskList tasks = reach(stepper.setup().figure, 3, 0);
  Posture posture = posture_of({0.4, 0.8});
  StepReport on_the_way;
  stepper.prepare(tasks, {});
  stepper.level_errors(tasks, {}, posture);
  stepper.report_on(tasks, {}, posture, on_the_way);
  ASSERT_EQ(on_the_way.levels.size(), 1u);
  EXPECT_GT(on_the_way.levels[0].optimality, 0.1);
  const SolveReport report = solve(stepper, tasks, posture);
  ASSERT_EQ(report.levels.size(), 1u);
  EXPECT_NEAR(report.levels[0].error, 1.0, 1e-3);
  EXPECT_LT(report.levels[0].optimality, 2e-4);
  // By differences: no turn of a thousandth of a radian gains more than that.
  const auto error = [&](double a, double b) {
    return std::hypot(3 - std::cos(a) - std::cos(a + b), std::sin(a) + std::sin(a + b));
  };
  const double a = posture.values[0], b = posture.values[1];
  for (int k = 0; k < 16; ++k) {
    const double turn = k * std::numbers::pi / 8;
    EXPECT_GT(error(a + 1e-3 * std::cos(turn), b + 1e-3 * std::sin(turn)), error(a, b) - 3e-7);
  }
}

// Stretched out, it feels no pull along itself.
TEST(SolveRun, AStraightArmFoldsToReachAPointOnItsOwnLine) {
  Stepper stepper(test::planar_arm(2), {});
  Posture posture = posture_of({0.0, 0.0});
  const SolveReport report = solve(stepper, reach(stepper.setup().figure, 1, 0), posture);
  EXPECT_EQ(report.light, Light::green);
  EXPECT_GT(std::abs(posture.values[1]), 1.0);
}

// One link that may turn from -3 to 3 rad: the target is at -2.9 rad, and the shortest way there from 2.9 ends
// at the limit of 3.
class BeyondTheLimit : public testing::Test {
 protected:
  static Figure link() {
    FigureDescription description = test::planar_arm_description(1, 1.0);
    description.segments[1].joint.ranges[0] = {-3.0, 3.0};
    return Figure::build(description).value();
  }
  Stepper stepper{link(), {}};
  TaskList tasks = reach(stepper.setup().figure, std::cos(-2.9), std::sin(-2.9));
  Posture posture = posture_of({2.9});
};

TEST_F(BeyondTheLimit, OneStartEndsAtTheLimit) {
  const SolveReport report = solve(stepper, tasks, posture, {.restarts = 0});
  EXPECT_EQ(report.light, Light::red);
  EXPECT_NEAR(posture.values[0], 3.0, 1e-9);
  EXPECT_EQ(report.tasks[0].blocked_by, Blocker::joint_limit);
  EXPECT_EQ(report.restarts, 0);
}

TEST_F(BeyondTheLimit, OtherStartsFindTheWayRoundAndStopThere) {
  const SolveReport report = solve(stepper, tasks, posture, {.restarts = 50});
  EXPECT_EQ(report.light, Light::green);
  EXPECT_NEAR(posture.values[0], -2.9, 1e-3);
  EXPECT_GT(report.restarts, 0);
  EXPECT_LT(report.restarts, 50);
}

TEST_F(BeyondTheLimit, OtherStartsAreTriedUnaskedWhereTheyMayHelp) {
  const SolveReport report = solve(stepper, tasks, posture);
  EXPECT_EQ(report.light, Light::green);
  EXPECT_GT(report.restarts, 0);
}

TEST_F(BeyondTheLimit, TheFirstAnswerIsKeptWhereNothingBetterIsFound) {
  tasks = TaskList();
  tasks.add("turn", JointValue{.joint = stepper.setup().figure.joint("link.1"), .target = 4.0});
  Posture alone = posture;
  const SolveReport once = solve(stepper, tasks, alone, {.restarts = 0});
  const SolveReport report = solve(stepper, tasks, posture);
  EXPECT_GT(report.restarts, 0);
  EXPECT_EQ(posture, alone);
  EXPECT_EQ(report.tasks[0].error, once.tasks[0].error);
}

TEST_F(BeyondTheLimit, AmongObstaclesItOnlySaysThatOtherStartsMayHelp) {
  World world;
  world.add("far", Sphere{.center = Vec3(9, 9, 9), .radius = 0.1});
  stepper.surround(world);
  const SolveReport report = solve(stepper, tasks, posture);
  EXPECT_EQ(report.restarts, 0);
  EXPECT_TRUE(report.other_starts_may_help);
}

// A mark that is only drawn is nothing to jump over.
TEST_F(BeyondTheLimit, WhatIsNotSolidKeepsNobodyFromOtherStarts) {
  World world;
  world.add("mark", Sphere{.center = Vec3(9, 9, 9), .radius = 0.1});
  world.obstacles[0].is_solid = false;
  stepper.surround(world);
  const SolveReport report = solve(stepper, tasks, posture);
  EXPECT_EQ(report.light, Light::green);
  EXPECT_GT(report.restarts, 0);
  EXPECT_FALSE(report.other_starts_may_help);
}

TEST_F(BeyondTheLimit, TheSameSeedFindsTheSameBits) {
  Posture again = posture;
  const SolveReport first = solve(stepper, tasks, posture, {.restarts = 50, .seed = 7});
  const SolveReport second = solve(stepper, tasks, again, {.restarts = 50, .seed = 7});
  EXPECT_EQ(posture, again);
  EXPECT_EQ(first.steps, second.steps);
}

// What is below in priority has no say in where an unsatisfiable task comes to rest.
TEST(SolveRun, ALowerTaskDoesNotMoveAHigherOneThatCannotBeSatisfied) {
  Stepper stepper(test::planar_arm(2), {});
  TaskList tasks = reach(stepper.setup().figure, 3, 0);
  tasks.add("fold", JointValue{.joint = stepper.setup().figure.joint("link.2"), .target = 2.0},
            {.priority = 2});
  Posture posture = posture_of({0.4, 0.8});
  const SolveReport report = solve(stepper, tasks, posture);
  EXPECT_NEAR(report.tasks[0].error, 1.0, 1e-3);
  EXPECT_EQ(report.tasks[1].blocked_by, Blocker::higher_task);
}

}  // namespace
}  // namespace limber
