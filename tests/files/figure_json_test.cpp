#include <gtest/gtest.h>

#include <numbers>

#include "limber/figure/figure.h"
#include "limber/files/files.h"
#include "limber/files/format/geometry_json.h"
#include "limber/math/rotation.h"
#include "support/random_figure.h"
#include "support/scale.h"
#include "support/temporary_folder.h"

namespace limber {
namespace {

using test::Random;

std::string everything_figure() {
  return test::contents_of(LIMBER_SOURCE_DIR "/tests/files/data/everything.json");
}

TEST(FigureJson, StrengthsAreReadAndWrittenAndRefusedWhereTheyDoNotFit) {
  const auto figure_with = [](const std::string& joint) {
    return R"({"limber": 1, "name": "arm", "segments": [{"name": "base"},
      {"name": "link", "parent": "base", "joint": )" +
           joint + "}]}";
  };
  const std::string table =
      R"([{"angle": 0, "positive": 10, "negative": 20}, {"angle": 1, "positive": 5, "negative": 8}])";
  const Figure hinge =
      parse_figure(figure_with(R"({"type": "revolute", "strength": )" + table + "}"), "arm.json").value();
  ASSERT_EQ(hinge.joint(JointId{1}).strength.table.size(), 2u);
  EXPECT_EQ(parse_figure(write_figure(hinge), "again.json").value().joint(JointId{1}),
            hinge.joint(JointId{1}));
  const Figure ball = parse_figure(figure_with(R"({"type": "ball", "strength": 75})"), "arm.json").value();
  EXPECT_EQ(ball.joint(JointId{1}).strength.torque, 75.0);
  const Figure limb =
      parse_figure(figure_with(R"({"type": "ball", "strength": {"axes": [75, )" + table + ", 20]}}"),
                   "arm.json")
          .value();
  const Strength& by_axes = limb.joint(JointId{1}).strength;
  ASSERT_EQ(by_axes.axes.size(), 3u);
  EXPECT_EQ(by_axes.axes[0], (Strength::Table{{0.0, 75.0, 75.0}}));
  EXPECT_EQ(by_axes.axes[1].size(), 2u);
  EXPECT_EQ(parse_figure(write_figure(limb), "again.json").value().joint(JointId{1}).strength, by_axes);
  for (
      const std::string& wrong :
      {R"({"type": "ball", "strength": )" + table + "}",
       std::string(R"({"type": "ball", "strength": {"axes": [1, 2]}})"),
       std::string(R"({"type": "ball", "strength": {"axes": [1, 2, 0]}})"),
       std::string(R"({"type": "revolute", "strength": {"axes": [1]}})"),
       std::string(R"({"type": "fixed", "strength": 5})"),
       std::string(R"({"type": "revolute", "strength": 0})"),
       std::string(R"({"type": "revolute", "strength": []})"),
       std::string(
           R"({"type": "revolute", "strength": [{"angle": 1, "positive": 1, "negative": 1}, {"angle": 0, "positive": 1, "negative": 1}]})")}) {
    EXPECT_FALSE(parse_figure(figure_with(wrong), "arm.json")) << wrong;
  }
}

// The largest difference of rotations between two descriptions that are otherwise equal.
struct Difference {
  double rotation = 0.0;
  bool same_rest = true;

