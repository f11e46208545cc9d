// What moves a posture: the techniques of the documents with limits, cancellation and reports around them.

#include "limber/avoidance/mover.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "avoidance/chain.h"
#include "avoidance/document_techniques.h"
#include "limber/world/proximity.h"
#include "support/allocations.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;
using test::scaled;
using test::sphere_chain;
using test::uniform;
using test::uniform_int;
using test::with;

// A chain of ten spheres, bent a little, among a few obstacles that do not touch it.
struct Setting {
  Figure figure;
  Posture posture;
  World world;
  TaskList tasks;
  TaskId<Reach> tip;
};

double clearance_of(const Figure& figure, const World& world, const Posture& posture) {
  Proximity proximity(figure, {.self = false});
  proximity.prepare(world);
  Kinematics kinematics(figure);
  kinematics.update(posture);
  const auto nearest = proximity.nearest(kinematics, 1e3);
  return nearest ? nearest->clearance : 1e3;
}

Setting random_setting(Random& random, int obstacles) {
  Figure figure = sphere_chain(10, 1.0);
  Setting s{figure, figure.rest_posture(), {}, {}, {}};
  for (double& q : s.posture.values) q = uniform(random, -0.2, 0.2);
  Kinematics kinematics(figure);
  kinematics.update(s.posture);
  const Vec3 tip = kinematics.frame_position(figure.frame("chain.tip"));
  while (static_cast<int>(s.world.obstacles.size()) < obstacles) {
    World world = s.world;
    const Vec3 center = Vec3(uniform(random, 1, 9), 0, 0) + test::random_vector(random, 3.0);
    world.add("o" + std::to_string(world.obstacles.size()), Sphere{center, uniform(random, 0.3, 1.0)});
    if (clearance_of(figure, world, s.posture) > 0.05) s.world = world;
  }
  s.tip = s.tasks.add(
      "tip", Reach{.frame = figure.frame("chain.tip"), .target = tip + test::random_vector(random, 4.0)});
  return s;
}

class EveryDocumentTechnique : public testing::TestWithParam<Technique> {};

INSTANTIATE_TEST_SUITE_P(Documents, EveryDocumentTechnique, testing::ValuesIn(test::document_techniques()),
                         [](const auto& of) { return test::technique_name(of); });

TEST_P(EveryDocumentTechnique, WithCancellationNeverEndsInAnObstacleItStartedClearOf) {
  Random random(31);
  for (int run = 0; run < scaled(10); ++run) {
    Setting s = random_setting(random, uniform_int(random, 1, 4));
    Mover mover(s.figure, {}, with(GetParam()));
    mover.prepare(s.tasks, {}, s.world);
    for (int k = 0; k < 60; ++k) {
      const StepReport report = mover.step(s.tasks, {}, s.posture);
      const double clearance = clearance_of(s.figure, s.world, s.posture);
      ASSERT_GE(clearance, 0.0) << "run " << run << " step " << k;
      if (report.nearest_obstacle >= 0) {
        EXPECT_DOUBLE_EQ(report.clearance, clearance);
      }
    }
  }
}

TEST_P(EveryDocumentTechnique, StepsAllocateNothing) {
  Random random(32);
  Setting s = random_setting(random, 4);
  Mover mover(s.figure, {}, with(GetParam()));
  mover.prepare(s.tasks, {}, s.world);
  const CriterionList none;
  const Shape moved = Sphere{Vec3(3, 2, 2), 0.5};
  const test::AllocationCounter counter;
  for (int k = 0; k < 20; ++k) {
    mover.step(s.tasks, none, s.posture);
    mover.move_obstacle(1, moved, Vec3::UnitX());
  }
  EXPECT_EQ(counter.count(), 0u);
}

TEST_P(EveryDocumentTechnique, SameInputGivesTheSameBits) {
  Random random(33);
  const Setting s = random_setting(random, 3);
  const auto end = [&] {
    Mover mover(s.figure, {}, with(GetParam()));
    mover.prepare(s.tasks, {}, s.world);
    Posture posture = s.posture;
    for (int k = 0; k < 30; ++k) mover.step(s.tasks, {}, posture);
    return posture;
  };
  EXPECT_EQ(end(), end());
}

TEST_P(EveryDocumentTechnique, BadNumbersLeaveThePostureAlone) {
  Random random(34);
  Setting s = random_setting(random, 2);
  Mover mover(s.figure, {}, with(GetParam()));
  EXPECT_EQ(mover.step(s.tasks, {}, s.posture).status, StepStatus::not_prepared);
  mover.prepare(s.tasks, {}, s.world);
  const Posture before = s.posture;
  s.tasks[s.tip].target.y() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(mover.step(s.tasks, {}, s.posture).status, StepStatus::bad_input);
  EXPECT_EQ(s.posture, before);
  s.tasks[s.tip].target.y() = 0.0;
  s.posture.values[3] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(mover.step(s.tasks, {}, s.posture).status, StepStatus::bad_input);
}

