// Masses and inertias against numerical integrals, and how they combine.

#include "limber/shapes/shape.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <numbers>

#include "support/scale.h"
#include "support/solids.h"

namespace limber {
namespace {

using test::Random;
using test::scaled;
using test::uniform;

using std::numbers::pi;

void expect_same(const MassProperties& a, const MassProperties& b, double tolerance) {
  const double mass = std::max(a.mass, b.mass);
  EXPECT_NEAR(a.mass, b.mass, tolerance * mass);
  EXPECT_LT((a.center - b.center).norm(), tolerance);
  EXPECT_LE((a.inertia - b.inertia).cwiseAbs().maxCoeff(), tolerance * mass);
}

MassProperties random_body(Random& random) {
  MassProperties body;
  for (int i = 0; i < 4; ++i) {
    body = combined(body, {uniform(random, 0.1, 2.0), test::random_vector(random, 0.5), Mat3::Zero()});
  }
  return body;
}

// Little cubes of the bounding box whose middle is inside, as point masses: the integrals themselves.
MassProperties integrated(const Shape& shape, double density, int parts) {
  const Bounds box = *bounds(shape);
  const Vec3 step = (box.max - box.min) / parts;
  double count = 0.0;
  Vec3 sum = Vec3::Zero();
  Mat3 squares = Mat3::Zero();
  for (int x = 0; x < parts; ++x) {
    for (int y = 0; y < parts; ++y) {
      for (int z = 0; z < parts; ++z) {
        const Vec3 p = box.min + step.cwiseProduct(Vec3(x + 0.5, y + 0.5, z + 0.5));
        if (test::outside_by(shape, p) > 0.0) continue;
        count += 1.0;
        sum += p;
        squares += p * p.transpose();
      }
    }
  }
  const double unit = density * step.prod();
  MassProperties body;
  body.mass = unit * count;
  body.center = sum / count;
  const Mat3 about_center = unit * (squares - count * body.center * body.center.transpose());
  body.inertia = about_center.trace() * Mat3::Identity() - about_center;
  return body;
}

TEST(Mass, OfEverySolidIsItsIntegral) {
  Random random(1);
  for (std::size_t type = 0; type < test::solid_types; ++type) {
    if (type == test::plane_type) continue;
    for (int i = 0; i < std::max(1, scaled(3)); ++i) {
      const Shape shape = test::random_solid(random, type);
      const MassProperties exact = mass_of(shape, 800.0), sum = integrated(shape, 800.0, 100);
      // Of N^3 cubes those on the surface, about 6 N^2, are right or wrong by chance: 1/N^2 with a factor.
      EXPECT_NEAR(sum.mass, exact.mass, 3e-3 * exact.mass) << shape_type_name(shape);
      EXPECT_LT((sum.center - exact.center).norm(), 1e-3) << shape_type_name(shape);
      EXPECT_LT((sum.inertia - exact.inertia).norm(), 6e-3 * exact.inertia.norm()) << shape_type_name(shape);
    }
  }
}

TEST(Mass, OfACapsuleIsACylinderAndTwoHalfBalls) {
  Random random(2);
  for (int i = 0; i < scaled(1000); ++i) {
    const Capsule capsule = std::get<Capsule>(test::random_solid(random, 2));
    const double r = capsule.radius, density = uniform(random, 1, 1000);
    const Vec3 axis = (capsule.b - capsule.a).normalized();
    const auto half_ball = [&](const Vec3& end, const Vec3& outward) -> MassProperties {
      const double mass = density * 2.0 / 3.0 * pi * r * r * r;
      const Mat3 along = outward * outward.transpose();
      return {mass, end + 3.0 / 8.0 * r * outward,
              mass * r * r * (83.0 / 320.0 * (Mat3::Identity() - along) + 2.0 / 5.0 * along)};
    };
    const MassProperties cylinder = mass_of(Cylinder{capsule.a, capsule.b, r}, density);
    const MassProperties whole =
        combined(combined(half_ball(capsule.a, -axis), cylinder), half_ball(capsule.b, axis));
    expect_same(mass_of(capsule, density), whole, 1e-13);
  }
}

TEST(Mass, OfTwoHalfBallsIsThatOfTheBall) {
  // Checks the 3/8 and 83/320 used above.
  const double mass = 5.0, r = 0.7;
  const Mat3 half = mass / 2 * r * r * Vec3(83.0 / 320.0, 83.0 / 320.0, 2.0 / 5.0).asDiagonal();
  const MassProperties ball =
      combined({mass / 2, Vec3(0, 0, 3.0 / 8.0 * r), half}, {mass / 2, Vec3(0, 0, -3.0 / 8.0 * r), half});
  expect_same(ball, {mass, Vec3::Zero(), 0.4 * mass * r * r * Mat3::Identity()}, 1e-15);
}

TEST(Mass, OfARoundEllipsoidIsThatOfASphere) {
  Random random(3);
  const Mat3 rotation = test::random_rotation(random);
  expect_same(mass_of(Ellipsoid{Vec3(1, 2, 3), Vec3(0.4, 0.4, 0.4), rotation}, 900),
              mass_of(Sphere{Vec3(1, 2, 3), 0.4}, 900), 1e-14);
}

TEST(Mass, OfACapsuleWithoutLengthIsThatOfASphere) {
  const Vec3 at(0.1, -0.2, 0.3);
  expect_same(mass_of(Capsule{at, at, 0.25}, 1000), mass_of(Sphere{at, 0.25}, 1000), 1e-15);
}

TEST(Mass, OfABoxIsThatOfItsEightParts) {
  Random random(4);
  for (int i = 0; i < scaled(200); ++i) {
    const Box box = std::get<Box>(test::random_solid(random, 4));
    MassProperties sum;
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3 sign(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
      const Box part{box.center + box.rotation * (0.25 * sign.cwiseProduct(box.size)), 0.5 * box.size,
                     box.rotation};
      sum = combined(sum, mass_of(part, 700));
    }
    expect_same(sum, mass_of(box, 700), 1e-13);
  }
}

TEST(Mass, OfACylinderIsThatOfItsTwoHalves) {
  Random random(5);
  for (int i = 0; i < scaled(200); ++i) {
    const Cylinder c = std::get<Cylinder>(test::random_solid(random, 3));
    const Vec3 middle = c.a + uniform(random, 0.1, 0.9) * (c.b - c.a);
    const MassProperties sum = combined(mass_of(Cylinder{c.a, middle, c.radius}, 700),
                                        mass_of(Cylinder{middle, c.b, c.radius}, 700));
    expect_same(sum, mass_of(c, 700), 1e-13);
  }
}

TEST(Mass, OfAMeshIsThatOfItsBoxAndOfAPlaneNothing) {
  Random random(6);
  const MeshReference mesh = std::get<MeshReference>(test::random_solid(random, 6));
  EXPECT_EQ(mass_of(mesh, 500), mass_of(mesh.box, 500));
  EXPECT_EQ(mass_of(Plane{}, 500).mass, 0.0);
  EXPECT_EQ(mass_of(Plane{}, 500).inertia, Mat3::Zero());
}

TEST(Mass, MovesWithItsSolid) {
  Random random(7);
  for (int i = 0; i < scaled(1000); ++i) {
    const Shape shape = test::random_solid(random, i % test::solid_types);
    const Transform placement = test::random_placement(random, 2.0);
    expect_same(mass_of(transformed(placement, shape), 500), transformed(placement, mass_of(shape, 500)),
                1e-12);
  }
}

TEST(Mass, HasMomentsARigidBodyCanHave) {
  // Positive principal moments, none larger than the sum of the others.
  Random random(8);
  for (int i = 0; i < scaled(1000); ++i) {
    const Shape shape = test::random_solid(random, i % test::plane_type);
    const MassProperties body = mass_of(shape, 500);
    EXPECT_EQ(body.inertia, body.inertia.transpose());
    const Vec3 moments = Eigen::SelfAdjointEigenSolver<Mat3>(body.inertia).eigenvalues();
    EXPECT_GT(moments.minCoeff(), 0.0);
    EXPECT_LE(2 * moments.maxCoeff(), moments.sum() * (1 + 1e-12));
  }
}

TEST(CombinedMass, DoesNotDependOnOrderOrGrouping) {
  Random random(9);
  for (int i = 0; i < scaled(1000); ++i) {
    const MassProperties a = random_body(random), b = random_body(random), c = random_body(random);
    expect_same(combined(a, b), combined(b, a), 1e-14);
    expect_same(combined(combined(a, b), c), combined(a, combined(b, c)), 1e-13);
  }
}

TEST(CombinedMass, MovesWithItsParts) {
  Random random(10);
  for (int i = 0; i < scaled(1000); ++i) {
    const MassProperties a = random_body(random), b = random_body(random);
    const Transform placement = test::random_placement(random, 2.0);
    expect_same(transformed(placement, combined(a, b)),
                combined(transformed(placement, a), transformed(placement, b)), 1e-12);
    expect_same(transformed(placement.inverse(), transformed(placement, a)), a, 1e-12);
  }
}

TEST(CombinedMass, AMasslessPartChangesNoBit) {
  Random random(11);
  const MassProperties body = random_body(random), nothing{0.0, Vec3(7, 8, 9), Mat3::Zero()};
  EXPECT_EQ(combined(body, nothing), body);
  EXPECT_EQ(combined(nothing, body), body);
  EXPECT_EQ(combined(nothing, nothing), nothing);
}

}  // namespace
}  // namespace limber
