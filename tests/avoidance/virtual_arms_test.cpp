// Virtual arms among discs: what they reach, what they never touch, what they report.

#include "limber/avoidance/virtual_arms.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "avoidance/clearance.h"
#include "limber/models/models.h"
#include "limber/shapes/closest.h"
#include "support/allocations.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using namespace test;

Figure tsuji_arm() {
  return Figure::build(models::find("tsuji-arm")->make({})).value();
}

Shape disc(double x, double y, double radius) {
  return Cylinder{.a = {x, y, -0.05}, .b = {x, y, 0.05}, .radius = radius};
}

TEST(VirtualArms, ReachAGoalWithNothingInTheWay) {
  const Figure figure = tsuji_arm();
  VirtualArms arms(figure);
  Posture posture = figure.rest_posture();
  const VirtualArmsPlan plan = arms.plan({}, figure.frame("tip"), {0.5, 0.6, 0}, posture);
  EXPECT_EQ(plan.status, VirtualArmsStatus::reached);
  EXPECT_LE(plan.distance, 0.01);
  EXPECT_LT(plan.steps, 200);
}

TEST(VirtualArms, GoRoundADiscTheyWouldRunInto) {
  const Figure figure = tsuji_arm();
  World world;
  world.add("disc", disc(0.75, 0.75, 0.08));
  int would_touch = 0, gone_round = 0;
  for (int n = 0; n < 24; ++n) {
    const Vec3 goal(0.4 + 0.2 * (n % 6), 0.2 - 0.2 * (n / 6), 0);
    double least[2] = {1.0, 1.0};
    VirtualArmsStatus status[2];
    for (const bool blind : {true, false}) {
      VirtualArms arms(figure);
      Posture posture = figure.rest_posture();
      const auto watch = [&](const VirtualArmsStep&, const Posture& at) {
        least[blind] = std::min(least[blind], clearance_of(figure, world, at));
      };
      status[blind] = arms.plan(blind ? World{} : world, figure.frame("tip"), goal, posture, watch).status;
    }
    ASSERT_GE(least[false], -1e-9) << n;
    if (status[true] != VirtualArmsStatus::reached || least[true] >= 0.0) continue;
    ++would_touch;
    gone_round += status[false] == VirtualArmsStatus::reached;
  }
  EXPECT_GE(would_touch, 5);
  EXPECT_GE(gone_round, 1) << "of " << would_touch;
}

struct RandomScene {
  World world;
  Vec3 goal;
};
RandomScene random_scene(Random& random, const Figure& figure) {
  for (;;) {
    RandomScene scene;
    const int count = uniform_int(random, 2, 5);
    for (int k = 0; k < count; ++k) {
      scene.world.add(
          "disc " + std::to_string(k),
          disc(uniform(random, -0.6, 1.6), uniform(random, -0.4, 1.6), uniform(random, 0.05, 0.15)));
    }
    const double angle = uniform(random, -0.3, 1.8), far = uniform(random, 0.5, 1.5);
    scene.goal = Vec3(far * std::cos(angle), far * std::sin(angle), 0);
    // The start clear, the base clear, the goal clear by what the widened discs take.
    bool good = clearance_of(figure, scene.world, figure.rest_posture()) > 0.05;
    for (const Obstacle& obstacle : scene.world.obstacles) {
      good = good && closest(Shape(Sphere{scene.goal, 0.0}), obstacle.shape).distance > 0.15 &&
             closest(Shape(Sphere{Vec3::Zero(), 0.0}), obstacle.shape).distance > 0.2;
    }
    if (good) return scene;
  }
}

TEST(VirtualArms, NeverTouchADiscWithAnyPartOfTheArm) {
  const Figure figure = tsuji_arm();
  Random random(1);
  int reached = 0, runs = 0;
  for (int n = 0; n < scaled(40); ++n, ++runs) {
    const RandomScene scene = random_scene(random, figure);
    VirtualArms arms(figure);
    Posture posture = figure.rest_posture();
    double least = 1.0;
    const auto watch = [&](const VirtualArmsStep&, const Posture& at) {
      least = std::min(least, clearance_of(figure, scene.world, at));
    };
    const VirtualArmsPlan plan = arms.plan(scene.world, figure.frame("tip"), scene.goal, posture, watch);
    ASSERT_GE(least, -1e-9) << n << " " << virtual_arms_status_name(plan.status);
    reached += plan.status == VirtualArmsStatus::reached;
  }
  EXPECT_GT(reached, runs / 3);
}

TEST(VirtualArms, StopBehindAWallAndReportIt) {
  const Figure figure = tsuji_arm();
  World world;
  // The goal lies behind a bowl open to the other side.
  world.add("wall", Box{.center = {1.0, 0.5, 0}, .size = {0.05, 3.0, 0.2}});
  VirtualArms arms(figure, {.most_steps = 2000});
  Posture posture = figure.rest_posture();
  posture.values << 2.6, -0.9, -0.9, -0.9, -0.5;
  ASSERT_GT(clearance_of(figure, world, posture), 0.0);
  const VirtualArmsPlan plan = arms.plan(world, figure.frame("tip"), {1.4, 0.5, 0}, posture);
  EXPECT_TRUE(plan.status == VirtualArmsStatus::deadlock || plan.status == VirtualArmsStatus::infeasible)
      << virtual_arms_status_name(plan.status);
  EXPECT_GE(clearance_of(figure, world, posture), -1e-9);
}

