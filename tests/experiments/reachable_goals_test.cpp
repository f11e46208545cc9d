// How near the default brings the tip to a reachable goal, compared with the documents' techniques. It is not
// the best in every scene: all are local and end in different local minima. What does hold:

#include "experiments/common/reachable_goals.h"

#include <gtest/gtest.h>

#include <random>

#include "limber/avoidance/parameters.h"
#include "limber/figure/posture.h"
#include "limber/world/proximity.h"
#include "support/reference_lexicographic.h"
#include "support/scale.h"

namespace limber::experiments {
namespace {

using test::scaled;

double clearance_of(const ReachableGoal& scene, const Posture& posture) {
  Kinematics kinematics(scene.figure);
  kinematics.update(posture);
  Proximity proximity(scene.figure);
  proximity.prepare(scene.world);
  const auto nearest = proximity.nearest(kinematics, 1.0);
  return nearest ? nearest->clearance : 1.0;
}

TEST(ReachableGoal, CanBeReachedByAClearPostureInsideTheLimits) {
  int in_the_way = 0, planar = 0;
  const int scenes = scaled(200);
  for (int i = 0; i < scenes; ++i) {
    const ReachableGoal scene = reachable_goal(static_cast<std::uint64_t>(i));
    for (const Posture* posture : {&scene.start, &scene.there}) {
      EXPECT_GT(clearance_of(scene, *posture), 0.001);
      EXPECT_LE(largest_limit_excess(scene.figure, *posture).amount, 0.0);
    }
    Kinematics kinematics(scene.figure);
    kinematics.update(scene.there);
    EXPECT_EQ(kinematics.frame_position(scene.figure.frame("chain.tip")), scene.goal);
    in_the_way += !scene.is_straight_path_clear;
    planar += scene.is_planar;
  }
  for (const int half : {in_the_way, planar}) {
    EXPECT_GT(half, scenes / 3 - 3);
    EXPECT_LT(half, scenes - scenes / 3 + 3);
  }
}

// How much nearer [m] turns of at most 0.02 rad could bring the tip, to first order, keeping limits and, if
// asked, clearances. Where a pair touches along an edge, what is nearest jumps: contacts of postures close by
// count, too.
double possible_gain(const ReachableGoal& scene, const Posture& posture, bool keeping_clear) {
  constexpr double longest_turn = 0.02, close_by = 0.002, near = 0.02;  // [rad], [rad], [m]
  const Figure& figure = scene.figure;
  const int n = figure.dof_count();
  const FrameId tip = figure.frame("chain.tip");
  Kinematics kinematics(figure);
  kinematics.update(posture);
  const Vec3 position = kinematics.frame_position(tip), error = scene.goal - position;
  RowMatrix jacobian(3, n);
  kinematics.translation_jacobian(figure.frame(tip).segment, position, jacobian);
  VecX lower = VecX::Constant(n, -longest_turn), upper = -lower;
  for (const JointId joint : figure.joints()) {
    if (dof_count(figure.joint(joint).type) != 1) continue;
    const int i = figure.first_dof(joint);
    const Range& range = figure.joint(joint).ranges[0];
    lower[i] = std::clamp(range.min - posture.values[i], lower[i], 0.0);
    upper[i] = std::clamp(range.max - posture.values[i], 0.0, upper[i]);
  }
  std::vector<test::ReferenceLevel> levels;
  if (keeping_clear) {
    Proximity proximity(figure, {.immovable = false});
    proximity.prepare(scene.world);
    std::mt19937_64 random(5);
    std::vector<Eigen::RowVectorXd> rows;
    std::vector<double> rooms;
    for (int sample = 0; sample < 40; ++sample) {
      VecX turn = VecX::Zero(n);
      for (double& angle : turn) {
        if (sample > 0) angle = std::uniform_real_distribution<>(-close_by, close_by)(random);
      }
      Posture at = posture;
      integrate(figure, turn, at);
      kinematics.update(at);
      for (const Contact& contact : proximity.find(kinematics, near)) {
        Eigen::RowVectorXd row(n);
        clearance_row(kinematics, contact, row);
        rows.push_back(-row);
        rooms.push_back(std::max(0.0, contact.clearance - row.dot(turn)));
      }
    }
    const auto count = static_cast<Eigen::Index>(rows.size());
    test::ReferenceLevel clearances{Eigen::MatrixXd(0, n), VecX(0), Eigen::MatrixXd(count, n), VecX(count)};
    for (Eigen::Index i = 0; i < count; ++i) {
      clearances.c.row(i) = at(rows, i);
      clearances.d[i] = at(rooms, i);
    }
    levels.push_back(clearances);
  }
  levels.push_back({jacobian, error, Eigen::MatrixXd(0, n), VecX(0)});
  const VecX turn = test::reference_lexicographic(lower, upper, levels, VecX::Zero(n));
  return error.norm() - (error - jacobian * turn).norm();
}

// It rests in a local minimum and has not just given up; checked by a reference solver that shares no code
// with it.
TEST(TipErrorAtRest, WhereTheDefaultStopsShortNoSmallTurnThatKeepsClearBringsItNearer) {
  const int scenes = scaled(400);
  int stops = 0, held_by_obstacles = 0, creeping = 0;
  for (int i = 0; i < scenes; ++i) {
    const ReachableGoal scene = reachable_goal(static_cast<std::uint64_t>(i));
    const Ending ending = run_to_rest(scene, {});
    ASSERT_TRUE(ending.is_clear) << "scene " << i;
    ASSERT_TRUE(ending.is_at_rest) << "scene " << i;
    if (ending.is_there()) continue;
    ++stops;
    const double gain = possible_gain(scene, ending.posture, true);
    const double without = possible_gain(scene, ending.posture, false);
    held_by_obstacles += without > 0.005;
    creeping += gain > 0.0005;
    EXPECT_LE(gain, 0.002) << "scene " << i << ": " << without << " if nothing was in the way";
  }
  EXPECT_LE(creeping, 0.01 * scenes + 1);
  EXPECT_GT(held_by_obstacles, 0.5 * stops);
}

TEST(TipErrorAtRest, OfTheDefaultIsTheSmallestOverAllScenesAndNearlyAlways) {
  const int scenes = scaled(100);
  const std::vector<ServedGoals> served = serve_goals(scenes);
  const ServedGoals& ours = served.front();
  ASSERT_EQ(ours.technique, Technique::clearance);
  EXPECT_EQ(ours.clear(), scenes);
  for (const ServedGoals& by : served) {
    if (&by == &ours) continue;
    const auto& name = describe(by.technique).key;
    EXPECT_GE(ours.reached(), by.reached()) << name;
    for (const double share : {0.5, 0.75, 0.9, 0.95})
      EXPECT_LE(ours.quantile(share), by.quantile(share) + TaskSettings{}.tolerance) << name << " " << share;
  }
  EXPECT_LE(scenes_served_better(served).size(), static_cast<std::size_t>(0.04 * scenes + 1));
}

}  // namespace
}  // namespace limber::experiments