TEST_P(EveryDocumentTechnique, WithNothingAroundReachesTheGoal) {
  Random random(35);
  for (int i = 0; i < 5; ++i) {
    Setting s = random_setting(random, 0);
    s.tasks[s.tip].target = Vec3(5, 2, 1) + test::random_vector(random, 1.0);
    Mover mover(s.figure, {}, with(GetParam()));
    mover.surround(s.world);
    const SolveReport report = mover.solve(s.tasks, {}, s.posture);
    EXPECT_EQ(report.status, StepStatus::at_rest);
    EXPECT_EQ(report.light, Light::green);
    EXPECT_TRUE(report[s.tip].satisfied);
    EXPECT_EQ(report.clearance, std::numeric_limits<double>::infinity());
    EXPECT_LT(report.steps, 200);
  }
}

TEST_P(EveryDocumentTechnique, KeepsJointLimitsEitherWay) {
  Random random(36);
  for (const LimitMethod limits : {LimitMethod::active_set, LimitMethod::projection, LimitMethod::clipping}) {
    Setting s = random_setting(random, 2);
    s.figure = sphere_chain(10, 1.0, false, 0.21);
    SolverOptions solver;
    solver.limits = limits;
    Mover mover(s.figure, solver, with(GetParam()));
    mover.prepare(s.tasks, {}, s.world);
    for (int k = 0; k < 40; ++k) {
      mover.step(s.tasks, {}, s.posture);
      ASSERT_LE(largest_limit_excess(s.figure, s.posture).amount, 1e-12);
    }
  }
}

// --- update cancellation

// A straight chain of ten spheres told to go through a wall right ahead of its tip.
Setting facing_a_wall() {
  Figure figure = sphere_chain(10, 1.0, true);
  Setting s{figure, figure.rest_posture(), {}, {}, {}};
  for (double& q : s.posture.values) q = 0.15;
  Kinematics kinematics(figure);
  kinematics.update(s.posture);
  const Vec3 tip = kinematics.frame_position(figure.frame("chain.tip"));
  s.world.add("wall", Box{.center = tip + Vec3(0, 1.2, 0), .size = Vec3(8, 1, 8)});
  s.tip = s.tasks.add("tip", Reach{.frame = figure.frame("chain.tip"), .target = tip + Vec3(0, 3, 0)});
  return s;
}

TEST(Cancellation, NamesTheObstacleThatStopsTheStep) {
  Setting s = facing_a_wall();
  AvoidanceOptions options = with(Technique::objective);
  options.objective_gain = 0.0;
  Mover mover(s.figure, {}, options);
  mover.prepare(s.tasks, {}, s.world);
  StepReport report;
  for (int k = 0; k < 200; ++k) report = mover.step(s.tasks, {}, s.posture);
  EXPECT_EQ(report.status, StepStatus::at_rest);
  EXPECT_EQ(report.light, Light::red);
  EXPECT_EQ(report[s.tip].blocked_by, Blocker::obstacle);
  EXPECT_EQ(report[s.tip].blocking_index, 0);
  EXPECT_EQ(report.nearest_obstacle, 0);
  EXPECT_GE(report.clearance, 0.0);
  EXPECT_LT(report.clearance, 0.1);
}

TEST(Cancellation, WithoutItTheTipGoesIn) {
  Setting s = facing_a_wall();
  AvoidanceOptions options = with(Technique::objective);
  options.objective_gain = 0.0;
  options.cancel = false;
  Mover mover(s.figure, {}, options);
  mover.prepare(s.tasks, {}, s.world);
  double least = 1.0;
  for (int k = 0; k < 50; ++k) least = std::min(least, mover.step(s.tasks, {}, s.posture).clearance);
  EXPECT_LT(least, -0.3);
}

TEST(Cancellation, HalvingGetsNearerThanGivingUpAtOnce) {
  const auto left = [](int halvings) {
    Setting s = facing_a_wall();
    AvoidanceOptions options = with(Technique::objective);
    options.objective_gain = 0.0;
    options.halvings = halvings;
    Mover mover(s.figure, {}, options);
    mover.prepare(s.tasks, {}, s.world);
    StepReport report;
    for (int k = 0; k < 50; ++k) report = mover.step(s.tasks, {}, s.posture);
    return report.clearance;
  };
  EXPECT_LT(left(4), 0.5 * left(0));
}

TEST(Cancellation, OutOfAnOverlapStepsThatLessenItAreTaken) {
  for (const bool retreat : {true, false}) {
    Setting s = facing_a_wall();
    std::get<Box>(s.world.obstacles[0].shape).center.y() -= 1.6;  // the last sphere is in it now
    s.tasks[s.tip].target.y() -= 6.0;                             // and told to come out
    AvoidanceOptions options = with(Technique::objective);
    options.objective_gain = 0.0;
    options.retreat = retreat;
    Mover mover(s.figure, {}, options);
    mover.prepare(s.tasks, {}, s.world);
    ASSERT_LT(clearance_of(s.figure, s.world, s.posture), -0.1);
    StepReport report;
    for (int k = 0; k < 100; ++k) report = mover.step(s.tasks, {}, s.posture);
    EXPECT_EQ(clearance_of(s.figure, s.world, s.posture) > 0.0, retreat);
    EXPECT_EQ(report[s.tip].satisfied, retreat);
  }
}

