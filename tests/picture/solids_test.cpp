#include <gtest/gtest.h>

#include <cmath>

#include "limber/picture/drawing/strand.h"
#include "limber/picture/ray/blend.h"
#include "picture/scenes.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber::picture {
namespace {

using test::Random;
using test::random_rotation;
using test::random_vector;
using test::scaled;
using test::uniform;

RoundCone random_cone(Random& random) {
  return {random_vector(random, 1), random_vector(random, 1), uniform(random, 0.05, 0.5),
          uniform(random, 0.05, 0.5)};
}

Solid random_solid(Random& random, int kind) {
  const Vec3 c = random_vector(random, 1);
  switch (kind % 7) {
    case 0:
      return Shape(Sphere{c, uniform(random, 0.1, 0.6)});
    case 1:
      return Shape(
          Ellipsoid{c, Vec3(0.1, 0.1, 0.1) + random_vector(random, 0.5).cwiseAbs(), random_rotation(random)});
    case 2:
      return Shape(Capsule{c, random_vector(random, 1), uniform(random, 0.1, 0.4)});
    case 3:
      return Shape(Cylinder{c, random_vector(random, 1), uniform(random, 0.1, 0.4)});
    case 4:
      return Shape(
          Box{c, Vec3(0.1, 0.1, 0.1) + random_vector(random, 0.8).cwiseAbs(), random_rotation(random)});
    case 5: {
      std::vector<Vec3> points;
      for (int i = 0; i < 15; ++i) points.push_back(random_vector(random, 0.6));
      return Shape(ConvexMesh{std::make_shared<ConvexHull>(convex_hull(points).value()),
                              {random_rotation(random), c}});
    }
    default:
      return random_cone(random);
  }
}

TEST(Solid, RaysHitWhereTheDistanceIsZero) {
  Random random(1);
  int hits = 0;
  for (int n = 0; n < scaled(6000); ++n) {
    const Solid solid = random_solid(random, n);
    const Vec3 origin = random_vector(random, 3);
    const Vec3 direction = (random_vector(random, 0.8) - origin).normalized();
    if (distance_to(solid, origin).value < 1e-3) continue;
    const std::optional<RayHit> hit = cast(solid, origin, direction);
    const double end = hit ? hit->distance : 8.0;
    for (int k = 0; k < 40; ++k) {
      ASSERT_GT(distance_to(solid, origin + end * (k / 40.0) * direction).value, -1e-9);
    }
    if (!hit) continue;
    ++hits;
    const Distance there = distance_to(solid, origin + hit->distance * direction);
    ASSERT_NEAR(there.value, 0.0, 1e-6) << "kind " << n % 7;
    ASSERT_GT(there.gradient.dot(hit->normal), 1.0 - 1e-3) << "kind " << n % 7;
  }
  EXPECT_GT(hits, scaled(6000) / 10);
}

TEST(Solid, RoundConeOfEqualRadiiIsTheCapsule) {
  Random random(2);
  for (int n = 0; n < scaled(3000); ++n) {
    const double r = uniform(random, 0.05, 0.5);
    const RoundCone cone{random_vector(random, 1), random_vector(random, 1), r, r};
    const Shape capsule = Capsule{cone.a, cone.b, r};
    const Vec3 origin = random_vector(random, 3), direction = random_vector(random, 1).normalized();
    const auto one = cast_ray(cone, origin, direction), other = limber::cast_ray(capsule, origin, direction);
    ASSERT_EQ(one.has_value(), other.has_value());
    if (!one) continue;
    ASSERT_NEAR(one->distance, other->distance, 1e-7);
    ASSERT_NEAR((one->normal - other->normal).norm(), 0.0, 1e-6);
  }
}

TEST(Solid, DistanceFromAnEllipsoidIsTheShortestToItsPoints) {
  Random random(3);
  for (int n = 0; n < scaled(60); ++n) {
    const Ellipsoid e = std::get<Ellipsoid>(std::get<Shape>(random_solid(random, 1)));
    const Vec3 p = random_vector(random, 2.5);
    const double d = distance(Shape(e), p).value;
    if (d <= 0.0) continue;
    double shortest = 1e9;
    for (int i = 0; i <= 200; ++i) {
      for (int j = 0; j < 400; ++j) {
        const double theta = M_PI * i / 200, phi = 2 * M_PI * j / 400;
        const Vec3 unit(std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), std::cos(theta));
        shortest = std::min(shortest, (p - e.center - e.rotation * e.radii.cwiseProduct(unit)).norm());
      }
    }
    ASSERT_LE(d, shortest + 1e-6);  // never more than the true distance
    ASSERT_NEAR(d, shortest, 2e-3);
  }
}

TEST(Solid, SupportIsReachedAndNeverExceeded) {
  Random random(4);
  for (int n = 0; n < scaled(600); ++n) {
    const Solid solid = random_solid(random, n);
    const Vec3 direction = random_vector(random, 1).normalized();
    const double most = support(solid, direction);
    const Bounds box = bounds_of(solid);
    for (int k = 0; k < 200; ++k) {
      const Vec3 p =
          box.min + (box.max - box.min).cwiseProduct((random_vector(random, 0.5).array() + 0.5).matrix());
      if (distance_to(solid, p).value < 0.0) {
        ASSERT_LE(direction.dot(p), most + 1e-9);
      }
    }
    for (int axis = 0; axis < 3; ++axis) {
      ASSERT_NEAR(support(solid, Vec3::Unit(axis)), box.max[axis], 1e-9);
      ASSERT_NEAR(-support(solid, -Vec3::Unit(axis)), box.min[axis], 1e-9);
    }
  }
}

