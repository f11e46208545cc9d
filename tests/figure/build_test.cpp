// What Figure::build accepts, how it orders it, and the sentence it gives for everything it does not.

#include <gtest/gtest.h>

#include <numbers>

#include "limber/figure/compiled.h"
#include "limber/figure/figure.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;
using test::scaled;

FigureDescription arm() {
  FigureDescription d;
  d.name = "arm";
  d.segments = {{.name = "base"},
                {.name = "upper", .parent = "base", .joint = {.type = JointType::ball}},
                {.name = "lower", .parent = "upper", .joint = {.type = JointType::revolute}}};
  d.frames = {{"hand", "lower", Transform::at({0, 0, 1})}};
  return d;
}

std::string error_of(const FigureDescription& description) {
  const Expected<Figure> figure = Figure::build(description);
  return figure ? "" : figure.error().message;
}

template <class Change>
std::string error_after(Change&& change) {
  FigureDescription d = arm();
  change(d);
  return error_of(d);
}

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Build, ParentsComeFirstAndBranchesAreContiguous) {
  Random random(31);
  for (int trial = 0; trial < scaled(500); ++trial) {
    FigureDescription d = test::random_description(random, {.segments = 30, .chain = 0.4});
    std::shuffle(d.segments.begin(), d.segments.end(), random);  // any order in the file
    const Figure figure = Figure::build(d).value();
    for (const SegmentId s : figure.segments()) {
      EXPECT_LT(figure.parent(s), s);
      for (SegmentId t{s + 1}; t < figure.segment_count(); ++t) {
        bool descends = false;
        for (SegmentId up = t; up.is_valid(); up = figure.parent(up)) descends |= up == s;
        EXPECT_EQ(descends, t < figure.branch_end(s));
      }
    }
  }
}

TEST(Build, CountsDegreesOfFreedomAndValues) {
  const Figure figure = Figure::build(arm()).value();
  EXPECT_EQ(figure.dof_count(), 4);
  EXPECT_EQ(figure.value_count(), 5);
  EXPECT_EQ(figure.dof_name(DofId{1}), "upper turn y");
  EXPECT_EQ(figure.joint_of_dof(DofId{3}), figure.joint("lower"));
}

TEST(Build, EveryMistakeGetsOneSentence) {
  const auto expect = [](const std::string& actual, const std::string& wanted) { EXPECT_EQ(actual, wanted); };
  expect(error_of({}), "a figure needs at least one segment");
  expect(error_after([](auto& d) { d.segments[2].parent = "uper"; }),
         "segment \"lower\": its parent \"uper\" does not exist (did you mean \"upper\"?)");
  expect(error_after([](auto& d) { d.segments[2].name = "upper"; }),
         "segment \"upper\": the name is used twice; every segment needs its own");
  expect(error_after([](auto& d) { d.segments[2].parent = ""; }),
         "segment \"lower\": a figure has one root, and \"base\" is it already; give this segment a parent");
  expect(error_after([](auto& d) { d.segments[0].parent = "lower"; }),
         "no segment is the root; one must have no parent");
  expect(error_after([](auto& d) { d.segments[1].parent = "lower"; }),
         "segment \"upper\": it is its own ancestor; parents must lead to the root");
  expect(error_after([](auto& d) { d.segments[0].joint.type = JointType::revolute; }),
         "segment \"base\": the root stands fixed in the world or is free, not revolute; hang this segment "
         "from a base "
         "segment instead");
  expect(error_after([](auto& d) { d.segments[2].joint.axis.setZero(); }),
         "segment \"lower\": joint axis must be a non-zero direction");
  expect(error_after([](auto& d) {
           d.segments[2].joint.ranges[0] = {1, -1};
         }),
         "segment \"lower\": range has its minimum above its maximum; write [min, max]");
  expect(error_after([](auto& d) {
           d.segments[2].joint.ranges[0] = {nan, 1};
         }),
         "segment \"lower\": range is not a number, or too large");
  expect(error_after([](auto& d) {
           d.segments[2].joint.twist_limit = Range{-1, 1};
         }),
         "segment \"lower\": a twist limit belongs to a ball joint");
  expect(error_after([](auto& d) {
           d.segments[1].joint.ranges[0] = {-1, 1};
         }),
         "segment \"upper\": a ball joint takes 0 ranges, not 1");
  expect(error_after([](auto& d) { d.segments[1].joint.swing_limit = SwingEllipse{Vec2(1, 4)}; }),
         "segment \"upper\": radii of the swing ellipse must lie between 0 and pi");
  expect(error_after([](auto& d) {
           d.segments[2].joint.rest = {1, 2};
         }),
         "segment \"lower\": rest of a revolute joint takes 1 numbers, got 2");
  expect(error_after([](auto& d) {
           d.segments[2].joint.rest = {2};
           d.segments[2].joint.ranges[0] = {-1, 1};
         }),
         "segment \"lower\": rest lies outside the joint's own limits");
  expect(error_after([](auto& d) { d.segments[1].before.translation.x() = nan; }),
         "segment \"upper\": position is not a number, or too large");
  expect(error_after([](auto& d) { d.segments[1].before.translation.x() = 1e300; }),
         "segment \"upper\": position is not a number, or too large");
  expect(error_after([](auto& d) { d.segments[1].after.rotation *= 2; }),
         "segment \"upper\": rotation is not an orthonormal, right-handed matrix");
  expect(error_after([](auto& d) {
           d.segments[1].shapes = {{Sphere{Vec3::Zero(), -1}, {}}};
         }),
         "segment \"upper\": sphere radius must be a positive number");
  expect(error_after([](auto& d) {
           d.segments[1].shapes = {{Plane{}, {}}};
         }),
         "segment \"upper\": a plane can only be part of a world");
  expect(error_after([](auto& d) { d.segments[1].mass = MassProperties{.mass = -1}; }),
         "segment \"upper\": mass must be zero or positive");
  expect(error_after([](auto& d) { d.segments[1].density = -1; }),
         "segment \"upper\": density must be zero or positive");
  expect(error_after([](auto& d) { d.frames[0].segment = "lowr"; }),
         "frame \"hand\": segment \"lowr\" does not exist (did you mean \"lower\"?)");
  expect(error_after([](auto& d) { d.frames.push_back(d.frames[0]); }),
         "frame \"hand\": the name is used twice; every frame needs its own");
  expect(error_after([](auto& d) {
           d.couplings = {{"c", {{"lowr", 0, 1}}, {0, 0}}};
         }),
         "coupling \"c\": joint \"lowr\" does not exist (did you mean \"lower\"?)");
  expect(error_after([](auto& d) {
           d.couplings = {{"c", {{"lower", 1, 1}}, {0, 0}}};
         }),
         "coupling \"c\": joint \"lower\" has 1 coordinates, counted from 0; there is no number 1");
  expect(error_after([](auto& d) { d.segments[2].joint.name = "upper"; }),
         "segment \"lower\": joint name \"upper\" is used twice; every joint needs its own");
  expect(error_after([](auto& d) { d.chains = {{.name = "tail", .parent = "base", .links = 0}}; }),
         "chain \"tail\": links must lie between 1 and 200000");
}