TEST(VirtualArms, AnArmSetDownInsideAnObstacleComesOut) {
  const Figure figure = tsuji_arm();
  Posture posture = figure.rest_posture();
  Kinematics kinematics(figure);
  kinematics.update(posture);
  const Vec3 inside = kinematics.frame_position(figure.frame("middle.4"));
  World world;
  const Vec3 center = inside + 0.1 * Vec3(0.5, -std::sqrt(0.75), 0);  // link 4 passes 2 cm inside the rim
  world.add("disc", Cylinder{.a = center - Vec3::UnitZ(), .b = center + Vec3::UnitZ(), .radius = 0.1});
  ASSERT_LT(clearance_of(figure, world, posture), 0.0);
  VirtualArms arms(figure, {.goal_tolerance = 1e-9, .still = 0.0});
  const Vec3 tip = kinematics.frame_position(figure.frame("tip"));
  arms.plan(world, figure.frame("tip"), tip + Vec3(0.1, 0.1, 0), posture);
  EXPECT_GT(clearance_of(figure, world, posture), 0.0);
}

TEST(VirtualArms, ClearancesAndDirectionsAreThoseOfTheDisc) {
  const Figure figure = tsuji_arm();
  Kinematics kinematics(figure);
  const Frame& tip = figure.frame(figure.frame("tip"));
  VirtualArms arms(figure, {.widen_obstacles = false, .arm_has_width = false, .avoid_itself = false});
  arms.aim(kinematics, tip.segment, tip.pose.translation);
  const Vec3 at = kinematics.frame_position(figure.frame("middle.3"));
  const Vec3 center = at + Vec3(0.12, 0.16, 0);  // 0.2 away
  World world;
  world.add("disc", disc(center.x(), center.y(), 0.15));
  ObstacleIndex obstacles;
  obstacles.build(world);
  VecX step(5);
  arms.displace(kinematics, figure.rest_posture(), obstacles, Vec3(1, 0, 0), step);
  const EndPointView& view = arms.views()[4];  // (1,.5) (1,1) (2,.5) (2,1) (3,.5)
  EXPECT_NEAR((view.position - at).norm(), 0.0, 1e-12);
  EXPECT_NEAR(view.clearance, 0.05, 1e-9);
  // f = 0.02 * 1.0/2.0; away from the centre.
  EXPECT_NEAR((view.wanted - 0.01 * Vec3(-0.6, -0.8, 0)).norm(), 0.0, 1e-9);
  EXPECT_NEAR(view.weight, 500.0 / (5.0 * 5.0), 1e-6);  // in centimetres
  EXPECT_NEAR(arms.views()[0].weight, 0.001, 1e-12);
}

TEST(VirtualArms, WidenedDiscsLeaveNoRoomBetweenEndPoints) {
  // Two end-points just outside the widened disc, on either side of it: the link between them does not touch.
  Random random(2);
  const Figure figure = tsuji_arm();
  Kinematics kinematics(figure);
  const Frame& tip = figure.frame(figure.frame("tip"));
  const VirtualArmsOptions options = in_metres({.widen_obstacles = true, .avoid_itself = false}, 2.0);
  ArmChain chain(figure, 2);
  chain.lay(kinematics, tip.segment, tip.pose.translation, ArmSpace::plane);
  chain.place_evenly(2);
  ArmSurroundings near(chain, options);
  int tight = 0;
  for (int n = 0; n < scaled(5000); ++n) {
    const Posture posture = random_posture(random, figure);
    kinematics.update(posture);
    near.place(kinematics);
    World world;
    world.add("disc", n % 2 ? disc(uniform(random, -1, 1), uniform(random, -1, 1), uniform(random, 0.01, 0.3))
                            : Shape(Sphere{random_vector(random, 1.0).cwiseProduct(Vec3(1, 1, 0)),
                                           uniform(random, 0.01, 0.3)}));
    ObstacleIndex obstacles;
    obstacles.build(world);
    bool clear = true;
    // The base is no end-point: far from the disc, here.
    clear = closest(Shape(Sphere{Vec3::Zero(), 0.0}), world.obstacles[0].shape).distance > 0.15;
    for (std::size_t i = 0; i < chain.points().size(); ++i) {
      clear = clear && near.point_clearance(i, obstacles) >= 0.0;
    }
    if (!clear) continue;
    double least = unlimited;
    for (std::size_t k = 0; k < chain.links().size(); ++k) {
      least = std::min(least, near.link_clearance(k, obstacles));
    }
    ASSERT_GE(least, -1e-9) << n;
    tight += least < 0.02;
  }
  EXPECT_GT(tight, 0) << "no case came near the bound";
}

