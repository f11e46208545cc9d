// Closest points and signed distances of random pairs of every two kinds of solids.

#include "limber/shapes/closest.h"

#include <gtest/gtest.h>

#include "shapes/closest_support.h"
#include "support/allocations.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;
using test::scaled;

// Calls check(a, b) with random pairs of every two kinds, planes included, some far apart, some deep in each
// other.
template <class Check>
void for_random_pairs(std::uint64_t seed, int count, Check&& check) {
  Random random(seed);
  for (int trial = 0; trial < count; ++trial) {
    const auto type_a = static_cast<std::size_t>(trial) % test::shape_types;
    const auto type_b = static_cast<std::size_t>(trial) / test::shape_types % test::shape_types;
    if (type_a == test::plane_type && type_b == test::plane_type) continue;
    const Shape a = test::random_solid(random, type_a);
    const Shape b = test::moved(test::random_solid(random, type_b),
                                test::random_vector(random, trial % 3 == 0 ? 0.1 : 1.0));
    check(a, b);
    if (::testing::Test::HasFailure()) {
      FAIL() << "pair " << trial;
    }
  }
}

TEST(Closest, ProvesItselfOnAHundredThousandPairs) {
  int overlaps = 0;
  for_random_pairs(1, scaled(100000), [&](const Shape& a, const Shape& b) {
    const Closest c = closest(a, b);
    overlaps += c.distance < 0;
    EXPECT_EQ(test::doubt(a, b, c, 1e-10), "");
  });
  EXPECT_GT(overlaps, scaled(20000));
}

TEST(Closest, OverlapIsADistanceBelowZero) {
  int overlaps = 0;
  for_random_pairs(4, scaled(100000), [&](const Shape& a, const Shape& b) {
    const Solid one = placed(a), other = placed(b);
    const double distance = closest(one, other).distance;
    if (std::abs(distance) < 1e-10) return;
    overlaps += distance < 0;
    EXPECT_EQ(overlap(one, other), distance < 0) << distance << " " << a.index() << b.index();
  });
  EXPECT_GT(overlaps, scaled(20000));
}

TEST(Closest, NormalIsTheGradientOfTheDistanceUnderTranslation) {
  Random random(2);
  int kinks = 0, count = 0;
  for_random_pairs(2, scaled(100000), [&](const Shape& a, const Shape& b) {
    const Closest c = closest(a, b);
    const Vec3 direction = test::random_direction(random);
    // Round a corner the distance curves with 1/distance: small steps where the cores are near.
    const double core = c.distance + placed(a).rounding + placed(b).rounding;
    if (std::abs(core) < 1e-5) return;
    const double h = std::min(1e-6, 1e-3 * std::abs(core));
    const double ahead = closest(test::moved(a, h * direction), b).distance;
    const double behind = closest(test::moved(a, -h * direction), b).distance;
    ++count;
    // Deep inside, where two ways out are as long, the distance has a kink.
    if (core < 0 && std::abs(ahead - 2 * c.distance + behind) > 1e-3 * h) {
      ++kinks;
      return;
    }
    EXPECT_NEAR((ahead - behind) / (2 * h), c.normal.dot(direction), 1e-5)
        << core << " " << a.index() << b.index();
  });
  EXPECT_LT(kinks, 0.01 * count);
}

TEST(Closest, NoShorterWayOutIsFoundByBruteForce) {
  Random random(3);
  double missed = 0;
  for_random_pairs(3, scaled(30000), [&](const Shape& a, const Shape& b) {
    if (a.index() == test::plane_type || b.index() == test::plane_type) return;
    const Closest c = closest(a, b);
    if (c.distance > 0) return;  // proved already: apart, there is one maximum only
    missed = std::max(missed, test::widest_gap(random, a, b, 300, 200) - c.distance);
    EXPECT_LT(missed, 2e-8);
  });
}

// Two ways out that differ by less than 1e-8 of the size count as equally short, and either may be taken.
constexpr double tie = 2e-8;

TEST(Closest, IsTheSameSeenFromTheOtherSide) {
  for_random_pairs(4, scaled(30000), [&](const Shape& a, const Shape& b) {
    const Closest ab = closest(a, b), ba = closest(b, a);
    EXPECT_NEAR(ab.distance, ba.distance, ab.distance > 0 ? 1e-12 : tie);
    if (ab.distance > 0) {
      EXPECT_LT((ab.normal + ba.normal).norm(), 1e-6);
    } else {
      EXPECT_NEAR(test::gap_along(a, b, -ba.normal), ab.distance, tie);
    }
  });
}

TEST(Closest, DoesNotDependOnWhereTheWorldHasItsOrigin) {
  Random random(5);
  for_random_pairs(5, scaled(30000), [&](const Shape& a, const Shape& b) {
    const Transform world = test::random_placement(random, 10.0);
    const Closest here = closest(a, b), there = closest(world, a, world, b);
    EXPECT_NEAR(here.distance, there.distance, here.distance > 0 ? 1e-11 : tie);
    if (here.distance > 0) {
      EXPECT_LT((world.rotation * here.normal - there.normal).norm(), 1e-5);
    }
  });
}

TEST(Closest, FollowsTheScaleOfTheWorld) {
  Random random(6);
  for (int trial = 0; trial < scaled(20000); ++trial) {
    const auto solid = [&](double scale, Random draw, std::size_t type) -> Shape {
      Shape shape = test::random_solid(draw, type);
      std::visit(
          [&](auto& s) {
            using Type = std::decay_t<decltype(s)>;
            if constexpr (std::is_same_v<Type, Box>) s = {scale * s.center, scale * s.size, s.rotation};
            if constexpr (std::is_same_v<Type, Ellipsoid>)
              s = {scale * s.center, scale * s.radii, s.rotation};
            if constexpr (std::is_same_v<Type, Cylinder>) s = {scale * s.a, scale * s.b, scale * s.radius};
          },
          shape);
      return shape;
    };
    constexpr std::size_t types[] = {1, 3, 4};
    const Random draw_a(random()), draw_b(random());
    const std::size_t type_a = types[random() % 3], type_b = types[random() % 3];
    const double one = closest(solid(1.0, draw_a, type_a), solid(1.0, draw_b, type_b)).distance;
    for (const double scale : {1e-4, 1e4}) {
      const double other = closest(solid(scale, draw_a, type_a), solid(scale, draw_b, type_b)).distance;
      EXPECT_NEAR(other / scale, one, one > 0 ? 1e-11 : tie);
    }
  }
}

TEST(Closest, AllocatesNothing) {
  Random random(7);
  std::vector<Shape> shapes;
  for (std::size_t type = 0; type < test::shape_types; ++type)
    shapes.push_back(test::random_solid(random, type));
  const test::AllocationCounter allocations;
  double sum = 0;
  for (const Shape& a : shapes) {
    for (const Shape& b : shapes) sum += closest(a, b).normal.x();
  }
  EXPECT_EQ(allocations.count(), 0u);
  EXPECT_TRUE(std::isfinite(sum));
}

}  // namespace
}  // namespace limber
