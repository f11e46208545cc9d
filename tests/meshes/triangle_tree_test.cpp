// Whether two meshes overlap, against what is known of boxes.

#include "limber/meshes/triangle_tree.h"

#include <gtest/gtest.h>

#include "limber/math/random.h"
#include "support/random_figure.h"

namespace limber {
namespace {

Triangles box_of(const Vec3& half) {
  Triangles box;
  for (int k = 0; k < 8; ++k) {
    box.points.push_back(half.cwiseProduct(Vec3(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1)));
  }
  box.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                   {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return box;
}

// Two boxes overlap unless one of 15 axes parts them.
bool boxes_overlap(const Vec3& a, const Transform& at_a, const Vec3& b, const Transform& at_b) {
  std::vector<Vec3> axes;
  for (int i = 0; i < 3; ++i) {
    axes.push_back(at_a.rotation.col(i));
    axes.push_back(at_b.rotation.col(i));
    for (int j = 0; j < 3; ++j) axes.push_back(at_a.rotation.col(i).cross(at_b.rotation.col(j)));
  }
  for (const Vec3& axis : axes) {
    const double apart = std::abs(axis.dot(at_a.translation - at_b.translation));
    const double reach = (at_a.rotation.transpose() * axis).cwiseAbs().dot(a) +
                         (at_b.rotation.transpose() * axis).cwiseAbs().dot(b);
    if (apart > reach) return false;
  }
  return true;
}

TEST(TriangleTree, BoxesOverlapWhereNoAxisPartsThem) {
  test::Random random(3);
  int overlapping = 0;
  for (int k = 0; k < 2000; ++k) {
    const Vec3 a = Vec3::Constant(0.1) + test::random_vector(random, 1.0).cwiseAbs(),
               b = Vec3::Constant(0.1) + test::random_vector(random, 1.0).cwiseAbs();
    const Transform at_a = test::random_placement(random, 1.0), at_b = test::random_placement(random, 1.0);
    const bool expected = boxes_overlap(a, at_a, b, at_b);
    EXPECT_EQ(TriangleTree(box_of(a)).overlaps(at_a, TriangleTree(box_of(b)), at_b), expected) << k;
    overlapping += expected;
  }
  EXPECT_GT(overlapping, 400);
  EXPECT_LT(overlapping, 1900);
}

TEST(TriangleTree, WhatLiesInsideOverlapsAndWhatStandsInACornerDoesNot) {
  const TriangleTree large(box_of(Vec3::Constant(1.0))), small(box_of(Vec3::Constant(0.1)));
  EXPECT_TRUE(large.overlaps({}, small, {}));
  EXPECT_TRUE(small.overlaps({}, large, {}));
  EXPECT_FALSE(large.overlaps({}, small, Transform::at(Vec3(2, 0, 0))));
  Triangles corner = box_of(Vec3::Constant(1.0));  // its floor and one wall
  corner.triangles = {{0, 2, 1}, {1, 2, 3}, {2, 6, 3}, {3, 6, 7}};
  EXPECT_FALSE(TriangleTree(corner).overlaps({}, small, {}));
  EXPECT_TRUE(TriangleTree(corner).overlaps({}, small, Transform::at(Vec3(0, 0, -1))));
}

}  // namespace
}  // namespace limber
