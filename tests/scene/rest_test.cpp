// What "at rest" means: solved again, nothing gets better; to first order nothing can; and whatever is not
// satisfied has a reason. On every shipped scene, and on scenes where this was once not so.

#include <gtest/gtest.h>

#include <algorithm>

#include "limber/kinematics/kinematics.h"
#include "limber/solver/solver.h"
#include "rest_support.h"

namespace limber {
namespace {

using test::expect_optimal;
using test::expect_reasons;
using test::expect_same_levels;
using test::scene_at;
using test::shipped_scenes;
using test::solve;
using test::uses_solver;

TEST(Rest, SolvingAShippedSceneAgainChangesNothingAndEveryFailureHasAReason) {
  for (const std::string& path : shipped_scenes()) {
    Scene scene = scene_at(path);
    if (!uses_solver(scene)) continue;
    const SolveReport first = solve(scene, {.restarts = 0});
    EXPECT_EQ(first.status, StepStatus::at_rest) << path;
    expect_reasons(first, path);
    expect_optimal(scene, first, path);
    expect_same_levels(first, solve(scene, {.restarts = 0}), path);
  }
}

TEST(Rest, StepsAndSolveComeToTheSameRest) {
  for (const std::string& path : shipped_scenes()) {
    Scene solved = scene_at(path), stepped = solved;
    if (!uses_solver(solved)) continue;
    const SolveReport report = solve(solved, {.restarts = 0});
    Mover mover(stepped.figure, stepped.solver, stepped.avoidance);
    mover.surround(stepped.world);
    mover.prepare(stepped.tasks, stepped.criteria);
    StepReport step;
    for (int i = 0; i < 500 && step.status == StepStatus::moving; ++i)
      step = mover.step(stepped.tasks, stepped.criteria, stepped.posture);
    EXPECT_EQ(step.status, StepStatus::at_rest) << path;
    EXPECT_EQ(step.light, report.light) << path;
    ASSERT_EQ(step.levels.size(), report.levels.size()) << path;
    for (std::size_t i = 0; i < step.levels.size(); ++i) {
      const double error = report.levels[i].error;
      EXPECT_NEAR(step.levels[i].error, error, std::max(report.levels[i].tolerance, 0.01 * error))
          << path << ", priority " << step.levels[i].priority;
    }
  }
}

// It passes a saddle on the way, where progress is slow for dozens of steps: it used to rest there, at 0.383.
TEST(Rest, SlowProgressIsNotRest) {
  Scene scene = scene_at("tests/scene/data/rests-too-early.json");
  const SolveReport report = solve(scene, {.restarts = 0});
  EXPECT_EQ(report.status, StepStatus::at_rest);
  EXPECT_LT(report.tasks[0].error, 0.3345);
  ASSERT_EQ(report.levels.size(), 1u);
  EXPECT_LT(report.levels[0].optimality, 1e-4 * 0.8);  // of the reach
  expect_reasons(report, "rests-too-early");
}

// A foot behind a bar cannot be reached. Steps that keep its error as it is to first order cost it to second,
// by the curvature of the bar, so the gaze below it stopped at 1.6 rad (it once was 1.86) although some ways to
// turn cost the foot nothing. What is still not satisfied has a reason.
TEST(Rest, WhatIsBelowAnUnsatisfiedLevelGetsWhatCostsItNothing) {
  Scene scene = scene_at("tests/scene/data/no-reason-at-rest.json");
  const SolveReport report = solve(scene);
  EXPECT_EQ(report.status, StepStatus::at_rest);
  expect_reasons(report, "no-reason-at-rest");
  expect_optimal(scene, report, "no-reason-at-rest");
  ASSERT_EQ(report.tasks.size(), 5u);
  EXPECT_LT(report.tasks[3].error, 1.1);              // the gaze [rad]
  // The foot gave nothing away, to the thousandth that counts as rest: it has had 0.3769 and has 0.3771.
  EXPECT_NEAR(report.levels[1].error, 0.3769, 1e-3 * 0.3769);
  expect_same_levels(report, solve(scene), "no-reason-at-rest");
}

// Pressed against a wall nothing can be gained, however little room is left there.
TEST(Rest, WhatTouchesIsOptimal) {
  Scene scene = scene_at("scenes/behind-a-wall.json");
  const SolveReport report = solve(scene);
  EXPECT_EQ(report.status, StepStatus::at_rest);
  ASSERT_EQ(report.levels.size(), 1u);
  EXPECT_GT(report.levels[0].error, 0.4);
  EXPECT_LT(report.levels[0].optimality, 1e-4);
}

TEST(Rest, WithoutLineSearchAStepReportsThePostureItLedTo) {
  Scene scene = scene_at("tests/scene/data/trace-is-a-step-behind.json");
  Solver solver(scene.figure, scene.solver);
  solver.prepare(scene.tasks);
  for (int i = 0; i < 5; ++i) {
    const double reported = solver.step(scene.tasks, scene.posture).tasks[0].error;
    Kinematics kinematics(scene.figure);
    kinematics.update(scene.posture);
    const Vec3 tip = kinematics.frame_pose(scene.figure.frame("tip")).translation;
    EXPECT_NEAR(reported, (Vec3(0.5, 1.2, 0) - tip).norm(), 1e-12) << "step " << i;
  }
}

// As people use it, with the default clearance: a step was bounded by the distance of parts to their own
// neighbours, which move along with them. 222 steps against 16.
TEST(Rest, AnEmptyWorldCostsNoSteps) {
  const Scene scene = scene_at("tests/scene/data/empty-world-creeps.json");
  ASSERT_EQ(scene.avoidance.technique, Technique::clearance);
  for (const int links : {60, 120, 240}) {
    FigureDescription description = scene.figure.description();
    description.chains.at(0).links = links;
    Scene avoiding{.figure = Figure::build(description).value()};
    avoiding.posture = avoiding.figure.rest_posture();
    avoiding.tasks.add("tip", Reach{.frame = avoiding.figure.frame("trunk.tip"), .target = {-0.6, 1.0, 0.4}});
    Scene off = avoiding;
    off.avoidance.technique = Technique::off;
    const SolveReport with = solve(avoiding), without = solve(off);
    EXPECT_EQ(with.light, Light::green) << links;
    EXPECT_LE(with.steps, 1.3 * without.steps) << links;
  }
}

// Balance, feet, gaze and hands with a criterion below them: 176, 306 and 176 steps before the criteria had
// second derivatives.
TEST(Rest, ABalancedHumanComesToRestInFewSteps) {
  for (const char* name : {"human-reach", "human-squat", "human-bar"}) {
    Scene scene = scene_at(std::string("scenes/") + name + ".json");
    scene.avoidance.technique = Technique::off;
    const SolveReport report = solve(scene);
    EXPECT_EQ(report.status, StepStatus::at_rest) << name;
    EXPECT_EQ(report.light, Light::green) << name;
    EXPECT_LE(report.steps, 35) << name;
  }
}

}  // namespace
}  // namespace limber
