// What the documents, or we, claim about single techniques.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "avoidance/situation.h"
#include "limber/avoidance/cost.h"
#include "limber/avoidance/gains.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;
using test::random_situation;
using test::scaled;
using test::Situation;

TEST(TaskPriority, CannotMoveTheTipAwayWhichTrackingHolds) {
  Random random(18);
  for (int i = 0; i < scaled(200); ++i) {
    Situation s = random_situation(random, Technique::task_priority);
    const SegmentId tip{s.figure.segment_count() - 1};
    s.options.damped_projector = false;
    s.jacobian = RowMatrix::Zero(3, s.figure.dof_count());
    s.error = VecX::Zero(3);
    Contact& contact = s.contacts.front();
    contact.segment = tip;
    contact.point = s.kinematics.segment_pose(tip).translation;
    contact.clearance = 0.0;
    s.contacts.resize(1);
    s.kinematics.translation_jacobian(tip, contact.point, s.jacobian);
    EXPECT_LT(s.answer(*s.technique()).norm(), 1e-10);
  }
}

TEST(TaskPriority, NormalOnlyMovesTheCriticalPointAwayAsFastAsAsked) {
  Random random(19);
  for (int i = 0; i < scaled(500); ++i) {
    Situation s = random_situation(random, Technique::task_priority_normal);
    s.options.obstacle_damping = 1e-9;
    s.jacobian = RowMatrix::Zero(0, s.figure.dof_count());
    s.error = VecX::Zero(0);
    s.contacts.resize(1);
    s.contacts.front().clearance = 0.0;
    Eigen::RowVectorXd row(s.figure.dof_count());
    clearance_row(s.kinematics, s.contacts.front(), row);
    if (row.norm() < 1e-2) continue;
    EXPECT_NEAR(row.dot(s.answer(*s.technique())), s.options.push, 1e-9);
  }
}

// Pourazady and Ho: pushed by how fast the obstacle comes nearer, not by how near it is.
TEST(TaskPriority, MayBePushedByTheSpeedOfApproach) {
  Random random(25);
  for (int i = 0; i < scaled(200); ++i) {
    Situation s = random_situation(random, Technique::task_priority_normal);
    s.options.approach_push = true;
    s.options.obstacle_damping = 1e-9;
    s.jacobian = RowMatrix::Zero(0, s.figure.dof_count());
    s.error = VecX::Zero(0);
    s.contacts.resize(1);
    Contact& contact = s.contacts.front();
    Eigen::RowVectorXd row(s.figure.dof_count());
    clearance_row(s.kinematics, contact, row);
    if (row.norm() < 1e-2) continue;
    const auto technique = s.technique();
    contact.clearance = 0.9 * s.options.full_distance;
    EXPECT_EQ(s.answer(*technique).norm(), 0.0);
    contact.clearance = 0.85 * s.options.full_distance;
    const double speed = 0.05 * s.options.full_distance / s.options.step_time;
    const double push = approach_gain(contact.clearance, speed,
                                      {s.options.deceleration, s.options.time_constant}, s.options.push);
    EXPECT_GT(push, 0.0);
    EXPECT_NEAR(row.dot(s.answer(*technique)), push, 1e-9);
    EXPECT_EQ(s.answer(*technique).norm(), 0.0);  // it stands
  }
}

TEST(Lab, StandsStillNearerThanTheAbortDistance) {
  Random random(20);
  for (int i = 0; i < scaled(200); ++i) {
    Situation s = random_situation(random, Technique::lab);
    s.options.abort = true;
    s.contacts.front().clearance = s.options.abort_distance - 1e-6;
    VecX dq(s.figure.dof_count());
    EXPECT_EQ(s.technique()->displace(s.question(), dq), AvoidanceTechnique::Outcome::stands_still);
    EXPECT_EQ(dq.norm(), 0.0);
    s.options.abort = false;
    EXPECT_EQ(s.technique()->displace(s.question(), dq), AvoidanceTechnique::Outcome::moves);
  }
}