TEST(Lab, ReportsTheObstacleItStandsStillFor) {
  Setting s = facing_a_wall();
  AvoidanceOptions options = with(Technique::lab);
  options.abort_distance = 0.9;
  Mover mover(s.figure, {}, options);
  mover.prepare(s.tasks, {}, s.world);
  const Posture before = s.posture;
  const StepReport report = mover.step(s.tasks, {}, s.posture);
  EXPECT_EQ(s.posture, before);
  EXPECT_EQ(report.step_length, 0.0);
  EXPECT_EQ(report[s.tip].blocked_by, Blocker::obstacle);
}

// A pedestal on a floor is not in the way of the arm on it.
TEST(Mover, PartsThatNoJointMovesDoNotCount) {
  FigureDescription description = sphere_chain(5, 1.0).description();
  description.segments[0].shapes.push_back({Sphere{Vec3(-1, 0, 0), 1.0}, {}});
  const Figure figure = Figure::build(description).value();
  World world;
  world.add("floor", Sphere{Vec3(-1, 0, -2), 1.2});  // overlaps the base
  TaskList tasks;
  const auto tip = tasks.add("tip", Reach{.frame = figure.frame("chain.tip"), .target = Vec3(3, 2, 1)});
  for (const Technique technique : test::document_techniques()) {
    Posture posture = figure.rest_posture();
    for (double& q : posture.values) q = 0.05;
    Mover mover(figure, {}, with(technique));
    mover.prepare(tasks, {}, world);
    StepReport report;
    for (int k = 0; k < 100; ++k) report = mover.step(tasks, {}, posture);
    EXPECT_GT(report.clearance, 0.0) << describe(technique).key;
    EXPECT_EQ(report[tip].blocked_by, Blocker::none) << describe(technique).key;
  }
}

TEST(Mover, AllEnabledTasksArePulledByWeight) {
  Figure figure = sphere_chain(3, 1.0, true);
  TaskList tasks;
  const auto a =
      tasks.add("a", Reach{.frame = figure.frame("chain.tip"), .target = Vec3(0, 2, 0)}, {.weight = 4.0});
  const auto b = tasks.add("b", Reach{.frame = figure.frame("chain.tip"), .target = Vec3(0, 1, 0)},
                           {.priority = 2, .weight = 1.0});
  Posture posture = figure.rest_posture();
  posture.values.setConstant(0.3);
  Mover mover(figure, {}, with(Technique::objective));
  SolveReport report = mover.solve(tasks, {}, posture);
  // Between the two, four times as near to the heavier one: priorities do not count here.
  EXPECT_NEAR(report[a].error, 0.2, 1e-3);
  EXPECT_NEAR(report[b].error, 0.8, 1e-3);
  tasks.entry(a).settings.enabled = false;
  report = mover.solve(tasks, {}, posture);
  EXPECT_EQ(report.tasks.size(), 1u);
  EXPECT_LT(report[b].error, 1e-4);
}

TEST(Mover, ATaskMayBeKeptToSomeJoints) {
  Figure figure = sphere_chain(6, 1.0, true);
  TaskList tasks;
  TaskSettings settings;
  settings.joints = {figure.joint("chain.1"), figure.joint("chain.2")};
  tasks.add("tip", Reach{.frame = figure.frame("chain.tip"), .target = Vec3(3, 3, 0)}, settings);
  Posture posture = figure.rest_posture();
  posture.values.setConstant(0.1);
  Mover mover(figure, {}, with(Technique::task_augmented));
  mover.solve(tasks, {}, posture);
  EXPECT_NE(posture.values[0], 0.1);
  for (Eigen::Index i = 2; i < posture.values.size(); ++i) EXPECT_EQ(posture.values[i], 0.1);
}

TEST(Mover, BadOptionsAreRefusedWhenItIsMade) {
  AvoidanceOptions options = with(Technique::two_worst);
  options.full_distance = 5.0;
  EXPECT_THROW(Mover(sphere_chain(5, 1.0), {}, options), std::invalid_argument);
}

// --- the Solver's own

TEST(Mover, OffAndClearanceAreTheSolver) {
  Random random(37);
  for (const Technique technique : {Technique::off, Technique::clearance}) {
    const Setting s = random_setting(random, 3);
    Solver solver(s.figure);
    solver.prepare(s.tasks);
    if (technique == Technique::clearance) solver.surround(s.world);
    Mover mover(s.figure, {}, with(technique));
    mover.prepare(s.tasks, {}, s.world);
    Posture by_solver = s.posture, by_mover = s.posture;
    for (int k = 0; k < 20; ++k) {
      const StepReport one = solver.step(s.tasks, {}, by_solver);
      const StepReport other = mover.step(s.tasks, {}, by_mover);
      ASSERT_EQ(by_solver, by_mover);
      EXPECT_EQ(one.light, other.light);
      EXPECT_EQ(one.clearance, other.clearance);
    }
  }
}

}  // namespace
}  // namespace limber
