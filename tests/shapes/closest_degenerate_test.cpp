// Closest points where something is missing, flat, parallel, touching or in the very middle.

#include <gtest/gtest.h>

#include "shapes/closest_support.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;
using test::scaled;

// A point is in a convex solid when no direction sees it stick out: also where the solid is flat.
double sticks_out(Random& random, const Shape& shape, const Vec3& x) {
  double worst = 0;
  for (int k = 0; k < 60; ++k) {
    const Vec3 n = test::random_direction(random);
    worst = std::max(worst, n.dot(x) - test::reach_along(shape, n));
  }
  return worst;
}

// By how much the answer fails to prove itself, or is beaten by brute force [m].
double error_of(Random& random, const Shape& a, const Shape& b) {
  const Closest c = closest(a, b);
  if (!std::isfinite(c.distance) || !c.on_a.allFinite() || !c.on_b.allFinite() ||
      !(std::abs(c.normal.norm() - 1.0) < 1e-12)) {
    return std::numeric_limits<double>::infinity();
  }
  double error =
      std::max({(c.on_a - c.on_b - c.distance * c.normal).norm(), sticks_out(random, a, c.on_a),
                sticks_out(random, b, c.on_b), std::abs(test::gap_along(a, b, c.normal) - c.distance)});
  if (c.distance <= 0) error = std::max(error, test::widest_gap(random, a, b, 300, 200) - c.distance - 2e-8);
  return error;
}

std::string words(const Shape& a, const Shape& b) {
  return std::string(shape_type_name(a)) + " and " + std::string(shape_type_name(b));
}

// Right to rounding as a rule. Where ways out of the same length form a circle and one of the two is next to
// nothing thick, what is left is a fraction of a millimetre, and rare.
class Errors {
 public:
  void add(Random& random, const Shape& a, const Shape& b) {
    const double error = error_of(random, a, b);
    EXPECT_LT(error, 1e-3) << words(a, b);
    ++count_;
    inexact_ += error > 1e-9;
  }
  ~Errors() { EXPECT_LT(inexact_, 0.02 * count_ + 1); }

 private:
  int count_ = 0, inexact_ = 0;
};

// Solids with their middle at the origin and all sizes from a short list, zero among them: many parallel and
// equal ones.
Shape centered(Random& random, std::size_t type, const Mat3& axes) {
  const auto size = [&] {
    constexpr double sizes[] = {0.0, 1e-6, 0.1, 0.2, 0.2, 0.5};
    return sizes[random() % 6];
  };
  const Vec3 middle = Vec3::Zero(), end = std::max(size(), 1e-6) * axes.col(2);
  switch (type) {
    case 0:
      return Sphere{middle, size()};
    case 1:
      return Ellipsoid{middle, Vec3(size(), size(), size()), axes};
    case 2:
      return Capsule{-end, end, size()};
    case 3:
      return Cylinder{-end, end, size()};
    default:
      return Box{middle, Vec3(size(), size(), size()), axes};
  }
}

TEST(ClosestDegenerate, ConcentricSolids) {
  Random random(1);
  Errors errors;
  for (int trial = 0; trial < scaled(20000) && !HasFailure(); ++trial) {
    const Mat3 axes = trial % 2 ? Mat3(Mat3::Identity()) : test::random_rotation(random);
    const Mat3 others = trial % 3 ? axes : test::random_rotation(random);
    errors.add(random, centered(random, random() % 5, axes), centered(random, random() % 5, others));
  }
}

TEST(ClosestDegenerate, ParallelSolidsBesideEachOther) {
  Random random(2);
  Errors errors;
  for (int trial = 0; trial < scaled(20000) && !HasFailure(); ++trial) {
    const Mat3 axes = trial % 2 ? Mat3(Mat3::Identity()) : test::random_rotation(random);
    constexpr double shifts[] = {0.0, 0.0, 0.1, 0.15, 0.3, 1.0};
    const Vec3 shift(shifts[random() % 6], shifts[random() % 6], shifts[random() % 6]);
    errors.add(random, test::moved(centered(random, random() % 5, axes), axes * shift),
               centered(random, random() % 5, axes));
  }
}

TEST(ClosestDegenerate, NearlyParallelSolids) {
  Random random(3);
  Errors errors;
  for (int trial = 0; trial < scaled(20000) && !HasFailure(); ++trial) {
    const Mat3 axes = test::random_rotation(random);
    const double angle = std::pow(10.0, test::uniform(random, -16, -2));
    const Mat3 tilted = Eigen::AngleAxisd(angle, test::random_direction(random)).toRotationMatrix() * axes;
    const Vec3 shift = 0.4 * test::random_direction(random);
    errors.add(
        random,
        test::moved(centered(random, random() % 5, tilted), trial % 2 ? shift : Vec3(0.3 * axes.col(0))),
        centered(random, random() % 5, axes));
  }
}

