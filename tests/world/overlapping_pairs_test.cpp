// Which pairs are not kept apart, and which have pieces that mislead, by what is said of their meshes.

#include "limber/world/overlapping_pairs.h"

#include <gtest/gtest.h>

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
      look_at_pairs(arm(), [](SegmentId, SegmentId, const Kinematics&) { return true; });
  EXPECT_TRUE(looked.unchecked.empty());
  EXPECT_TRUE(looked.misled.empty());
}

TEST(OverlappingPairs, PiecesThatOverlapWhereTheMeshesNeverDoAreLetBe) {
  int asked = 0;
  const LookedAtPairs looked = look_at_pairs(arm(), [&](SegmentId, SegmentId, const Kinematics&) {
    ++asked;
    return false;
  });
  EXPECT_TRUE(has(looked, "hand", UncheckedPair::Why::never));
  EXPECT_TRUE(looked.misled.empty());
  EXPECT_LE(asked, 20 * static_cast<int>(looked.unchecked.size() + 3));
}

TEST(OverlappingPairs, PiecesThatOverlapTooOftenMislead) {
  const Figure figure = arm();
  int asked = 0;
  const LookedAtPairs looked =
      look_at_pairs(figure, [&](SegmentId, SegmentId, const Kinematics&) { return ++asked % 2 == 0; });
  EXPECT_FALSE(has(looked, "hand", UncheckedPair::Why::never));
  EXPECT_NE(std::find(looked.misled.begin(), looked.misled.end(), figure.segment("hand")),
            looked.misled.end());
  EXPECT_NE(std::find(looked.misled.begin(), looked.misled.end(), figure.segment("base")),
            looked.misled.end());
}

}  // namespace
}  // namespace limber
