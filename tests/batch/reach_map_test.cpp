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
  EXPECT_NEAR(map.volume(), 1.0 * 0.6 * 0.4, 1e-12);
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
