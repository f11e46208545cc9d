// The arms against their documents.

#include <gtest/gtest.h>

#include <numbers>

#include "limber/kinematics/mass_distribution.h"
#include "models/model_support.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber::test {
namespace {

using Mat4 = Eigen::Matrix4d;

// Craig, "Introduction to Robotics", eq. 3.6: link i in link i-1.
Mat4 craig(double a, double alpha, double d, double theta) {
  const double ct = std::cos(theta), st = std::sin(theta), ca = std::cos(alpha), sa = std::sin(alpha);
  Mat4 m;
  m << ct, -st, 0, a,                  //
      st * ca, ct * ca, -sa, -sa * d,  //
      st * sa, ct * sa, ca, ca * d,    //
      0, 0, 0, 1;
  return m;
}

TEST(PandaLike, IsTheProductOfItsDenavitHartenbergMatrices) {
  constexpr double quarter = std::numbers::pi / 2;
  const double a[] = {0, 0, 0, 0.0825, -0.0825, 0, 0.088};
  const double d[] = {0.333, 0, 0.316, 0, 0.384, 0, 0};
  const double alpha[] = {0, -quarter, quarter, quarter, -quarter, quarter, quarter};
  const Figure figure = built("panda-like");
  Kinematics kinematics(figure);
  Random random(1);
  for (int i = 0; i < scaled(2000); ++i) {
    const Posture posture = random_posture(random, figure);
    Mat4 expected = Mat4::Identity();
    for (int k = 0; k < 7; ++k) {
      const double theta =
          joint_parameters(figure, posture, figure.joint("joint." + std::to_string(k + 1)))[0];
      expected = expected * craig(a[k], alpha[k], d[k], theta);
    }
    expected = expected * craig(0, 0, 0.107, 0);
    kinematics.update(posture);
    const Transform flange = kinematics.frame_pose(figure.frame("flange"));
    ASSERT_LT((flange.rotation - expected.topLeftCorner<3, 3>()).norm(), 1e-12);
    ASSERT_LT((flange.translation - expected.topRightCorner<3, 1>()).norm(), 1e-12);
  }
}

TEST(PandaLike, HasThePublishedLimits) {
  const double min[] = {-2.8973, -1.7628, -2.8973, -3.0718, -2.8973, -0.0175, -2.8973};
  const double max[] = {2.8973, 1.7628, 2.8973, -0.0698, 2.8973, 3.7525, 2.8973};
  const Figure figure = built("panda-like");
  for (int k = 0; k < 7; ++k) {
    const Range& range = figure.joint(figure.joint("joint." + std::to_string(k + 1))).ranges[0];
    EXPECT_EQ(range, (Range{min[k], max[k]})) << k + 1;
  }
}

// Table 1: length 0.4 m, mass 0.5 kg, centre of mass 0.2 m, moment of inertia 0.0067 kg m^2, five times.
TEST(TsujiArm, HasTheLinksOfTableOne) {
  const Figure figure = built("tsuji-arm");
  ASSERT_EQ(figure.segment_count(), 1 + 5);
  for (int k = 1; k <= 5; ++k) {
    const SegmentId link = figure.segment("link." + std::to_string(k));
    const MassProperties& body = figure.mass(link);
    EXPECT_EQ(body.mass, 0.5);
    EXPECT_EQ(body.center, Vec3(0.2, 0, 0));
    EXPECT_EQ(body.inertia(2, 2), 0.0067);
    EXPECT_EQ(figure.before(figure.joint_of(link)).translation, Vec3(k == 1 ? 0.0 : 0.4, 0, 0));
    EXPECT_EQ(figure.joint(figure.joint_of(link)).axis, Vec3::UnitZ());
    EXPECT_FALSE(figure.joint(figure.joint_of(link)).ranges[0].is_limited());
  }
}

// The planar formulas: P_{k+1} = P_k + L_k (cos phi_k, sin phi_k), end-points on the middle of links and on
// joints.
TEST(TsujiArm, PutsItsVirtualEndPointsWhereThePlanarFormulasDo) {
  const Figure figure = built("tsuji-arm");
  Kinematics kinematics(figure);
  Random random(2);
  for (int i = 0; i < scaled(500); ++i) {
    const Posture posture = random_posture(random, figure);
    kinematics.update(posture);
    Vec3 joint = Vec3::Zero();
    double phi = 0.0;
    for (int k = 1; k <= 5; ++k) {
      const std::string number = std::to_string(k);
      phi += joint_parameters(figure, posture, figure.joint("joint." + number))[0];
      const Vec3 along(std::cos(phi), std::sin(phi), 0);
      ASSERT_LT((kinematics.frame_position(figure.frame("joint." + number)) - joint).norm(), 1e-12);
      ASSERT_LT((kinematics.frame_position(figure.frame("middle." + number)) - joint - 0.2 * along).norm(),
                1e-12);
      joint += 0.4 * along;
    }
    ASSERT_LT((kinematics.frame_position(figure.frame("tip")) - joint).norm(), 1e-12);
  }
}

TEST(TsujiArm, RestsAtTheStartOfTheExperiments) {
  const Figure figure = built("tsuji-arm");
  const double start[] = {120, -30, -30, -30, -30};
  for (int k = 0; k < 5; ++k) {
    const double angle =
        figure.rest_posture().values[figure.first_value(figure.joint("joint." + std::to_string(k + 1)))];
    EXPECT_NEAR(angle * 180 / std::numbers::pi, start[k], 1e-12);
  }
}

// Section 3.2: 10 revolute joints, "each link of the robot was 0.1m long".
TEST(TevatiaPlanar, HasTenLinksOfATenthOfAMetre) {
  const Figure figure = built("tevatia-planar");
  Kinematics kinematics(figure);
  Posture straight = figure.rest_posture();
  straight.values.setZero();
  kinematics.update(straight);
  for (int k = 1; k <= 10; ++k) {
    const Vec3 joint = kinematics.frame_position(figure.frame("joint." + std::to_string(k)));
    EXPECT_LT((joint - Vec3(0.1 * (k - 1), 0, 0)).norm(), 1e-12);
  }
  EXPECT_LT((kinematics.frame_position(figure.frame("tip")) - Vec3(1.0, 0, 0)).norm(), 1e-12);
}

// Section 3.3: 30 degrees of freedom; the desired posture is the mid-range of the joint limits.
TEST(TevatiaHumanoid, RestsInTheMiddleOfItsThirtyRanges) {
  const Figure figure = built("tevatia-humanoid");
  int revolute = 0;
  for (int j = 1; j < figure.segment_count(); ++j) {
    ASSERT_EQ(figure.joint(j).type, JointType::revolute);
    const Range& range = figure.joint(j).ranges[0];
    EXPECT_NEAR(figure.rest_posture().values[figure.first_value(j)], (range.min + range.max) / 2, 1e-15);
    ++revolute;
  }
  EXPECT_EQ(revolute, 30);
  EXPECT_NEAR(bounds_of(figure, figure.rest_posture()).min.z(), 0.0, 1e-9);  // both soles flat on the ground
}

TEST(PlanarArms, NeverLeaveTheirPlane) {
  Random random(3);
  for (const char* name : {"planar-chain", "tsuji-arm", "tevatia-planar", "lab-arm"}) {
    const Figure figure = built(name);
    Kinematics kinematics(figure);
    for (int i = 0; i < scaled(50); ++i) {
      kinematics.update(random_posture(random, figure));
      for (int f = 0; f < static_cast<int>(figure.frames().size()); ++f) {
        ASSERT_NEAR(kinematics.frame_position(f).z(), 0.0, 1e-12) << name;
      }
    }
  }
}

}  // namespace
}  // namespace limber::test
