// Accessible space against what is known on paper, and against random postures.

#include "limber/reach/accessible_space.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>

#include "limber/files/files.h"
#include "limber/kinematics/kinematics.h"
#include "limber/math/random.h"
#include "support/scale.h"

namespace limber {
namespace {

constexpr double pi = std::numbers::pi;
const std::string source = LIMBER_SOURCE_DIR;

// Links of these lengths in the plane y = 0, each turning about -y.
Scene planar_arm(const std::vector<double>& lengths, const Range& range = {}) {
  FigureDescription description{.name = "arm"};
  description.segments.push_back({.name = "base"});
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    SegmentDescription link{.name = "link." + std::to_string(i + 1),
                            .parent = i == 0 ? "base" : "link." + std::to_string(i)};
    if (i > 0) link.before = Transform::at(Vec3(lengths[i - 1], 0, 0));
    link.joint = {.type = JointType::revolute, .axis = -Vec3::UnitY()};
    if (i > 0) link.joint.ranges[0] = range;
    link.joint.rest = {0.4};
    link.mass = MassProperties{.mass = 1.0, .center = Vec3(0.5 * lengths[i], 0, 0)};
    description.segments.push_back(link);
  }
  description.frames.push_back(
      {"tip", description.segments.back().name, Transform::at(Vec3(lengths.back(), 0, 0))});
  Figure figure = Figure::build(description).value();
  Posture posture = figure.rest_posture();
  return {.figure = std::move(figure), .posture = std::move(posture)};
}

AccessOptions in_xz(double cell) {
  return {.frame = "tip", .plane = AccessPlane{Vec3::Zero(), -Vec3::UnitY()}, .cell = cell};
}

TEST(AccessibleSpace, OfTwoLinksIsTheRingBetweenTheirDifferenceAndTheirSum) {
  const AccessibleSpace space = accessible_space(planar_arm({1.0, 0.6}), in_xz(0.08)).value();
  EXPECT_NEAR(space.size, pi * (1.6 * 1.6 - 0.4 * 0.4), 0.01 * pi * 1.6 * 1.6);
  ASSERT_EQ(space.outlines.size(), 2u);
  for (const std::vector<Vec3>& outline : space.outlines) {
    const bool outer = outline.front().norm() > 1.0;
    for (const Vec3& point : outline) EXPECT_NEAR(point.norm(), outer ? 1.6 : 0.4, 0.06 * space.cell);
  }
  EXPECT_EQ(space.boundary.size(), space.outlines[0].size() + space.outlines[1].size());
  for (const AccessCell& cell : space.cells) {
    EXPECT_GT(cell.place.norm(), 0.4 - 1e-9);
    EXPECT_LT(cell.place.norm(), 1.6 + 1e-9);
  }
  EXPECT_FALSE(space.is_cut_off);
}

// The cells around the tip in a random posture: it is found, or next to what is found.
bool is_found(const AccessibleSpace& space, const std::set<std::array<int, 3>>& reached, const Vec3& tip) {
  const Vec3 at = space.axes.transpose() * (tip - space.origin) / space.cell;
  for (int i = 0; i < 8; ++i) {
    std::array<int, 3> corner;
    for (std::size_t k = 0; k < 3; ++k)
      corner[k] = static_cast<int>(std::floor(at[static_cast<Eigen::Index>(k)])) + (i >> k & 1);
    if (space.in_plane) corner[2] = 0;
    if (reached.contains(corner)) return true;
  }
  return false;
}

int missed_by(const AccessibleSpace& space, const Scene& scene, int count) {
  std::set<std::array<int, 3>> reached;
  for (const AccessCell& cell : space.cells) reached.insert(cell.at);
  Random random(7);
  Kinematics kinematics(scene.figure);
  int missed = 0;
  for (int i = 0; i < count; ++i) {
    Posture posture = scene.posture;
    for (const JointId joint : scene.figure.joints()) {
      const Joint& each = scene.figure.joint(joint);
      if (each.type != JointType::revolute) continue;
      const double low = std::max(each.ranges[0].min, -pi), high = std::min(each.ranges[0].max, pi);
      posture.values[scene.figure.first_value(joint)] = random.between(low, high);
    }
    kinematics.update(posture);
    const Vec3 tip = now(Place(scene.figure.frame(space.frame)), kinematics).pose.translation;
    missed += is_found(space, reached, tip) ? 0 : 1;
  }
  return missed;
}

TEST(AccessibleSpace, HoldsNearlyEveryRandomPostureOfAnArmWithLimits) {
  const Scene scene = planar_arm({0.6, 0.5, 0.4}, {-0.3, 1.8});
  const AccessibleSpace space = accessible_space(scene, in_xz(0.05)).value();
  const int count = test::scaled(4000);
  EXPECT_LE(missed_by(space, scene, count), count / 200);
}

TEST(AccessibleSpace, HoldsNearlyEveryRandomPostureOfARobotInSpace) {
  const Scene scene = load_scene(source + "/scenes/panda.json").value();
  Scene bare = scene;
  bare.tasks = {};
  bare.avoidance.technique = Technique::off;
  const std::string frame = scene.figure.frames().back().name;
  const AccessibleSpace space = accessible_space(bare, {.frame = frame, .cell = 0.22}).value();
  const int count = test::scaled(2000);
  EXPECT_LE(missed_by(space, bare, count), count / 50);
  EXPECT_GT(space.size, 1.0);  // a ball of 0.8 m has 2.1 m^3
}

TEST(AccessibleSpace, KeepsTasksThatComeFirst) {
  Scene scene = planar_arm({1.0, 0.6});
  // The elbow stays at or below the height of the shoulder: then the tip is at most 0.6 above it.
  scene.tasks.add("elbow", Region{.frame = Place::on_segment(SegmentId{2}, Vec3(Vec3::Zero())),
                                  .inside = Region::InsideHalfSpace{Vec3::UnitZ(), 0.0}});
  scene.tasks.add("tip", Reach{.frame = scene.figure.frame("tip"), .target = Vec3(5, 0, 0)}, {.priority = 2});
  const AccessibleSpace space = accessible_space(scene, in_xz(0.05)).value();
  ASSERT_EQ(space.left_out.size(), 1u);  // the goal of the probe stands in for it
  EXPECT_TRUE(space.unmet.empty());
  double highest = -2.0, lowest = 2.0;
  for (const Vec3& point : space.boundary) {
    highest = std::max(highest, point.z());
    lowest = std::min(lowest, point.z());
  }
  EXPECT_NEAR(highest, 0.6, 0.05);
  EXPECT_NEAR(lowest, -1.6, 0.05);
  const AccessibleSpace all = accessible_space(planar_arm({1.0, 0.6}), in_xz(0.05)).value();
  EXPECT_LT(space.size, 0.8 * all.size);
}

// Chapter 7.3.4: the centre of mass stays over the foot, so the tip cannot be brought far to either side.
TEST(AccessibleSpace, OfAChainInBalanceIsNarrowerThanOfOneThatIsHeld) {
  const Scene scene = load_scene(source + "/scenes/chain-access.json").value();
  AccessOptions options{.frame = "link.tip", .plane = AccessPlane{Vec3::Zero(), -Vec3::UnitY()}};
  const AccessibleSpace kept = accessible_space(scene, options).value();
  Scene held = scene;
  held.tasks = {};
  const AccessibleSpace all = accessible_space(held, options).value();
  EXPECT_LT(kept.size, 0.9 * all.size);
  EXPECT_TRUE(kept.unmet.empty());
}

TEST(AccessibleSpace, OfAPersonNeverHasLessMarginThanItsBalanceAsks) {
  Scene scene = load_scene(source + "/scenes/human-person.json").value();
  scene.criteria.clear();
  const AccessibleSpace space =
      accessible_space(
          scene, {.frame = "hand.r", .plane = AccessPlane{Vec3(0, -0.3, 0), -Vec3::UnitY()}, .cell = 0.3})
          .value();
  EXPECT_GT(space.cells.size(), 12u);
  for (const AccessCell& cell : space.cells) {
    ASSERT_TRUE(cell.margin && cell.effort);
    EXPECT_GT(*cell.margin, 0.03 - 1e-3);
    EXPECT_GT(*cell.effort, 0.0);
  }
}

TEST(AccessibleSpace, OfATrunkIsInsideItsLength) {
  Scene scene = load_scene(source + "/scenes/elephant.json").value();
  scene.tasks = {};
  const AccessibleSpace space = accessible_space(scene, {.frame = "trunk.tip", .cell = 0.6}).value();
  EXPECT_GT(space.cells.size(), 20u);
  EXPECT_FALSE(space.is_cut_off);
}

TEST(AccessibleSpace, IsTheSameEveryTime) {
  const Scene scene = planar_arm({0.6, 0.5, 0.4});
  const AccessibleSpace one = accessible_space(scene, in_xz(0.15)).value();
  const AccessibleSpace two = accessible_space(scene, in_xz(0.15)).value();
  ASSERT_EQ(one.cells.size(), two.cells.size());
  for (std::size_t i = 0; i < one.cells.size(); ++i) {
    EXPECT_EQ(one.cells[i].place, two.cells[i].place);
    EXPECT_EQ(one.cells[i].effort, two.cells[i].effort);
  }
  EXPECT_EQ(one.boundary, two.boundary);
}

TEST(AccessibleSpace, SaysWhatIsWrong) {
  const Scene scene = planar_arm({1.0, 0.6});
  const auto problem = [&](const AccessOptions& options) {
    const Expected<AccessibleSpace> space = accessible_space(scene, options);
    return space ? std::string() : space.error().message;
  };
  EXPECT_EQ(problem({.frame = "tipp"}), "there is no frame \"tipp\" (did you mean \"tip\"?)");
  EXPECT_NE(problem({.frame = "tip", .cell = -1.0}).find("positive"), std::string::npos);
  EXPECT_NE(
      problem({.frame = "tip", .plane = AccessPlane{Vec3(0, 3, 0), Vec3::UnitY()}}).find("cannot reach"),
      std::string::npos);
  EXPECT_NE(problem({.frame = "tip", .plane = AccessPlane{Vec3::Zero(), Vec3::Zero()}}).find("normal"),
            std::string::npos);
  EXPECT_EQ(problem(in_xz(20.0)).find("frame \"tip\" cannot leave its place by a cell of 20000.0 mm"), 0u);
  const Expected<AccessibleSpace> stopped =
      accessible_space(scene, in_xz(0.1), [](const AccessProgress& now) { return now.cells < 20; });
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().message, "the search was stopped");
}

}  // namespace
}  // namespace limber
