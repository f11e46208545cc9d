#include <gtest/gtest.h>

#include <algorithm>

#include "decoded_snapshot.h"
#include "limber/kinematics/mass_distribution.h"
#include "random_session.h"
#include "small_scene.h"

namespace limber::test {
namespace {

void expect_near(const std::vector<float>& got, std::size_t first, const Vec3& expected) {
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_NEAR(got.at(first + i), expected[static_cast<Eigen::Index>(i)], 1e-5);
}

const SnapshotNumbers sent{
    .sequence = 42, .time = 1.5, .step_microseconds = 250.0, .steps_per_second = 900.0};

TEST(Snapshot, HasThePosesThatKinematicsGives) {
  Session session(small_scene(), "crane");
  steps(session, 100);
  const DecodedSnapshot snapshot = snapshot_of(session, sent);
  const Figure& figure = session.scene().figure;
  Kinematics kinematics(figure);
  MassDistribution masses(figure);
  kinematics.update(session.posture());
  masses.update(kinematics);

  EXPECT_EQ(snapshot.kind, 1);
  EXPECT_EQ(snapshot.sequence, 42u);
  EXPECT_EQ(snapshot.figure_revision, 1u);
  EXPECT_EQ(snapshot.time, 1.5);
  EXPECT_EQ(snapshot.step_microseconds, 250.0f);
  EXPECT_EQ(snapshot.steps_per_second, 900.0f);
  expect_near(snapshot.center_of_mass, 0, masses.center());
  ASSERT_EQ(snapshot.segments.size(), 7u * static_cast<std::size_t>(figure.segment_count()));
  for (const SegmentId s : figure.segments()) {
    const Transform pose = kinematics.segment_pose(s);
    const std::size_t at = 7 * static_cast<std::size_t>(int{s});
    expect_near(snapshot.segments, at, pose.translation);
    const Quat turn(snapshot.segments[at + 6], snapshot.segments[at + 3], snapshot.segments[at + 4],
                    snapshot.segments[at + 5]);
    EXPECT_LT(turn.angularDistance(Quat(pose.rotation)), 1e-5);
  }
  ASSERT_EQ(snapshot.values.size(), static_cast<std::size_t>(figure.value_count()));
  for (std::size_t i = 0; i < snapshot.values.size(); ++i) {
    EXPECT_EQ(snapshot.values[i], static_cast<float>(session.posture().values[static_cast<Eigen::Index>(i)]));
  }
  ASSERT_EQ(snapshot.tasks.size(), 3u);
  EXPECT_TRUE(snapshot.tasks[0].satisfied);
  EXPECT_FALSE(snapshot.tasks[1].enabled);
  EXPECT_FALSE(snapshot.tasks[2].satisfied);
  expect_near(snapshot.tasks[2].effector, 0, kinematics.frame_position(figure.frame("tail.tip")));
  expect_near(snapshot.tasks[2].goal, 0, Vec3(-2, 0, 1));
  EXPECT_NEAR(snapshot.tasks[2].error,
              (Vec3(-2, 0, 1) - kinematics.frame_position(figure.frame("tail.tip"))).norm(), 1e-5);
  EXPECT_EQ(snapshot.light, 1);
  EXPECT_EQ(snapshot.singular_values.size(), 6u);
  EXPECT_TRUE(std::is_sorted(snapshot.singular_values.rbegin(), snapshot.singular_values.rend()));
}

TEST(Snapshot, HasTheLevelsOfTheLastStep) {
  Session session(small_scene(), "crane");
  steps(session, 1);
  const DecodedSnapshot snapshot = snapshot_of(session);
  ASSERT_EQ(snapshot.levels.size(), 15u);  // three priorities, one of them with nothing switched on
  EXPECT_EQ(snapshot.levels[0], 1.0f);
  EXPECT_GT(snapshot.levels[1], 0.0f);
  EXPECT_EQ(snapshot.flags & 1, 1);
}

TEST(Snapshot, CarriesTheManipulabilityOfWhatIsWatched) {
  Session session(small_scene(), "crane");
  EXPECT_TRUE(snapshot_of(session).watched.empty());
  ask(session, valid_command("watch"));
  const DecodedSnapshot snapshot = snapshot_of(session);
  const Figure& figure = session.scene().figure;
  Kinematics kinematics(figure);
  kinematics.update(session.posture());
  RowMatrix jacobian = RowMatrix::Zero(6, figure.dof_count());
  kinematics.frame_jacobian(figure.frame("grip"), jacobian);
  const Mat3 spread = jacobian.topRows<3>() * jacobian.topRows<3>().transpose();
  ASSERT_EQ(snapshot.watched.size(), 12u);
  expect_near(snapshot.watched, 0, kinematics.frame_position(figure.frame("grip")));
  for (int row = 0; row < 3; ++row)
    expect_near(snapshot.watched, 3 + 3 * static_cast<std::size_t>(row), spread.row(row));
  ask(session, {{"do", "root-set"}, {"segment", "boom"}});
  EXPECT_EQ(snapshot_of(session).watched.size(), 12u);
  ask(session, {{"do", "branch-delete"}, {"segment", "hand"}});
  EXPECT_TRUE(snapshot_of(session).watched.empty());
}

TEST(Snapshot, FlagsDraggingAndRest) {
  Session session(small_scene(), "crane");
  while (session.step(0.001)) {
  }
  EXPECT_EQ(snapshot_of(session).flags, 0);
  ask(session, valid_command("drag-begin"));
  EXPECT_EQ(snapshot_of(session).flags, 1 | 8);
}

}  // namespace
}  // namespace limber::test
