// Keeping clear: whatever is dragged wherever, and wherever obstacles go, nothing is ever overlapped that
// need not be.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "clearance_scenes.h"
#include "limber/figure/posture.h"
#include "limber/solver/solver.h"
#include "support/allocations.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::capsule_tree;
using test::least_clearance;
using test::least_clearance_of_itself;
using test::Random;
using test::scaled;
using test::uniform;
using test::uniform_int;
using test::world_around;

constexpr double never_deeper = -1e-6;  // [m]

TEST(Clearance, NothingIsEverOverlappedHoweverFastTheDrag) {
  Random random(11);
  double deepest = 0.0, deepest_self = 0.0;
  int steps_near = 0;
  for (int scene = 0; scene < scaled(1000); ++scene) {
    const Figure figure = capsule_tree(random, uniform_int(random, 3, 20), random() % 2 == 0);
    const World world = world_around(random, figure, uniform_int(random, 1, 12));
    TaskList tasks;
    const auto reach = tasks.add("reach", Reach{.frame = figure.frame("tip")});
    Solver solver(figure);
    solver.surround(world);
    solver.prepare(tasks);
    Posture posture = figure.rest_posture();
    for (int drag = 0; drag < 4; ++drag) {
      // Half of the goals in the middle of an obstacle, the others anywhere, within reach or not.
      tasks[reach].target = test::random_vector(random, 1.5);
      if (random() % 2 == 0) {
        const Shape& inside = world.obstacles[random() % world.obstacles.size()].shape;
        if (const auto box = bounds(inside)) tasks[reach].target = 0.5 * (box->min + box->max);
      }
      for (int step = 0; step < 15; ++step) {
        const StepReport report = solver.step(tasks, posture);
        const double least = least_clearance(figure, posture, world);
        deepest = std::min(deepest, least);
        ASSERT_GE(least, never_deeper) << "scene " << scene << " drag " << drag << " step " << step;
        const double own = least_clearance_of_itself(figure, posture);
        deepest_self = std::min(deepest_self, own);
        ASSERT_GE(own, never_deeper) << "scene " << scene << " drag " << drag << " step " << step;
        if (report.clearance < 1.0) {
          ASSERT_NEAR(report.clearance, std::min(least, own), 1e-9);
          ++steps_near;
        }
      }
    }
  }
  EXPECT_GT(steps_near, 1000 * scaled(1000) / 1000);  // the obstacles were in the way
  RecordProperty("deepest", std::to_string(deepest));
}

// A solver without surroundings avoids nothing: otherwise the test above would prove nothing.
TEST(Clearance, TheSameDragsWithoutSurroundingsOverlapNearlyAlways) {
  Random random(11);
  int scenes = scaled(100), overlapping = 0;
  for (int scene = 0; scene < scenes; ++scene) {
    const Figure figure = capsule_tree(random, uniform_int(random, 3, 20), random() % 2 == 0);
    const World world = world_around(random, figure, uniform_int(random, 1, 12));
    TaskList tasks;
    const auto reach = tasks.add("reach", Reach{.frame = figure.frame("tip")});
    Solver solver(figure);
    solver.prepare(tasks);
    Posture posture = figure.rest_posture();
    bool overlaps = false;
    for (const Obstacle& obstacle : world.obstacles) {
      if (const auto box = bounds(obstacle.shape)) tasks[reach].target = 0.5 * (box->min + box->max);
      for (int step = 0; step < 15; ++step) {
        solver.step(tasks, posture);
        overlaps |= least_clearance(figure, posture, world) < never_deeper;
      }
    }
    overlapping += overlaps;
  }
  EXPECT_GT(overlapping, scenes * 8 / 10);
}

// A bar that turns about one end.
Figure clock_hand(double length, double radius) {
  FigureDescription description;
  description.name = "hand";
  description.segments = {{.name = "base"}};
  SegmentDescription link;
  link.name = "hand";
  link.parent = "base";
  link.joint.type = JointType::revolute;
  link.joint.axis = Vec3::UnitZ();
  link.shapes.push_back({Capsule{Vec3(0.1, 0, 0), Vec3(length, 0, 0), radius}, {}});
  description.segments.push_back(link);
  description.frames.push_back({"tip", "hand", {Mat3::Identity(), Vec3(length, 0, 0)}});
  return Figure::build(description).value();
}

