#include <gtest/gtest.h>

#include <functional>
#include <numbers>

#include "figure/swing_support.h"
#include "limber/figure/joint.h"
#include "limber/math/swing_twist.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;
using test::scaled;
using test::uniform;

using std::numbers::pi;
using test::angle_of;

// The least value of f over one turn by brute force: a scan, then golden sections around the best sample.
double least_over_a_turn(const std::function<double(double)>& f) {
  const int samples = 720;
  int best = 0;
  double least = f(0.0);
  for (int i = 1; i < samples; ++i) {
    const double value = f(2 * pi * i / samples);
    if (value < least) least = value, best = i;
  }
  double low = 2 * pi * (best - 1) / samples, high = 2 * pi * (best + 1) / samples;
  const double golden = (std::sqrt(5.0) - 1) / 2;
  for (int i = 0; i < 60; ++i) {
    const double a = high - golden * (high - low), b = low + golden * (high - low);
    (f(a) < f(b) ? high : low) = f(a) < f(b) ? b : a;
  }
  return std::min(least, f(0.5 * (low + high)));
}

Vec2 on_ellipse(const SwingEllipse& ellipse, double alpha) {
  return ellipse.radii.cwiseProduct(Vec2(std::cos(alpha), std::sin(alpha)));
}

// Round, long, tiny and nearly all-round ellipses.
SwingEllipse random_ellipse(Random& random) {
  const auto radius = [&] {
    const double kind = uniform(random, 0, 1);
    if (kind < 0.2) return pi * std::pow(10.0, uniform(random, -3, 0)) * 0.999;
    if (kind < 0.4) return pi * (1 - std::pow(10.0, uniform(random, -3, -0.3)));
    return uniform(random, 0.05, 3.0);
  };
  const double x = radius();
  return {Vec2(x, uniform(random, 0, 1) < 0.1 ? x : radius())};
}

// Swings of all sizes, some on an axis or nearly so.
Vec2 random_target(Random& random) {
  const double size = uniform(random, 0, 1) < 0.1 ? pi : uniform(random, 0, pi);
  const double kind = uniform(random, 0, 1);
  if (kind < 0.1) return Vec2(size, 0);
  if (kind < 0.2) return Vec2(0, -size);
  const double azimuth = kind < 0.4 ? std::pow(10.0, uniform(random, -9, 0)) : uniform(random, -pi, pi);
  return size * Vec2(std::cos(azimuth), std::sin(azimuth));
}

TEST(SwingEllipse, GradientMatchesFiniteDifferences) {
  Random random(1);
  for (int i = 0; i < scaled(1000); ++i) {
    const SwingEllipse ellipse{Vec2(uniform(random, 0.1, 3), uniform(random, 0.1, 3))};
    const Vec2 s = random_target(random);
    for (int axis = 0; axis < 2; ++axis) {
      const double h = 1e-4;  // the value is quadratic: central differences are exact but for rounding
      const double slope =
          (ellipse.value(s + h * Vec2::Unit(axis)) - ellipse.value(s - h * Vec2::Unit(axis))) / (2 * h);
      EXPECT_NEAR(ellipse.gradient(s)[axis], slope, 1e-10 * (1 + std::abs(ellipse.value(s)) / h * 1e-3));
    }
  }
}

TEST(SwingEllipse, NearestInThePlaneIsNotBeatenByAScan) {
  Random random(2);
  for (int i = 0; i < scaled(5000); ++i) {
    const SwingEllipse ellipse = random_ellipse(random);
    const Vec2 s = random_target(random);
    const Vec2 found = ellipse.nearest_on_boundary_in_plane(s);
    EXPECT_NEAR(ellipse.value(found), 0.0, 1e-14);
    const double scanned =
        least_over_a_turn([&](double alpha) { return (on_ellipse(ellipse, alpha) - s).norm(); });
    EXPECT_LE((found - s).norm(), scanned + 1e-14) << ellipse.radii.transpose() << "  " << s.transpose();
  }
}

TEST(SwingEllipse, NearestInThePlaneLiesAlongTheGradient) {
  Random random(3);
  for (int i = 0; i < scaled(5000); ++i) {
    const SwingEllipse ellipse{Vec2(uniform(random, 0.3, 3), uniform(random, 0.3, 3))};
    const Vec2 s = random_target(random), found = ellipse.nearest_on_boundary_in_plane(s);
    const Vec2 away = s - found, normal = ellipse.gradient(found).normalized();
    EXPECT_NEAR(away.x() * normal.y() - away.y() * normal.x(), 0.0, 1e-13);
  }
}

TEST(SwingEllipse, NearestDirectionIsNotBeatenByAScan) {
  Random random(4);
  for (int i = 0; i < scaled(5000); ++i) {
    const SwingEllipse ellipse = random_ellipse(random);
    const Vec2 s = random_target(random);
    const Vec2 found = ellipse.nearest_on_boundary(s);
    EXPECT_NEAR(ellipse.value(found), 0.0, 1e-15);
    const double scanned =
        least_over_a_turn([&](double alpha) { return angle_of(on_ellipse(ellipse, alpha), s); });
    EXPECT_LE(angle_of(found, s), scanned + 4e-15) << ellipse.radii.transpose() << "  " << s.transpose();
  }
}

