// Which pairs are not kept apart, and which have pieces that mislead, by what is said of their meshes.

#include "limber/world/overlapping_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

SegmentDescription turning(const std::string& name, const std::string& parent, const Vec3& at, Shape shape) {
  SegmentDescription segment;
  segment.name = name;
  segment.parent = parent;
  segment.before = Transform::at(at);
  segment.joint.type = parent.empty() ? JointType::fixed : JointType::revolute;
  segment.joint.axis = Vec3::UnitZ();
  segment.shapes.push_back({std::move(shape), {}});
  return segment;
}

// A ball that swings into a box in about half of all postures, and is outside at rest.
Figure arm() {
  FigureDescription figure;
  figure.name = "arm";
  figure.segments.push_back(
      turning("base", "", Vec3::Zero(), Box{Vec3::Zero(), Vec3::Ones(), Mat3::Identity()}));
  figure.segments.push_back(turning("upper", "base", Vec3(0.7, 0, 0), Sphere{Vec3::Zero(), 0.05}));
  figure.segments.push_back(turning("lower", "upper", Vec3(0.2, 0, 0), Sphere{Vec3::Zero(), 0.05}));
  figure.segments.push_back(turning("hand", "lower", Vec3(0.2, 0, 0), Sphere{Vec3::Zero(), 0.1}));
  return Figure::build(std::move(figure)).value();
}

bool has(const LookedAtPairs& looked, const std::string& other, UncheckedPair::Why why) {
  return std::find(looked.unchecked.begin(), looked.unchecked.end(), UncheckedPair{"base", other, why}) !=
         looked.unchecked.end();
}

TEST(OverlappingPairs, WhatReallyOverlapsNowAndThenIsKeptApart) {
  const LookedAtPairs looked =
      look_at_pairs(arm(), [](SegmentId, SegmentId, const Kinematics&, int) { return true; });
  EXPECT_TRUE(looked.unchecked.empty());
  EXPECT_TRUE(looked.misled.empty());
}

TEST(OverlappingPairs, PiecesThatOverlapWhereTheMeshesNeverDoAreLetBe) {
  int asked = 0;
  const LookedAtPairs looked = look_at_pairs(arm(), [&](SegmentId, SegmentId, const Kinematics&, int) {
    ++asked;
    return false;
  });
  EXPECT_TRUE(has(looked, "hand", UncheckedPair::Why::never));
  EXPECT_TRUE(looked.misled.empty());
  EXPECT_LE(asked, 120 * static_cast<int>(looked.unchecked.size() + 3));
}

// The hand meets the base only where the first joint between them is at its end, which random postures do not
// find.
TEST(OverlappingPairs, LinksAreBentToTheirEndsBeforeTheyAreLetBe) {
  FigureDescription description = arm().description();
  for (SegmentDescription& segment : description.segments) {
    if (segment.joint.type == JointType::revolute) segment.joint.ranges[0] = {-2.5, 2.5};
  }
  const Figure figure = Figure::build(std::move(description)).value();
  const auto is_bent = [&](SegmentId, SegmentId b, const Kinematics& kinematics, int) {
    const Mat3 turn = kinematics.segment_pose(figure.segment("upper")).rotation;
    return b == figure.segment("hand") && std::abs(std::atan2(turn(1, 0), turn(0, 0))) > 2.4999;
  };
  EXPECT_FALSE(has(look_at_pairs(figure, is_bent), "hand", UncheckedPair::Why::never));
}

// Whoever waits for a robot does not wait for ever. What was not looked at is kept apart.
TEST(OverlappingPairs, OnceItIsTooLateOnlyTheRestPostureIsLookedAt) {
  const auto never = [](SegmentId, SegmentId, const Kinematics&, int) { return false; };
  int asked = 0;
  const auto after_five = [&] { return ++asked > 5; };
  const LookedAtPairs looked = look_at_pairs(arm(), never, after_five);
  EXPECT_LE(asked, 10);
  EXPECT_TRUE(looked.unchecked.empty());

  FigureDescription description = arm().description();
  description.segments.back().before = Transform::at(Vec3(-0.7, 0, 0));  // the hand is in the base at rest
  const Figure touching = Figure::build(std::move(description)).value();
  const LookedAtPairs late = look_at_pairs(
      touching, [](SegmentId, SegmentId, const Kinematics&, int) { return true; }, [] { return true; });
  EXPECT_TRUE(has(late, "hand", UncheckedPair::Why::at_rest));
  EXPECT_EQ(late.unchecked.size(), 1u);
}

// With many joints between them two links can touch in ways that no number of postures shows.
TEST(OverlappingPairs, FarLinksAreNotLetBeBecauseTheyHaveNotTouched) {
  FigureDescription description = arm().description();
  for (const char* name : {"a", "b", "c"}) {
    description.segments.push_back(
        turning(name, description.segments.back().name, Vec3(0.05, 0, 0), Sphere{Vec3::Zero(), 0.1}));
  }
  const LookedAtPairs looked =
      look_at_pairs(Figure::build(std::move(description)).value(),
                    [](SegmentId, SegmentId, const Kinematics&, int) { return false; });
  EXPECT_TRUE(has(looked, "hand", UncheckedPair::Why::never));
  EXPECT_FALSE(has(looked, "c", UncheckedPair::Why::never));
}

TEST(OverlappingPairs, PiecesThatOverlapTooOftenMislead) {
  const Figure figure = arm();
  int asked = 0;
  const LookedAtPairs looked =
      look_at_pairs(figure, [&](SegmentId, SegmentId, const Kinematics&, int) { return ++asked % 2 == 0; });
  EXPECT_FALSE(has(looked, "hand", UncheckedPair::Why::never));
  for (const char* name : {"hand", "base"}) {
    const bool is_misled =
        std::any_of(looked.misled.begin(), looked.misled.end(),
                    [&](const MisledSegment& misled) { return misled.segment == figure.segment(name); });
    EXPECT_TRUE(is_misled) << name;
  }
}

// Nine of ten postures in which pieces overlap are free in truth. Where those are most of what is free, the
// pair is let be; where they are fewer, it is kept apart.
TEST(OverlappingPairs, PiecesThatRuleOutMostOfWhatIsFreeAreLetBe) {
  FigureDescription wide = arm().description();
  wide.segments.back().shapes = {{Sphere{Vec3::Zero(), 0.3}, {}}};  // overlaps in most postures, not at rest
  const Figure figure = Figure::build(std::move(wide)).value();
  const auto one_in_ten = [](SegmentId, SegmentId, const Kinematics&, int number) {
    return number % 10 == 0;
  };
  EXPECT_TRUE(has(look_at_pairs(figure, one_in_ten), "hand", UncheckedPair::Why::always));
  EXPECT_FALSE(has(look_at_pairs(arm(), one_in_ten), "hand", UncheckedPair::Why::always));
}

// Pieces overlap in every posture that is free in truth: a small part of all postures, and all that a figure
// is asked for.
TEST(OverlappingPairs, WhatMisleadsInFreePosturesCountsHoweverFewTheseAre) {
  const Figure figure = arm();
  const LookedAtPairs looked = look_at_pairs(
      figure, [&](SegmentId, SegmentId, const Kinematics&, int number) { return number % 40 != 0; });
  ASSERT_FALSE(looked.misled.empty());
  for (const MisledSegment& misled : looked.misled) {
    EXPECT_GT(misled.share, 0.02);
    EXPECT_LE(misled.share, 1.0);
  }
}

}  // namespace
}  // namespace limber