TEST(Clearance, ASheetWithoutThicknessIsNotJumpedOver) {
  const Figure figure = clock_hand(1.0, 0.01);
  World world;
  // Stands on edge at 45 degrees: normal to the way of the hand.
  const Mat3 upright = (Mat3() << 1, 0, 0, 0, 0, -1, 0, 1, 0).finished();
  world.add("sheet",
            Rectangle{.center = Vec3(std::cos(0.8), std::sin(0.8), 0) * 0.7,
                      .size = Vec2(1.0, 1.0),
                      .rotation = Eigen::AngleAxisd(0.8, Vec3::UnitZ()).toRotationMatrix() * upright});
  TaskList tasks;
  const auto reach = tasks.add("reach", Reach{.frame = figure.frame("tip"), .target = Vec3(0, 1, 0)});
  Solver solver(figure);
  solver.surround(world);
  solver.prepare(tasks);
  Posture posture = figure.rest_posture();
  StepReport report;
  for (int step = 0; step < 200; ++step) {
    report = solver.step(tasks, posture);
    ASSERT_LT(posture.values[0], 0.8);
    ASSERT_GE(least_clearance(figure, posture, world), never_deeper);
  }
  EXPECT_GT(posture.values[0], 0.749);  // 0.05 rad before it: where its near edge meets the hand
  EXPECT_EQ(report.status, StepStatus::at_rest);
  EXPECT_EQ(report[reach].blocked_by, Blocker::obstacle);
  EXPECT_EQ(report[reach].blocking_index, 0);
  EXPECT_EQ(reason_in_words(report[reach].reasons[0], figure, tasks, world), "obstacle sheet is in the way");
}

// Baerlocher 2001, figure 7.6: the goal is inside a sphere; its centre is the goal, so the chain lies down on
// the sphere. Another beyond it: the tip slides round until the chain is taut.
TEST(Clearance, TheTipSlidesRoundASphereUntilTheChainIsTaut) {
  Random random(3);
  const Figure figure = capsule_tree(random, 10, false);
  World world;
  world.add("ball", Sphere{.center = Vec3(0.45, 0, 0.55), .radius = 0.25});
  TaskList tasks;
  const auto reach = tasks.add("reach", Reach{.frame = figure.frame("tip"), .target = Vec3(1.2, 0, 0.3)});
  Solver solver(figure);
  solver.surround(world);
  Posture posture = figure.rest_posture();
  double first_error = 0.0;
  const SolveReport report =
      solver.solve(tasks, {}, posture, {.observe = [&](const StepReport& step, const Posture& at) {
                     if (first_error == 0.0) first_error = step[reach].error;
                     ASSERT_GE(least_clearance(figure, at, world), never_deeper);
                   }});
  EXPECT_LT(report[reach].error, 0.3 * first_error);
  EXPECT_GE(least_clearance(figure, posture, world), never_deeper);
}

TEST(Clearance, ObstaclesThatMoveIntoTheFigurePushItOutInTheSameStep) {
  Random random(5);
  int pushes = 0;
  for (int scene = 0; scene < scaled(300); ++scene) {
    const Figure figure = capsule_tree(random, uniform_int(random, 4, 12), false);
    World world;
    // From the side, towards a point of the upper half: the arm can lean away.
    const Vec3 goal(0, 0, uniform(random, 0.5, 1.0));
    const Vec3 direction = (test::random_direction(random).cwiseProduct(Vec3(1, 1, 0.2))).normalized();
    const double radius = uniform(random, 0.03, 0.15), speed = uniform(random, 0.005, 0.05);
    world.add("ball", Sphere{.center = goal + 0.8 * direction, .radius = radius});
    world.obstacles[0].velocity = -speed * direction;
    TaskList tasks;
    Solver solver(figure);
    solver.surround(world);
    solver.prepare(tasks);
    Posture posture = figure.rest_posture();
    for (double way = 0.0; way < 0.9; way += speed) {
      world.advance(1.0);
      solver.move_obstacle(ObstacleId{0}, world.obstacles[0].shape, world.obstacles[0].velocity);
      const double before = least_clearance(figure, posture, world);
      const StepReport report = solver.step(tasks, posture);
      const double after = least_clearance(figure, posture, world);
      if (before < 0.0) ++pushes;
      ASSERT_GE(after, never_deeper) << "scene " << scene << " from " << before << " way " << way;
      if (before < 0.0) {
        ASSERT_GT(report.start_correction, 0.0);
      }
    }
  }
  EXPECT_GT(pushes, scaled(300));
}

