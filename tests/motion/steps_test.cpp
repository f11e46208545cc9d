// The walk in place of the gallery: what makes it a walk, measured from its postures.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "limber/files/files.h"
#include "limber/kinematics/kinematics.h"
#include "limber/motion/track.h"
#include "limber/scene/track_problem.h"

namespace limber {
namespace {

constexpr double walking_period = 1.3;

// Where frames of the walker are, all through its second and third cycle.
class Steps : public ::testing::Test {
 protected:
  Steps() {
    for (const Posture& posture : report.motion.postures) {
      kinematics.emplace_back(scene.figure);
      kinematics.back().update(posture);
    }
  }
  std::size_t frames() const { return kinematics.size(); }
  Vec3 at(std::size_t k, const std::string& frame) const {
    return kinematics[k].frame_position(scene.figure.frame(frame));
  }
  Mat3 turn(std::size_t k, const char* frame) const {
    return kinematics[k].frame_pose(scene.figure.frame(frame)).rotation;
  }

  const Scene scene =
      load_scene(std::filesystem::path(LIMBER_SOURCE_DIR) / "scenes/human-steps.json").value();
  const TrackReport report =
      track(track_problem(scene), {.seconds = 2 * walking_period, .dt = 0.005, .lead_in = 1});
  std::vector<Kinematics> kinematics;
};

TEST_F(Steps, AreFollowedInsideAllLimitsAndClose) {
  EXPECT_TRUE(report.lags.empty());
  for (const TaskTrack& task : report.tasks) {
    const std::string name = scene.tasks.entry(task.task).name;
    EXPECT_LT(task.largest_error, name.ends_with("foot") ? 5e-4 : 0.02) << name;
  }
  for (const Posture& posture : report.motion.postures)
    ASSERT_LE(largest_limit_excess(scene.figure, posture).amount, 1e-9);
  ASSERT_EQ(report.closures.size(), 2u);
  EXPECT_LT(report.closures[1].offset, 1e-6);
  EXPECT_LT(report.largest_acceleration, 60.0);
  EXPECT_GT(report.clearance, 0.0);
}

// For more than a third of a cycle, and never below the ground.
TEST_F(Steps, StandOnFlatFeetThatDoNotSlide) {
  for (const std::string side : {"l", "r"}) {
    int standing = 0;
    for (std::size_t k = 0; k < frames(); ++k) {
      const double heel = at(k, "heel." + side).z(), ball = at(k, "ball." + side).z();
      EXPECT_GT(std::min(heel, ball), -1e-3);
      if (std::max(heel, ball) > 1e-3) continue;
      ++standing;
      EXPECT_NEAR(at(k, "foot." + side).x(), 0.05, 1e-3);
      EXPECT_NEAR(std::abs(at(k, "foot." + side).y()), 0.075, 1e-3);
    }
    EXPECT_GT(standing, static_cast<int>(frames()) / 3) << side;
    EXPECT_LT(standing, static_cast<int>(frames()) * 2 / 3) << side;
  }
}

// Never both feet in the air; each leaves with its heel first and lands on it.
TEST_F(Steps, RollFromHeelToToeOneFootAtATime) {
  double highest = 0.0;
  for (std::size_t k = 0; k < frames(); ++k) {
    const auto lowest = [&](const std::string& side) {
      return std::min(at(k, "heel." + side).z(), at(k, "ball." + side).z());
    };
    EXPECT_LT(std::min(lowest("l"), lowest("r")), 1e-3);
    highest = std::max(highest, lowest("l"));
    // Toes are down while it rises, and up a little just before it lands.
    const double slope = at(k, "ball.l").z() - at(k, "heel.l").z();
    const bool rises = k > 0 && lowest("l") > 0.02 && at(k, "foot.l").z() > at(k - 1, "foot.l").z();
    EXPECT_LT(slope, rises ? -0.05 : 0.02);
  }
  EXPECT_GT(highest, 0.06);
}

TEST_F(Steps, HoldTheTrunkUprightAndLookAhead) {
  double low = 1.0, high = 0.0, left = 0.0, right = 0.0;
  for (std::size_t k = 0; k < frames(); ++k) {
    EXPECT_GT(turn(k, "chest").col(2).z(), std::cos(0.06));
    EXPECT_GT(turn(k, "eyes").col(2).x(), std::cos(0.06));
    const Vec3 pelvis = at(k, "pelvis");
    low = std::min(low, pelvis.z());
    high = std::max(high, pelvis.z());
    left = std::max(left, pelvis.y());
    right = std::min(right, pelvis.y());
  }
  EXPECT_NEAR(high - low, 0.016, 2e-3);  // it rises over each leg
  EXPECT_NEAR(left, 0.03, 2e-3);
  EXPECT_NEAR(right, -0.03, 2e-3);
}

TEST_F(Steps, SwingArmsAgainstTheLegsWithBentElbows) {
  double together = 0.0;
  for (std::size_t k = 0; k < frames(); ++k) {
    together += (at(k, "wrist.l").x() - at(k, "wrist.r").x()) * (at(k, "knee.l").x() - at(k, "knee.r").x());
    for (const char* elbow : {"elbow.l", "elbow.r"}) {
      const double bent =
          joint_parameters(scene.figure, report.motion.postures[k], scene.figure.joint(elbow))[0];
      EXPECT_GT(bent, 0.1);
      EXPECT_LT(bent, 0.9);
    }
  }
  EXPECT_LT(together, 0.0);
}

}  // namespace
}  // namespace limber
