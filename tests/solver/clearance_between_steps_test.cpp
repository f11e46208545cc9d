// Keeping clear between two steps: every step is sampled on its way.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "clearance_scenes.h"
#include "limber/models/bare_chain.h"
#include "limber/models/models.h"
#include "limber/solver/solver.h"
#include "limber/solver/step/pair_sweep.h"
#include "planar_arm.h"
#include "support/scale.h"
#include "way_between.h"

namespace limber {
namespace {

using test::capsule_tree;
using test::corner_cut;
using test::least_clearance;
using test::Random;
using test::scaled;
using test::uniform;
using test::uniform_int;
using test::Way;

// A chain of 12 m of capsules.
Figure long_chain(int links, double radius) {
  return models::bare_chain(
      {.links = links, .length = 12.0, .radius = radius, .shape = ChainDescription::LinkShape::capsule});
}

World boxes_and_balls(Random& random, const Figure& figure, int count, double thinnest) {
  World world;
  while (static_cast<int>(world.obstacles.size()) < count) {
    World one;
    const Vec3 center = test::random_vector(random, 9.0);
    const std::string name = "o" + std::to_string(world.obstacles.size());
    if (random() % 2 == 0) {
      one.add(name, Sphere{.center = center, .radius = uniform(random, 0.2, 1.2)});
    } else {
      one.add(name, Box{.center = center,
                        .size = Vec3(uniform(random, thinnest, 10.0 * thinnest), uniform(random, 0.2, 2.0),
                                     uniform(random, 0.2, 2.0))});
    }
    if (least_clearance(figure, figure.rest_posture(), one) > 0.05)
      world.obstacles.push_back(one.obstacles[0]);
  }
  return world;
}

// Drags a frame to random places and returns how deep the figure was in anything between steps.
double deepest_on_the_way(Random& random, const Figure& figure, const World& world, FrameId frame,
                          double distance, int steps) {
  TaskList tasks;
  const auto reach = tasks.add("reach", Reach{.frame = frame});
  Solver solver(figure);
  solver.surround(world);
  solver.prepare(tasks);
  Posture posture = figure.rest_posture();
  Way way(figure, world);
  double deepest = 0.0;
  for (int drag = 0; drag < 4; ++drag) {
    tasks[reach].target = test::random_vector(random, distance);
    if (random() % 2 == 0) {
      const Shape& inside = world.obstacles[random() % world.obstacles.size()].shape;
      if (const auto box = bounds(inside)) tasks[reach].target = 0.5 * (box->min + box->max);
    }
    for (int step = 0; step < steps; ++step) {
      const Posture before = posture;
      solver.step(tasks, posture);
      deepest = std::max(deepest, way.depth(before, posture));
    }
  }
  return deepest;
}

TEST(ClearanceBetweenSteps, NoCornerIsCutInRandomScenes) {
  Random random(17);
  for (int scene = 0; scene < scaled(250); ++scene) {
    const Figure figure = capsule_tree(random, uniform_int(random, 3, 20), random() % 2 == 0);
    const World world = test::world_around(random, figure, uniform_int(random, 1, 12));
    ASSERT_LE(deepest_on_the_way(random, figure, world, figure.frame("tip"), 1.5, 15), corner_cut)
        << "scene " << scene;
  }
}

TEST(ClearanceBetweenSteps, NoCornerIsCutByLongChainsThickOrThin) {
  Random random(5);
  for (int scene = 0; scene < scaled(60); ++scene) {
    const int links = uniform_int(random, 2, scene % 3 == 0 ? 40 : 8);
    const bool thin = scene % 2 == 0;
    const Figure figure = long_chain(links, thin ? 0.01 : 3.6 / links);
    const World world = boxes_and_balls(random, figure, 20, thin ? 0.01 : 0.2);
    ASSERT_LE(deepest_on_the_way(random, figure, world, figure.frame("trunk.tip"), 10.0, 40), corner_cut)
        << "scene " << scene;
  }
}

// Parts that move together do not limit each other: in an empty world avoidance costs hardly any steps.
TEST(ClearanceBetweenSteps, AnEmptyWorldTakesNoMoreStepsThanNone) {
  for (const int links : {60, 120, 240}) {
    for (const double radius : {0.016, 0.5 / links}) {
      const Figure figure = models::bare_chain({.links = links, .length = 2.0, .radius = radius});
      for (const Vec3& goal : {Vec3(-0.6, 1.0, 0.4), Vec3(1.5, 0.2, 0.9), Vec3(3, 1, 1)}) {
        TaskList tasks;
        tasks.add("tip", Reach{.frame = figure.frame("trunk.tip"), .target = goal});
        int steps[2];
        for (const bool avoids : {false, true}) {
          Solver solver(figure);
          if (avoids) solver.surround(World{});
          Posture posture = figure.rest_posture();
          steps[avoids] = solver.solve(tasks, posture).steps;
        }
        EXPECT_LE(steps[1], 1.3 * steps[0]) << links << " links, radius " << radius;
      }
    }
  }
}

// Links much shorter than they are thick: of 100, those four apart touch exactly at rest.
TEST(ClearanceBetweenSteps, AThickChainBendsWhateverItsNumberOfLinks) {
  for (const int links : {50, 66, 67, 90, 99, 100, 101, 120, 150, 200, 300}) {
    const Figure figure = Figure::build(models::find("planar-chain")->make({.links = links})).value();
    TaskList tasks;
    const auto reach =
        tasks.add("reach", Reach{.frame = figure.frame("link.tip"), .target = Vec3(0.5, 0.4, 0)});
    Solver solver(figure);
    solver.surround(World{});
    Posture posture = figure.rest_posture();
    const SolveReport report = solver.solve(tasks, posture);
    EXPECT_TRUE(report[reach].satisfied) << links << " links: " << report[reach].error;
  }
}

// One bar that turns about the origin, in the plane, and a box next to it.
class BarAndBox : public testing::Test {
 protected:
  bool is_clear(double from, double to, double least) {
    const Posture start = test::posture_of({from});
    const VecX turn = VecX::Constant(1, to - from);
    const PairSweep::Pair pair{0, -1, &box, least};
    return sweep.is_clear(start, turn, {&pair, 1});
  }
  Figure figure = test::planar_arm(1, 1.0, 0.01);
  Body body{figure};
  PairSweep sweep{figure, body};
  // Its corner is 0.9 m from the hinge at 45 degrees, and the end of the bar at 1 m.
  Solid box =
      placed(Box{.center = Vec3::Constant(0.9 * std::numbers::sqrt2 / 2.0 + 0.5), .size = Vec3::Ones()});
};

TEST_F(BarAndBox, ABarDoesNotJumpOverWhatItReaches) {
  box.center.z() = 0.0;
  EXPECT_FALSE(is_clear(0.0, 1.5, 0.0));
  EXPECT_TRUE(is_clear(0.0, -1.5, 0.0));
}

TEST_F(BarAndBox, HowMuchOfACornerIsCutIsKnownToHundredthsOfAMillimetre) {
  box.center.z() = 0.0;
  // Moves the corner out until the end of the bar passes it by `depth` inside.
  for (const double depth : {1e-3, 1e-4, 0.0, -1e-3}) {
    const double corner = (1.0 - depth) * std::numbers::sqrt2 / 2.0;
    box.center.head<2>() = Vec2::Constant(corner + 0.5);
    EXPECT_TRUE(is_clear(0.2, 1.37, -depth - 2e-5)) << depth;
    EXPECT_FALSE(is_clear(0.2, 1.37, -depth + 2e-5)) << depth;
  }
}

}  // namespace
}  // namespace limber
