// The elephant against the thesis and the animal.

#include <gtest/gtest.h>

#include "limber/kinematics/kinematics.h"
#include "models/model_support.h"

namespace limber::test {
namespace {

TEST(Elephant, StandsThreeMetresHighWithFourFeetOnTheGround) {
  const Figure figure = built("elephant");
  EXPECT_NEAR(bounds_of(figure, figure.rest_posture()).min.z(), 0.0, 1e-9);
  Kinematics kinematics(figure);
  kinematics.update(figure.rest_posture());
  for (const char* frame : {"hand.l", "hand.r", "foot.l", "foot.r"}) {
    EXPECT_NEAR(kinematics.frame_position(figure.frame(frame)).z(), 0.0, 1e-12) << frame;
  }
  double back = 0.0;  // top of the body above the shoulders
  for (const BodyShape& body : figure.shapes(figure.segment("shoulders"))) {
    back = std::max(back, bounds(transformed(kinematics.segment_pose(root_segment), body.shape))->max.z());
  }
  EXPECT_NEAR(back, 3.0, 0.05);
}

// Thesis: "formed by a series of 30 spheres, and each pair of spheres is linked by 3 rotational joints".
TEST(Elephant, HasATrunkOfThirtySpheresWithThreeRevoluteJointsEachFromTheHead) {
  const Figure figure = built("elephant");
  int spheres = 0, joints = 0;
  for (const SegmentId s : figure.segments()) {
    if (!figure.segment_name(s).starts_with("trunk.")) continue;
    ++joints;
    EXPECT_EQ(figure.joint(figure.joint_of(s)).type, JointType::revolute);
    EXPECT_TRUE(figure.joint(figure.joint_of(s)).ranges[0].is_limited());
    for (const BodyShape& body : figure.shapes(s)) spheres += std::holds_alternative<Sphere>(body.shape);
  }
  EXPECT_EQ(spheres, 30);
  EXPECT_EQ(joints, 90);
  EXPECT_EQ(figure.joint(figure.joint("trunk.1.1")).axis, Vec3::UnitX());
  EXPECT_EQ(figure.joint(figure.joint("trunk.1.2")).axis, Vec3::UnitY());
  EXPECT_EQ(figure.joint(figure.joint("trunk.1")).axis, Vec3::UnitZ());
  EXPECT_EQ(figure.parent(figure.segment("trunk.1.1")), figure.segment("head"));
}

// Thesis, appendix A.1: "All the joints are rotational joints with joint limits except two translational
// joints for left and right shoulders."
TEST(Elephant, HasLimitedRevoluteJointsEverywhereButInItsShoulders) {
  const Figure figure = built("elephant");
  int sliding = 0;
  for (const JointId j : figure.joints()) {
    if (j == root_joint) continue;
    const Joint& joint = figure.joint(j);
    if (joint.type == JointType::fixed) continue;  // the tuft of the tail
    EXPECT_TRUE(joint.ranges[0].is_limited()) << figure.joint_name(j);
    if (joint.type == JointType::prismatic) {
      ++sliding;
      EXPECT_TRUE(figure.joint_name(j).starts_with("slide_")) << figure.joint_name(j);
    } else {
      EXPECT_EQ(joint.type, JointType::revolute) << figure.joint_name(j);
    }
  }
  EXPECT_EQ(sliding, 6);  // x, y and z, left and right
}

TEST(Elephant, LetsItsTrunkHangJustAboveTheGround) {
  const Figure figure = built("elephant");
  Kinematics kinematics(figure);
  kinematics.update(figure.rest_posture());
  const Vec3 tip = kinematics.frame_position(figure.frame("trunk.tip"));
  EXPECT_GT(tip.z(), 0.1);
  EXPECT_LT(tip.z(), 0.6);
  EXPECT_NEAR(tip.y(), 0.0, 1e-12);
  EXPECT_GT(tip.x(), kinematics.frame_position(figure.frame("hand.l")).x());
}

TEST(Elephant, HasATrunkOfTheSameMassForAnyNumberOfLinks) {
  for (int links : {5, 30, 300}) {
    const Figure figure = built("elephant", links);
    double mass = 0.0;
    for (const SegmentId s : figure.segments()) {
      if (figure.segment_name(s).starts_with("trunk.")) mass += figure.mass(s).mass;
    }
    EXPECT_NEAR(mass, 130.0, 1e-9) << links;
  }
}

}  // namespace
}  // namespace limber::test