// Rows that fade leave no jump where an obstacle comes within range; rows that do not, do.
TEST(TaskAugmented, FadingRowsComeInWithoutAJump) {
  Random random(21);
  double largest_faded = 0.0, largest_sudden = 0.0;
  for (int i = 0; i < scaled(300); ++i) {
    Situation s = random_situation(random, Technique::task_augmented);
    if (s.contacts.size() < 2) continue;
    s.contacts.resize(2);
    s.options.obstacle_damping = 0.1;
    s.contacts[0].clearance = 0.5 * s.options.full_distance;
    for (const bool fade : {true, false}) {
      s.options.fade_rows = fade;
      s.contacts[1].clearance = s.options.influence - 1e-6;
      const VecX inside = s.answer(*s.technique());
      s.contacts[1].clearance = s.options.influence + 1e-6;
      const double jump = (inside - s.answer(*s.technique())).norm();
      double& largest = fade ? largest_faded : largest_sudden;
      largest = std::max(largest, jump);
    }
  }
  EXPECT_LT(largest_faded, 1e-6);
  EXPECT_GT(largest_sudden, 1e-2);
}

// The share of the second obstacle fades with its distance: nothing jumps where it leaves the range, nor where
// it is not found any more.
TEST(TwoWorst, ForgetsTheSecondObstacleWithoutAJump) {
  Random random(26);
  double largest_jump = 0.0, largest_blend = 0.0;
  for (int i = 0; i < scaled(300); ++i) {
    Situation s = random_situation(random, Technique::two_worst);
    if (s.contacts.size() < 2) continue;
    s.contacts.resize(2);
    s.options.obstacle_damping = 0.1;
    s.contacts[0].clearance = 0.5 * s.options.full_distance;
    s.contacts[1].clearance = s.options.full_distance;
    const VecX both = s.answer(*s.technique());
    s.contacts[1].clearance = s.options.influence - 1e-6;
    const VecX inside = s.answer(*s.technique());
    s.contacts[1].clearance = s.options.influence + 1e-6;
    const VecX outside = s.answer(*s.technique());
    s.contacts.resize(1);
    const VecX alone = s.answer(*s.technique());
    largest_jump = std::max({largest_jump, (inside - outside).norm(), (outside - alone).norm()});
    largest_blend = std::max(largest_blend, (both - alone).norm());
  }
  EXPECT_LT(largest_jump, 1e-6);
  EXPECT_GT(largest_blend, 1e-2);  // nearer, it counts
}

// Ge 4.1.1: "it is not desirable to treat the end effector and obstacle avoidance velocity in the same way".
TEST(GoalAugmented, GivesUpTrackingWhereTaskPriorityKeepsIt) {
  Random random(22);
  double lost = 0.0, kept = 0.0;
  for (int i = 0; i < scaled(200); ++i) {
    Situation s = random_situation(random, Technique::goal_augmented);
    if (s.jacobian.rows() == 0 || s.jacobian.rows() + 3 > s.figure.dof_count()) continue;
    s.options.damping = s.options.obstacle_damping = 1e-6;
    s.options.damped_projector = false;
    s.contacts.resize(1);
    s.contacts.front().clearance = 0.0;
    s.contacts.front().segment = SegmentId{s.figure.segment_count() - 1};
    const auto miss = [&](Technique technique) {
      s.options.technique = technique;
      return (s.jacobian * s.answer(*s.technique()) - s.error).norm();
    };
    lost = std::max(lost, miss(Technique::goal_augmented) - miss(Technique::task_priority));
    kept = std::max(kept, miss(Technique::task_priority) - miss(Technique::goal_augmented));
  }
  EXPECT_GT(lost, 1e-3);
  EXPECT_LT(kept, 1e-6);
}

