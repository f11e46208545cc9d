// The parts closest() is made of, each against a way of its own to the same number.

#include <gtest/gtest.h>

#include "limber/shapes/closest_general.h"
#include "limber/shapes/closest_segment.h"
#include "limber/shapes/core_point.h"
#include "limber/shapes/ellipsoid_point.h"
#include "limber/shapes/ellipsoid_sampling.h"
#include "shapes/closest_support.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;
using test::scaled;

TEST(Solid, SupportsAndBoundsAreThoseOfTheDefinition) {
  Random random(1);
  for (int trial = 0; trial < scaled(20000); ++trial) {
    const Shape shape = test::random_solid(random, test::bounded_types[static_cast<std::size_t>(trial) % 8]);
    const Transform place = test::random_placement(random, 1.0);
    const Solid solid = placed(place, shape);
    const Shape there = transformed(place, shape);
    const Vec3 n = test::random_direction(random);
    const Vec3 farthest = support(solid, n) + solid.rounding * n;
    EXPECT_NEAR(n.dot(farthest), test::reach_along(there, n), 1e-14);
    EXPECT_NEAR(test::outside_by(there, farthest), 0.0, 1e-13);
    const Bounds box = bounds(solid);
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_NEAR(box.max[axis], test::reach_along(there, Vec3::Unit(axis)), 1e-14);
      EXPECT_NEAR(box.min[axis], -test::reach_along(there, -Vec3::Unit(axis)), 1e-14);
    }
    EXPECT_GE(reach(solid) + 1e-15, (support(solid, n) - solid.center).norm());
  }
}

TEST(CorePoint, ProjectionIsNearestAndItsDerivativeThatOfFiniteDifferences) {
  Random random(2);
  int kinks = 0;
  for (int trial = 0; trial < scaled(20000); ++trial) {
    const Shape shape = test::random_solid(random, static_cast<std::size_t>(trial) % test::shape_types);
    const Solid solid = placed(shape);
    const Vec3 y = test::random_vector(random, 1.5), t = test::random_direction(random);
    const Projection at = project(solid, y);
    const SurfacePoint surface = nearest_surface_point(solid, y);
    if (surface.distance > 0) {
      EXPECT_LT((at.point - surface.point).norm(), 1e-13);
      EXPECT_NEAR((y - at.point).norm(), surface.distance, 1e-13);
      EXPECT_LT((at.derivative * surface.normal).norm(), 1e-12);
    } else {
      EXPECT_LT((at.point - y).norm(), 1e-14);
    }
    if (std::abs(surface.distance) < 1e-3) continue;
    constexpr double h = 1e-6;
    const Vec3 ahead = (project(solid, y + h * t).point - at.point) / h;
    const Vec3 behind = (at.point - project(solid, y - h * t).point) / h;
    if ((ahead - behind).norm() > 1e-2) {
      ++kinks;  // from a face to an edge
      continue;
    }
    EXPECT_LT((0.5 * (ahead + behind) - at.derivative * t).norm(), 1e-6) << static_cast<int>(solid.core);
  }
  EXPECT_LT(kinks, scaled(20000) / 100 + 1);
}

TEST(EllipsoidPoint, IsTheNearestOfAllSampledPoints) {
  Random random(3);
  for (int trial = 0; trial < scaled(5000); ++trial) {
    const Vec3 radii(test::uniform(random, 0.01, 1), test::uniform(random, 0.01, 1),
                     test::uniform(random, 0.01, 1));
    Vec3 y = test::random_vector(random, trial % 2 ? 1.5 : 0.3);
    if (trial % 5 == 0) y[trial / 5 % 3] = 0.0;  // on a plane of symmetry
    if (trial % 25 == 0) y[trial / 25 % 3] = 0.0;
    const EllipsoidPoint at = nearest_on_ellipsoid(radii, y);
    EXPECT_NEAR(at.point.cwiseQuotient(radii).norm(), 1.0, 1e-12);
    EXPECT_LT((at.point + at.distance * at.normal - y).norm(), 1e-12);
    const Vec3 gradient = at.point.cwiseQuotient(radii).cwiseQuotient(radii).normalized();
    EXPECT_LT((gradient - at.normal).norm(), 1e-10);
    EXPECT_EQ(at.distance < 0, y.cwiseQuotient(radii).norm() < 1.0);
    for (int sample = 0; sample < 200; ++sample) {
      // Half of them near the answer, where another one would hide.
      const Vec3 near = at.point.cwiseQuotient(radii) + 0.1 * test::random_direction(random);
      const Vec3 u = sample % 2 ? test::random_direction(random) : Vec3(near.normalized());
      EXPECT_GE((u.cwiseProduct(radii) - y).norm(), std::abs(at.distance) - 1e-12);
    }
  }
}

// Of two boxes everything is known from fifteen directions: the face normals and the products of edges.
double widest_gap_of_boxes(const Box& a, const Box& b) {
  double best = -std::numeric_limits<double>::infinity();
  const auto consider = [&](const Vec3& n) {
    if (n.norm() < 1e-9) return;
    best = std::max({best, test::gap_along(a, b, n.normalized()), test::gap_along(a, b, -n.normalized())});
  };
  for (int i = 0; i < 3; ++i) {
    consider(a.rotation.col(i));
    consider(b.rotation.col(i));
    for (int k = 0; k < 3; ++k) consider(a.rotation.col(i).cross(b.rotation.col(k)));
  }
  return best;
}