TEST(VirtualArms, LinksOfTheArmCountAsObstacles) {
  // Folded so that the tip is 3 cm from the first link: it is pushed away from it.
  const Figure figure = tsuji_arm();
  Kinematics kinematics(figure);
  Posture posture = figure.rest_posture();
  const double right = std::numbers::pi / 2;
  posture.values << 0.0, right, right, right * 0.9, 0.0;
  kinematics.update(posture);
  const Frame& tip = figure.frame(figure.frame("tip"));
  ObstacleIndex nothing;
  nothing.build({});
  VecX step(5);
  for (const bool avoid : {true, false}) {
    VirtualArms arms(figure, {.search_radius = 0.5, .avoid_itself = avoid});
    arms.aim(kinematics, tip.segment, tip.pose.translation);
    arms.displace(kinematics, posture, nothing, Vec3(-0.2, -0.5, 0), step);
    EXPECT_EQ(std::isfinite(arms.views().back().clearance), avoid);
  }
}

TEST(VirtualArms, KeepTheRangesOfTheirJoints) {
  FigureDescription description = models::find("tsuji-arm")->make({});
  for (SegmentDescription& segment : description.segments) {
    if (!segment.parent.empty()) segment.joint.ranges[0] = {-0.7, 2.2};
  }
  const Figure figure = Figure::build(description).value();
  VirtualArms arms(figure);
  Posture posture = figure.rest_posture();
  arms.plan({}, figure.frame("tip"), {0.1, 0.2, 0}, posture, [&](const VirtualArmsStep&, const Posture& at) {
    ASSERT_LE(largest_limit_excess(figure, at).amount, 1e-12);
  });
}

TEST(VirtualArms, WorkInSpaceAsWell) {
  const Figure figure = Figure::build(models::find("snake")->make({.links = 8})).value();
  Kinematics kinematics(figure);
  const Frame& tip = figure.frames().back();
  const FrameId last_frame{figure.frames().size() - 1};
  const Vec3 start = kinematics.frame_pose(last_frame).translation;
  VirtualArms arms(figure, {.goal_tolerance = 0.005, .most_steps = 600});
  Posture posture = figure.rest_posture();
  const Vec3 goal = start + Vec3(0.0, 0.06, 0.05);
  World world;
  world.add("ball", Sphere{.center = start + Vec3(0.05, 0.25, 0.3), .radius = 0.02});
  const VirtualArmsPlan plan = arms.plan(world, last_frame, goal, posture);
  EXPECT_EQ(arms.chain().space(), ArmSpace::space) << tip.name;
  EXPECT_EQ(plan.status, VirtualArmsStatus::reached)
      << virtual_arms_status_name(plan.status) << plan.distance;
}

TEST(VirtualArms, BadNumbersAreSaidAndMoveNothing) {
  const Figure figure = tsuji_arm();
  EXPECT_THROW(VirtualArms(figure, {.points_per_link = 0}), std::invalid_argument);
  EXPECT_THROW(VirtualArms(figure, {.search_radius = -1}), std::invalid_argument);
  EXPECT_THROW(VirtualArms(figure, {.retry_weight = 0.5}), std::invalid_argument);
  EXPECT_THROW(VirtualArms(figure, {.goal_tolerance = std::nan("")}), std::invalid_argument);
  VirtualArms arms(figure);
  Posture posture = figure.rest_posture();
  const Posture before = posture;
  EXPECT_EQ(arms.plan({}, figure.frame("tip"), Vec3(std::nan(""), 0, 0), posture).status,
            VirtualArmsStatus::bad_input);
  EXPECT_EQ(posture, before);
}

TEST(VirtualArms, AStepAllocatesNothing) {
  const Figure figure = tsuji_arm();
  Random random(3);
  const RandomScene scene = random_scene(random, figure);
  VirtualArms arms(figure);
  Kinematics kinematics(figure);
  Posture posture = figure.rest_posture();
  ObstacleIndex obstacles;
  obstacles.build(scene.world);
  VecX step(5);
  const Frame& tip = figure.frame(figure.frame("tip"));
  arms.aim(kinematics, tip.segment, tip.pose.translation);
  AllocationCounter counter;
  for (int k = 0; k < 100; ++k) {
    if (k == 50) arms.aim(kinematics, tip.segment, Vec3(0.3, 0, 0));
    arms.displace(kinematics, posture, obstacles, scene.goal, step);
    integrate(figure, step, posture);
    kinematics.update(posture);
  }
  EXPECT_EQ(counter.count(), 0u);
}

TEST(VirtualArms, SameInputSameBits) {
  const Figure figure = tsuji_arm();
  Random random(4);
  const RandomScene scene = random_scene(random, figure);
  const auto run = [&] {
    VirtualArms arms(figure);
    Posture posture = figure.rest_posture();
    arms.plan(scene.world, figure.frame("tip"), scene.goal, posture);
    return posture;
  };
  EXPECT_EQ(run(), run());
}

}  // namespace
}  // namespace limber
