// Convex hulls of random points, and nearest points on them.

#include "limber/shapes/shape.h"

#include <gtest/gtest.h>

#include <map>

#include "limber/shapes/hull_point.h"
#include "support/scale.h"
#include "support/solids.h"

namespace limber {
namespace {

using test::Random;
using test::scaled;

TEST(ConvexHull, ContainsAllPointsAndIsClosed) {
  Random random(1);
  for (int trial = 0; trial < scaled(500); ++trial) {
    std::vector<Vec3> points(4 + random() % 100);
    for (Vec3& p : points) p = test::random_vector(random, 1.0);
    if (trial % 3 == 0) {  // a lattice: many points on faces and edges
      for (Vec3& p : points) p = (2.0 * p).array().round();
    }
    if (trial % 3 == 1) {  // on a sphere: all are corners
      for (Vec3& p : points) p.normalize();
    }
    const Expected<ConvexHull> hull = convex_hull(points);
    if (!hull) continue;  // lattice points may well lie in a plane
    for (const ConvexHull::Face& face : hull->faces) {
      for (const Vec3& p : points) EXPECT_LT(face.normal.dot(p) - face.offset, 1e-9);
      EXPECT_NEAR(face.normal.norm(), 1.0, 1e-12);
    }
    std::map<std::pair<int, int>, int> edges;
    for (const ConvexHull::Face& face : hull->faces) {
      for (std::size_t c = 0; c < 3; ++c) ++edges[{face.vertices[c], face.vertices[(c + 1) % 3]}];
    }
    for (const auto& [edge, count] : edges) {
      EXPECT_EQ(count, 1);
      EXPECT_EQ(edges.count({edge.second, edge.first}), 1u);  // its other side
    }
    EXPECT_EQ(hull->faces.size(), 2 * hull->vertices.size() - 4);  // Euler
    if (trial % 3 == 1) {
      EXPECT_EQ(hull->vertices.size(), points.size());
    }
  }
}

TEST(ConvexHull, OfItselfIsItself) {
  Random random(2);
  for (int trial = 0; trial < scaled(200); ++trial) {
    std::vector<Vec3> points(50);
    for (Vec3& p : points) p = test::random_vector(random, 1.0);
    const ConvexHull hull = convex_hull(points).value();
    EXPECT_EQ(convex_hull(hull.vertices).value(), hull);
  }
}

TEST(ConvexHull, ACubeHasTwelveTriangles) {
  std::vector<Vec3> points;
  for (int corner = 0; corner < 8; ++corner)
    points.emplace_back(corner & 1, corner >> 1 & 1, corner >> 2 & 1);
  points.emplace_back(0.5, 0.5, 0.5);
  const ConvexHull cube = convex_hull(points).value();
  EXPECT_EQ(cube.vertices.size(), 8u);
  EXPECT_EQ(cube.faces.size(), 12u);
  EXPECT_LT((cube.center - Vec3::Constant(0.5)).norm(), 1e-15);
  EXPECT_NEAR(volume(ConvexMesh{std::make_shared<ConvexHull>(cube), {}}), 1.0, 1e-15);
}

TEST(ConvexHull, RefusesTooFewTooManyAndFlatPoints) {
  const std::vector<Vec3> three(3, Vec3::Zero()), flat = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}},
                                                  many(2001);
  EXPECT_EQ(convex_hull(three).error().message, "a convex solid needs at least 4 vertices, not 3");
  EXPECT_EQ(convex_hull(flat).error().message, "the vertices of a convex solid must not lie in one plane");
  EXPECT_EQ(convex_hull(std::vector<Vec3>(5, Vec3::Ones())).error().message,
            "the vertices of a convex solid must not lie in one plane");
  EXPECT_EQ(convex_hull(many).error().message, "a convex solid has at most 2000 vertices, not 2001");
}

TEST(HullPoint, NothingOnTheHullIsNearer) {
  Random random(3);
  for (int trial = 0; trial < scaled(2000); ++trial) {
    std::vector<Vec3> points(12);
    for (Vec3& p : points) p = test::random_vector(random, 0.5);
    const ConvexHull hull = convex_hull(points).value();
    const Vec3 x = test::random_vector(random, 1.0);
    const HullPoint at = nearest_on_hull(hull, x);
    EXPECT_LT((at.point + at.distance * at.normal - x).norm(), 1e-13);
    for (const ConvexHull::Face& face : hull.faces) {
      EXPECT_LT(face.normal.dot(at.point) - face.offset, 1e-12);  // on it
      if (at.distance < 0) {
        EXPECT_LE(face.normal.dot(x) - face.offset, at.distance + 1e-15);
      }
    }
    if (at.distance < 0) continue;
    for (int k = 0; k < 100; ++k) {  // points of the hull as mixtures of its vertices
      Vec3 inside = Vec3::Zero();
      double sum = 0;
      for (const Vec3& v : hull.vertices) {
        const double weight = std::pow(test::uniform(random, 0, 1), 4);
        inside += weight * v, sum += weight;
      }
      // Seen from x all of it lies beyond the plane through the nearest point.
      EXPECT_LT(at.normal.dot(inside / sum - at.point), 1e-12);
    }
  }
}

}  // namespace
}  // namespace limber