TEST(Build, RestIsTheAllowedValueNearestToZero) {
  FigureDescription d = arm();
  d.segments[2].joint.ranges[0] = {-3.0, -0.1};
  const Figure figure = Figure::build(d).value();
  EXPECT_EQ(figure.rest_posture().values[4], -0.1);
  EXPECT_EQ(largest_limit_excess(figure, figure.rest_posture()).amount, 0.0);
}

TEST(Build, UnknownNamesSuggestNearOnes) {
  const Figure figure = Figure::build(arm()).value();
  try {
    figure.frame("hnd");
    FAIL() << "an unknown frame was found";
  } catch (const std::invalid_argument& e) {
    EXPECT_STREQ(e.what(), "figure \"arm\" has no frame \"hnd\" (did you mean \"hand\"?)");
  }
}

TEST(Build, TiesNameTwoFramesThatMoveAgainstEachOther) {
  using Kind = TieDescription::Kind;
  FigureDescription d = arm();
  const std::string moving = d.frames.at(0).name;
  d.frames.push_back({"ground", d.segments[0].name, {}});
  d.frames.push_back({"beside", d.frames[0].segment, {}});
  const auto complaint = [&](const TieDescription& tie) {
    d.ties = {tie};
    const Expected<Figure> figure = Figure::build(d);
    return figure ? std::string() : figure.error().message;
  };
  EXPECT_EQ(complaint({"t", Kind::on_ellipsoid, moving, "ground", Vec3(1, 2, 3)}), "");
  EXPECT_EQ(Figure::build(d)->ties()[0].to, Figure::build(d)->frame("ground"));
  EXPECT_EQ(complaint({"t", Kind::same_pose, moving, "ground"}), "");
  EXPECT_EQ(complaint({"t", Kind::on_ellipsoid, moving, "ground", Vec3(1, 0, 3)}),
            "tie \"t\": its radii must be above 0");
  EXPECT_NE(complaint({"t", Kind::same_point, moving, "beside"}).find("both frames are on"),
            std::string::npos);
  EXPECT_NE(complaint({"t", Kind::same_point, moving, "grund"}).find("did you mean \"ground\""),
            std::string::npos);
  EXPECT_EQ(complaint({"", Kind::same_point, moving, "ground"}), "a tie needs a name");
}

TEST(Build, DensityGivesTheMassOfTheShapes) {
  FigureDescription d = arm();
  d.segments[1].shapes = {{Sphere{Vec3(0, 0, 1), 0.1}, {}}, {Box{Vec3(0, 0, -1), Vec3(1, 1, 1)}, {}}};
  d.segments[1].density = 1000;
  const Figure figure = Figure::build(d).value();
  EXPECT_NEAR(figure.total_mass(), 1000 * (1 + 4.0 / 3 * std::numbers::pi * 1e-3), 1e-9);
}

TEST(Posture, InsideLimitsMovesEveryJointInside) {
  Random random(32);
  for (int trial = 0; trial < scaled(2000); ++trial) {
    const Figure figure = test::random_figure(random, {.segments = 8, .limits = true});
    const Posture wild = test::random_posture(random, figure);
    const Posture tame = inside_limits(figure, wild);
    EXPECT_LT(largest_limit_excess(figure, tame).amount, 1e-12);
    EXPECT_EQ(inside_limits(figure, tame), tame);  // inside: not a bit changes
  }
}

TEST(Posture, ParametersRoundTrip) {
  Random random(33);
  const Figure figure = test::random_figure(random, {.segments = 30, .free_root = true});
  const Posture posture = test::random_posture(random, figure);
  Posture copy = figure.rest_posture();
  for (const JointId j : figure.joints()) {
    set_joint_parameters(figure, copy, j, joint_parameters(figure, posture, j));
  }
  EXPECT_LT(difference(figure, posture, copy).norm(), 1e-13);
}

}  // namespace
}  // namespace limber