TEST(ClosestDegenerate, TouchingSolidsKeepTheirDistanceAndRoundOnesTheirNormal) {
  Random random(4);
  for (int trial = 0; trial < scaled(30000) && !HasFailure(); ++trial) {
    const Shape a = test::random_solid(random, random() % 5);
    const Shape b =
        test::moved(test::random_solid(random, random() % 7), 2.0 * test::random_direction(random));
    const Closest apart = closest(a, b);
    if (apart.distance < 0.0) continue;
    const double core = placed(a).rounding + placed(b).rounding;
    for (const double depth : {0.0, 1e-15, 1e-12, 1e-9, 1e-7, -1e-12, -1e-9}) {
      const Closest touching = closest(test::moved(a, -(apart.distance + depth) * apart.normal), b);
      if (core > 0) {
        EXPECT_NEAR(touching.distance, -depth, 1e-12);
        EXPECT_LT((touching.normal - apart.normal).norm(), 1e-6);
      } else if (depth <= 0) {  // two corners this near have many normals
        EXPECT_NEAR(touching.distance, -depth, 1e-9);
      } else {  // and may part sideways more quickly than they met
        EXPECT_GT(touching.distance, -depth - 1e-9);
      }
    }
  }
}

TEST(ClosestDegenerate, FlatAndThinEllipsoids) {
  Random random(5);
  for (int trial = 0; trial < scaled(20000) && !HasFailure(); ++trial) {
    const auto radius = [&] {
      return trial % 4 == 0 && random() % 2 ? 0.0 : std::pow(10.0, test::uniform(random, -7, 0));
    };
    const Ellipsoid thin{Vec3::Zero(), Vec3(radius(), radius(), radius()), test::random_rotation(random)};
    const Shape other = test::random_solid(random, random() % 5);
    EXPECT_LT(error_of(random, thin, other), 1e-9);
  }
}

TEST(ClosestDegenerate, AFingertipOnALargeThinFloor) {
  Random random(6);
  for (int trial = 0; trial < scaled(5000) && !HasFailure(); ++trial) {
    const Box floor{Vec3::Zero(), Vec3(100, 100, 0.01), test::random_rotation(random)};
    const Vec3 spot(test::uniform(random, -51, 51), test::uniform(random, -51, 51),
                    test::uniform(random, -0.03, 0.03));
    const Vec3 at = floor.rotation * spot;
    const Ellipsoid tip{at, Vec3(0.006, 0.008, 0.015), test::random_rotation(random)};
    const Cylinder stick{at, at + 0.02 * test::random_direction(random), 0.004};
    EXPECT_LT(error_of(random, tip, floor), 1e-9);
    EXPECT_LT(error_of(random, stick, floor), 1e-9);
    EXPECT_LT(error_of(random, Box{at, Vec3(0.01, 0.02, 0.03), tip.rotation}, floor), 1e-9);
  }
}

TEST(ClosestDegenerate, NonFiniteInputGivesNonFiniteDistance) {
  constexpr double bad[] = {std::numeric_limits<double>::quiet_NaN(),
                            std::numeric_limits<double>::infinity()};
  Random random(7);
  for (int trial = 0; trial < scaled(1000); ++trial) {
    Shape a = test::random_solid(random, random() % 5);
    const Shape b = test::random_solid(random, random() % 6);
    translate(a, bad[trial % 2] * Vec3::Unit(trial % 3));
    EXPECT_FALSE(std::isfinite(closest(a, b).distance)) << words(a, b);
  }
}

TEST(ClosestDegenerate, KnownAnswers) {
  const auto is_unit_across = [](const Vec3& n, const Vec3& axis) { return std::abs(n.dot(axis)) < 1e-12; };
  const Sphere ball{Vec3(1, 2, 3), 0.5};
  EXPECT_DOUBLE_EQ(closest(ball, ball).distance, -1.0);
  const Capsule pole{Vec3(0, 0, 0), Vec3(0, 0, 2), 0.1};
  EXPECT_DOUBLE_EQ(closest(pole, pole).distance, -0.2);
  EXPECT_TRUE(is_unit_across(closest(pole, pole).normal, Vec3::UnitZ()));
  const Closest on_axis = closest(Sphere{Vec3(0, 0, 1), 0.2}, pole);
  EXPECT_NEAR(on_axis.distance, -0.3, 1e-15);
  EXPECT_TRUE(is_unit_across(on_axis.normal, Vec3::UnitZ()));
  // Crossing capsules leave each other across both.
  const Closest crossed = closest(Capsule{Vec3(-1, 0, 1), Vec3(1, 0, 1), 0.1}, pole);
  EXPECT_NEAR(crossed.distance, -0.2, 1e-15);
  EXPECT_NEAR(std::abs(crossed.normal.y()), 1.0, 1e-15);
  // The nearest way out of a box is through the nearest face.
  const Closest in_box =
      closest(Sphere{Vec3(0.4, 0.1, 0), 0.1}, Box{Vec3::Zero(), Vec3(1, 1, 1), Mat3::Identity()});
  EXPECT_NEAR(in_box.distance, -0.2, 1e-15);
  EXPECT_EQ(in_box.normal, Vec3(Vec3::UnitX()));
  // A capsule lying on the floor touches it in its middle.
  const Closest lying = closest(Capsule{Vec3(-1, 0, 0.1), Vec3(1, 0, 0.1), 0.1}, Plane{});
  EXPECT_NEAR(lying.distance, 0.0, 1e-15);
  EXPECT_LT(lying.on_b.norm(), 1e-15);
  // Half-spaces that face each other are apart; others overlap without bound.
  const Plane ceiling{Vec3(0, 0, 3), -Vec3::UnitZ()};
  EXPECT_DOUBLE_EQ(closest(ceiling, Plane{}).distance, 3.0);
  EXPECT_EQ(closest(Plane{Vec3::Zero(), Vec3::UnitX()}, Plane{}).distance,
            -std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace limber