// A whole world at once, anywhere on the figure, not obstacle by obstacle from outside: a clear posture
// exists, the one at rest, perhaps far away. Least moves and a few nudges find one in nearly all cases; where
// they do not, the report says how deep it is.
TEST(Clearance, AWorldDroppedOntoTheFigureIsLeftInOneStep) {
  Random random(11);
  int overlapped = 0, left = 0;
  for (int scene = 0; scene < scaled(3000); ++scene) {
    const Figure figure = capsule_tree(random, uniform_int(random, 3, 10), scene % 3 == 0);
    const World world = world_around(random, figure, uniform_int(random, 5, 20));
    Posture posture = figure.rest_posture();
    VecX away(figure.dof_count());
    for (double& value : away) value = uniform(random, -0.8, 0.8);
    integrate(figure, away, posture);
    TaskList tasks;
    Solver solver(figure);
    solver.surround(world);
    solver.prepare(tasks);
    const double before =
        std::min(least_clearance(figure, posture, world), least_clearance_of_itself(figure, posture));
    if (before > -0.02) continue;
    ++overlapped;
    const StepReport report = solver.step(tasks, posture);
    const double after =
        std::min(least_clearance(figure, posture, world), least_clearance_of_itself(figure, posture));
    left += after >= never_deeper;
    if (after < never_deeper) {
      EXPECT_NEAR(report.clearance, after, 1e-9) << "scene " << scene;
    }
  }
  EXPECT_GT(overlapped, scaled(3000) / 8);
  EXPECT_GE(left, overlapped - overlapped / 200);
}

TEST(Clearance, WhereNoClearPostureExistsTheReportSaysSo) {
  const Figure figure = clock_hand(1.0, 0.05);
  World world;
  world.add("rock", Sphere{.center = Vec3::Zero(), .radius = 0.5});  // around the hinge itself
  TaskList tasks;
  Solver solver(figure);
  solver.surround(world);
  solver.prepare(tasks);
  Posture posture = figure.rest_posture();
  const StepReport report = solver.step(tasks, posture);
  EXPECT_LT(report.clearance, -0.3);
  EXPECT_EQ(report.nearest_obstacle, 0);
  EXPECT_EQ(report.nearest_segment, figure.segment("hand"));
}

// A turntable, with an arm on it.
Figure crane(const Vec3& place) {
  FigureDescription description;
  description.name = "crane";
  description.segments.push_back({.name = "base"});
  SegmentDescription table{.name = "table", .parent = "base", .before = {Mat3::Identity(), place}};
  table.joint.type = JointType::revolute;
  table.joint.axis = Vec3::UnitZ();
  table.shapes.push_back({Cylinder{.a = {0, 0, -0.03}, .b = {0, 0, -0.01}, .radius = 0.1}, {}});
  SegmentDescription arm{.name = "arm", .parent = "table", .before = {Mat3::Identity(), Vec3(0, 0, 0.3)}};
  arm.joint.type = JointType::revolute;
  arm.joint.axis = Vec3::UnitY();
  arm.joint.ranges[0] = {-2.0, 2.0};
  description.segments.push_back(table);
  description.segments.push_back(arm);
  description.frames.push_back({"tip", "arm", {Mat3::Identity(), Vec3(0, 0, 0.4)}});
  return Figure::build(description).value();
}

