#include "limber/planning/clear_motion.h"

#include <gtest/gtest.h>

#include <cmath>

#include "limber/models/models.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using namespace test;

Figure tsuji_arm() {
  return Figure::build(models::find("tsuji-arm")->make({})).value();
}

// The least clearance of many postures of a motion.
double least_clearance(ClearMotion& motion, const Posture& from, const Posture& to, int places) {
  double least = unlimited;
  for (int k = 0; k <= places; ++k) {
    Posture between;
    motion.between(from, to, double(k) / places, between);
    least = std::min(least, motion.clearance(between, 10.0));
  }
  return least;
}

World random_world(Random& random, double size) {
  World world;
  const int count = uniform_int(random, 1, 4);
  for (int k = 0; k < count; ++k) {
    const Vec3 at = random_vector(random, size);
    const std::string name = "obstacle " + std::to_string(k);
    switch (uniform_int(random, 0, 2)) {
      case 0:
        world.add(name, Sphere{at, uniform(random, 0.01, 0.2)});
        break;
      case 1:
        world.add(name, Rectangle{at, Vec2(0.3, 0.3), random_rotation(random)});
        break;
      default:
        world.add(name, Capsule{at, at + random_vector(random, 0.4), 0.005});
    }
  }
  return world;
}

TEST(ClearMotion, AgreesWithDenseSampling) {
  const Figure figure = tsuji_arm();
  Random random(1);
  int clear = 0, blocked = 0;
  for (int n = 0; n < scaled(150); ++n) {
    World world = random_world(random, 1.0);
    for (Obstacle& obstacle : world.obstacles) {  // into the plane of the arm
      if (auto* sphere = std::get_if<Sphere>(&obstacle.shape)) sphere->center.z() = 0.0;
    }
    ClearMotion motion(figure, world, {.self = false});
    const Posture from = random_posture(random, figure), to = random_posture(random, figure);
    if (!motion.is_clear(from) || !motion.is_clear(to)) continue;
    const bool found = motion.is_clear(from, to);
    const double least = least_clearance(motion, from, to, 500);
    if (found) {
      ASSERT_GE(least, 0.0) << n;
    }
    if (least > 0.01) {
      ASSERT_TRUE(found) << n << " clear by " << least;
    }
    ++(found ? clear : blocked);
  }
  EXPECT_GT(clear, 0);
  EXPECT_GT(blocked, 0);
}

TEST(ClearMotion, ClearMotionsAreClearForEveryTypeOfJoint) {
  Random random(2);
  int clear = 0;
  for (int n = 0; n < scaled(150); ++n) {
    FigureDescription description =
        random_description(random, {.segments = 2 + n % 5, .free_root = n % 3 == 0});
    for (SegmentDescription& segment : description.segments) {
      segment.shapes.push_back({Sphere{random_vector(random, 0.1), 0.05}, std::nullopt});
      if (segment.joint.type == JointType::prismatic) segment.joint.ranges[0] = {-2.5, 2.5};
    }
    const Figure figure = Figure::build(description).value();
    const World world = random_world(random, 1.5);
    ClearMotion motion(figure, world, {.self = n % 2 == 0});
    const Posture from = random_posture(random, figure);
    Posture to = from;
    integrate(figure, random_step(random, figure, 0.7), to);
    if (!motion.is_clear(from) || !motion.is_clear(from, to)) continue;
    ++clear;
    ASSERT_GE(least_clearance(motion, from, to, 300), 0.0) << n;
  }
  EXPECT_GT(clear, 0);
}

TEST(ClearMotion, DetectsObstaclesWithoutThickness) {
  // A sheet between two postures of the arm that are both far from it.
  const Figure figure = tsuji_arm();
  World world;
  world.add("sheet",
            Rectangle{{1.2, 0, 0}, Vec2(0.4, 0.4), (Mat3() << 1, 0, 0, 0, 0, -1, 0, 1, 0).finished()});
  ClearMotion motion(figure, world);
  Posture above = figure.rest_posture(), below = above;
  above.values << 0.9, 0, 0, 0, 0;
  below.values << -0.3, 0, 0, 0, 0;
  ASSERT_GT(motion.clearance(above, 1.0), 0.2);
  ASSERT_GT(motion.clearance(below, 1.0), 0.2);
  EXPECT_FALSE(motion.is_clear(above, below));
  EXPECT_FALSE(motion.is_clear(below, above));
}

TEST(ClearMotion, StepsBackFromContacts) {
  const Figure figure = tsuji_arm();
  Kinematics kinematics(figure);
  const Vec3 at = kinematics.frame_position(figure.frame("middle.4"));
  World world;
  world.add("ball", Sphere{at + 0.1 * Vec3(0.5, -std::sqrt(0.75), 0), 0.085});
  ClearMotion motion(figure, world);
  Posture posture = figure.rest_posture();
  ASSERT_LT(motion.clearance(posture, 1.0), 0.0);
  std::vector<Posture> path;
  double before = motion.clearance(posture, 1.0);
  EXPECT_TRUE(motion.step_back(posture, 0.005, path));
  EXPECT_GE(motion.clearance(posture, 1.0), 0.005);
  ASSERT_FALSE(path.empty());
  for (const Posture& step : path) {
    EXPECT_GT(motion.clearance(step, 1.0), before);
    before = motion.clearance(step, 1.0);
  }
}

}  // namespace
}  // namespace limber
