#include "limber/world/l_system.h"

#include <gtest/gtest.h>

#include <numbers>
#include <set>

namespace limber {
namespace {

TEST(LSystem, TheDefaultTreeHasThirteenConnectedCapsules) {
  const std::vector<Capsule> tree = grow({}).value();
  ASSERT_EQ(tree.size(), 13u);  // 1 + 3 + 9
  EXPECT_EQ(tree[0], (Capsule{Vec3(0, 0, 0), Vec3(0, 0, 2), 0.3}));
  for (std::size_t i = 1; i < tree.size(); ++i) {
    bool hangs = false;
    for (std::size_t k = 0; k < i; ++k) hangs |= (tree[k].b - tree[i].a).norm() < 1e-12;
    EXPECT_TRUE(hangs) << i;
    const int generation = static_cast<int>(std::lround(std::log(tree[i].radius / 0.3) / std::log(0.7)));
    EXPECT_NEAR((tree[i].b - tree[i].a).norm(), 2.0 * std::pow(0.8, generation), 1e-12);
    EXPECT_TRUE(generation == 1 || generation == 2);
  }
  // The first three branches leave the trunk at 30 degrees, 120 degrees from each other.
  std::vector<Vec3> first;
  for (const Capsule& branch : tree) {
    if (branch.a == tree[0].b) first.push_back((branch.b - branch.a).normalized());
  }
  ASSERT_EQ(first.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(first[i].z(), std::cos(std::numbers::pi / 6), 1e-12);
    const Vec3 next = first[(i + 1) % 3];
    EXPECT_NEAR(first[i].head<2>().normalized().dot(next.head<2>().normalized()), -0.5, 1e-12);
  }
}

TEST(LSystem, TheTurtleTurnsAsWritten) {
  // Ahead is +z, left -x, up -y; a quarter turn about each axis, right-handed.
  const auto end_of = [](const std::string& word) {
    LSystem system;
    system.axiom = word;
    system.rules.clear();
    system.angle = std::numbers::pi / 2;
    system.length = 1.0;
    const std::vector<Capsule> capsules = grow(system).value();
    return Vec3(capsules.back().b - capsules.back().a);
  };
  const auto is = [](const Vec3& a, const Vec3& b) { return (a - b).norm() < 1e-12; };
  EXPECT_TRUE(is(end_of("F"), Vec3(0, 0, 1)));
  EXPECT_TRUE(is(end_of("+F"), Vec3(-1, 0, 0)));  // to the left
  EXPECT_TRUE(is(end_of("-F"), Vec3(1, 0, 0)));
  EXPECT_TRUE(is(end_of("^F"), Vec3(0, -1, 0)));    // up
  EXPECT_TRUE(is(end_of("&F"), Vec3(0, 1, 0)));     // down
  EXPECT_TRUE(is(end_of("\\+F"), Vec3(0, -1, 0)));  // rolled to the right by a quarter: left is up now
  EXPECT_TRUE(is(end_of("/+F"), Vec3(0, 1, 0)));
  EXPECT_TRUE(is(end_of("|F"), Vec3(0, 0, -1)));
  EXPECT_TRUE(is(end_of("+&^-F"), Vec3(0, 0, 1)));
  EXPECT_TRUE(is(end_of("[+F]F"), Vec3(0, 0, 1)));
}

TEST(LSystem, TheSeedDeterminesTheTree) {
  LSystem system;
  system.rules = {{'A', "F[&!'A]////[&!'A]", 0.5}, {'A', "F[&!'A]", 0.3}, {'F', "FF", 0.1}};
  system.depth = 6;
  system.angle_spread = 0.2;
  const std::vector<Capsule> one = grow(system).value();
  EXPECT_EQ(one, grow(system).value());
  std::set<std::size_t> sizes;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    system.seed = seed;
    sizes.insert(grow(system).value().size());
  }
  EXPECT_GT(sizes.size(), 10u);
}

TEST(LSystem, RulesAreChosenWithTheirProbabilities) {
  LSystem system;
  system.axiom = std::string(20000, 'A');
  system.rules = {{'A', "F", 0.5}, {'A', "FF", 0.2}};  // and nothing with 0.3
  system.depth = 1;
  EXPECT_NEAR(static_cast<double>(grow(system).value().size()), 20000 * 0.9, 400);
}

TEST(LSystem, GrowsAtItsPlace) {
  LSystem system;
  system.place = {Eigen::AngleAxisd(1.0, Vec3(1, 2, 3).normalized()).toRotationMatrix(), Vec3(4, 5, 6)};
  const std::vector<Capsule> moved = grow(system).value(), plain = grow({}).value();
  ASSERT_EQ(moved.size(), plain.size());
  for (std::size_t i = 0; i < plain.size(); ++i)
    EXPECT_LT((moved[i].b - system.place * plain[i].b).norm(), 1e-12);
}

TEST(LSystem, SaysWhatIsWrongWithAGrammar) {
  const auto error = [](LSystem system) {
    const Expected<std::vector<Capsule>> tree = grow(system);
    return tree ? std::string() : tree.error().message;
  };
  EXPECT_EQ(error({}), "");
  EXPECT_EQ(error({.axiom = "F]"}), "the tree's word closes a branch, ']', that no '[' opened");
  EXPECT_EQ(error({.axiom = "[F"}), "the tree's word opens a branch, '[', that no ']' closes");
  EXPECT_EQ(error({.depth = -1}), "a tree's depth is 0 to 20, not -1");
  EXPECT_EQ(error({.rules = {{'A', "F", 0.7}, {'A', "FF", 0.7}}}),
            "the rules for \"A\" have probabilities of more than 1 together");
  EXPECT_EQ(error({.rules = {{'A', "F", 1.5}}}),
            "the probability of a rule for \"A\" must be between 0 and 1");
  EXPECT_EQ(error({.radius = 0.0}), "a tree's radius must be positive");
  EXPECT_EQ(error({.rules = {{'A', "AAAAAAAA"}}, .depth = 20}),
            "the tree has more than 2000000 letters after 7 of 20 generations: reduce its depth");
}

TEST(LSystem, BranchesAreAddedToTheWorldByName) {
  World world;
  world.add("table", Box{});
  EXPECT_EQ(world.add_tree("oak", {}).value(), 13);
  EXPECT_EQ(world.obstacles.size(), 14u);
  EXPECT_EQ(world.obstacle("oak.13"), 13);
  const World before = world;
  const Expected<int> again = world.add_tree("oak", {});
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().message,
            "the world has an obstacle \"oak.1\" already: choose another name for the tree");
  EXPECT_EQ(world, before);
}

}  // namespace
}  // namespace limber
