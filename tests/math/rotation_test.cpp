#include "limber/math/rotation.h"

#include <gtest/gtest.h>

#include <numbers>

#include "limber/math/swing_twist.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;
using test::random_direction;
using test::scaled;
using test::uniform;

using std::numbers::pi;

// Rotation vectors of all sizes up to `largest`, half of them small down to 1e-12.
Vec3 random_rotation_vector(Random& random, double largest) {
  const bool small = uniform(random, 0, 1) < 0.5;
  const double angle = small ? std::pow(10.0, uniform(random, -12, 0)) : uniform(random, 0.0, largest);
  return angle * random_direction(random);
}

// The definition: I + [k] + [k]^2/2! + ...
Mat3 exponential_series(const Vec3& k) {
  Mat3 sum = Mat3::Identity(), term = Mat3::Identity();
  for (int i = 1; i < 60; ++i) {
    term = term * cross_matrix(k) / i;
    sum += term;
  }
  return sum;
}

// L(k) is the mean of exp(t k) over t in [0, 1]; Gauss-Legendre with 3 points in each of 64 parts.
Mat3 mean_rotation(const Vec3& k) {
  const double offset = std::sqrt(0.6);
  Mat3 sum = Mat3::Zero();
  const int parts = 64;
  for (int i = 0; i < parts; ++i) {
    const auto at = [&](double x) { return exponential_series((i + 0.5 + 0.5 * x) / parts * k); };
    sum += (5.0 * at(-offset) + 8.0 * at(0.0) + 5.0 * at(offset)) / 18.0;
  }
  return sum / parts;
}

double difference(const Mat3& a, const Mat3& b) {
  return (a - b).cwiseAbs().maxCoeff();
}

TEST(Rotation, ExponentialIsItsSeries) {
  Random random(1);
  for (int i = 0; i < scaled(5000); ++i) {
    const Vec3 k = random_rotation_vector(random, 6.0);
    EXPECT_LT(difference(exp_rotation(k), exponential_series(k)), 1e-13) << k.transpose();
  }
}

TEST(Rotation, ExponentialIsOrthogonalAndKeepsItsAxis) {
  Random random(2);
  for (int i = 0; i < scaled(5000); ++i) {
    const Vec3 k = random_rotation_vector(random, 20.0);
    const Mat3 r = exp_rotation(k);
    EXPECT_LT(difference(r * r.transpose(), Mat3::Identity()), 4e-15);
    EXPECT_LT((r * k - k).norm(), 1e-14 * (1.0 + k.norm()));
  }
}

TEST(Rotation, QuaternionsAndMatricesAgree) {
  Random random(3);
  for (int i = 0; i < scaled(5000); ++i) {
    const Vec3 k = random_rotation_vector(random, 6.0), other = random_rotation_vector(random, 6.0);
    EXPECT_LT(difference(exp_quaternion(k).toRotationMatrix(), exp_rotation(k)), 3e-15);
    EXPECT_NEAR(exp_quaternion(k).norm(), 1.0, 4e-16);
    const Quat product = exp_quaternion(k) * exp_quaternion(other);
    EXPECT_LT(difference(product.toRotationMatrix(), exp_rotation(k) * exp_rotation(other)), 5e-15);
  }
}

TEST(Rotation, AxisRotationIsTheExponentialOfAxisTimesAngle) {
  Random random(4);
  for (int i = 0; i < scaled(2000); ++i) {
    const Vec3 axis = random_direction(random);
    const double angle = uniform(random, -10, 10);
    EXPECT_LT(difference(axis_rotation(axis, angle), exp_rotation(angle * axis)), 3e-15);
  }
  // By hand: a quarter turn about z carries x to y.
  EXPECT_LT((axis_rotation(Vec3::UnitZ(), pi / 2) * Vec3::UnitX() - Vec3::UnitY()).norm(), 3e-16);
}

TEST(Rotation, LeftJacobianMatchesFiniteDifferences) {
  Random random(5);
  const double h = 1e-3;
  for (int i = 0; i < scaled(2000); ++i) {
    const Vec3 k = random_rotation_vector(random, 6.0);
    const Mat3 jacobian = left_jacobian(k);
    for (int axis = 0; axis < 3; ++axis) {
      const auto central = [&](double step) -> Vec3 {
        const Mat3 ahead = exp_rotation(k + step * Vec3::Unit(axis));
        const Mat3 behind = exp_rotation(k - step * Vec3::Unit(axis));
        const Mat3 rate = (ahead - behind) * exp_rotation(k).transpose() / (2 * step);
        return {rate(2, 1), rate(0, 2), rate(1, 0)};
      };
      const Vec3 expected = (4.0 * central(h / 2) - central(h)) / 3.0;
      EXPECT_LT((jacobian.col(axis) - expected).norm(), 1e-10) << k.transpose();
    }
  }
}