  void compare(const Transform& a, const Transform& b) {
    rotation = std::max(rotation, (a.rotation - b.rotation).cwiseAbs().maxCoeff());
    same_rest = same_rest && a.translation == b.translation;
  }
  void compare(Mat3& a, Mat3& b) {
    rotation = std::max(rotation, (a - b).cwiseAbs().maxCoeff());
    b = a;
  }
  void compare_shape(Shape& a, Shape& b) {
    if (a.index() != b.index()) {
      same_rest = false;
      return;
    }
    if (auto* ellipsoid = std::get_if<Ellipsoid>(&a))
      compare(ellipsoid->rotation, std::get<Ellipsoid>(b).rotation);
    if (auto* box = std::get_if<Box>(&a)) compare(box->rotation, std::get<Box>(b).rotation);
    if (auto* sheet = std::get_if<Rectangle>(&a)) compare(sheet->rotation, std::get<Rectangle>(b).rotation);
    if (auto* mesh = std::get_if<MeshReference>(&a))
      compare(mesh->box.rotation, std::get<MeshReference>(b).box.rotation);
  }
};

Difference difference_between(FigureDescription a, FigureDescription b) {
  Difference difference;
  if (a.segments.size() != b.segments.size() || a.chains.size() != b.chains.size() ||
      a.frames.size() != b.frames.size()) {
    difference.same_rest = false;
    return difference;
  }
  const auto compare = [&](Transform& x, Transform& y) {
    difference.compare(x, y);
    y = x;
  };
  for (std::size_t i = 0; i < a.segments.size(); ++i) {
    compare(a.segments[i].before, b.segments[i].before);
    compare(a.segments[i].after, b.segments[i].after);
    if (a.segments[i].shapes.size() != b.segments[i].shapes.size()) {
      difference.same_rest = false;
      return difference;
    }
    for (std::size_t s = 0; s < a.segments[i].shapes.size(); ++s) {
      difference.compare_shape(a.segments[i].shapes[s].shape, b.segments[i].shapes[s].shape);
    }
  }
  for (std::size_t i = 0; i < a.chains.size(); ++i) compare(a.chains[i].before, b.chains[i].before);
  for (std::size_t i = 0; i < a.frames.size(); ++i) compare(a.frames[i].pose, b.frames[i].pose);
  difference.same_rest = difference.same_rest && a == b;
  return difference;
}

// What has no meaning for a joint's type is not written: random descriptions hold such values.
FigureDescription without_unused(FigureDescription figure) {
  for (SegmentDescription& segment : figure.segments) {
    Joint& joint = segment.joint;
    const bool has_axis = joint.type == JointType::revolute || joint.type == JointType::prismatic ||
                          joint.type == JointType::elbow;
    if (!has_axis) joint.axis = Joint{}.axis;
    if (joint.type != JointType::elbow) joint.twist_axis = Joint{}.twist_axis;
    if (segment.mass) {
      Mat3& inertia = segment.mass->inertia;  // symmetric to the last bit, as six numbers are
      inertia = Mat3(inertia.selfadjointView<Eigen::Upper>());
    }
  }
  return figure;
}

TEST(FigureJson, ReadsEveryKey) {
  const FigureDescription figure = parse_figure(everything_figure(), "everything.json").value().description();
  EXPECT_EQ(figure.name, "everything");
  ASSERT_EQ(figure.segments.size(), 10u);

  const SegmentDescription& base = figure.segments[0];
  EXPECT_EQ(base.parent, "");
  EXPECT_EQ(base.before.translation, Vec3(0, 0, 1));
  EXPECT_EQ(base.joint.type, JointType::free);
  EXPECT_EQ(base.joint.name, "floating");
  EXPECT_EQ(base.joint.rest, (std::vector<double>{0.1, 0, 0, 0, 0, 0.2}));
  ASSERT_EQ(base.shapes.size(), 3u);
  const Box& box = std::get<Box>(base.shapes[0].shape);
  EXPECT_EQ(box.center, Vec3(0, 0, 0.1));
  EXPECT_EQ(box.size, Vec3(0.4, 0.3, 0.2));
  EXPECT_TRUE(box.rotation.isApprox(axis_rotation(Vec3::UnitZ(), 0.5)));
  EXPECT_EQ(*base.shapes[0].color, (Color{0xc0 / 255.0, 0x80 / 255.0, 0x40 / 255.0}));
  EXPECT_EQ(base.shapes[1].shape, Shape(Sphere{{0, 0, 0.3}, 0.1}));
  EXPECT_EQ(*base.shapes[1].color, (Color{0.1, 0.2, 0.3}));
  EXPECT_EQ(std::get<Ellipsoid>(base.shapes[2].shape).radii, Vec3(0.1, 0.2, 0.3));
  EXPECT_EQ(base.mass->mass, 2.5);
  EXPECT_EQ(base.mass->center, Vec3(0, 0, 0.1));
  Mat3 inertia;
  inertia << 0.02, 0.001, 0.002, 0.001, 0.03, 0.003, 0.002, 0.003, 0.04;
  EXPECT_EQ(base.mass->inertia, inertia);

  const SegmentDescription& arm = figure.segments[1];
  EXPECT_EQ(arm.parent, "base");
  EXPECT_EQ(arm.joint.swing_limit, SwingLimit(SwingEllipse{{1.2, 0.8}}));
  EXPECT_EQ(arm.joint.twist_limit, TwistLimit(Range{-1, 1.5}));
  EXPECT_TRUE(arm.joint.inverted);
  EXPECT_EQ(arm.after.translation, Vec3(0, 0, 0.05));
  EXPECT_TRUE(arm.after.rotation.isApprox(axis_rotation(Vec3::UnitX(), 0.3)));
  EXPECT_EQ(arm.shapes[0].shape, Shape(Capsule{{0, 0, 0}, {0, 0, 0.3}, 0.04}));
  EXPECT_EQ(arm.density, 1000.0);

  const SegmentDescription& forearm = figure.segments[2];
  EXPECT_EQ(forearm.joint.axis, Vec3(0, 1, 0));
  EXPECT_EQ(forearm.joint.twist_axis, Vec3(0, 0, 1));
  EXPECT_EQ(forearm.joint.ranges[0], (Range{0, 2.5}));
  EXPECT_EQ(forearm.joint.ranges[1], (Range{-1.5, unlimited}));
  EXPECT_EQ(forearm.shapes[0].shape, Shape(Cylinder{{0, 0, 0}, {0, 0, 0.25}, 0.03}));
  EXPECT_EQ(forearm.mass->inertia, Mat3(Vec3(0.01, 0.01, 0.001).asDiagonal()));

  EXPECT_EQ(figure.segments[3].joint.ranges[1], Range{});
  EXPECT_EQ(std::get<MeshReference>(figure.segments[3].shapes[0].shape).file,
            "package://everything/hand.stl");
  const auto& polygon = std::get<SwingPolygon>(figure.segments[4].joint.swing_limit);
  ASSERT_EQ(polygon.vertices.size(), 4u);
  for (const Vec3& vertex : polygon.vertices) EXPECT_NEAR(vertex.norm(), 1.0, 1e-15);
  const auto& table = std::get<TwistTable>(figure.segments[5].joint.twist_limit);
  EXPECT_EQ(table.azimuths, 3);
  EXPECT_EQ(table.deviations, 2);
  EXPECT_EQ(table.largest_deviation, 1.0);
  EXPECT_EQ(table.ranges[4], (Range{-0.6, 0.5}));
  EXPECT_EQ(figure.segments[6].joint.ranges[0], (Range{-unlimited, 0.5}));
  EXPECT_EQ(figure.segments[7].joint.rest, std::vector<double>{0.5});

  ASSERT_EQ(figure.chains.size(), 2u);
  const ChainDescription& tail = figure.chains[0];
  EXPECT_EQ(tail.links, 5);
  EXPECT_EQ(tail.first_radius, 0.04);
  EXPECT_EQ(tail.last_radius, 0.01);
  EXPECT_EQ(tail.shape, ChainDescription::LinkShape::capsule);
  EXPECT_EQ(tail.joints.size(), 2u);
  EXPECT_EQ(tail.mass, 900.0);
  EXPECT_EQ(figure.chains[1].first_radius, figure.chains[1].last_radius);

  EXPECT_EQ(figure.frames[0].segment, "hand");
  EXPECT_EQ(figure.frames[0].pose.translation, Vec3(0, 0, 0.08));
  EXPECT_EQ(figure.couplings[0].range, (Range{0.1, 0.1}));
  EXPECT_EQ(figure.couplings[0].terms[0].coefficient, 2.0);
  EXPECT_EQ(figure.couplings[1].range, (Range{-2, 4}));
  EXPECT_EQ(figure.couplings[1].terms[1].coordinate, 1);
  using Tied = TieDescription::Kind;
  const std::vector<TieDescription> ties = {
      {"grip round sting", Tied::on_ellipsoid, "grip", "sting", Vec3(0.9, 0.8, 0.7)},
      {"loop", Tied::same_point, "tail.tip", "grip"}};
  EXPECT_EQ(figure.ties, ties);
}

TEST(FigureJson, WritingReadsBackTheSameAndWritesTheSameBytes) {
  const Figure figure = parse_figure(everything_figure(), "everything.json").value();
  const std::string first = write_figure(figure);
  const Expected<Figure> again = parse_figure(first, "again.json");
  ASSERT_TRUE(again) << again.error().message << "\n" << first;
  const Difference difference = difference_between(figure.description(), again->description());
  EXPECT_TRUE(difference.same_rest) << first;
  EXPECT_LE(difference.rotation, 2e-14);
  EXPECT_EQ(write_figure(*again), first);
}

TEST(FigureJson, RandomFiguresSurviveWritingAndReading) {
  Random random(11);
  for (int round = 0; round < test::scaled(500); ++round) {
    test::RandomFigureOptions options;
    options.segments = test::uniform_int(random, 1, 20);
    options.free_root = round % 2 == 0;
    options.limits = round % 3 != 0;
    const FigureDescription description = without_unused(test::random_description(random, options));
    const std::string first = write_figure(description);
    const Expected<Figure> again = parse_figure(first, "again.json");
    ASSERT_TRUE(again) << again.error().message << "\n" << first;
    const Difference difference = difference_between(description, again->description());
    EXPECT_TRUE(difference.same_rest) << first;
    EXPECT_LE(difference.rotation, 2e-14);
    EXPECT_EQ(write_figure(*again), first);
  }
}

TEST(FigureJson, RotationsDoNotDriftWhenWrittenRepeatedly) {
  Random random(12);
  const auto text_of = [](const Mat3& rotation) {
    json::Output object = json::Output::object();
    json::write_rotation(rotation, object);
    return object.to_string();
  };
  const auto read = [](const std::string& text) -> Mat3 {
    const json::Tree tree = json::parse(text, "x.json");
    const json::Value value(tree.root(), text);
    const auto rotation = value.find("rotation");
    return rotation ? json::read_rotation(*rotation) : Mat3::Identity();
  };
  double worst = 0.0;
  for (int round = 0; round < test::scaled(20'000); ++round) {
    Mat3 rotation = test::random_rotation(random);
    const double near_pi = std::numbers::pi - std::pow(10.0, -test::uniform(random, 1, 16));
    if (round % 4 == 1) rotation = axis_rotation(test::random_direction(random), near_pi);
    if (round % 4 == 2)
      rotation = axis_rotation(test::random_direction(random), std::pow(10.0, -test::uniform(random, 1, 17)));
    if (round % 4 == 3) {  // quarter and half turns, as people write them
      rotation = axis_rotation(Vec3::Unit(test::uniform_int(random, 0, 2)),
                               test::uniform_int(random, -2, 2) * std::numbers::pi / 2);
    }
    const std::string first = text_of(rotation);
    const Mat3 again = read(first);
    EXPECT_EQ(text_of(again), first);
    worst = std::max(worst, (again - rotation).cwiseAbs().maxCoeff());
  }
  EXPECT_LT(worst, 2e-14);
}

TEST(FigureJson, RotationsAreWrittenAsTheyWereRead) {
  for (const std::string rotation :
       {"[0, 1.2, 0]", "[0.3, -0.2, 0.1]", "[0, 0, 1.5707963267948966]", "[2.5, 0, 0]"}) {
    const std::string text =
        R"({"limber": 1, "name": "f", "segments": [{"name": "a", "at": {"rotation": )" + rotation + "}}]}";
    const std::string written = write_figure(parse_figure(text, "x.json").value());
    EXPECT_NE(written.find("\"rotation\": " + rotation), std::string::npos) << written;
  }
}

TEST(FigureJson, DefaultsAreLeftOut) {
  FigureDescription figure;
  figure.name = "small";
  figure.segments.resize(2);
  figure.segments[0].name = "a";
  figure.segments[1].name = "b";
  figure.segments[1].parent = "a";
  figure.segments[1].joint.type = JointType::ball;
  EXPECT_EQ(write_figure(figure), R"({
  "limber": 1,
  "name": "small",
  "segments": [
    {"name": "a"},
    {
      "name": "b",
      "parent": "a",
      "joint": {"type": "ball"}
    }
  ]
}
)");
}

TEST(FigureJson, DirectionsNeedNotHaveLengthOne) {
  const char* text = R"({"limber": 1, "name": "f", "segments": [{"name": "a"},
      {"name": "b", "parent": "a", "joint": {"type": "revolute", "axis": [3, 0, 4]}}]})";
  const Figure figure = parse_figure(text, "x.json").value();
  EXPECT_TRUE(figure.joint(JointId{1}).axis.isApprox(Vec3(0.6, 0, 0.8)));
}

