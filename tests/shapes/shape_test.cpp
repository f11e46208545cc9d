// Transforms, bounds and volumes of every shape.

#include "limber/shapes/shape.h"

#include <gtest/gtest.h>

#include <numbers>

#include "support/scale.h"
#include "support/solids.h"

namespace limber {
namespace {

using test::outside_by;
using test::Random;
using test::random_solid;
using test::scaled;
using test::uniform;

using std::numbers::pi;

constexpr double infinity = std::numeric_limits<double>::infinity();

// A point of the surface: where a ray from far away to a point inside enters.
Vec3 random_surface_point(Random& random, const Shape& shape) {
  const Bounds box = *bounds(shape);
  for (;;) {
    const Vec3 part(uniform(random, 0, 1), uniform(random, 0, 1), uniform(random, 0, 1));
    const Vec3 inside = box.min + part.cwiseProduct(box.max - box.min);
    if (outside_by(shape, inside) >= 0) continue;
    const Vec3 origin = inside + 5.0 * test::random_direction(random);
    const std::optional<RayHit> hit = cast_ray(shape, origin, inside - origin);
    EXPECT_TRUE(hit);
    return hit ? Vec3(origin + hit->distance * (inside - origin)) : inside;
  }
}

TEST(Shape, NamesAreThoseOfFiles) {
  EXPECT_EQ(shape_type_name(Sphere{}), "sphere");
  EXPECT_EQ(shape_type_name(Ellipsoid{}), "ellipsoid");
  EXPECT_EQ(shape_type_name(Capsule{}), "capsule");
  EXPECT_EQ(shape_type_name(Cylinder{}), "cylinder");
  EXPECT_EQ(shape_type_name(Box{}), "box");
  EXPECT_EQ(shape_type_name(Plane{}), "plane");
  EXPECT_EQ(shape_type_name(MeshReference{}), "mesh");
  EXPECT_EQ(shape_type_name(ConvexMesh{}), "convex");
  EXPECT_EQ(shape_type_name(Rectangle{}), "rectangle");
}

TEST(Shape, TransformedHoldsTheTransformedPoints) {
  Random random(1);
  for (int i = 0; i < scaled(2000); ++i) {
    const Shape shape = random_solid(random, i % test::solid_types);
    const Transform placement = test::random_placement(random, 1.0);
    const Shape moved = transformed(placement, shape);
    EXPECT_EQ(moved.index(), shape.index());
    EXPECT_NEAR(volume(moved), volume(shape), 1e-14);
    for (int k = 0; k < 10; ++k) {
      const Vec3 p = test::random_vector(random, 1.0);
      EXPECT_NEAR(outside_by(moved, placement * p), outside_by(shape, p), 1e-12);
    }
  }
}

TEST(Shape, BoundsHoldTheSurfaceAndAreTight) {
  Random random(2);
  for (std::size_t type = 0; type < test::solid_types; ++type) {
    if (type == test::plane_type) continue;
    for (int i = 0; i < 5; ++i) {
      const Shape shape = random_solid(random, type);
      const Bounds box = *bounds(shape);
      Vec3 min = Vec3::Constant(infinity), max = -min;
      for (int k = 0; k < scaled(3000); ++k) {
        const Vec3 p = random_surface_point(random, shape);
        min = min.cwiseMin(p);
        max = max.cwiseMax(p);
      }
      EXPECT_LE((box.min - min).maxCoeff(), 1e-12) << shape_type_name(shape);
      EXPECT_LE((max - box.max).maxCoeff(), 1e-12) << shape_type_name(shape);
      const double slack =
          0.15 * (box.max - box.min).maxCoeff() / std::sqrt(std::min(1.0, scaled(3000) / 3000.0));
      EXPECT_LE((min - box.min).maxCoeff(), slack) << shape_type_name(shape);
      EXPECT_LE((box.max - max).maxCoeff(), slack) << shape_type_name(shape);
    }
  }
}

TEST(Shape, BoundsTouchTheSolid) {
  // Where a solid reaches farthest along an axis its surface is flat across it: a little beyond the bounds a
  // ray across misses, and every solid of revolution, box or ellipsoid is found by the farthest of its
  // special points.
  Random random(3);
  for (int i = 0; i < scaled(500); ++i) {
    const Box box = std::get<Box>(random_solid(random, 4));
    Vec3 max = Vec3::Constant(-infinity);
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3 sign(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
      max = max.cwiseMax(Vec3(box.center + box.rotation * (0.5 * sign.cwiseProduct(box.size))));
    }
    EXPECT_LT((bounds(box)->max - max).norm(), 1e-15);

    // An ellipsoid R diag(r) u, |u| = 1, reaches farthest along e at u = unit(diag(r) R^T e).
    const Ellipsoid e = std::get<Ellipsoid>(random_solid(random, 1));
    const Cylinder c = std::get<Cylinder>(random_solid(random, 3));
    for (int axis = 0; axis < 3; ++axis) {
      const Vec3 u = e.radii.cwiseProduct(e.rotation.row(axis).transpose()).normalized();
      const Vec3 farthest = e.center + e.rotation * e.radii.cwiseProduct(u);
      EXPECT_NEAR(bounds(e)->max[axis], farthest[axis], 1e-15);
      // The rim of a cylinder reaches farthest along e where its radius leans most towards e.
      const Vec3 along = (c.b - c.a).normalized();
      const Vec3 lean = (Vec3::Unit(axis) - along[axis] * along).normalized();
      EXPECT_NEAR(bounds(c)->max[axis], std::max(c.a[axis], c.b[axis]) + c.radius * lean[axis], 1e-14);
    }
  }
}

TEST(Shape, TranslatedIsTransformedByAShift) {
  Random random(4);
  for (int i = 0; i < scaled(1000); ++i) {
    Shape shape = random_solid(random, static_cast<std::size_t>(i) % test::shape_types);
    const Vec3 by = test::random_vector(random, 1.0);
    const Shape expected = transformed(Transform::at(by), shape);
    translate(shape, by);
    for (int k = 0; k < 10; ++k) {
      const Vec3 p = test::random_vector(random, 1.0);
      EXPECT_NEAR(outside_by(shape, p), outside_by(expected, p), 1e-14);
    }
  }
}

TEST(Shape, PlanesHaveNoBoundsAndNoVolume) {
  EXPECT_FALSE(bounds(Plane{}));
  EXPECT_EQ(volume(Plane{}), 0.0);
}

TEST(Shape, VolumesAreThoseOfTheTextbook) {
  EXPECT_NEAR(volume(Sphere{Vec3::Zero(), 3.0}), 36 * pi, 1e-13);
  EXPECT_NEAR(volume(Ellipsoid{Vec3::Zero(), Vec3(1, 2, 3)}), 8 * pi, 1e-14);
  EXPECT_NEAR(volume(Cylinder{Vec3::Zero(), Vec3(0, 3, 4), 2.0}), 20 * pi, 1e-13);
  EXPECT_NEAR(volume(Capsule{Vec3::Zero(), Vec3(0, 3, 4), 3.0}), 45 * pi + 36 * pi, 1e-12);
  EXPECT_EQ(volume(Box{Vec3::Zero(), Vec3(2, 3, 4)}), 24.0);
}

TEST(Shape, ShapesWithoutSizeHaveBoundsAndNoVolume) {
  const Vec3 at(1, 2, 3);
  for (const Shape& shape :
       {Shape(Sphere{at, 0}), Shape(Ellipsoid{at, Vec3::Zero()}), Shape(Capsule{at, at, 0}),
        Shape(Cylinder{at, at, 0}), Shape(Box{at, Vec3::Zero()})}) {
    EXPECT_EQ(volume(shape), 0.0);
    EXPECT_EQ(bounds(shape)->min, at);
    EXPECT_EQ(bounds(shape)->max, at);
  }
  EXPECT_EQ(bounds(Capsule{at, at, 0.5})->max, at + Vec3::Constant(0.5));
  EXPECT_TRUE(bounds(Cylinder{at, at, 0.5})->max.allFinite());
}

}  // namespace
}  // namespace limber