TEST(Rotation, LeftJacobianIsTheMeanRotation) {
  Random random(6);
  for (int i = 0; i < scaled(50); ++i) {
    const Vec3 k = random_rotation_vector(random, 6.0);
    EXPECT_LT(difference(left_jacobian(k), mean_rotation(k)), 1e-12) << k.transpose();
  }
}

TEST(Rotation, RightJacobianIsTheTransposedLeftOne) {
  Random random(7);
  for (int i = 0; i < scaled(1000); ++i) {
    const Vec3 k = random_rotation_vector(random, 6.0);
    EXPECT_LT(difference(left_jacobian(-k), left_jacobian(k).transpose()), 1e-15);
    EXPECT_LT(difference(left_jacobian(k), exp_rotation(k) * left_jacobian(-k)), 5e-15);
  }
}

TEST(Rotation, InverseOfTheLeftJacobianIsItsInverse) {
  Random random(8);
  for (int i = 0; i < scaled(5000); ++i) {
    const Vec3 k = random_rotation_vector(random, 6.0);
    EXPECT_LT(difference(left_jacobian(k) * left_jacobian_inverse(k), Mat3::Identity()), 1e-13);
  }
}

TEST(Rotation, SeriesAndClosedFormsAgreeWhereTheyMeet) {
  Random random(9);
  for (int i = 0; i < scaled(500); ++i) {
    const Vec3 axis = random_direction(random);
    const Vec3 below = 0.02 * (1 - 1e-13) * axis, above = 0.02 * (1 + 1e-13) * axis;
    EXPECT_LT(difference(exp_rotation(below), exp_rotation(above)), 5e-15);
    EXPECT_LT(difference(left_jacobian(below), left_jacobian(above)), 5e-15);
    EXPECT_LT(difference(left_jacobian_inverse(below), left_jacobian_inverse(above)), 5e-15);
    EXPECT_LT((exp_quaternion(below).coeffs() - exp_quaternion(above).coeffs()).norm(), 4e-15);
  }
}

TEST(Rotation, ZeroTurnGivesTheExactIdentity) {
  EXPECT_EQ(exp_rotation(Vec3::Zero()), Mat3::Identity());
  EXPECT_EQ(left_jacobian(Vec3::Zero()), Mat3::Identity());
  EXPECT_EQ(left_jacobian_inverse(Vec3::Zero()), Mat3::Identity());
  EXPECT_EQ(exp_quaternion(Vec3::Zero()).coeffs(), Quat::Identity().coeffs());
  EXPECT_EQ(log_rotation(Mat3(Mat3::Identity())), Vec3::Zero());
  EXPECT_EQ(log_rotation(Quat::Identity()), Vec3::Zero());
}

TEST(Rotation, LogarithmUndoesTheExponential) {
  Random random(10);
  for (int i = 0; i < scaled(20000); ++i) {
    const Vec3 k = random_rotation_vector(random, pi * (1 - 1e-9));
    EXPECT_LT((log_rotation(exp_quaternion(k)) - k).norm(), 3e-15 * (1e-3 + k.norm())) << k.transpose();
    EXPECT_LT((log_rotation(exp_rotation(k)) - k).norm(), 3e-15) << k.transpose();
    Quat negative = exp_quaternion(k);
    negative.coeffs() *= -1;
    EXPECT_EQ(log_rotation(negative), log_rotation(exp_quaternion(k)));
  }
}

TEST(Rotation, LogarithmKeepsTinyTurns) {
  for (const double size : {1e-8, 1e-20, 1e-100, 1e-160, 1e-300}) {
    const Vec3 k = size * Vec3(1, -2, 3);
    EXPECT_LT((log_rotation(exp_quaternion(k)) - k).cwiseAbs().maxCoeff(), 1e-15 * size);
  }
}

TEST(Rotation, LogarithmNearHalfTurnsKeepsTheSide) {
  Random random(11);
  for (int i = 0; i < scaled(5000); ++i) {
    const double missing = std::pow(10.0, uniform(random, -14, -1));
    const Vec3 k = (pi - missing) * random_direction(random);
    EXPECT_LT((log_rotation(exp_rotation(k)) - k).norm(), 5e-15) << missing;
  }
}