TEST(FigureJson, LimitsTooLargeToReadAreWrittenAsNone) {
  FigureDescription figure;
  figure.name = "f";
  figure.segments.resize(2);
  figure.segments[0].name = "a";
  figure.segments[1].name = "b";
  figure.segments[1].parent = "a";
  figure.segments[1].joint.type = JointType::revolute;
  figure.segments[1].joint.ranges[0] = {-1e16, 2};
  const FigureDescription again = parse_figure(write_figure(figure), "x.json").value().description();
  EXPECT_EQ(again.segments[1].joint.ranges[0], (Range{-unlimited, 2}));
}

TEST(FigureJson, ProblemsOfTheWholeFigureGetTheLineOfTheirSegment) {
  const char* text = R"({"limber": 1, "name": "f", "segments": [
      {"name": "pelvis"},
      {"name": "thigh", "parent": "pelvis"},
      {"name": "shin", "parent": "thihg"}]})";
  EXPECT_EQ(parse_figure(text, "x.json").error().message,
            "x.json:4: segments[2]: segment \"shin\": its parent \"thihg\" does not exist (did you mean "
            "\"thigh\"?)");
}

TEST(FigureJson, ReadsAHundredThousandSegments) {
  FigureDescription figure;
  figure.name = "long";
  const int count = test::scaled(100'000);
  figure.segments.resize(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    SegmentDescription& segment = at(figure.segments, i);
    segment.name = "s" + std::to_string(i);
    if (i == 0) continue;
    segment.parent = "s" + std::to_string(i - 1);
    segment.before = Transform::at(Vec3(0.1, 0, 0));
    segment.joint.type = JointType::revolute;
  }
  const Figure again = parse_figure(write_figure(figure), "long.json").value();
  EXPECT_EQ(again.description(), figure);
}

}  // namespace
}  // namespace limber
