// Gazes, and goals that are seen from another frame of the figure, in the batch solver.

#include <gtest/gtest.h>

#include "batch_figures.h"
#include "limber/batch/problem.h"
#include "limber/solver/solver.h"

namespace limber::test {

namespace {

// Angle between the gaze and the way to the point, by the arc cosine.
double gaze_error(const Figure& figure, const FrameTask& task, const Posture& posture, const Vec3& point) {
  Kinematics kinematics(figure);
  kinematics.update(posture);
  const Transform pose = kinematics.frame_pose(task.frame);
  const Vec3 way = (point - pose.translation).normalized();
  return std::acos(std::min(1.0, way.dot(pose.rotation * *task.gaze)));
}

}  // namespace

// The eyes look at a point, a hand is held at a place in front of the chest, the other grasps it: all seen
// from what moves with the body.
TEST(SolveMany, LooksAtAPointWhileOneHandHoldsTheOther) {
  const Figure human = model("human");
  const FrameTask eyes{.frame = human.frame("eyes"), .gaze = Vec3::UnitZ()};
  const FrameTask hand{.frame = human.frame("hand.r"), .orientation = false, .in = human.frame("chest")};
  const FrameTask other{.frame = human.frame("hand.l"), .orientation = false, .in = human.frame("hand.r")};
  const std::vector<FrameTask> tasks{eyes, hand, other};
  ASSERT_TRUE(batch::gather_problem(human, tasks, human.rest_posture(), {}).has_value());
  Random random(8);
  std::vector<PoseGoal> goals;
  const int count = scaled(100);
  for (int i = 0; i < count; ++i) {
    goals.push_back({Vec3(2.0, random.between(-1.0, 1.0), random.between(0.0, 1.0)), std::nullopt});
    goals.push_back({Vec3(random.between(0.15, 0.3), random.between(-0.2, 0.0), random.between(-0.1, 0.1)),
                     std::nullopt});
    goals.push_back({Vec3(0.0, 0.1, 0.0), std::nullopt});
  }
  const ManyReport report = solve_many(human, tasks, goals);
  EXPECT_EQ(report.satisfied_count(), report.goals.size());
  Kinematics kinematics(human);
  for (std::size_t p = 0; p < report.goals.size(); ++p) {
    const Posture posture = report.posture(p);
    EXPECT_LE(gaze_error(human, eyes, posture, goals[3 * p].position), 1.01e-4);
    kinematics.update(posture);
    const Transform chest = kinematics.frame_pose(human.frame("chest")),
                    right = kinematics.frame_pose(hand.frame);
    EXPECT_LE((chest.inverse() * right.translation - goals[3 * p + 1].position).norm(), 1.01e-4);
    EXPECT_LE((right.inverse() * kinematics.frame_position(other.frame) - goals[3 * p + 2].position).norm(),
              1.01e-4);
    EXPECT_EQ(largest_limit_excess(human, posture).amount, 0.0);
  }
}

TEST(SolveMany, SeesWholePosesFromAnotherFrame) {
  const Figure figure = model("tevatia-humanoid");
  const std::vector<FrameTask> tasks{{.frame = figure.frame("hand.l")},
                                     {.frame = figure.frame("hand.r"), .in = figure.frame("hand.l")}};
  Random random(2);
  Kinematics kinematics(figure);
  std::vector<PoseGoal> goals;
  for (int i = 0; i < scaled(100); ++i) {
    Posture posture = random_posture(figure, random);
    posture.values *= 0.5;
    kinematics.update(inside_limits(figure, posture));
    const Transform left = kinematics.frame_pose(tasks[0].frame),
                    right = kinematics.frame_pose(tasks[1].frame);
    goals.push_back({left.translation, Quat(left.rotation)});
    const Transform seen = left.inverse() * right;
    goals.push_back({seen.translation, Quat(seen.rotation)});
  }
  const ManyReport report = solve_many(figure, tasks, goals, {.restarts = 1000});
  EXPECT_EQ(report.satisfied_count(), report.goals.size());
  for (std::size_t p = 0; p < report.goals.size(); ++p) {
    kinematics.update(report.posture(p));
    const Transform left = kinematics.frame_pose(tasks[0].frame),
                    right = kinematics.frame_pose(tasks[1].frame);
    const Transform seen = left.inverse() * right;
    EXPECT_LE((seen.translation - goals[2 * p + 1].position).norm(), 1.01e-4);
    EXPECT_LE(Eigen::AngleAxisd(Quat(seen.rotation).conjugate() * *goals[2 * p + 1].orientation).angle(),
              1.01e-4);
  }
}

TEST(SolveMany, LeavesGazesItCannotTurnToTheSolver) {
  const Figure human = model("human");
  const FrameTask eyes{.frame = human.frame("eyes"), .gaze = Vec3::UnitZ()};
  const PoseGoal behind{Vec3(-3.0, 0.1, 1.5), std::nullopt};
  const ManyReport report = solve_many(human, {&eyes, 1}, {&behind, 1}, {.restarts = 3});
  EXPECT_EQ(report.goals[0].status, GoalStatus::missed);
  EXPECT_NEAR(report.goals[0].orientation_error, gaze_error(human, eyes, report.posture(0), behind.position),
              1e-6);
  EXPECT_EQ(report.goals[0].position_error, 0.0);
}

TEST(SolveMany, RefusesAGazeThatIsNoDirection) {
  const Figure human = model("human");
  const FrameTask eyes{.frame = human.frame("eyes"), .gaze = Vec3(0, 0, 2)};
  const PoseGoal ahead{Vec3(3, 0, 1), std::nullopt};
  EXPECT_THROW(solve_many(human, {&eyes, 1}, {&ahead, 1}), std::invalid_argument);
}

}  // namespace limber::test