TEST(SwingEllipse, NearestDirectionIsSquareToTheBoundary) {
  Random random(5);
  for (int i = 0; i < scaled(5000); ++i) {
    const SwingEllipse ellipse{Vec2(uniform(random, 0.3, 2.8), uniform(random, 0.3, 2.8))};
    const Vec2 s = random_target(random), found = ellipse.nearest_on_boundary(s);
    // Along the boundary the limb moves with d dir/d alpha, here by central differences with a Richardson
    // step.
    const double alpha = std::atan2(found.y() / ellipse.radii.y(), found.x() / ellipse.radii.x());
    const auto central = [&](double h) -> Vec3 {
      return (swing_direction(on_ellipse(ellipse, alpha + h)) -
              swing_direction(on_ellipse(ellipse, alpha - h))) /
             (2 * h);
    };
    const Vec3 along = (4.0 * central(5e-4) - central(1e-3)) / 3.0;
    EXPECT_NEAR(along.dot(swing_direction(s)), 0.0, 2e-11)
        << ellipse.radii.transpose() << "  " << s.transpose();
  }
}

TEST(SwingEllipse, NearestDirectionAndNearestInThePlaneDifferUnlessTheEllipseIsACircle) {
  const Vec2 s(1.9, 1.9);
  const SwingEllipse wide{Vec2(2.4, 0.8)}, circle{Vec2(1.2, 1.2)};
  EXPECT_GT(angle_of(wide.nearest_on_boundary_in_plane(s), s),
            angle_of(wide.nearest_on_boundary(s), s) + 0.05);
  EXPECT_LT((circle.nearest_on_boundary_in_plane(s) - circle.nearest_on_boundary(s)).norm(), 1e-15);
  EXPECT_LT((circle.nearest_on_boundary(s) - 1.2 * s.normalized()).norm(), 1e-15);
}

TEST(SwingEllipse, NearestToItsCentreIsAnEndOfTheShortAxis) {
  EXPECT_EQ((SwingEllipse{Vec2(2, 1)}.nearest_on_boundary_in_plane(Vec2::Zero())), Vec2(0, 1));
  EXPECT_EQ((SwingEllipse{Vec2(1, 2)}.nearest_on_boundary_in_plane(Vec2::Zero())), Vec2(1, 0));
  EXPECT_EQ((SwingEllipse{Vec2(2, 1)}.nearest_on_boundary(Vec2::Zero())), Vec2(0, 1));
  EXPECT_LT((SwingEllipse{Vec2(1, 2)}.nearest_on_boundary(Vec2::Zero()) - Vec2(1, 0)).norm(), 1e-15);
  EXPECT_NEAR((SwingEllipse{Vec2(1, 1)}.nearest_on_boundary(Vec2::Zero()).norm()), 1.0, 1e-15);
}

TEST(SwingEllipse, OnTheLongAxisTheNearestPointLeavesItInsideTheCentreOfCurvature) {
  const SwingEllipse ellipse{Vec2(2, 1)};
  // (a^2 - b^2)/a = 1.5: beyond it the end of the axis, before it a point beside the axis.
  EXPECT_EQ(ellipse.nearest_on_boundary_in_plane(Vec2(1.6, 0)), Vec2(2, 0));
  EXPECT_LT((ellipse.nearest_on_boundary_in_plane(Vec2(0.75, 0)) - Vec2(1, std::sqrt(0.75))).norm(), 1e-15);
}

TEST(SwingEllipse, APointOfTheBoundaryIsItsOwnNearest) {
  Random random(6);
  for (int i = 0; i < scaled(2000); ++i) {
    const SwingEllipse ellipse{Vec2(uniform(random, 0.1, 3), uniform(random, 0.1, 3))};
    const Vec2 s = on_ellipse(ellipse, uniform(random, -pi, pi));
    EXPECT_LT((ellipse.nearest_on_boundary(s) - s).norm(), 1e-13);
    EXPECT_LT((ellipse.nearest_on_boundary_in_plane(s) - s).norm(), 1e-13);
  }
}

TEST(SwingEllipse, ASwingBeyondAHalfTurnCountsAsTheDirectionItPointsTo) {
  const SwingEllipse ellipse{Vec2(1.0, 0.5)};
  const Vec2 far = (2 * pi - 2.0) * Vec2(0.6, 0.8), same = -2.0 * Vec2(0.6, 0.8);
  EXPECT_LT((ellipse.nearest_on_boundary(far) - ellipse.nearest_on_boundary(same)).norm(), 1e-14);
}

TEST(SwingEllipse, NonFiniteInputEndsTheSearch) {
  const SwingEllipse ellipse{Vec2(1.0, 0.5)};
  const double not_a_number = std::nan("");
  EXPECT_FALSE(ellipse.contains(Vec2(not_a_number, 0)));
  ellipse.nearest_on_boundary(Vec2(not_a_number, 0));
  ellipse.nearest_on_boundary_in_plane(Vec2(0, not_a_number));
}

}  // namespace
}  // namespace limber
