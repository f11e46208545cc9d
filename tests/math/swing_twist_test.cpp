#include "limber/math/swing_twist.h"

#include <gtest/gtest.h>

#include <numbers>

#include "limber/math/rotation.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;
using test::random_direction;
using test::scaled;
using test::uniform;

using std::numbers::pi;

// Any rotation, as likely as any other.
Quat random_orientation(Random& random) {
  std::normal_distribution<double> normal;
  const double w = normal(random), x = normal(random), y = normal(random), z = normal(random);
  return Quat(w, x, y, z).normalized();
}

// A rotation whose limb points along -z but for an angle down to 1e-17.
Quat nearly_singular_orientation(Random& random) {
  const double off = std::pow(10.0, uniform(random, -17, -1));
  const Quat q = random_orientation(random);
  return Quat(off * q.w(), q.x(), q.y(), off * q.z()).normalized();
}

Vec2 random_swing(Random& random, double largest) {
  const double size =
      uniform(random, 0, 1) < 0.3 ? std::pow(10.0, uniform(random, -12, 0)) : uniform(random, 0, largest);
  const double azimuth = uniform(random, -pi, pi);
  return size * Vec2(std::cos(azimuth), std::sin(azimuth));
}

double rotation_difference(const Quat& a, const Quat& b) {
  return std::min((a.coeffs() - b.coeffs()).norm(), (a.coeffs() + b.coeffs()).norm());
}

TEST(SwingTwist, RoundTripsToRounding) {
  Random random(1);
  double worst = 0.0;
  for (int i = 0; i < scaled(100000); ++i) {
    const Quat q = i % 4 == 0 ? nearly_singular_orientation(random) : random_orientation(random);
    const SwingTwist parts = swing_twist(q);
    worst = std::max(worst, rotation_difference(compose(parts), q));
    EXPECT_LE(parts.swing.norm(), pi * (1 + 1e-15));
    EXPECT_GT(parts.twist, -pi);
    EXPECT_LE(parts.twist, pi);
  }
  EXPECT_LT(worst, 1e-12);
  EXPECT_LT(worst, 2e-14) << "better than asked until now";
}

TEST(SwingTwist, RecoversTheSwingAndTwistOfAComposition) {
  Random random(2);
  for (int i = 0; i < scaled(20000); ++i) {
    const SwingTwist parts{random_swing(random, 3.1), uniform(random, -pi, pi)};
    const SwingTwist found = swing_twist(compose(parts));
    EXPECT_LT((found.swing - parts.swing).norm(), 1e-13);
    EXPECT_LT(std::abs(wrap_angle(found.twist - parts.twist)), 1e-13);
  }
}

TEST(SwingTwist, ComposedIsTheSwingAfterTheTwist) {
  Random random(3);
  for (int i = 0; i < scaled(5000); ++i) {
    const SwingTwist parts{random_swing(random, pi), uniform(random, -pi, pi)};
    const Mat3 product =
        exp_rotation(Vec3(parts.swing.x(), parts.swing.y(), 0)) * axis_rotation(Vec3::UnitZ(), parts.twist);
    EXPECT_LT((compose(parts).toRotationMatrix() - product).cwiseAbs().maxCoeff(), 4e-15);
  }
}

TEST(SwingTwist, IsTheSameToTheBitForBothSignsOfAQuaternion) {
  Random random(4);
  for (int i = 0; i < scaled(20000); ++i) {
    const Quat q = i % 2 ? random_orientation(random) : nearly_singular_orientation(random);
    const SwingTwist one = swing_twist(q), other = swing_twist(Quat(-q.w(), -q.x(), -q.y(), -q.z()));
    EXPECT_EQ(one.swing, other.swing);
    EXPECT_EQ(one.twist, other.twist);
  }
  for (const Quat& q : {Quat(0, 1, 0, 0), Quat(0, 0, 1, 0), Quat(0, 0, 0, 1), Quat(0, 0.6, -0.8, 0)}) {
    EXPECT_EQ(swing_twist(q).swing, swing_twist(Quat(-q.w(), -q.x(), -q.y(), -q.z())).swing);
    EXPECT_EQ(swing_twist(q).twist, swing_twist(Quat(-q.w(), -q.x(), -q.y(), -q.z())).twist);
  }
}

