// What is near what, against asking every pair.

#include "limber/world/proximity.h"

#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "limber/figure/joint_chain.h"
#include "limber/figure/posture.h"
#include "limber/models/bare_chain.h"
#include "limber/shapes/closest.h"
#include "support/allocations.h"
#include "support/scale.h"
#include "world/world_support.h"

namespace limber {
namespace {

using test::Random;
using test::scaled;

using Who = std::tuple<int, int, unsigned, int, int>;

Who who(const Contact& c) {
  return {c.segment, c.shape, static_cast<unsigned>(c.obstacle), c.other_segment, c.other_shape};
}

// How many segments with shapes are strictly between the two: by walking there.
int shapes_between(const Figure& figure, SegmentId a, SegmentId b) {
  int count = 0;
  const JointChain chain = chain_between(figure, a, b);
  for (const JointChain::Step& step : chain.steps) {
    const SegmentId moved = figure.segment_of(step.joint),
                    next = step.towards_root ? figure.parent(moved) : moved;
    count += next != b && !figure.shapes(next).empty();
  }
  return count;
}

// [m] From joint to joint along the figure.
double way_between(const Kinematics& kinematics, SegmentId a, SegmentId b) {
  const Figure& figure = kinematics.figure();
  double way = 0.0;
  std::optional<Vec3> last;
  for (const JointChain::Step& step : chain_between(figure, a, b).steps) {
    const Vec3 joint = kinematics.segment_pose(figure.segment_of(step.joint)).translation;
    if (last) way += (joint - *last).norm();
    last = joint;
  }
  return way;
}

struct Part {
  SegmentId segment;
  int shape;
};

std::vector<Part> all_parts(const Figure& figure) {
  std::vector<Part> parts;
  for (const SegmentId s : figure.segments()) {
    for (int k = 0; k < static_cast<int>(figure.shapes(s).size()); ++k) parts.push_back({s, k});
  }
  return parts;
}

std::map<Who, Closest> by_brute_force(const Kinematics& kinematics, const World& world, double margin) {
  const Figure& figure = kinematics.figure();
  Kinematics at_rest(figure);
  at_rest.update(figure.rest_posture());
  std::map<Who, Closest> contacts;
  const std::vector<Part> parts = all_parts(figure);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto [segment, shape] = parts[i];
    const Shape part = test::shape_of(kinematics, segment, shape);
    for (std::size_t o = 0; o < world.obstacles.size(); ++o) {
      const Closest c = closest(part, world.obstacles[o].shape);
      if (c.distance < margin) contacts[{segment, shape, static_cast<unsigned>(o), -1, 0}] = c;
    }
    for (std::size_t j = i + 1; j < parts.size(); ++j) {
      const auto [other, other_shape] = parts[j];
      const int between = segment == other ? 0 : shapes_between(figure, segment, other);
      if (between == 0) continue;
      const Shape resting = test::shape_of(at_rest, segment, shape),
                  other_resting = test::shape_of(at_rest, other, other_shape);
      const double thinner = std::min(thickness(placed(resting)), thickness(placed(other_resting)));
      const bool belong_together = between == 1 || way_between(at_rest, segment, other) < 1.5 * thinner;
      if (closest(resting, other_resting).distance < (belong_together ? 0.5 : 1e-6) * thinner) continue;
      const Closest c = closest(part, test::shape_of(kinematics, other, other_shape));
      if (c.distance < margin) contacts[{segment, shape, ~0u, other, other_shape}] = c;
    }
  }
  return contacts;
}

// Placing a solid once or twice differs by rounding, so a pair may be in or out when it is at the margin.
void expect_same(const std::map<Who, Closest>& expected, std::span<const Contact> found, double margin) {
  std::map<Who, Contact> by_name;
  for (const Contact& contact : found) {
    EXPECT_LT(contact.clearance, margin);
    EXPECT_TRUE(by_name.emplace(who(contact), contact).second) << "twice";
  }
  for (const auto& [name, c] : expected) {
    if (margin - c.distance < 1e-9) continue;
    ASSERT_TRUE(by_name.count(name)) << "missed at " << c.distance;
    EXPECT_NEAR(by_name[name].clearance, c.distance, 3e-8);
  }
  for (const auto& [name, contact] : by_name) {
    EXPECT_TRUE(expected.count(name) || margin - contact.clearance < 1e-9) << "one too many";
  }
  EXPECT_TRUE(std::is_sorted(found.begin(), found.end(),
                             [](const Contact& a, const Contact& b) { return who(a) < who(b); }));
}

TEST(Proximity, FindsWhatBruteForceFinds) {
  Random random(1);
  std::size_t own = 0, all = 0;
  for (int trial = 0; trial < scaled(150) && !HasFailure(); ++trial) {
    const Figure figure = test::random_fleshed_figure(random, 8);
    Proximity proximity(figure, {.most_contacts = 100000});
    Kinematics kinematics(figure);
    World world = test::random_world(random, static_cast<int>(random() % 80), 5.0);
    proximity.prepare(world);
    for (int step = 0; step < 4; ++step) {
      kinematics.update(test::random_posture(random, figure));
      const double margin = test::uniform(random, -0.1, 1.0);
      const auto found = proximity.find(kinematics, margin);
      all += found.size();
      for (const Contact& contact : found) own += !contact.obstacle.is_valid();
      expect_same(by_brute_force(kinematics, world, margin), found, margin);
      EXPECT_EQ(proximity.left_out(), 0);
      if (world.obstacles.empty()) continue;
      const auto moved = random() % world.obstacles.size();
      translate(world.obstacles[moved].shape, test::random_vector(random, 5.0));
      proximity.move_obstacle(ObstacleId{moved}, world.obstacles[moved].shape);
    }
  }
  EXPECT_GT(own, all / 100);
}

TEST(Proximity, NearestIsTheContactWithTheLeastClearance) {
  Random random(2);
  for (int trial = 0; trial < scaled(300); ++trial) {
    const Figure figure = test::random_fleshed_figure(random, 6);
    Proximity proximity(figure, {.most_contacts = 100000});
    Kinematics kinematics(figure);
    kinematics.update(test::random_posture(random, figure));
    proximity.prepare(test::random_world(random, static_cast<int>(random() % 50), 10.0));
    double least = 100.0;
    for (const Contact& contact : proximity.find(kinematics, 100.0))
      least = std::min(least, contact.clearance);
    const std::optional<Contact> nearest = proximity.nearest(kinematics, 100.0);
    EXPECT_EQ(nearest ? nearest->clearance : 100.0, least);
    if (!nearest) continue;
    EXPECT_FALSE(proximity.nearest(kinematics, least).has_value());
    EXPECT_LT((kinematics.segment_pose(nearest->segment) * nearest->local - nearest->point).norm(), 1e-12);
  }
}

TEST(Proximity, KeepsTheNearestIfThereAreTooMany) {
  Random random(3);
  for (int trial = 0; trial < scaled(100); ++trial) {
    const Figure figure = test::random_fleshed_figure(random, 8);
    const World world = test::random_world(random, 60, 1.0);
    Kinematics kinematics(figure);
    kinematics.update(test::random_posture(random, figure));
    Proximity all(figure, {.most_contacts = 100000}), few(figure, {.most_contacts = 10}),
        none(figure, {.most_contacts = 0});
    for (Proximity* proximity : {&all, &few, &none}) proximity->prepare(world);
    std::vector<double> clearances, kept;
    for (const Contact& contact : all.find(kinematics, 2.0)) clearances.push_back(contact.clearance);
    for (const Contact& contact : few.find(kinematics, 2.0)) kept.push_back(contact.clearance);
    EXPECT_TRUE(none.find(kinematics, 2.0).empty());
    std::sort(clearances.begin(), clearances.end());
    std::sort(kept.begin(), kept.end());
    EXPECT_EQ(few.left_out() + static_cast<int>(kept.size()), static_cast<int>(clearances.size()));
    EXPECT_EQ(none.left_out(), static_cast<int>(clearances.size()));
    clearances.resize(std::min(clearances.size(), std::size_t{10}));
    EXPECT_EQ(kept, clearances);
  }
}

TEST(Proximity, AllocatesNothingAfterPrepare) {
  Random random(4);
  const Figure figure = test::random_fleshed_figure(random, 10);
  World world = test::random_world(random, 200, 3.0);
  Proximity proximity(figure, {.most_contacts = 20});
  Kinematics kinematics(figure);
  proximity.prepare(world);
  const Posture posture = test::random_posture(random, figure);
  std::size_t count = 0;
  const test::AllocationCounter allocations;
  kinematics.update(posture);
  count += proximity.find(kinematics, 0.5).size();
  count += proximity.nearest(kinematics, 0.5).has_value();
  world.advance(0.1);
  for (int i = 0; i < 200; ++i) {
    proximity.move_obstacle(ObstacleId{i}, world.obstacles[static_cast<std::size_t>(i)].shape);
  }
  count += proximity.find(kinematics, 0.5).size();
  proximity.prepare(world);
  EXPECT_EQ(allocations.count(), 0u);
  EXPECT_GT(count, 0u);
}

// With `exact_below`, what is far away is bounded from below by planes known from earlier postures.
TEST(Proximity, WhatIsNotMeasuredIsNeverNearerThanItSays) {
  Random random(31);
  int bounded = 0;
  for (int trial = 0; trial < scaled(100); ++trial) {
    const Figure figure = test::random_fleshed_figure(random, 12);
    const World world = test::random_world(random, 10, 2.0);
    Proximity exact(figure), rough(figure, {.exact_below = 0.25});
    exact.prepare(world);
    rough.prepare(world);
    Kinematics kinematics(figure);
    Posture posture = figure.rest_posture();
    for (int step = 0; step < 10; ++step) {
      VecX move(figure.dof_count());
      for (double& value : move) value = test::uniform(random, -0.03, 0.03);
      integrate(figure, move, posture);
      kinematics.update(posture);
      const double margin = 0.4;
      std::map<Who, double> clearance;
      double least = margin, least_shown = margin;
      for (const Contact& contact : exact.find(kinematics, margin)) {
        clearance[who(contact)] = contact.clearance;
        least = std::min(least, contact.clearance);
      }
      const auto found = rough.find(kinematics, margin);
      for (const Contact& contact : found) {
        least_shown = std::min(least_shown, contact.clearance);
        const auto other = clearance.find(who(contact));
        const double true_clearance = other == clearance.end() ? margin : other->second;
        EXPECT_LE(contact.clearance, true_clearance + 1e-9);
        bounded += contact.clearance < true_clearance - 1e-9;
        if (true_clearance < 0.25 * margin) {
          EXPECT_NEAR(contact.clearance, true_clearance, 1e-7);
        }
        const double along = contact.normal.dot(contact.point - contact.other_point);
        EXPECT_NEAR(along, contact.clearance, 1e-7);
      }
      EXPECT_GE(found.size(), clearance.size());
      EXPECT_NEAR(least_shown, least, 1e-7);
    }
  }
  EXPECT_GT(bounded, 100);
}

// Of 100 links of a centimetre and three centimetres thick, those four apart touch at rest up to rounding.
TEST(Proximity, WhatTouchesAtRestMayTouch) {
  for (const int links : {90, 99, 100, 101, 150}) {
    const Figure figure = models::bare_chain({.links = links,
                                              .length = 1.0,
                                              .radius = 0.015,
                                              .shape = ChainDescription::LinkShape::capsule,
                                              .planar = true});
    Proximity proximity(figure);
    proximity.prepare({});
    Kinematics kinematics(figure);
    kinematics.update(figure.rest_posture());
    const auto nearest = proximity.nearest(kinematics, 1.0);
    ASSERT_TRUE(nearest.has_value());
    EXPECT_GE(nearest->clearance, 0.5 * 0.03) << links;  // it can bend before anything touches
    EXPECT_LT(nearest->clearance, 0.5 * 0.03 + 1.0 / links) << links;
  }
}

TEST(Proximity, ATrunkCollidesWithItsTipButNotWithItsNeighbours) {
  const Figure figure = models::bare_chain({.links = 12, .length = 12, .radius = 0.4});
  Proximity proximity(figure);
  proximity.prepare({});
  Kinematics kinematics(figure);
  Posture posture = figure.rest_posture();
  kinematics.update(posture);
  // Neighbours are 0.2 apart and do not count; the next but one are 1.2 apart.
  EXPECT_TRUE(proximity.find(kinematics, 1.1).empty());
  EXPECT_EQ(proximity.find(kinematics, 1.3).size(), 10u);
  // Curled into a ring, the tip touches the first links: twelve links of a turn and a bit.
  for (int link = 0; link < 12; ++link) posture.values[3 * link + 2] = 2 * 3.14159 / 11;
  kinematics.update(posture);
  const auto found = proximity.find(kinematics, 0.0);
  ASSERT_FALSE(found.empty());
  for (const Contact& contact : found) {
    EXPECT_EQ(contact.obstacle, -1);
    EXPECT_LT(contact.clearance, 0.0);
  }
}

}  // namespace
}  // namespace limber
