// What follows the steps of a solve, piece by piece: Solver::settle.

#include "limber/solver/rest_check.h"

#include <gtest/gtest.h>

#include <cmath>

#include "limber/solver/solver.h"
#include "planar_arm.h"

namespace limber {
namespace {

using test::posture_of;

// A straight arm asked for a place on its line feels no pull to fold.
class StraightArm : public testing::Test {
 protected:
  StraightArm() { tasks.add("tip", Reach{.frame = figure.frame("tip"), .target = Vec3(1.2, 0, 0)}); }
  StepReport rest() {
    solver.prepare(tasks);
    StepReport report;
    for (int i = 0; i < 100 && report.status == StepStatus::moving; ++i) report = solver.step(tasks, posture);
    return report;
  }
  Figure figure = test::planar_arm(3);
  TaskList tasks;
  Posture posture = posture_of({0, 0, 0});
  Solver solver{figure};
};

TEST_F(StraightArm, SettlesWhereSolveDoesThroughStepsThatCanBeShown) {
  const StepReport stepped = rest();
  EXPECT_EQ(stepped.status, StepStatus::at_rest);
  EXPECT_EQ(stepped.light, Light::red) << "otherwise there is nothing to settle";
  StepReport report;
  double longest = 0.0;
  for (int i = 0; i < 2000 && report.status == StepStatus::moving; ++i) {
    const Posture before = posture;
    report = solver.settle(tasks, {}, posture);
    longest = std::max(longest, (posture.values - before.values).cwiseAbs().maxCoeff());
    EXPECT_EQ(report.step_length > 0.0, !(posture == before));
  }
  EXPECT_EQ(report.status, StepStatus::at_rest);
  EXPECT_EQ(report.light, Light::green);
  EXPECT_LE(longest, solver.options().largest_turn + 0.03) << "a step, or a step after the push";
  EXPECT_EQ(solver.settle(tasks, {}, posture).status, StepStatus::at_rest) << "and that was all";

  Posture solved = posture_of({0, 0, 0});
  Solver other(figure);
  other.solve(tasks, solved, {.restarts = 0});
  EXPECT_LE((solved.values - posture.values).norm(), 1e-9);
}

TEST(Settling, AFigureThatCannotMoveComesToAnEnd) {
  const Figure figure = Figure::build({.segments = {{.name = "base"}}}).value();
  ASSERT_EQ(figure.dof_count(), 0);
  TaskList tasks;
  tasks.add("away", Reach{.frame = Place::on_segment(SegmentId{0}, Vec3::Zero()), .target = Vec3(1, 0, 0)});
  Solver solver(figure);
  solver.prepare(tasks);
  Posture posture = figure.rest_posture();
  EXPECT_EQ(solver.step(tasks, posture).status, StepStatus::at_rest);
  StepReport report;
  for (int i = 0; i < 100 && report.status == StepStatus::moving; ++i)
    report = solver.settle(tasks, {}, posture);
  EXPECT_EQ(report.status, StepStatus::at_rest);
  EXPECT_EQ(report.light, Light::red);
}

// An eye that slides along x and looks back along it, 0.3 rad upwards, at something beside its way: the
// farther away, the smaller the angle, down to 0.3 rad at infinity. A posture there is of no use to anyone.
TEST(Settling, AnErrorThatFallsForEverDoesNotLeadThere) {
  FigureDescription description;
  description.name = "slide";
  description.segments = {{.name = "base"}};
  SegmentDescription eye{.name = "eye", .parent = "base"};
  eye.joint.type = JointType::prismatic;
  eye.joint.axis = Vec3::UnitX();
  description.segments.push_back(eye);
  const Figure figure = Figure::build(description).value();
  TaskList tasks;
  tasks.add("gaze", LookAt{.frame = Place::on_segment(figure.segment("eye"), Vec3::Zero()),
                           .target = Vec3(0, 1, 0),
                           .gaze = Vec3(-std::cos(0.3), 0, std::sin(0.3))});
  Posture posture = posture_of({1.0});
  Solver solver(figure);
  const SolveReport report = solver.solve(tasks, posture, {.restarts = 0});
  EXPECT_EQ(report.status, StepStatus::at_rest);
  EXPECT_NEAR(report.tasks[0].error, 0.3, 0.01);
  EXPECT_LT(posture.values[0], 1000.0);
}

TEST_F(StraightArm, AStepPutsAnEndToSettling) {
  rest();
  for (int i = 0; i < 5; ++i) solver.settle(tasks, {}, posture);
  EXPECT_EQ(posture, posture_of({0, 0, 0})) << "trials are not shown before they have led on";
  Solver fresh(figure);
  fresh.prepare(tasks);
  Posture same = posture;
  solver.step(tasks, posture);
  fresh.step(tasks, same);
  EXPECT_EQ(posture, same);
}

TEST_F(StraightArm, OtherTasksOrNumbersAreRefused) {
  rest();
  TaskList others = tasks;
  others.add("more", Reach{.frame = figure.frame("tip")});
  EXPECT_EQ(solver.settle(others, {}, posture).status, StepStatus::not_prepared);
  posture.values[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(solver.settle(tasks, {}, posture).status, StepStatus::bad_input);
}

}  // namespace
}  // namespace limber
