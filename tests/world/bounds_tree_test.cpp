#include "limber/world/bounds_tree.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/allocations.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;
using test::scaled;

Bounds random_box(Random& random, double spread, double size) {
  const Vec3 center = test::random_vector(random, spread);
  const Vec3 half =
      size * Vec3(test::uniform(random, 0, 1), test::uniform(random, 0, 1), test::uniform(random, 0, 1));
  return {center - half, center + half};
}

std::vector<int> found(const BoundsTree& tree, const Bounds& box, double margin) {
  std::vector<int> items;
  tree.within(box, margin, [&](int item) {
    items.push_back(item);
    return margin;
  });
  std::sort(items.begin(), items.end());
  return items;
}

std::vector<int> by_brute_force(const std::vector<Bounds>& boxes, const Bounds& box, double margin) {
  std::vector<int> items;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    // How far a point of one can be from a point of the other at least, axis by axis.
    Vec3 gap = Vec3::Zero();
    for (int axis = 0; axis < 3; ++axis) {
      if (boxes[i].min[axis] > box.max[axis]) gap[axis] = boxes[i].min[axis] - box.max[axis];
      if (box.min[axis] > boxes[i].max[axis]) gap[axis] = box.min[axis] - boxes[i].max[axis];
    }
    if (gap.squaredNorm() <= margin * margin) items.push_back(static_cast<int>(i));
  }
  return items;
}

TEST(BoundsTree, FindsWhatBruteForceFinds) {
  Random random(1);
  BoundsTree tree;
  for (int trial = 0; trial < scaled(500); ++trial) {
    std::vector<Bounds> boxes(static_cast<std::size_t>(trial % 10 == 0 ? random() % 8 : random() % 300));
    for (Bounds& box : boxes) box = random_box(random, 10.0, random() % 20 == 0 ? 8.0 : 0.5);
    if (trial % 7 == 0 && !boxes.empty())
      std::fill(boxes.begin(), boxes.end(), boxes[0]);  // all in one place
    tree.build(boxes);
    EXPECT_EQ(tree.count(), static_cast<int>(boxes.size()));
    for (int query = 0; query < 20; ++query) {
      const Bounds box = random_box(random, 10.0, 1.0);
      const double margin = query % 4 == 0 ? 0.0 : test::uniform(random, 0, 4);
      EXPECT_EQ(found(tree, box, margin), by_brute_force(boxes, box, margin));
      if (boxes.empty()) continue;
      const auto moved = random() % boxes.size();
      boxes[moved] = random_box(random, 12.0, 0.5);
      tree.refit(static_cast<int>(moved), boxes[moved]);
    }
  }
}

TEST(BoundsTree, ShrinkingTheMarginFindsTheNearest) {
  Random random(2);
  for (int trial = 0; trial < scaled(300); ++trial) {
    std::vector<Bounds> boxes(1 + random() % 500);
    for (Bounds& box : boxes) box = random_box(random, 10.0, 0.5);
    BoundsTree tree;
    tree.build(boxes);
    const Bounds box = random_box(random, 10.0, 0.5);
    double expected = std::numeric_limits<double>::infinity(), nearest = expected;
    int visits = 0;
    for (const Bounds& other : boxes) expected = std::min(expected, std::sqrt(squared_gap(other, box)));
    tree.within(box, nearest, [&](int item) {
      ++visits;
      return nearest = std::min(nearest, std::sqrt(squared_gap(boxes[static_cast<std::size_t>(item)], box)));
    });
    EXPECT_EQ(nearest, expected);
    EXPECT_LT(visits, 100);
  }
}

TEST(BoundsTree, AllocatesOnlyWhenItGrows) {
  Random random(3);
  std::vector<Bounds> boxes(1000);
  for (Bounds& box : boxes) box = random_box(random, 10.0, 0.5);
  BoundsTree tree;
  tree.build(boxes);
  for (Bounds& box : boxes) box = random_box(random, 10.0, 0.5);
  const test::AllocationCounter allocations;
  tree.build(boxes);
  tree.refit(17, boxes[3]);
  int count = 0;
  tree.within(boxes[5], 1.0, [&](int) { return ++count, 1.0; });
  EXPECT_EQ(allocations.count(), 0u);
  EXPECT_GT(count, 0);
}

}  // namespace
}  // namespace limber
