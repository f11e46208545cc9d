// The parts of a step, each by itself, on an arm in the plane.
#include <gtest/gtest.h>

#include <cmath>

#include "limber/solver/step/criteria_pull.h"
#include "limber/solver/step/polish.h"
#include "limber/solver/step/reason_list.h"
#include "limber/solver/step/trial.h"
#include "limber/world/world.h"
#include "step_bench.h"

namespace limber {
namespace {

using Bench = test::StepBench;
using test::turn_each;

TEST(Setup, LengthsFollowTheReachOfTheFigure) {
  const SolverSetup setup(test::planar_arm(3), {});
  EXPECT_NEAR(setup.reach, 3.0, 1e-12);
  EXPECT_NEAR(setup.largest_error, 0.3, 1e-12);
  EXPECT_NEAR(setup.metres_per_radian, 0.5, 1e-12);
}

TEST(Setup, AJointThatCostsFourTimesAsMuchIsScaledByHalf) {
  const SolverSetup setup(test::planar_arm(2), {.recruitment = {4.0, 1.0}});
  EXPECT_EQ(setup.scale[0], 0.5);
  EXPECT_EQ(setup.scale[1], 1.0);
}

TEST(Observation, EvaluatesTasksAndCriteriaAtAPosture) {
  Bench bench(test::planar_arm(2));
  bench.use(turn_each(bench.setup.figure, 1.0, 0.0));
  const Posture posture = test::posture_of({0.25, 0.5});
  const CriterionList criteria = {{"rest", ReferencePosture{}, 2.0}, {"off", MidRange{}, 1.0, false}};
  bench.observation.evaluate(bench.tasks, criteria, bench.levels, posture, bench.here);
  EXPECT_EQ(bench.observation.posture(), posture);
  EXPECT_NEAR(bench.here.tasks.task_error[0], 0.75, 1e-15);
  EXPECT_NEAR(bench.here.tasks.task_error[1], 0.5, 1e-15);
  EXPECT_NEAR(bench.here.criteria, 2.0 * 0.5 * (0.25 * 0.25 + 0.5 * 0.5), 1e-15);
}

TEST(Observation, LooksAgainWhenAnObstacleHasMoved) {
  World world;
  world.add("ball", Sphere{.center = Vec3(1.5, 0.3, 0), .radius = 0.1});
  Bench bench(test::planar_arm(2, 1.0, 0.05), {}, &world);
  const Posture posture = bench.setup.figure.rest_posture();
  bench.observation.look_at(posture);
  EXPECT_TRUE(bench.clearance.contacts().empty());  // 0.15 m away; a twentieth of the reach is 0.1 m
  bench.clearance.move_obstacle(ObstacleId{0}, Sphere{.center = Vec3(1.5, 0.2, 0), .radius = 0.1},
                                Vec3::Zero());
  bench.observation.look_at(posture);
  ASSERT_EQ(bench.clearance.contacts().size(), 1u);
  EXPECT_NEAR(bench.clearance.nearest()->clearance, 0.05, 1e-9);
}

TEST(CriteriaPull, IsMinusTheGradientByGainAndRecruitment) {
  Bench bench(test::planar_arm(2));
  bench.observation.look_at(test::posture_of({0.2, -0.1}));
  CriteriaPull pull(2);
  const CriterionList criteria = {{"rest", ReferencePosture{}, 0.1}};
  pull.compute(criteria, bench.observation.context(), Vec2(1.0, 0.5), CriteriaPull::Order::first);
  EXPECT_NEAR(pull.value()[0], -0.02, 1e-15);
  EXPECT_NEAR(pull.value()[1], 0.005, 1e-15);
}

TEST(CriteriaPull, IsShortenedToWhatAStepMayMove) {
  Bench bench(test::planar_arm(2));
  bench.observation.look_at(test::posture_of({2.0, -1.0}));
  CriteriaPull pull(2);
  const CriterionList criteria = {{"rest", ReferencePosture{}, 1.0}};
  pull.compute(criteria, bench.observation.context(), Vec2(1.0, 1.0), CriteriaPull::Order::first);
  EXPECT_NEAR(pull.value()[0], -CriteriaPull::gentle, 1e-15);
  EXPECT_NEAR(pull.value()[1], 0.5 * CriteriaPull::gentle, 1e-15);
  pull.compute(criteria, bench.observation.context(), Vec2(1.0, 1.0), CriteriaPull::Order::second);
  EXPECT_NEAR(pull.value()[0], -CriteriaPull::longest, 1e-15);
}

TEST(CriteriaPull, OfSecondOrderLeadsToTheReferenceWhateverTheGain) {
  Bench bench(test::planar_arm(2));
  bench.observation.look_at(test::posture_of({0.2, -0.1}));
  for (const double gain : {0.01, 0.1, 3.0}) {
    CriteriaPull pull(2);
    const CriterionList criteria = {{"rest", ReferencePosture{}, gain}};
    pull.compute(criteria, bench.observation.context(), Vec2(1.0, 1.0), CriteriaPull::Order::second);
    EXPECT_NEAR(pull.value()[0], -0.2, 1e-15);
    EXPECT_NEAR(pull.value()[1], 0.1, 1e-15);
    EXPECT_FALSE(pull.refine(pull.value(), CriteriaPull::longest));
  }
}

TEST(LinearStep, GivesEachLevelWhatItAsksFor) {
  Bench bench(test::planar_arm(2), {.damping = {.rule = Damping::Rule::none}});
  bench.use(turn_each(bench.setup.figure, 0.3, -0.2));
  const VecX& y = bench.solve_at(test::posture_of({0.0, 0.0}));
  EXPECT_NEAR(y[0], 0.3, 1e-12);
  EXPECT_NEAR(y[1], -0.2, 1e-12);
  SplitStep split;
  split.resize(2, 2);
  bench.linear.split(split);
  EXPECT_NEAR(split.length(0), 0.3, 1e-12);
  EXPECT_NEAR(split.length(1), 0.2, 1e-12);
  EXPECT_NEAR(split.length(2), 0.0, 1e-12);
}

TEST(LinearStep, ShortensLongErrorsUnlessAskedForThemWhole) {
  Bench bench(test::planar_arm(2),
              {.damping = {.rule = Damping::Rule::none}, .largest_error = 0.1, .metres_per_radian = 1.0});
  bench.use(turn_each(bench.setup.figure, 0.5, 0.05));
  bench.solve_at(test::posture_of({0.0, 0.0}));
  EXPECT_NEAR(bench.linear.solution()[0], 0.1, 1e-12);
  EXPECT_NEAR(bench.linear.solution()[1], 0.05, 1e-12);
  bench.linear.solve({.values = bench.here.tasks, .radius = bench.radius, .whole_errors = true});
  EXPECT_NEAR(bench.linear.solution()[0], 0.5, 1e-12);
}

TEST(LinearStep, HeldLevelsAreAskedToStayOrLeftOut) {
  Bench bench(test::planar_arm(2), {.damping = {.rule = Damping::Rule::none}});
  TaskList tasks;
  const Place tip = bench.setup.figure.frame("tip");
  tasks.add("height", Reach{.frame = tip, .target = Vec3(0, 1.3, 0), .axes = {false, true, false}},
            {.priority = 1});
  tasks.add("turn", JointValue{.joint = bench.setup.figure.joint("link.1"), .target = 0.2}, {.priority = 2});
  bench.use(tasks);
  const Posture start = test::posture_of({0.0, 1.5});
  bench.solve_at(start);
  const std::uint8_t first_held[] = {1, 0};
  bench.linear.solve({.values = bench.here.tasks, .radius = bench.radius, .held_levels = first_held});
  const VecX& y = bench.linear.solution();
  // The height stays: (1 + cos 1.5) y0 + cos 1.5 y1 = 0, while the first joint turns by 0.2.
  EXPECT_NEAR(y[0], 0.2, 1e-12);
  EXPECT_NEAR((1 + std::cos(1.5)) * y[0] + std::cos(1.5) * y[1], 0.0, 1e-12);
  bench.linear.solve({.values = bench.here.tasks,
                      .radius = bench.radius,
                      .held_levels = first_held,
                      .leave_out_held = true});
  EXPECT_NEAR(y[0], 0.2, 1e-12);
  EXPECT_NEAR(y[1], 0.0, 1e-12);  // nothing asks for it
  EXPECT_EQ(bench.linear.first_row_of(0), -1);
}

TEST(LinearStep, AFreedTaskMayUseAllJoints) {
  Bench bench(test::planar_arm(2), {.damping = {.rule = Damping::Rule::none}});
  TaskList tasks;
  tasks.add("tip", Reach{.frame = bench.setup.figure.frame("tip"), .target = Vec3(1, 1.1, 0)},
            {.joints = {bench.setup.figure.joint("link.2")}});
  bench.use(tasks);
  bench.solve_at(test::posture_of({0.0, 1.5}));
  EXPECT_EQ(bench.linear.solution()[0], 0.0);
  bench.linear.solve({.values = bench.here.tasks, .radius = bench.radius, .freed_slot = 0});
  EXPECT_NE(bench.linear.solution()[0], 0.0);
}

TEST(LinearStep, LimitsAreRowsOnlyWithTheActiveSet) {
  FigureDescription description = test::planar_arm_description(2, 1.0);
  description.segments[1].joint.ranges[0] = {-0.1, 0.1};
  for (const LimitMethod method : {LimitMethod::active_set, LimitMethod::off}) {
    Bench bench(Figure::build(description).value(),
                {.limits = method, .damping = {.rule = Damping::Rule::none}});
    bench.use(turn_each(bench.setup.figure, 0.3, 0.0));
    bench.solve_at(test::posture_of({0.0, 0.0}));
    EXPECT_NEAR(bench.linear.solution()[0], method == LimitMethod::off ? 0.3 : 0.1, 1e-12);
  }
}

class TrialOfAnArm : public testing::Test {
 protected:
  explicit TrialOfAnArm(SolverOptions options = {.damping = {.rule = Damping::Rule::none}})
      : bench(test::planar_arm(2), std::move(options)),
        trial(bench.setup, bench.constraints, bench.clearance, bench.observation, bench.levels, bench.linear,
              bench.keep_clear) {}
  void begin(const TaskList& tasks, const Posture& from) {
    bench.use(tasks);
    trial.resize();
    attempt = {VecX::Zero(2), from, {bench.levels.make_values(), 0.0}};
    bench.observation.evaluate(bench.tasks, {}, bench.levels, from, bench.here);
    trial.begin(bench.here);
    bench.solve_at(from);
    trial.take_linear_step(VecX::Zero(2), VecX::Zero(bench.levels.row_count()));
  }
  Bench bench;
  Trial trial;
  Attempt attempt;
};

TEST_F(TrialOfAnArm, AStepThatKeepsItsPromiseIsTakenWhole) {
  const Posture from = test::posture_of({0.0, 0.0});
  begin(turn_each(bench.setup.figure, 0.3, -0.2), from);
  EXPECT_TRUE(trial.run(bench.tasks, {}, from, bench.here, attempt));
  EXPECT_NEAR(attempt.posture.values[0], 0.3, 1e-12);
  EXPECT_NEAR(attempt.posture.values[1], -0.2, 1e-12);
  EXPECT_FALSE(trial.end(bench.here, attempt, true));
  EXPECT_GT(trial.radius()[0], bench.setup.options.damping.bound);  // trusted farther now
}

TEST_F(TrialOfAnArm, NoDegreeOfFreedomTurnsFartherThanAllowed) {
  const Posture from = test::posture_of({0.0, 0.0});
  bench.setup.largest_error = 10.0;
  begin(turn_each(bench.setup.figure, 2.0, 0.0), from);
  EXPECT_TRUE(trial.run(bench.tasks, {}, from, bench.here, attempt));
  EXPECT_NEAR(attempt.displacement.cwiseAbs().maxCoeff(), bench.setup.options.largest_turn, 1e-12);
}

// Undamped, an arm that is nearly straight takes enormous steps towards its base: only a part of it brings
// the tip nearer.
TEST_F(TrialOfAnArm, AStepIsCutUntilTheErrorFalls) {
  const Posture from = test::posture_of({0.0, 0.02});
  bench.setup.options.largest_turn = 100.0;
  TaskList tasks;
  tasks.add("tip", Reach{.frame = bench.setup.figure.frame("tip"), .target = Vec3(1.9, 0, 0)});
  begin(tasks, from);
  const double whole = bench.linear.solution().norm();
  ASSERT_GT(whole, 3.0);
  EXPECT_TRUE(trial.run(bench.tasks, {}, from, bench.here, attempt));
  EXPECT_LT(attempt.displacement.norm(), 0.9 * whole);
  EXPECT_LT(attempt.evaluation.tasks.level_error[0], bench.here.tasks.level_error[0]);
}

TEST_F(TrialOfAnArm, RestIsAStepOfNoLength) {
  const Posture from = test::posture_of({0.3, 0.0});
  begin(turn_each(bench.setup.figure, 0.3, 0.0), from);
  EXPECT_TRUE(trial.run(bench.tasks, {}, from, bench.here, attempt));
  EXPECT_TRUE(trial.end(bench.here, attempt, true));
}

TEST(KeepClear, MovesAnArmOutOfAnObstacleByALittle) {
  World world;
  world.add("ball", Sphere{.center = Vec3(1.5, 0.12, 0), .radius = 0.1});  // 0.03 m into the second link
  Bench bench(test::planar_arm(2, 1.0, 0.05), {}, &world);
  Posture posture = bench.setup.figure.rest_posture();
  bench.observation.look_at(posture);
  EXPECT_FALSE(bench.keep_clear.is_clear());
  const double moved = bench.keep_clear.leave_overlap(posture);
  EXPECT_TRUE(bench.keep_clear.is_clear());
  ASSERT_NE(bench.clearance.nearest(), nullptr);
  EXPECT_GE(bench.clearance.nearest()->clearance, 0.0);
  EXPECT_GT(moved, 0.01);
  EXPECT_LT(moved, 0.1);
}

TEST(KeepClear, LeavesAClearPostureAlone) {
  World world;
  world.add("ball", Sphere{.center = Vec3(1.5, 0.5, 0), .radius = 0.1});
  Bench bench(test::planar_arm(2, 1.0, 0.05), {}, &world);
  Posture posture = bench.setup.figure.rest_posture();
  const Posture before = posture;
  EXPECT_EQ(bench.keep_clear.leave_overlap(posture), 0.0);
  EXPECT_EQ(posture, before);
}

TEST(KeepClear, WithoutSurroundingsEverythingIsClear) {
  Bench bench(test::planar_arm(2, 1.0, 0.05));
  Posture posture = test::posture_of({0.0, 3.1});  // folded onto itself
  EXPECT_TRUE(bench.keep_clear.clear_step(posture));
  EXPECT_TRUE(bench.keep_clear.is_clear());
}

TEST(Polish, BringsSatisfiedTasksToZeroAndLeavesOthersWhereTheyAre) {
  Bench bench(test::planar_arm(2));
  TaskList tasks = turn_each(bench.setup.figure, 0.3, 0.0);
  tasks.begin()->settings.tolerance = 0.1;
  tasks.add("far", Reach{.frame = bench.setup.figure.frame("tip"), .target = Vec3(0, 0, 5)}, {.priority = 3});
  bench.use(tasks);
  Polish polish(bench.setup, bench.constraints, bench.clearance, bench.observation, bench.levels,
                bench.linear, bench.keep_clear);
  polish.resize();
  Attempt attempt{VecX::Zero(2), bench.setup.figure.rest_posture(), {bench.levels.make_values(), 0.0}};
  Posture posture = test::posture_of({0.35, 0.0});
  bench.observation.evaluate(bench.tasks, {}, bench.levels, posture, bench.here);
  polish.begin();
  while (!polish.advance(bench.tasks, {}, posture, bench.here, attempt)) {
  }
  EXPECT_NEAR(posture.values[0], 0.3, 1e-12);
  EXPECT_NEAR(posture.values[1], 0.0, 1e-12);
}

TEST(ReasonList, AddsUpTheSameBlockerAndPutsTheLargestFirst) {
  ReasonList reasons;
  reasons.add(Blocker::joint_limit, 3, 0.2);
  reasons.add(Blocker::coupling, 0, 0.3);
  reasons.add(Blocker::joint_limit, 3, 0.2);
  reasons.add(Blocker::joint_limit, 4, 0.001);
  TaskReport report;
  reasons.write(report);
  EXPECT_EQ(report.reasons[0].blocker, Blocker::joint_limit);
  EXPECT_EQ(report.reasons[0].index, 3);
  EXPECT_NEAR(report.reasons[0].share, 0.4, 1e-15);
  EXPECT_EQ(report.reasons[1].blocker, Blocker::coupling);
  EXPECT_EQ(report.reasons[2].blocker, Blocker::none);  // too small to name
}

TEST(ReasonList, SharesNeverAddUpToMoreThanOne) {
  ReasonList reasons;
  reasons.add(Blocker::higher_task, 1, 1.5);
  reasons.add(Blocker::equal_task, 2, -0.5);  // pushes the right way
  EXPECT_EQ(reasons.total(), 1.5);
  TaskReport report;
  reasons.write(report);
  EXPECT_EQ(report.reasons[0].share, 1.0);
  EXPECT_EQ(report.reasons[1].blocker, Blocker::none);
}

}  // namespace
}  // namespace limber