TEST(BoxTree, FindsTheSameBoxesAsALoop) {
  Random random(5);
  std::vector<Bounds> boxes;
  for (int n = 0; n < 300; ++n) {
    const Vec3 c = random_vector(random, 5), h = random_vector(random, 0.4).cwiseAbs();
    boxes.push_back({c - h, c + h});
  }
  const BoxTree tree(boxes);
  for (int n = 0; n < scaled(500); ++n) {
    const Vec3 origin = random_vector(random, 8);
    const Ray ray(origin, (random_vector(random, 4) - origin).normalized());
    std::vector<int> found, expected;
    tree.meet(ray, nowhere, [&](int index, double farthest) {
      if (!inside_box(at(boxes, index), ray, farthest).is_empty()) found.push_back(index);
      return farthest;
    });
    for (int i = 0; i < 300; ++i) {
      if (!inside_box(at(boxes, i), ray, nowhere).is_empty()) expected.push_back(i);
    }
    std::sort(found.begin(), found.end());
    ASSERT_EQ(found, expected);
  }
}

std::vector<Drawable> links(int count, double spacing) {
  std::vector<Drawable> result;
  for (int i = 0; i < count; ++i) {
    result.push_back(
        {Shape(Sphere{Vec3(spacing * i, 0.02 * i * i * spacing, 0), 0.2 - 0.004 * i}), {}, SegmentId{i}, SegmentId{i - 1}});
  }
  return result;
}

TEST(Strand, ContainsEverySphereAndTheGapsBetween) {
  const std::vector<Drawable> before = links(20, 0.25);
  const std::vector<Drawable> after = with_smooth_strands(before, 3);
  EXPECT_EQ(after.size(), 19U * 3U);
  const auto inside_strand = [&](const Vec3& p) {
    double d = 1e9;
    for (const Drawable& piece : after) d = std::min(d, distance_to(piece.solid, p).value);
    return d;
  };
  for (std::size_t i = 0; i < before.size(); ++i) {
    const Sphere& s = std::get<Sphere>(std::get<Shape>(before[i].solid));
    EXPECT_LE(inside_strand(s.center), -s.radius + 1e-9);
    if (i + 1 == before.size()) continue;
    const Sphere& t = std::get<Sphere>(std::get<Shape>(before[i + 1].solid));
    EXPECT_LE(inside_strand(0.5 * (s.center + t.center)), -0.9 * t.radius);  // no waist between beads
  }
}

TEST(Strand, LeavesArmsAndPairsUnchanged) {
  EXPECT_EQ(with_smooth_strands(links(2, 0.25), 3).size(), 2U);
  std::vector<Drawable> arm;
  for (int i = 0; i < 4; ++i) {  // long capsules bend at elbows
    arm.push_back({Shape(Capsule{Vec3(0.3 * i, 0, 0), Vec3(0.3 * (i + 1), 0, 0), 0.04}), {}, SegmentId{i}, SegmentId{i - 1}});
  }
  for (const Drawable& piece : with_smooth_strands(arm, 3)) EXPECT_EQ(piece.strand, -1);
  for (const Drawable& piece : with_smooth_strands(links(20, 2.0), 3))
    EXPECT_EQ(piece.strand, -1);  // far apart
}

TEST(Blend, IsNeverInsideTheSolidsAndOnlyNearTheirCreases) {
  Random random(6);
  const std::vector<Drawable> cross = {{Shape(Capsule{{-1, 0, 0}, {1, 0, 0}, 0.2}), {}, SegmentId{0}, no_segment},
                                       {Shape(Capsule{{0, 0, 0}, {0, 0, 1}, 0.2}), {}, SegmentId{1}, SegmentId{0}}};
  const BlendedBody body(cross);
  int rounded = 0;
  for (int n = 0; n < scaled(3000); ++n) {
    const Vec3 origin = random_vector(random, 1).normalized() * 4.0;
    const Ray ray(origin, (random_vector(random, 0.5) - origin).normalized());
    double plain = nowhere;
    for (const Drawable& d : cross) {
      if (const auto hit = cast(d.solid, ray.origin, ray.direction)) plain = std::min(plain, hit->distance);
    }
    const auto hit = body.cast(ray, plain, 1e-5);
    if (!hit) continue;
    ASSERT_LE(hit->distance, plain + 1e-4);
    const Vec3 p = ray.at(hit->distance);
    const double d0 = distance_to(cross[0].solid, p).value, d1 = distance_to(cross[1].solid, p).value;
    ASSERT_GT(std::min(d0, d1), -1e-3);
    if (std::min(d0, d1) > 1e-3) {
      ++rounded;
      ASSERT_LT(std::max(d0, d1), 0.2);  // near both: in the crease
    }
  }
  EXPECT_GT(rounded, scaled(3000) / 100);
}

TEST(Blend, DoesNotBlendUnconnectedSolids) {
  const std::vector<Drawable> fingers = {{Shape(Capsule{{0, 0, 0}, {0, 0, 1}, 0.1}), {}, SegmentId{1}, SegmentId{0}},
                                         {Shape(Capsule{{0.21, 0, 0}, {0.21, 0, 1}, 0.1}), {}, SegmentId{2}, SegmentId{0}}};
  const Vec3 between(0.105, -3, 0.5);
  EXPECT_FALSE(BlendedBody(fingers).cast(Ray(between, Vec3::UnitY()), nowhere, 1e-5));
  std::vector<Drawable> joined = fingers;
  joined[1].parent = SegmentId{1};
  EXPECT_TRUE(BlendedBody(joined).cast(Ray(between, Vec3::UnitY()), nowhere, 1e-5));
}

}  // namespace
}  // namespace limber::picture