TEST(SwingTwist, PureSwingsHaveNoTwistAndPureTwistsNoSwing) {
  EXPECT_EQ(swing_twist(Quat::Identity()).swing, Vec2::Zero());
  EXPECT_EQ(swing_twist(Quat::Identity()).twist, 0.0);
  const SwingTwist swing = swing_twist(exp_quaternion(Vec3(0.3, -1.2, 0)));
  EXPECT_EQ(swing.twist, 0.0);
  EXPECT_LT((swing.swing - Vec2(0.3, -1.2)).norm(), 1e-15);
  const SwingTwist twist = swing_twist(exp_quaternion(Vec3(0, 0, -2.5)));
  EXPECT_EQ(twist.swing, Vec2::Zero());
  EXPECT_NEAR(twist.twist, -2.5, 1e-15);
  EXPECT_EQ(swing_twist(Quat(0, 0, 0, 1)).twist, pi);
  EXPECT_EQ(swing_twist(Quat(0, 0, 0, -1)).twist, pi);
}

TEST(SwingTwist, TinySwingsKeepTheirDigits) {
  for (const double size : {1e-9, 1e-30, 1e-150}) {
    const SwingTwist parts{size * Vec2(3, -4), 0.7};
    const SwingTwist found = swing_twist(compose(parts));
    EXPECT_LT((found.swing - parts.swing).cwiseAbs().maxCoeff(), 3e-15 * size);
  }
}

TEST(SwingTwist, RatesMatchFiniteDifferences) {
  Random random(5);
  double worst = 0.0;
  for (int i = 0; i < scaled(5000); ++i) {
    const SwingTwist parts{random_swing(random, 2.9), uniform(random, -pi, pi)};
    const Quat q = compose(parts);
    const Mat3 rates = swing_twist_rates(parts);
    for (int axis = 0; axis < 3; ++axis) {
      const auto central = [&](double h) -> Vec3 {
        const SwingTwist ahead = swing_twist(exp_quaternion(h * Vec3::Unit(axis)) * q);
        const SwingTwist behind = swing_twist(exp_quaternion(-h * Vec3::Unit(axis)) * q);
        const Vec2 swing = ahead.swing - behind.swing;
        return Vec3(swing.x(), swing.y(), wrap_angle(ahead.twist - behind.twist)) / (2 * h);
      };
      const double h = 1e-4;
      worst = std::max(worst, (rates.col(axis) - (4.0 * central(h / 2) - central(h)) / 3.0).norm());
    }
  }
  EXPECT_LT(worst, 1e-7);
}

TEST(SwingTwist, RatesInvertTheColumnsOfTheLeftJacobian) {
  Random random(6);
  for (int i = 0; i < scaled(5000); ++i) {
    const SwingTwist parts{random_swing(random, 3.0), uniform(random, -pi, pi)};
    const Mat3 l = left_jacobian(Vec3(parts.swing.x(), parts.swing.y(), 0));
    Mat3 columns;
    columns << l.col(0), l.col(1), swing_direction(parts.swing);
    EXPECT_LT((swing_twist_rates(parts) * columns - Mat3::Identity()).cwiseAbs().maxCoeff(), 1e-13);
    const double size = parts.swing.norm();
    EXPECT_NEAR(swing_twist_rates(parts).determinant() * std::sin(size) / size, 1.0, 1e-13);
  }
  EXPECT_EQ(swing_twist_rates({}), Mat3::Identity());
}

TEST(SwingTwist, RatesAreContinuousWhereTheSeriesEnds) {
  const Vec2 direction(0.6, 0.8);
  const Mat3 below = swing_twist_rates({0.02 * (1 - 1e-13) * direction, 0.0});
  const Mat3 above = swing_twist_rates({0.02 * (1 + 1e-13) * direction, 0.0});
  EXPECT_LT((below - above).cwiseAbs().maxCoeff(), 5e-15);
}

TEST(SwingTwistSingularity, RatesGrowAsOneOverTheCosineOfHalfTheSwing) {
  for (const double missing : {1e-1, 1e-3, 1e-6, 1e-9}) {
    const SwingTwist parts{(pi - missing) * Vec2(0.8, -0.6), 0.4};
    const Mat3 rates = swing_twist_rates(parts);
    EXPECT_TRUE(rates.allFinite());
    EXPECT_NEAR(rates.row(2).norm() * std::sin(missing / 2), 1.0, 1e-6);
  }
  EXPECT_TRUE(swing_twist_rates({Vec2(pi, 0), 0.0}).allFinite());
}

TEST(SwingTwistSingularity, KeepsTheTwistItIsGivenAndStillComposes) {
  Random random(7);
  for (int i = 0; i < scaled(2000); ++i) {
    const double azimuth = uniform(random, -pi, pi), twist = uniform(random, -pi, pi);
    const Quat q(0.0, std::cos(azimuth), std::sin(azimuth), 0.0);
    const SwingTwist parts = swing_twist(q, twist);
    EXPECT_EQ(parts.twist, twist);
    EXPECT_NEAR(parts.swing.norm(), pi, 1e-14);
    EXPECT_LT(rotation_difference(compose(parts), q), 1e-14);
    EXPECT_EQ(swing_twist(q).twist, 0.0);
  }
}

