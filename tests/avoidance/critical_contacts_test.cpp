// The critical points, against asking every pair.

#include "limber/avoidance/critical_contacts.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/allocations.h"
#include "support/scale.h"
#include "world/world_support.h"

namespace limber {
namespace {

using test::Random;
using test::scaled;

struct Pair {
  double clearance;
  ObstacleId obstacle;
  SegmentId segment;
  int shape;
};

// All pairs of an obstacle and a part that some joint moves, in order of clearance.
std::vector<Pair> all_pairs(const Figure& figure, const Kinematics& kinematics, const World& world,
                            double distance) {
  Proximity proximity(figure, {.self = false, .most_contacts = 100000});
  proximity.prepare(world);
  std::vector<Pair> pairs;
  for (const Contact& contact : proximity.find(kinematics, distance)) {
    RowMatrix rows(3, figure.dof_count()), turns(3, figure.dof_count());
    kinematics.translation_jacobian(contact.segment, contact.point, rows);
    kinematics.rotation_jacobian(contact.segment, turns);
    if (rows.norm() + turns.norm() == 0.0) continue;
    pairs.push_back({contact.clearance, contact.obstacle, contact.segment, contact.shape});
  }
  std::sort(pairs.begin(), pairs.end(),
            [](const Pair& a, const Pair& b) { return a.clearance < b.clearance; });
  return pairs;
}

TEST(CriticalContacts, AreTheNearestPartsOfTheNearestObstaclesWorstFirst) {
  Random random(41);
  int compared = 0;
  for (int i = 0; i < scaled(200); ++i) {
    const Figure figure = test::random_fleshed_figure(random, 10);
    if (figure.dof_count() == 0) continue;
    const World world = test::random_world(random, 12, 2.0);
    const Posture posture = test::random_posture(random, figure);
    Kinematics kinematics(figure);
    kinematics.update(posture);
    AvoidanceOptions options;
    options.most_obstacles = test::uniform_int(random, 1, 8);
    options.contacts_per_obstacle = test::uniform_int(random, 1, 3);
    CriticalContacts critical(figure, options);
    critical.surround(world);
    const double distance = test::uniform(random, 0.1, 2.0);

    std::vector<Pair> expected;
    std::vector<int> count(world.obstacles.size(), 0);
    int obstacles = 0;
    for (const Pair& pair : all_pairs(figure, kinematics, world, distance)) {
      int& seen = at(count, pair.obstacle);
      if (seen == 0 && obstacles == options.most_obstacles) continue;
      if (seen == options.contacts_per_obstacle) continue;
      obstacles += seen++ == 0 ? 1 : 0;
      expected.push_back(pair);
    }
    const auto found = critical.find(kinematics, distance);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
      EXPECT_EQ(found[k].clearance, expected[k].clearance);
      EXPECT_LT(found[k].clearance, distance);
      ++compared;
    }
  }
  EXPECT_GT(compared, scaled(200));
}

TEST(CriticalContacts, FindingThemAllocatesNothing) {
  Random random(42);
  const Figure figure = test::random_fleshed_figure(random, 12);
  const World world = test::random_world(random, 20, 2.0);
  Kinematics kinematics(figure);
  CriticalContacts critical(figure, {});
  critical.surround(world);
  const Posture posture = test::random_posture(random, figure);
  const test::AllocationCounter counter;
  kinematics.update(posture);
  critical.find(kinematics, 1.0);
  EXPECT_EQ(counter.count(), 0u);
}

}  // namespace
}  // namespace limber