// Turning does not free a turntable from what lies in it, but for rounding: the row of that contact is what is
// left of sums that cancel, and asked for a turn of 1e15 that left nothing of the step for the arm.
TEST(Clearance, ABallInATurntableDoesNotKeepItsArmFromTheGoal) {
  const Posture start = [] {
    Posture posture = crane(Vec3::Zero()).rest_posture();
    posture.values[1] = 0.3;
    return posture;
  }();
  for (int i = 0; i < 200; ++i) {
    const double angle = 0.0314159 * i;
    const Vec3 place(-0.0687 + 0.001 * i, -0.0694, 0.3);
    const Figure figure = crane(place);
    World world;
    world.add("ball", Sphere{.center = place + Vec3(0.12 * std::cos(angle), 0.12 * std::sin(angle), -0.02),
                             .radius = 0.05});
    TaskList tasks;
    tasks.add("reach", Reach{.frame = figure.frame("tip"), .target = place + Vec3(0.2, 0.15, 0.55)});
    Solver free(figure), among(figure);
    among.surround(world);
    Posture with_ball = start, without = start;
    const double best = free.solve(tasks, without).levels[0].error;
    EXPECT_NEAR(among.solve(tasks, with_ball).levels[0].error, best, 1e-6) << "ball at " << angle;
    EXPECT_LT(among.levels()[0].linear_residual, 0.1) << "ball at " << angle;
  }
}

TEST(Clearance, TheMarginIsKeptAndTheInfluenceNeverSmaller) {
  Random random(8);
  for (int scene = 0; scene < scaled(50); ++scene) {
    const Figure figure = capsule_tree(random, 8, false);
    World world;
    world.add("ball", Sphere{.center = Vec3(0.4, uniform(random, -0.1, 0.1), 0.6), .radius = 0.2});
    TaskList tasks;
    tasks.add("reach", Reach{.frame = figure.frame("tip"), .target = Vec3(0.4, 0.0, 0.6)});
    Solver solver(figure, {.clearance = {.margin = 0.05}});
    solver.surround(world);
    Posture posture = figure.rest_posture();
    solver.solve(tasks, posture);
    EXPECT_GE(least_clearance(figure, posture, world), 0.05 - 1e-9);
    EXPECT_LE(least_clearance(figure, posture, world), 0.06);
  }
}

TEST(Clearance, ClearanceGivesWayToTasksOfHigherPriority) {
  const Figure figure = clock_hand(1.0, 0.02);
  World world;
  world.add("post", Capsule{.a = Vec3(0.5, 0.5, -1), .b = Vec3(0.5, 0.5, 1), .radius = 0.05});
  const double goal_angle = 0.25 * std::numbers::pi;  // in the post
  TaskList tasks;
  const auto reach = tasks.add(
      "reach",
      Reach{.frame = figure.frame("tip"), .target = Vec3(std::cos(goal_angle), std::sin(goal_angle), 0)},
      {.priority = 1});
  for (const int priority : {0, 1}) {
    Solver solver(figure, {.clearance = {.priority = priority}});
    solver.surround(world);
    Posture posture = figure.rest_posture();
    const SolveReport report = solver.solve(tasks, posture);
    EXPECT_EQ(report[reach].satisfied, priority == 1);
    EXPECT_EQ(least_clearance(figure, posture, world) < 0.0, priority == 1);
  }
}

TEST(Clearance, StepsAllocateNothingAndTwoRunsGiveTheSameBits) {
  Random random(21);
  const Figure figure = capsule_tree(random, 12, true);
  const World world = world_around(random, figure, 10);
  TaskList tasks;
  const auto reach = tasks.add("reach", Reach{.frame = figure.frame("tip")});
  Posture ends[2];
  for (Posture& posture : ends) {
    Solver solver(figure);
    solver.surround(world);
    solver.prepare(tasks);
    posture = figure.rest_posture();
    tasks[reach].target = Vec3(0.5, 0.4, 0.2);
    solver.step(tasks, posture);
    const test::AllocationCounter allocations;
    for (int step = 0; step < 100; ++step) {
      if (step == 50) tasks[reach].target = Vec3(-0.5, 0.1, 0.4);
      solver.step(tasks, posture);
    }
    EXPECT_EQ(allocations.count(), 0u);
  }
  EXPECT_EQ(ends[0], ends[1]);
}

}  // namespace
}  // namespace limber