TEST(SwingTwistSingularity, TheTwistTurnsTwiceForEachTurnOfTheLimbAroundMinusZ) {
  const Quat down = exp_quaternion(Vec3(pi, 0, 0));
  const int steps = 1000;
  for (const double radius : {1e-1, 1e-4, 1e-8}) {
    double turned = 0.0, before = 0.0, around = 0.0, azimuth_before = 0.0;
    for (int i = 0; i <= steps; ++i) {
      const double phi = 2 * pi * i / steps;
      const Quat q = exp_quaternion(radius * Vec3(std::cos(phi), std::sin(phi), 0)) * down;
      const Vec3 d = q * Vec3::UnitZ();
      const double twist = swing_twist(q).twist, azimuth = std::atan2(d.y(), d.x());
      if (i > 0) turned += wrap_angle(twist - before), around += wrap_angle(azimuth - azimuth_before);
      before = twist;
      azimuth_before = azimuth;
    }
    EXPECT_NEAR(std::abs(around), 2 * pi, 1e-6);
    EXPECT_NEAR(std::abs(turned), 4 * pi, 1e-6);
  }
}

TEST(SwingTwist, ZeroQuaternionGivesNoRotation) {
  const SwingTwist parts = swing_twist(Quat(0, 0, 0, 0));
  EXPECT_EQ(parts.swing, Vec2::Zero());
  EXPECT_EQ(parts.twist, 0.0);
}

TEST(SwingDirection, IsWhereTheLimbPointsWhateverTheTwist) {
  Random random(8);
  for (int i = 0; i < scaled(5000); ++i) {
    const SwingTwist parts{random_swing(random, pi), uniform(random, -pi, pi)};
    const Vec3 d = swing_direction(parts.swing);
    EXPECT_LT((compose(parts) * Vec3::UnitZ() - d).norm(), 2e-15);
    EXPECT_NEAR(d.norm(), 1.0, 1e-15);
    EXPECT_LT((swing_direction(swing_of_direction(d)) - d).norm(), 2e-15);
  }
  for (int i = 0; i < scaled(5000); ++i) {
    const Vec2 swing = random_swing(random, 3.1);
    EXPECT_LT((swing_of_direction(swing_direction(swing)) - swing).norm(), 1e-14);
  }
}

TEST(SwingDirection, MinusZIsAHalfTurnAboutX) {
  EXPECT_EQ(swing_of_direction(-Vec3::UnitZ()), Vec2(pi, 0));
  EXPECT_EQ(swing_of_direction(Vec3::UnitZ()), Vec2(0, 0));
  // By hand: swinging about x by a right angle points the limb along -y; about y, along x.
  EXPECT_LT((swing_direction(Vec2(pi / 2, 0)) + Vec3::UnitY()).norm(), 1e-16);
  EXPECT_LT((swing_direction(Vec2(0, pi / 2)) - Vec3::UnitX()).norm(), 1e-16);
}

TEST(AngleBetween, KeepsItsDigitsForTinyAndNearlyOppositeAngles) {
  for (const double angle : {0.0, 1e-100, 1e-12, 1e-5, 1.0, pi / 2, 3.0}) {
    const Vec3 b(std::cos(angle), 0, std::sin(angle));
    EXPECT_NEAR(angle_between(Vec3::UnitX(), b), angle, 4e-16 * angle);
    EXPECT_NEAR(pi - angle_between(-Vec3::UnitX(), b), angle, 4e-16);
  }
}

TEST(WrapAngle, GivesTheSameAngleWithinOneTurn) {
  Random random(9);
  for (int i = 0; i < scaled(5000); ++i) {
    const double angle = uniform(random, -100, 100), wrapped = wrap_angle(angle);
    EXPECT_GT(wrapped, -pi);
    EXPECT_LE(wrapped, pi);
    EXPECT_NEAR(std::sin(wrapped), std::sin(angle), 2e-14);
    EXPECT_NEAR(std::cos(wrapped), std::cos(angle), 2e-14);
  }
  EXPECT_EQ(wrap_angle(pi), pi);
  EXPECT_EQ(wrap_angle(-pi), pi);
  EXPECT_EQ(wrap_angle(3 * pi), pi);
  EXPECT_EQ(wrap_angle(-1.25), -1.25);
}

}  // namespace
}  // namespace limber