TEST(ClosestGeneral, DepthOfBoxesIsThatOfTheSeparatingAxes) {
  Random random(4);
  int overlaps = 0;
  for (int trial = 0; trial < scaled(20000); ++trial) {
    const Shape a = test::random_solid(random, 4), b = test::random_solid(random, 4);
    const double expected = widest_gap_of_boxes(std::get<Box>(a), std::get<Box>(b));
    const Closest c = closest(a, b);
    EXPECT_EQ(c.distance > 0, expected > 0);
    if (expected > 0) continue;
    ++overlaps;
    EXPECT_NEAR(c.distance, expected, 1e-13);
  }
  EXPECT_GT(overlaps, scaled(1000));
}

TEST(ClosestGeneral, AgreesWithTheClosedForms) {
  Random random(5);
  for (int trial = 0; trial < scaled(20000); ++trial) {
    // The general method knows no points: a very short segment for one.
    const Solid segment = placed(test::random_solid(random, 2));
    Solid speck = segment;
    speck.half.z() = 1e-9;
    const Solid box = placed(test::random_solid(random, 4)), other = placed(test::random_solid(random, 2));
    EXPECT_NEAR(closest_general(segment, box).distance, segment_to_box(segment, box).distance, 1e-11);
    EXPECT_NEAR(closest_general(segment, other).distance, between_segments(segment, other).distance, 1e-11);
    for (const std::size_t type : {1, 3, 4}) {
      const Solid solid = placed(test::random_solid(random, type));
      EXPECT_NEAR(closest_general(speck, solid).distance, nearest_surface_point(solid, speck.center).distance,
                  1.1e-8);
    }
  }
}

// Between two ellipsoids, from first principles: points x, y and a multiplier each, solved by plain descent
// on x and y in turn (each step the nearest point of the other). Slow and only for ellipsoids apart.
TEST(ClosestGeneral, DistanceOfEllipsoidsIsThatOfAlternatingProjections) {
  Random random(6);
  for (int trial = 0; trial < scaled(500); ++trial) {
    const Shape a = test::random_solid(random, 1);
    const Shape b = test::moved(test::random_solid(random, 1), 1.5 * test::random_direction(random));
    const Closest c = closest(a, b);
    if (c.distance < 0.1) continue;
    const Solid first = placed(a), second = placed(b);
    Vec3 x = first.center, y = second.center;
    for (int step = 0; step < 400; ++step) {
      x = nearest_surface_point(first, y).point;
      y = nearest_surface_point(second, x).point;
    }
    EXPECT_NEAR((x - y).norm(), c.distance, 1e-9);
  }
}

TEST(EllipsoidSampling, SeesWhatOverlapsByMoreThanItsMesh) {
  Random random(7);
  int overlaps = 0, missed = 0;
  double deepest_missed = 0;
  for (int trial = 0; trial < scaled(5000); ++trial) {
    const Shape a = test::random_solid(random, 1), b = test::random_solid(random, 1);
    const double distance = closest(a, b).distance;
    const bool seen = overlap_by_sampling(std::get<Ellipsoid>(a), std::get<Ellipsoid>(b));
    if (distance > 0) {
      EXPECT_FALSE(seen);  // it never cries wolf
      continue;
    }
    ++overlaps;
    if (seen) continue;
    ++missed;
    deepest_missed = std::max(deepest_missed, -distance);
  }
  // A cell of 16 x 32 samples on a radius of 0.6 m sags by some 6 mm.
  EXPECT_LT(deepest_missed, 0.006);
  EXPECT_LT(missed, 0.03 * overlaps + 1);
  if (overlaps > 1000) {
    EXPECT_GT(missed, 0);  // and here is the blind spot
  }
}

TEST(EllipsoidSampling, DistancesAreNeverTooSmallAndTooLargeByLessThanACell) {
  Random random(8);
  double worst = 0.0;
  for (int trial = 0; trial < scaled(2000); ++trial) {
    const Shape a = test::random_solid(random, 1), b = test::random_solid(random, 1);
    const Closest exact = closest(a, b);
    const Closest sampled = closest_by_sampling(placed(a), placed(b));
    EXPECT_GE(sampled.distance, exact.distance - 1e-9);
    EXPECT_NEAR((sampled.on_a - sampled.on_b).dot(sampled.normal), sampled.distance, 1e-9);
    EXPECT_NEAR(sampled.normal.norm(), 1.0, 1e-12);
    if (exact.distance > 0) worst = std::max(worst, sampled.distance - exact.distance);
  }
  EXPECT_LT(worst, 0.11);  // [m] radii are up to 0.6 m: that is how long a cell is
  EXPECT_GT(worst, 1e-4);  // it is a different distance
}

TEST(EllipsoidSampling, TurnsBeforeItScales) {
  // Ge's formula divides first: it takes this inside point for one far out.
  const Ellipsoid turned{Vec3::Zero(), Vec3(3, 1, 0.5),
                         Eigen::AngleAxisd(std::acos(0.0), Vec3::UnitZ()).toRotationMatrix()};
  const Ellipsoid speck{Vec3(0, 2.9, 0), Vec3::Constant(0.01), Mat3::Identity()};
  EXPECT_TRUE(overlap_by_sampling(turned, speck));
  EXPECT_FALSE(
      overlap_by_sampling(turned, Ellipsoid{Vec3(2.9, 0, 0), Vec3::Constant(0.01), Mat3::Identity()}));
}

}  // namespace
}  // namespace limber