TEST(CostAdaptive, StrengthStaysWithinAFactorOf64AndComesBack) {
  Random random(22);
  Situation s = random_situation(random, Technique::cost_adaptive);
  const auto technique = s.technique();
  const double strength_at_start = dynamic_cast<Cost&>(*technique).adaptive_gain();
  const auto strength = [&] { return dynamic_cast<Cost&>(*technique).adaptive_gain() / strength_at_start; };
  s.contacts.resize(1);
  const auto steps_at = [&](double clearance, int count) {
    s.contacts[0].clearance = clearance;
    for (int k = 0; k < count; ++k) s.answer(*technique);
  };
  steps_at(2.0 * s.options.full_distance, 3);
  EXPECT_DOUBLE_EQ(strength(), 1.0 / 8.0);
  steps_at(2.0 * s.options.full_distance, 30);
  EXPECT_DOUBLE_EQ(strength(), 1.0 / 64.0);
  steps_at(0.5 * (s.options.full_distance + s.options.abort_distance), 5);
  EXPECT_DOUBLE_EQ(strength(), 1.0 / 64.0);
  steps_at(0.5 * s.options.abort_distance, 30);
  EXPECT_DOUBLE_EQ(strength(), 64.0);
  technique->forget();
  EXPECT_DOUBLE_EQ(strength(), 1.0);
}

// Each obstacle keeps its own three joints, however the others come and go.
TEST(CostAugmented, AnObstacleKeepsItsComponentsWhenAnotherLeaves) {
  Random random(23);
  int compared = 0;
  for (int i = 0; i < scaled(500); ++i) {
    Situation s = random_situation(random, Technique::cost_augmented);
    s.jacobian = RowMatrix::Zero(0, s.figure.dof_count());
    s.error = VecX::Zero(0);
    s.options.cost_longest_turn = 0.0;
    if (s.contacts.size() < 2) continue;
    ++compared;
    const VecX both = s.answer(*s.technique());
    const int gone = s.contacts.back().obstacle;
    s.contacts.pop_back();
    VecX expected = both;
    expected.segment<3>(3 * gone).setZero();
    EXPECT_EQ(s.answer(*s.technique()), expected);
  }
  EXPECT_GT(compared, scaled(500) / 4);
}

TEST(CostAugmented, WithTooManyObstaclesTheNearestHaveTheJointsInListOrder) {
  Random random(24);
  const Figure figure = test::random_figure(random, {.segments = 6});
  Situation s{figure, Kinematics(figure),       test::random_posture(random, figure), {}, {}, {}, {},
              {},     test::all_columns(figure)};
  s.kinematics.update(s.posture);
  AvoidanceOptions options;
  options.technique = Technique::cost_augmented;
  options.unit = 1.0;
  s.options = resolved(options, figure);
  s.jacobian = RowMatrix::Zero(0, figure.dof_count());
  s.error = VecX::Zero(0);
  const int places = figure.dof_count() / 3, many = places + 2;
  World world;
  for (int i = 0; i < many; ++i) world.add("o" + std::to_string(i), Sphere{Vec3(i, 0, 0), 0.1});
  s.obstacles.build(world);
  for (int i = 0; i < many; ++i) {  // the last obstacle is the nearest
    Contact contact;
    contact.obstacle = ObstacleId{many - 1 - i};
    contact.segment = SegmentId{1};
    contact.clearance = 1.0 + 0.1 * i;
    contact.normal = Vec3::UnitX();
    s.contacts.push_back(contact);
  }
  const VecX dq = s.answer(*s.technique());
  for (int place = 0; place < places; ++place) {
    const int obstacle = many - places + place;  // the nearest, in list order
    const double d = 1.0 + 0.1 * (many - 1 - obstacle);
    EXPECT_NEAR(dq[3 * place], std::pow(d, -3), 1e-12) << place;
    EXPECT_EQ(dq[3 * place + 1], 0.0);
  }
}

}  // namespace
}  // namespace limber
