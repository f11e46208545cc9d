#include <gtest/gtest.h>

#include <algorithm>

#include "decoded_frame.h"
#include "random_session.h"
#include "small_scene.h"
#include "limber/kinematics/mass_distribution.h"

namespace limber::test {
namespace {

DecodedFrame frame_of(Session& session) {
  std::vector<std::byte> bytes;
  session.write_frame(42, 1.5, 250.0, 900.0, bytes);
  return decoded(bytes);
}

void expect_near(const std::vector<float>& got, std::size_t first, const Vec3& expected) {
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_NEAR(got.at(first + i), expected[static_cast<Eigen::Index>(i)], 1e-5);
}

TEST(Frame, SaysWhereKinematicsPutsEverything) {
  Session session(small_scene(), "crane");
  steps(session, 100);
  const DecodedFrame frame = frame_of(session);
  const Figure& figure = session.scene().figure;
  Kinematics kinematics(figure);
  MassDistribution masses(figure);
  kinematics.update(session.posture());
  masses.update(kinematics);

  EXPECT_EQ(frame.kind, 1);
  EXPECT_EQ(frame.sequence, 42u);
  EXPECT_EQ(frame.figure_revision, 1u);
  EXPECT_EQ(frame.time, 1.5);
  EXPECT_EQ(frame.step_microseconds, 250.0f);
  EXPECT_EQ(frame.steps_per_second, 900.0f);
  expect_near(frame.center_of_mass, 0, masses.center());
  ASSERT_EQ(frame.segments.size(), 7u * static_cast<std::size_t>(figure.segment_count()));
  for (int s = 0; s < figure.segment_count(); ++s) {
    const Transform pose = kinematics.segment_pose(s);
    const std::size_t at = 7 * static_cast<std::size_t>(s);
    expect_near(frame.segments, at, pose.translation);
    const Quat turn(frame.segments[at + 6], frame.segments[at + 3], frame.segments[at + 4],
                    frame.segments[at + 5]);
    EXPECT_LT(turn.angularDistance(Quat(pose.rotation)), 1e-5);
  }
  ASSERT_EQ(frame.values.size(), static_cast<std::size_t>(figure.value_count()));
  for (std::size_t i = 0; i < frame.values.size(); ++i) {
    EXPECT_EQ(frame.values[i], static_cast<float>(session.posture().values[static_cast<Eigen::Index>(i)]));
  }
  ASSERT_EQ(frame.tasks.size(), 3u);
  EXPECT_TRUE(frame.tasks[0].satisfied);
  EXPECT_FALSE(frame.tasks[1].enabled);
  EXPECT_FALSE(frame.tasks[2].satisfied);
  expect_near(frame.tasks[2].effector, 0, kinematics.frame_position(figure.frame("tail.tip")));
  expect_near(frame.tasks[2].goal, 0, Vec3(-2, 0, 1));
  EXPECT_NEAR(frame.tasks[2].error,
              (Vec3(-2, 0, 1) - kinematics.frame_position(figure.frame("tail.tip"))).norm(), 1e-5);
  EXPECT_EQ(frame.light, 1);
  EXPECT_EQ(frame.singular_values.size(), 6u);
  EXPECT_TRUE(std::is_sorted(frame.singular_values.rbegin(), frame.singular_values.rend()));
}

TEST(Frame, HasTheLevelsOfTheLastStep) {
  Session session(small_scene(), "crane");
  steps(session, 1);
  const DecodedFrame frame = frame_of(session);
  ASSERT_EQ(frame.levels.size(), 15u);  // three priorities, one of them with nothing switched on
  EXPECT_EQ(frame.levels[0], 1.0f);
  EXPECT_GT(frame.levels[1], 0.0f);
  EXPECT_EQ(frame.flags & 1, 1);
}

TEST(Frame, CarriesTheManipulabilityOfWhatIsWatched) {
  Session session(small_scene(), "crane");
  EXPECT_TRUE(frame_of(session).watched.empty());
  ask(session, valid_command("watch"));
  const DecodedFrame frame = frame_of(session);
  const Figure& figure = session.scene().figure;
  Kinematics kinematics(figure);
  kinematics.update(session.posture());
  RowMatrix jacobian = RowMatrix::Zero(6, figure.dof_count());
  kinematics.frame_jacobian(figure.frame("grip"), jacobian);
  const Mat3 spread = jacobian.topRows<3>() * jacobian.topRows<3>().transpose();
  ASSERT_EQ(frame.watched.size(), 12u);
  expect_near(frame.watched, 0, kinematics.frame_position(figure.frame("grip")));
  for (int row = 0; row < 3; ++row)
    expect_near(frame.watched, 3 + 3 * static_cast<std::size_t>(row), spread.row(row));
  ask(session, {{"do", "root-set"}, {"segment", "boom"}});
  EXPECT_EQ(frame_of(session).watched.size(), 12u);
  ask(session, {{"do", "branch-delete"}, {"segment", "hand"}});
  EXPECT_TRUE(frame_of(session).watched.empty());
}

TEST(Frame, FlagsDraggingAndRest) {
  Session session(small_scene(), "crane");
  while (session.step(0.001)) {
  }
  EXPECT_EQ(frame_of(session).flags, 0);
  ask(session, valid_command("drag-begin"));
  EXPECT_EQ(frame_of(session).flags, 1 | 8);
}

}  // namespace
}  // namespace limber::test
