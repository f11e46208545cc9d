// Many poses for one figure: found, checked by other means, and the same whoever solves them.

#include "limber/batch/solve_many.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "batch_figures.h"
#include "limber/solver/solver.h"
#include "limber/world/world.h"

namespace limber::test {

namespace {

// How far the posture is from the goal, by products of transforms and a rotation vector of Eigen's.
struct Miss {
  double position, orientation;
};
Miss miss(const Figure& figure, FrameId frame, const Posture& posture, const PoseGoal& goal) {
  Kinematics kinematics(figure);
  kinematics.update(posture);
  const Transform pose = kinematics.frame_pose(frame);
  const Eigen::AngleAxisd turn(Mat3(pose.rotation.transpose() * goal.orientation->toRotationMatrix()));
  return {(pose.translation - goal.position).norm(), std::abs(turn.angle())};
}

void expect_reached(const Figure& figure, FrameId frame, const std::vector<PoseGoal>& goals,
                    const ManyReport& report, double tolerance) {
  for (std::size_t i = 0; i < goals.size(); ++i) {
    EXPECT_TRUE(report.goals[i].satisfied) << "goal " << i;
    const Miss off = miss(figure, frame, report.posture(i), goals[i]);
    EXPECT_LE(off.position, 1.001 * tolerance) << "goal " << i;
    EXPECT_LE(off.orientation, 1.001 * tolerance + 1e-7) << "goal " << i;
    EXPECT_EQ(largest_limit_excess(figure, report.posture(i)).amount, 0.0) << "goal " << i;
  }
}

}  // namespace

TEST(SolveMany, ReachesEveryPoseOfThePandaInsideItsLimits) {
  const Figure figure = panda();
  const FrameId frame = figure.frame("flange");
  const auto goals = reachable_goals(figure, frame, scaled(10000), 2015);
  SolveManyOptions options;
  options.position_tolerance = options.orientation_tolerance = 1e-5;
  const ManyReport report = solve_many(figure, frame, goals, options);
  EXPECT_EQ(report.satisfied_count(), goals.size());
  expect_reached(figure, frame, goals, report, 1e-5);
}

TEST(SolveMany, ReachesPosesOfRandomArmsWithSlides) {
  for (int seed = 1; seed <= scaled(60); ++seed) {
    const Figure figure = random_arm(static_cast<std::uint64_t>(seed));
    const auto goals = reachable_goals(figure, FrameId{0}, 20, static_cast<std::uint64_t>(seed));
    const ManyReport report = solve_many(figure, FrameId{0}, goals, {.restarts = 3000});
    expect_reached(figure, FrameId{0}, goals, report, 1e-4);
  }
}

TEST(SolveMany, GivesTheSameBitsForAnyNumberOfThreads) {
  const Figure figure = panda();
  const FrameId frame = figure.frame("flange");
  auto goals = reachable_goals(figure, frame, 300, 7);
  goals[5].orientation.reset();
  goals[9].position = Vec3(5, 0, 0);
  const ManyReport one = solve_many(figure, frame, goals, {.threads = 1});
  for (const int threads : {2, 3, 8}) {
    const ManyReport many = solve_many(figure, frame, goals, {.threads = threads});
    EXPECT_EQ(one.values, many.values) << threads << " threads";
  }
}

TEST(SolveMany, AnswersAGoalAsIfItWereAlone) {
  const Figure figure = panda();
  const FrameId frame = figure.frame("flange");
  const auto goals = reachable_goals(figure, frame, 40, 8);
  const ManyReport together = solve_many(figure, frame, goals);
  for (std::size_t i = 0; i < goals.size(); ++i) {
    const ManyReport alone = solve_many(figure, frame, {&goals[i], 1});
    EXPECT_EQ(alone.posture(0), together.posture(i)) << "goal " << i;
  }
}

TEST(SolveMany, GivesWhatCannotBeReachedTheBestPostureOfTheSolver) {
  const Figure figure = panda();
  const FrameId frame = figure.frame("flange");
  PoseGoal far{Vec3(3, 0, 0.5), Quat::Identity()};
  SolveManyOptions options;
  options.start = figure.rest_posture();
  const ManyReport report = solve_many(figure, frame, {&far, 1}, options);
  EXPECT_FALSE(report.goals[0].satisfied);
  EXPECT_EQ(report.goals[0].restarts, options.restarts);

  TaskList tasks;
  tasks.add("position", Reach{.frame = frame, .target = far.position});
  tasks.add("orientation", Orient{.frame = frame, .target = *far.orientation});
  Posture posture = figure.rest_posture();
  Solver(figure).solve(tasks, posture);
  EXPECT_EQ(report.posture(0), posture);
}

TEST(SolveMany, TakesGoalsWithoutOrientationAndFiguresWithBallJoints) {
  const Figure human = model("human");
  const FrameId hand = human.frame("hand.r");
  Kinematics kinematics(human);
  kinematics.update(human.rest_posture());
  const Vec3 from = kinematics.frame_position(hand);
  std::vector<PoseGoal> goals;
  for (int i = 0; i < 4; ++i) goals.push_back({from + Vec3(0.1, -0.02 * i, 0.1), std::nullopt});
  const ManyReport report = solve_many(human, hand, goals, {.restarts = 2});
  for (std::size_t i = 0; i < goals.size(); ++i) {
    EXPECT_TRUE(report.goals[i].satisfied);
    kinematics.update(report.posture(i));
    EXPECT_LE((kinematics.frame_position(hand) - goals[i].position).norm(), 1e-4);
    EXPECT_LE(largest_limit_excess(human, report.posture(i)).amount, 1e-9);
  }
}

TEST(SolveMany, RefusesWhatCannotBeUsedAndNamesIt) {
  const Figure figure = panda();
  const FrameId frame = figure.frame("flange");
  const auto complaint = [&](FrameId id, PoseGoal goal, SolveManyOptions options) -> std::string {
    try {
      solve_many(figure, id, {&goal, 1}, options);
    } catch (const std::invalid_argument& problem) {
      return problem.what();
    }
    return "";
  };
  PoseGoal goal{Vec3(0.5, 0, 0.5), Quat::Identity()};
  EXPECT_EQ(complaint(frame, goal, {}), "");
  EXPECT_NE(complaint(FrameId{99}, goal, {}), "");
  EXPECT_NE(complaint(frame, goal, {.position_tolerance = 0.0}), "");
  EXPECT_NE(complaint(frame, goal, {.restarts = -1}), "");
  EXPECT_NE(complaint(frame, goal, {.start = Posture{VecX::Zero(2)}}), "");
}

TEST(SolveMany, NamesGoalsThatCannotBeUsedAndAnswersTheOthers) {
  const Figure figure = panda();
  const FrameId frame = figure.frame("flange");
  const auto goals = reachable_goals(figure, frame, 40, 3);
  auto spoilt = goals;
  spoilt[7].position.x() = std::nan("");
  spoilt[9].orientation = Quat(2, 0, 0, 0);
  const ManyReport all = solve_many(figure, frame, goals), report = solve_many(figure, frame, spoilt);
  const std::vector<std::string> notes{"goal 7: the position is not finite",
                                       "goal 9: the orientation is not a unit quaternion"};
  EXPECT_EQ(report.notes, notes);
  for (std::size_t i = 0; i < goals.size(); ++i) {
    if (i == 7 || i == 9) {
      EXPECT_EQ(report.goals[i].status, GoalStatus::unusable);
      EXPECT_FALSE(report.goals[i].satisfied);
    } else {
      EXPECT_EQ(report.goals[i].status, GoalStatus::reached);
      EXPECT_EQ(report.posture(i), all.posture(i));
    }
  }
}

TEST(SolveMany, AnswersNothingMoreOnceItIsStopped) {
  const Figure figure = panda();
  const FrameId frame = figure.frame("flange");
  const auto goals = reachable_goals(figure, frame, 50, 4);
  const std::atomic<bool> stop = true;
  const ManyReport report = solve_many(figure, frame, goals, {.stop = &stop});
  for (const GoalReport& goal : report.goals) EXPECT_EQ(goal.status, GoalStatus::untried);
}

TEST(SolveMany, WithoutAGpuSaysWhyAndGivesTheAnswersOfTheProcessor) {
  const Figure figure = panda();
  const FrameId frame = figure.frame("flange");
  const auto goals = reachable_goals(figure, frame, 200, 5);
  const ManyReport cpu = solve_many(figure, frame, goals, {.device = Device::cpu});
  const ManyReport gpu = solve_many(figure, frame, goals, {.device = Device::gpu});
  EXPECT_EQ(cpu.values, gpu.values);  // with and without a GPU
  EXPECT_TRUE(cpu.notes.empty());
  if (gpu.device == Device::cpu) {
    ASSERT_EQ(gpu.notes.size(), 1u);
    EXPECT_EQ(gpu.notes[0].rfind("solved on the CPU: ", 0), 0u) << gpu.notes[0];
  }
}

}  // namespace limber::test