TEST(Rotation, LogarithmOfAHalfTurnAlwaysChoosesTheSameSign) {
  Random random(12);
  const auto check = [](const Vec3& axis) {
    const Vec3 k = log_rotation(exp_rotation(pi * axis));
    EXPECT_NEAR(k.norm(), pi, 1e-15);
    EXPECT_LT(std::min((k - pi * axis).norm(), (k + pi * axis).norm()), 3e-15) << axis.transpose();
    EXPECT_LT((log_rotation(exp_rotation(-pi * axis)) - k).norm(), 3e-15) << axis.transpose();
    // The first component that is not rounding is positive.
    int first = 0;
    while (std::abs(k[first]) < 1e-12) ++first;
    EXPECT_GT(k[first], 0.0) << axis.transpose();
  };
  for (int i = 0; i < scaled(5000); ++i) check(random_direction(random));
  for (int i = 0; i < 3; ++i) check(Vec3::Unit(i));
  const Mat3 half_turn = Vec3(-1, -1, 1).asDiagonal();
  EXPECT_EQ(log_rotation(half_turn), Vec3(0, 0, pi));
}

TEST(DirectRotation, IsTheShortestRotationBetweenTwoDirections) {
  Random random(14);
  for (int i = 0; i < scaled(20000); ++i) {
    const Vec3 a = random_direction(random);
    Vec3 b = random_direction(random);
    const double closeness = std::pow(10.0, uniform(random, -17, 0));
    if (i % 3 == 1) b = (a + closeness * b).normalized();
    if (i % 3 == 2) b = (-a + closeness * b).normalized();
    const Mat3 r = direct_rotation(uniform(random, 0.1, 10) * a, uniform(random, 0.1, 10) * b);
    EXPECT_LT((r * a - b).norm(), 2e-15);
    EXPECT_LT(difference(r * r.transpose(), Mat3::Identity()), 3e-15);
    EXPECT_GT(r.determinant(), 0.0);
    EXPECT_NEAR(log_rotation(r).norm(), angle_between(a, b), 4e-15);
  }
}

TEST(DirectRotation, OfEqualDirectionsIsTheIdentity) {
  const Vec3 a = Vec3(1, 2, -2) / 3.0;
  EXPECT_LT(difference(direct_rotation(a, a), Mat3::Identity()), 1e-16);
  EXPECT_EQ(direct_rotation(Vec3::UnitX(), Vec3::UnitX()), Mat3::Identity());
  EXPECT_EQ(direct_rotation(Vec3::Zero(), Vec3::UnitX()), Mat3::Identity());  // no direction: no turn
}

TEST(DirectRotation, OfOppositeDirectionsDependsOnTheFirstAlone) {
  Random random(15);
  for (int i = 0; i < scaled(1000); ++i) {
    const Vec3 a = random_direction(random);
    const Mat3 r = direct_rotation(a, -a);
    EXPECT_LT((r * a + a).norm(), 1e-15);
    EXPECT_LT(difference(r, direct_rotation(a, -3.0 * a)), 1e-15);
    EXPECT_LT((r * any_perpendicular(a) - any_perpendicular(a)).norm(), 2e-15);
  }
}

TEST(DirectRotation, AroundATriangleAddsUpToATwist) {
  // joints-and-limits.md 3: R_D(b,z) R_D(a,b) R_D(z,a) turns about z, by the area of the triangle z a b. The
  // octant x y z has the area pi/2.
  const Vec3 x = Vec3::UnitX(), y = Vec3::UnitY(), z = Vec3::UnitZ();
  const Mat3 r = direct_rotation(y, z) * direct_rotation(x, y) * direct_rotation(z, x);
  EXPECT_LT(difference(r, axis_rotation(z, pi / 2)), 1e-15);
}

TEST(AnyPerpendicular, IsAPerpendicularUnitVector) {
  Random random(16);
  for (int i = 0; i < scaled(2000); ++i) {
    const Vec3 v = std::pow(10.0, uniform(random, -100, 100)) * random_direction(random);
    const Vec3 p = any_perpendicular(v);
    EXPECT_NEAR(p.norm(), 1.0, 1e-15);
    EXPECT_NEAR(p.dot(v.normalized()), 0.0, 1e-15);
  }
  EXPECT_NEAR(any_perpendicular(Vec3::Zero()).norm(), 1.0, 0.0);
}

}  // namespace
}  // namespace limber
