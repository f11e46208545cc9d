// The arm of links that the lanes work on is the figure's own chain.

#include "limber/batch/serial_arm.h"

#include <gtest/gtest.h>

#include "batch_figures.h"
#include "limber/kinematics/kinematics.h"

namespace limber::test {

namespace {

// The formula of serial_arm.h, written with transforms.
Transform tip_of(const SerialArm& arm, const Posture& posture) {
  Transform pose = arm.base;
  for (const SerialArm::Link& link : arm.links) {
    const double q = arm.from_value(link, posture.values[link.value]);
    const double angle = link.is_slide ? link.angle : link.angle + q;
    Mat3 turn;
    turn << 1, 0, 0, 0, link.cos_turn, -link.sin_turn, 0, link.sin_turn, link.cos_turn;
    pose = pose * Transform::at(link.offset) * Transform{turn, Vec3::Zero()};
    if (link.is_slide) pose = pose * Transform::at(Vec3(0, 0, q));
    pose = pose * Transform{Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix(), Vec3::Zero()};
  }
  pose = pose * Transform{arm.tip_rotation, arm.tip_offset};
  pose.translation *= arm.unit;
  return pose;
}

void expect_same_tip(const Figure& figure, FrameId frame, std::uint64_t seed) {
  const std::optional<SerialArm> arm = serial_arm(figure, frame);
  ASSERT_TRUE(arm.has_value());
  Random random(seed);
  Kinematics kinematics(figure);
  for (int i = 0; i < 20; ++i) {
    const Posture posture = random_posture(figure, random);
    kinematics.update(posture);
    const Transform expected = kinematics.frame_pose(frame), found = tip_of(*arm, posture);
    EXPECT_LE((found.translation - expected.translation).norm(), 1e-12);
    EXPECT_LE((found.rotation - expected.rotation).norm(), 1e-12);
  }
}

}  // namespace

TEST(SerialArm, TipOfThePandaAgreesWithKinematics) {
  const Figure figure = panda();
  expect_same_tip(figure, figure.frame("flange"), 1);
}

TEST(SerialArm, TipOfRandomChainsAgreesWithKinematics) {
  for (int seed = 1; seed <= scaled(200); ++seed) {
    const Figure figure = random_arm(static_cast<std::uint64_t>(seed));
    expect_same_tip(figure, FrameId{0}, static_cast<std::uint64_t>(seed));
  }
}

TEST(SerialArm, IsRefusedWhereAJointIsNeitherHingeNorSlide) {
  const Figure human = model("human");
  EXPECT_FALSE(serial_arm(human, human.frame("hand.r")).has_value());
}

TEST(SerialArm, IsRefusedWhereAJointOnTheWayIsCoupled) {
  FigureDescription description = panda_description();
  const std::string first = description.segments[1].name, second = description.segments[2].name;
  ASSERT_TRUE(serial_arm(panda(), panda().frame("flange")).has_value());
  const Figure plain = panda();
  CouplingDescription coupling;
  coupling.name = "both";
  coupling.terms = {{plain.joint_name(plain.joint_of(plain.segment(first))), 0, 1.0},
                    {plain.joint_name(plain.joint_of(plain.segment(second))), 0, 1.0}};
  coupling.range = {-1.0, 1.0};
  description.couplings.push_back(coupling);
  const Figure figure = Figure::build(description).value();
  EXPECT_FALSE(serial_arm(figure, figure.frame("flange")).has_value());
}

}  // namespace limber::test
