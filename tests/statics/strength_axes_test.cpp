// Strengths of joints with several axes: on paper, against the whole moment, and seen from any root. Their
// derivatives are checked with all others in joint_loads_test.cpp.

#include <cmath>
#include <numbers>

#include "limber/figure/edit.h"
#include "limber/statics/joint_loads.h"
#include "limber/statics/report.h"
#include "statics/standing_differences.h"

namespace limber {
namespace {

constexpr double arm_weight = 2.0 * 9.81;  // [N] of the arm, 0.5 m out

// A level arm along x that holds itself up: the moment on it is about -y, and the joint's z axis is the arm.
Figure level_arm(JointType type, const Strength& strength) {
  FigureDescription description{.name = "arm"};
  description.segments.push_back({.name = "base"});
  SegmentDescription arm{.name = "arm", .parent = "base"};
  Mat3 axes;  // columns: the joint's x is the world's y, its y the world's z
  axes << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  arm.before = {axes, Vec3::Zero()};
  arm.joint = {.type = type};
  if (type == JointType::elbow) {
    arm.joint.axis = Vec3::UnitX();
    arm.joint.twist_axis = Vec3::UnitZ();
  }
  arm.joint.strength = strength;
  arm.mass = MassProperties{.mass = 2.0, .center = Vec3(0, 0, 0.5)};
  description.segments.push_back(arm);
  return Figure::build(description).value();
}

StaticsReport::JointLoad load_of(const Figure& figure, const Posture& posture, const Loads& loads = {}) {
  return report_on_loads(figure, posture, loads).joints.at(0);
}

TEST(StrengthAxes, TheAxisAndTheDirectionOfTheMomentDecide) {
  const double moment = 0.5 * arm_weight;  // about the joint's x axis, towards smaller angles
  for (const JointType type : {JointType::ball, JointType::swing, JointType::elbow}) {
    Strength strength{.axes = {{{0, 100, 40}}, {{0, 5, 5}}}};
    if (type == JointType::ball) strength.axes.push_back({{0, 3, 3}});
    const Figure figure = level_arm(type, strength);
    const StaticsReport::JointLoad up = load_of(figure, figure.rest_posture());
    EXPECT_NEAR(up.load_ratio, moment / 40.0, 1e-12);
    EXPECT_NEAR(up.strength, 40.0, 1e-12);
    // Hung upside down it is the other direction.
    const StaticsReport::JointLoad down =
        load_of(figure, figure.rest_posture(), {.gravity = Vec3(0, 0, 9.81)});
    EXPECT_NEAR(down.load_ratio, moment / 100.0, 1e-12);
  }
}

TEST(StrengthAxes, TheSwingCarriesTheAxesAndTheTwistDoesNot) {
  const Strength strength{.axes = {{{0, 80, 80}}, {{0, 20, 20}}, {{-1, 10, 10}, {1, 30, 30}}}};
  const Figure figure = level_arm(JointType::ball, strength);
  const double moment = 0.5 * arm_weight;
  Posture posture = figure.rest_posture();
  const auto turn = [&](const Vec3& axis, double angle) {
    posture.values.segment<4>(0) = Quat(Eigen::AngleAxisd(angle, axis)).coeffs();
  };
  turn(Vec3::UnitZ(), 0.9);  // about the limb: the moment stays about x
  EXPECT_NEAR(load_of(figure, posture).load_ratio, moment / 80.0, 1e-12);
  // Swung by 0.6 in the level plane (about the joint's y): x turns along and stays level, across the arm.
  turn(Vec3::UnitY(), 0.6);
  EXPECT_NEAR(load_of(figure, posture).load_ratio, moment / 80.0, 1e-12);
  // A couple about the limb, at a twist of 0.5: 10 + 0.75 * 20 N m strong.
  turn(Vec3::UnitZ(), 0.5);
  FigureDescription with_hand = figure.description();
  with_hand.frames = {{"hand", "arm", Transform::at(Vec3(0, 0, 0.5))}};
  const Loads couple{.gravity = Vec3::Zero(), .forces = {{.frame = "hand", .torque = Vec3(7, 0, 0)}}};
  EXPECT_NEAR(load_of(Figure::build(with_hand).value(), posture, couple).load_ratio, 7.0 / 25.0, 1e-12);
}

TEST(StrengthAxes, EqualOnesOfABallAreThatOfTheWholeMoment) {
  test::Random random(317);
  const Figure whole = level_arm(JointType::ball, {.torque = 35});
  const Figure axes = level_arm(JointType::ball, {.axes = {{{0, 35, 35}}, {{0, 35, 35}}, {{0, 35, 35}}}});
  for (int trial = 0; trial < test::scaled(200); ++trial) {
    const Posture posture = test::random_posture(random, whole);
    EXPECT_NEAR(load_of(axes, posture).load_ratio, load_of(whole, posture).load_ratio, 1e-12);
  }
}

// A joint walked through backwards is the same joint.
TEST(StrengthAxes, DoNotDependOnTheRootInEquilibrium) {
  test::Random random(318);
  int compared = 0;
  for (int trial = 0; trial < test::scaled(3000); ++trial) {
    test::StandingFigure standing = test::random_standing_figure(random, 2 * trial + 1);  // a fixed root
    for (const JointId joint : standing.figure.joints()) {
      const JointType type = standing.figure.joint(joint).type;
      standing.loads.strengths.push_back(
          {standing.figure.joint_name(joint), test::random_strength(random, type, 5.0, 50.0)});
    }
    test::StaticsBench bench(standing);
    if (!bench.statics().is_balanced() || !test::is_far_from_the_edge(bench.statics().corners())) continue;
    const std::string root = standing.figure.segment_name(test::random_segment(random, standing.figure));
    const Edited edited = re_root(standing.figure, standing.posture, root).value();
    const test::StandingFigure turned{edited.figure, edited.posture, standing.loads};
    test::StaticsBench other(turned);
    JointLoads loads(standing.figure, standing.loads), seen(turned.figure, turned.loads);
    loads.update(bench.statics(), bench.kinematics(), standing.posture);
    seen.update(other.statics(), other.kinematics(), turned.posture);
    for (const JointId joint : standing.figure.joints()) {
      const JointType type = standing.figure.joint(joint).type;
      if (!JointLoads::counts_whole_moment(type)) continue;
      const JointId there = *turned.figure.find_joint(standing.figure.joint_name(joint));
      ASSERT_NEAR(loads.load_ratio(joint), seen.load_ratio(there), 1e-9 * bench.statics().load_size())
          << "trial " << trial << " joint " << standing.figure.joint_name(joint);
      ++compared;
    }
  }
  EXPECT_GT(compared, test::scaled(300));
}

}  // namespace
}  // namespace limber
