// A map of where a frame can go: exact for a gantry, whose reach is a box; for an arm, what single queries
// say.

#include "limber/batch/solve_many.h"

#include <gtest/gtest.h>

#include "batch_figures.h"

namespace limber::test {

namespace {

// Three slides at right angles: x in [-0.5, 0.5], y in [0, 0.6], z in [0.1, 0.5].
Figure gantry() {
  FigureDescription d;
  d.name = "gantry";
  const Range ranges[] = {{-0.5, 0.5}, {0.0, 0.6}, {0.1, 0.5}};
  SegmentDescription base;
  base.name = "base";
  d.segments.push_back(base);
  std::string parent = "base";
  for (int k = 0; k < 3; ++k) {
    SegmentDescription s;
    s.name = "s" + std::to_string(k);
    s.parent = parent;
    s.joint.type = JointType::prismatic;
    s.joint.axis = Vec3::Unit(k);
    s.joint.ranges[0] = ranges[k];
    parent = s.name;
    d.segments.push_back(s);
  }
  d.frames.push_back({"tool", parent, Transform{}});
  return Figure::build(d).value();
}

}  // namespace

TEST(ReachMap, OfAGantryIsItsBox) {
  const Figure figure = gantry();
  const ReachMap map =
      reach_map(figure, FrameId{0}, {.cell = 0.1, .min = Vec3(-1, -1, -1), .max = Vec3(1, 1, 1)});
  EXPECT_EQ(map.counts, (std::array<int, 3>{20, 20, 20}));
  EXPECT_EQ(map.cells.size(), 10u * 6u * 4u);
  EXPECT_NEAR(map.size(), 1.0 * 0.6 * 0.4, 1e-12);
  for (const ReachCell& cell : map.cells) {
    EXPECT_EQ(cell.share, 1.0);
    EXPECT_NEAR(cell.manipulability, 1.0, 1e-12);  // of three slides at right angles
    const Vec3 c = cell.center;
    const double room = std::min({2.0 * (0.5 - std::abs(c.x())), 2.0 * std::min(c.y(), 0.6 - c.y()) / 0.6,
                                  2.0 * std::min(c.z() - 0.1, 0.5 - c.z()) / 0.4});
    EXPECT_NEAR(cell.room, room, 1e-3);
  }
}

TEST(ReachMap, OfAnArmSaysWhatSingleQueriesSay) {
  const Figure figure = panda();
  const FrameId flange = figure.frame("flange");
  ReachMapOptions options{.cell = 0.3, .orientations = 6};
  const ReachMap map = reach_map(figure, flange, options);
  ASSERT_FALSE(map.cells.empty());
  EXPECT_GT(map.queries, 6 * map.cells.size());
  EXPECT_TRUE(std::any_of(map.cells.begin(), map.cells.end(),
                          [](const ReachCell& cell) { return cell.share < 1.0; }));
  // Any orientation is easier than six of them.
  options.orientations = 0;
  const ReachMap any = reach_map(figure, flange, options);
  EXPECT_GE(any.cells.size(), map.cells.size());
  for (std::size_t i = 0; i < any.cells.size(); i += 7) {
    const PoseGoal goal{any.cells[i].center, std::nullopt};
    EXPECT_TRUE(solve_many(figure, flange, {&goal, 1}, {.restarts = 10}).goals[0].satisfied);
    EXPECT_GT(any.cells[i].manipulability, 0.0);
  }
  // Where random postures bring the flange there are cells, but for those at the border.
  Random random(5);
  Kinematics kinematics(figure);
  int inside = 0;
  const int tries = scaled(500);
  for (int i = 0; i < tries; ++i) {
    kinematics.update(random_posture(figure, random));
    const Vec3 at = kinematics.frame_position(flange);
    inside += std::any_of(any.cells.begin(), any.cells.end(), [&](const ReachCell& cell) {
      return (cell.center - at).lpNorm<Eigen::Infinity>() <= 0.15 + 1e-9;
    });
  }
  EXPECT_GE(inside, tries * 7 / 10);
}

// At the edge of what the person's hand can reach; ten restarts alone find five cells fewer.
TEST(ReachMap, FindsAtTheBorderWhatManyRestartsFindAndSaysWhatItMayMiss) {
  const Figure figure = model("human");
  const FrameId hand = figure.frame("hand.r");
  ReachMapOptions options{.cell = 0.25, .min = Vec3(0.125, -0.125, 0.375), .max = Vec3(1.125, 0.625, 1.375)};
  const ReachMap map = reach_map(figure, hand, options);
  EXPECT_EQ(map.queries, 48u);
  std::size_t by_few = 0, by_many = 0;
  for (double x = 0.25; x < 1.1; x += 0.25) {
    for (double y = 0.0; y < 0.6; y += 0.25) {
      for (double z = 0.5; z < 1.3; z += 0.25) {
        const PoseGoal goal{Vec3(x, y, z), std::nullopt};
        by_few += solve_many(figure, hand, {&goal, 1}, {.restarts = 10, .nearest = false}).satisfied_count();
        const bool is_reached =
            solve_many(figure, hand, {&goal, 1}, {.restarts = 150, .nearest = false}).satisfied_count() == 1;
        const bool is_listed = std::any_of(map.cells.begin(), map.cells.end(), [&](const ReachCell& cell) {
          return (cell.center - goal.position).norm() < 1e-9;
        });
        EXPECT_TRUE(is_reached || !is_listed);
        by_many += is_reached;
      }
    }
  }
  EXPECT_LT(by_few, by_many);
  ASSERT_TRUE(map.missed_at_most);
  EXPECT_LE(map.cells.size(), by_many);
  EXPECT_GE(map.cells.size() + 1, by_many);
  EXPECT_GE(map.cells.size() + *map.missed_at_most, by_many);
  EXPECT_LE(*map.missed, *map.missed_at_most);
  // The same from one thread, cell by cell.
  options.solve.threads = 1;
  const ReachMap alone = reach_map(figure, hand, options);
  ASSERT_EQ(alone.cells.size(), map.cells.size());
  for (std::size_t i = 0; i < map.cells.size(); ++i) {
    EXPECT_EQ(alone.cells[i].center, map.cells[i].center);
    EXPECT_EQ(alone.cells[i].manipulability, map.cells[i].manipulability);
  }
  // With nothing to tell by, nothing is said.
  options.solve.restarts = 0;
  EXPECT_FALSE(reach_map(figure, hand, options).missed);
}

// Three hinges about one axis, links of 0.5, 0.3 and 0.1 m, on a base turned and lifted.
static Figure flat_arm(const Transform& base_pose, double last_link) {
  FigureDescription d;
  d.name = "flat";
  SegmentDescription base;
  base.name = "base";
  d.segments.push_back(base);
  const double lengths[] = {0.0, 0.5, 0.3};
  for (int k = 0; k < 3; ++k) {
    SegmentDescription s;
    s.name = "s" + std::to_string(k);
    s.parent = d.segments.back().name;
    s.before = k == 0 ? base_pose : Transform::at(Vec3(lengths[k], 0, 0));
    s.joint.type = JointType::revolute;
    s.joint.axis = Vec3::UnitZ();
    s.joint.ranges[0] = {-3.2, 3.2};
    d.segments.push_back(s);
  }
  d.frames.push_back({"tip", "s2", Transform::at(Vec3(last_link, 0, 0))});
  return Figure::build(d).value();
}

TEST(ReachMap, OfAFrameThatMovesInAPlaneIsThere) {
  const Transform tilted{Eigen::AngleAxisd(0.7, Vec3(1, 2, 0.5).normalized()).toRotationMatrix(),
                         Vec3(0, 0, 0.031)};
  for (const Transform& base : {Transform::at(Vec3(0, 0, 0.031)), tilted}) {
    const Figure figure = flat_arm(base, 0.0);
    ReachMapOptions options{.cell = 0.02};
    options.solve.position_tolerance = 1e-6;
    const ReachMap map = reach_map(figure, FrameId{0}, options);
    ASSERT_TRUE(map.plane.has_value());
    // A ring, from 0.5 - 0.3 to 0.5 + 0.3 m.
    EXPECT_NEAR(map.size(), std::numbers::pi * (0.64 - 0.04), 0.05);
    for (const ReachCell& cell : map.cells) {
      const Vec3 at = base.inverse() * cell.center;
      EXPECT_NEAR(at.z(), 0.0, 1e-12);
      EXPECT_GT(at.norm(), 0.2 - 1e-4);
      // The area that two links span: l1 l2 |sin(bend)|; its square, because the root is steep at the border.
      const double cosine = (at.squaredNorm() - 0.34) / 0.3;
      EXPECT_NEAR(std::pow(cell.manipulability, 2), 0.0225 * (1.0 - cosine * cosine), 1e-6);
    }
  }
}

TEST(ReachMap, OrientationsInAPlaneAreTurnsAboutItsNormal) {
  const Figure figure = flat_arm(Transform::at(Vec3(0, 0, 0.2)), 0.1);
  const ReachMap map = reach_map(figure, FrameId{0}, {.cell = 0.05, .orientations = 8});
  // From 0.3 to 0.7 m the tip can point anywhere; all over the ring from 0.1 to 0.9 m it can somewhere.
  int everywhere = 0, somewhere = 0;
  for (const ReachCell& cell : map.cells) {
    const double away = Vec3(cell.center - Vec3(0, 0, 0.2)).norm();
    if (away > 0.31 && away < 0.69) {
      EXPECT_EQ(cell.share, 1.0);
    }
    everywhere += cell.share == 1.0;
    somewhere += cell.share < 1.0;
  }
  EXPECT_GT(everywhere, 400);
  EXPECT_GT(somewhere, 100);
}

// Half a metre of 2 kg on a hinge of 10 N m: the torque is m g 0.25 cos(angle), wherever the tip is.
TEST(ReachMap, EffortIsThatOfTheWeightTheJointsHold) {
  FigureDescription d;
  d.name = "lever";
  SegmentDescription base, lever;
  base.name = "base";
  lever.name = "lever";
  lever.parent = "base";
  lever.joint.type = JointType::revolute;
  lever.joint.axis = Vec3::UnitY();
  lever.joint.ranges[0] = {-1.5, 1.5};
  lever.joint.strength.torque = 10.0;
  lever.mass = MassProperties{.mass = 2.0, .center = Vec3(0.25, 0, 0)};
  d.segments = {base, lever};
  d.frames.push_back({"tip", "lever", Transform::at(Vec3(0.5, 0, 0))});
  const Figure figure = Figure::build(d).value();
  ReachMapOptions options{
      .cell = 0.02, .min = Vec3(0, -0.01, -0.5), .max = Vec3(0.5, 0.01, 0.5), .effort = true};
  options.solve.position_tolerance = 0.01;
  const ReachMap map = reach_map(figure, FrameId{0}, options);
  ASSERT_GT(map.cells.size(), 20u);
  for (const ReachCell& cell : map.cells) {
    ASSERT_TRUE(cell.effort.has_value());
    const double ratio = 2.0 * 9.81 * 0.25 * cell.center.x() / cell.center.norm() / 10.0;
    EXPECT_NEAR(*cell.effort, ratio * ratio, 0.03);
  }
  options.effort = false;
  EXPECT_FALSE(reach_map(figure, FrameId{0}, options).cells[0].effort.has_value());
}

TEST(ReachMap, RefusesWhatCannotBeUsedAndNamesIt) {
  const Figure figure = panda();
  const auto complaint = [&](const ReachMapOptions& options) -> std::string {
    try {
      reach_map(figure, figure.frame("flange"), options);
    } catch (const std::invalid_argument& problem) {
      return problem.what();
    }
    return "";
  };
  EXPECT_EQ(complaint({.cell = 0.0}), "reach_map: the cell must be above 0");
  EXPECT_NE(complaint({.cell = 1e-4}).find("queries are too many"), std::string::npos);
  EXPECT_NE(complaint({.min = Vec3(1, 0, 0), .max = Vec3(0, 1, 1)}), "");
}

}  // namespace limber::test
