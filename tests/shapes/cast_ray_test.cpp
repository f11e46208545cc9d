// Rays against shapes, compared with marching along the ray.

#include <gtest/gtest.h>

#include "limber/shapes/shape.h"
#include "support/scale.h"
#include "support/solids.h"

namespace limber {
namespace {

using test::outside_by;
using test::Random;
using test::random_solid;
using test::scaled;
using test::uniform;

struct Ray {
  Vec3 origin, direction;
  Vec3 at(double t) const { return origin + t * direction; }
};

// From a little way off towards somewhere near the solid; directions of any length, some along an axis.
Ray random_ray(Random& random, const Shape& shape) {
  const std::optional<Bounds> box = bounds(shape);
  const Vec3 middle = box ? Vec3(0.5 * (box->min + box->max)) : Vec3::Zero();
  const Vec3 origin = test::random_vector(random, 2.0), towards = middle + test::random_vector(random, 0.4);
  Ray ray{origin, uniform(random, 0.2, 3.0) * (towards - origin).normalized()};
  if (test::uniform_int(random, 0, 9) == 0) ray.direction = Vec3::Unit(test::uniform_int(random, 0, 2));
  return ray;
}

constexpr int marching_steps = 4000;

// The first step from outside to inside, bisected to rounding.
std::optional<double> marched(const Shape& shape, const Ray& ray, double length) {
  double before = outside_by(shape, ray.at(0.0));
  for (int i = 1; i <= marching_steps; ++i) {
    double low = length * (i - 1) / marching_steps, high = length * i / marching_steps;
    const double here = outside_by(shape, ray.at(high));
    if (before > 0 && here <= 0) {
      for (int k = 0; k < 60; ++k)
        (outside_by(shape, ray.at(0.5 * (low + high))) > 0 ? low : high) = 0.5 * (low + high);
      return high;
    }
    before = here;
  }
  return std::nullopt;
}

TEST(CastRay, FindsWhatMarchingFinds) {
  Random random(1);
  for (std::size_t type = 0; type < test::solid_types; ++type) {
    int hits = 0;
    for (int i = 0; i < scaled(400); ++i) {
      const Shape shape = random_solid(random, type);
      const Ray ray = random_ray(random, shape);
      const double length = 8.0 / ray.direction.norm();
      const std::optional<RayHit> hit = cast_ray(shape, ray.origin, ray.direction);
      const std::optional<double> step = marched(shape, ray, length);
      if (hit && !step && hit->distance < length) {
        // Marching steps over a chord shorter than a step: met from behind, the solid must be that thin.
        const std::optional<RayHit> behind = cast_ray(shape, ray.at(length), -ray.direction);
        ASSERT_TRUE(behind) << shape_type_name(shape);
        EXPECT_LT(length - behind->distance - hit->distance, length / marching_steps)
            << shape_type_name(shape);
        continue;
      }
      if (step) {
        ASSERT_TRUE(hit) << shape_type_name(shape);
        EXPECT_NEAR(hit->distance, *step, 1e-9) << shape_type_name(shape);
        ++hits;
      }
    }
    EXPECT_GT(hits, scaled(400) / 10) << type;
  }
}

TEST(CastRay, HitsTheSurfaceFromOutside) {
  Random random(2);
  for (int i = 0; i < scaled(20000); ++i) {
    const Shape shape = random_solid(random, i % test::solid_types);
    const Ray ray = random_ray(random, shape);
    const std::optional<RayHit> hit = cast_ray(shape, ray.origin, ray.direction);
    if (!hit) continue;
    EXPECT_GT(hit->distance, 0.0);
    // A plane may be hit far away.
    EXPECT_NEAR(outside_by(shape, ray.at(hit->distance)), 0.0, 1e-13 * (1 + hit->distance))
        << shape_type_name(shape);
    EXPECT_GT(outside_by(shape, ray.origin), 0.0);
    EXPECT_LE(hit->normal.dot(ray.direction), 1e-12);
    EXPECT_NEAR(hit->normal.norm(), 1.0, 1e-14);
  }
}

TEST(CastRay, NormalHasTheWholeSolidBehindIt) {
  // Every solid is convex: at its surface the right normal, and no other, leaves all of it on one side.
  Random random(3);
  for (int i = 0; i < scaled(3000); ++i) {
    const Shape shape = random_solid(random, i % test::solid_types);
    const Ray ray = random_ray(random, shape);
    const std::optional<RayHit> hit = cast_ray(shape, ray.origin, ray.direction);
    if (!hit) continue;
    for (int k = 0; k < 200; ++k) {
      const Vec3 p =
          ray.at(hit->distance) + test::random_vector(random, std::pow(10.0, uniform(random, -3, 0)));
      if (outside_by(shape, p) <= 0) {
        EXPECT_LE(hit->normal.dot(p - ray.at(hit->distance)), 1e-12) << shape_type_name(shape);
      }
    }
  }
}

TEST(CastRay, DistanceIsInUnitsOfTheDirection) {
  const Sphere ball{Vec3(10, 0, 0), 1.0};
  EXPECT_NEAR(cast_ray(ball, Vec3::Zero(), Vec3(1, 0, 0))->distance, 9.0, 1e-14);
  EXPECT_NEAR(cast_ray(ball, Vec3::Zero(), Vec3(3, 0, 0))->distance, 3.0, 1e-14);
}

TEST(CastRay, MovesWithTheSolidAndTheRay) {
  Random random(4);
  int hits = 0, grazing = 0;
  for (int i = 0; i < scaled(3000); ++i) {
    const Shape shape = random_solid(random, i % test::solid_types);
    const Ray ray = random_ray(random, shape);
    const Transform placement = test::random_placement(random, 1.0);
    const auto one = cast_ray(shape, ray.origin, ray.direction);
    const auto other =
        cast_ray(transformed(placement, shape), placement * ray.origin, placement.rotation * ray.direction);
    grazing += one.has_value() != other.has_value();  // rounding may decide whether a tangent ray hits
    if (!one || !other) continue;
    ++hits;
    EXPECT_NEAR(one->distance, other->distance, 1e-6) << shape_type_name(shape);
    EXPECT_LT((placement.rotation * one->normal - other->normal).norm(), 1e-4) << shape_type_name(shape);
  }
  EXPECT_GT(hits, scaled(3000) / 4);
  EXPECT_LE(grazing, 1);
}

TEST(CastRay, IsExactFromFarAway) {
  const std::optional<RayHit> hit = cast_ray(Sphere{Vec3::Zero(), 1.0}, Vec3(-1e8, 0.6, 0), Vec3(1, 0, 0));
  ASSERT_TRUE(hit);
  EXPECT_NEAR(hit->distance, 1e8 - 0.8, 1e-7);
  EXPECT_LT((hit->normal - Vec3(-0.8, 0.6, 0)).norm(), 1e-7);
}

TEST(CastRay, FromInsideOrBehindHitsNothing) {
  Random random(5);
  for (int i = 0; i < scaled(3000); ++i) {
    const Shape shape = random_solid(random, i % test::solid_types);
    const Ray ray = random_ray(random, shape);
    const std::optional<RayHit> hit = cast_ray(shape, ray.origin, ray.direction);
    if (!hit) continue;
    EXPECT_FALSE(cast_ray(shape, ray.origin, -ray.direction));
    const Vec3 deeper = ray.at(hit->distance + 1e-6);
    if (outside_by(shape, deeper) < 0) {
      EXPECT_FALSE(cast_ray(shape, deeper, ray.direction));
      EXPECT_FALSE(cast_ray(shape, deeper, -ray.direction));
    }
  }
}

TEST(CastRay, AlongTheAxisHitsTheEnds) {
  const Vec3 a(0, 0, 1), b(0, 0, 3), from(0.2, 0, -5), up(0, 0, 1);
  EXPECT_NEAR(cast_ray(Cylinder{a, b, 0.5}, from, up)->distance, 6.0, 1e-14);
  EXPECT_LT((cast_ray(Cylinder{a, b, 0.5}, from, up)->normal + up).norm(), 1e-15);
  EXPECT_NEAR(cast_ray(Capsule{a, b, 0.5}, from, up)->distance, 6.0 - std::sqrt(0.25 - 0.04), 1e-14);
  EXPECT_FALSE(cast_ray(Cylinder{a, b, 0.1}, from, up));
  EXPECT_FALSE(cast_ray(Capsule{a, b, 0.1}, from, up));
}

TEST(CastRay, ACapsuleWithoutLengthIsASphere) {
  Random random(6);
  for (int i = 0; i < scaled(1000); ++i) {
    const Sphere ball = std::get<Sphere>(random_solid(random, 0));
    const Ray ray = random_ray(random, ball);
    const auto one = cast_ray(ball, ray.origin, ray.direction);
    const auto other = cast_ray(Capsule{ball.center, ball.center, ball.radius}, ray.origin, ray.direction);
    ASSERT_EQ(one.has_value(), other.has_value());
    if (one) {
      EXPECT_EQ(one->distance, other->distance);
    }
  }
}

TEST(CastRay, HitsAThinPlateButNotShapesWithoutSize) {
  const Vec3 up(0, 0, 1), from(0.1, 0.1, -2);
  EXPECT_NEAR(cast_ray(Box{Vec3::Zero(), Vec3(1, 1, 0)}, from, up)->distance, 2.0, 1e-15);
  const Vec3 on_the_line(0.1, 0.1, 0);
  EXPECT_FALSE(cast_ray(Sphere{on_the_line, 0}, from, up));
  EXPECT_FALSE(cast_ray(Ellipsoid{on_the_line, Vec3(1, 1, 0)}, from, up));
  EXPECT_FALSE(cast_ray(Cylinder{on_the_line, on_the_line, 1}, from, up));
  EXPECT_FALSE(cast_ray(Cylinder{on_the_line, on_the_line + up, 0}, from, up));
  EXPECT_FALSE(cast_ray(Capsule{on_the_line, on_the_line + up, 0}, from, up));
}

TEST(CastRay, WithoutDirectionOrWithNaNHitsNothing) {
  Random random(7);
  const double nan = std::nan("");
  for (std::size_t type = 0; type < test::solid_types; ++type) {
    const Shape shape = random_solid(random, type);
    EXPECT_FALSE(cast_ray(shape, Vec3(3, 3, 3), Vec3::Zero()));
    EXPECT_FALSE(cast_ray(shape, Vec3(nan, 0, 0), Vec3(1, 0, 0)));
    EXPECT_FALSE(cast_ray(shape, Vec3(3, 0, 0), Vec3(nan, 0, 0)));
  }
}

TEST(CastRay, APlaneIsHitFromAboveOnly) {
  const Plane ground{Vec3(0, 0, 0.5), Vec3::UnitZ()};
  EXPECT_NEAR(cast_ray(ground, Vec3(0, 0, 2), Vec3(1, 0, -1))->distance, 1.5, 1e-15);
  EXPECT_FALSE(cast_ray(ground, Vec3(0, 0, 2), Vec3(1, 0, 1)));
  EXPECT_FALSE(cast_ray(ground, Vec3(0, 0, 2), Vec3(1, 0, 0)));
  EXPECT_FALSE(cast_ray(ground, Vec3(0, 0, 0), Vec3(0, 0, 1)));
  EXPECT_FALSE(cast_ray(ground, Vec3(0, 0, 0), Vec3(0, 0, -1)));
}

}  // namespace
}  // namespace limber
