// What published files do that the specification does not foresee, or that other readers trip over.

#include "urdf_support.h"

namespace limber {
namespace {

using namespace test;

TEST(UrdfOddities, FileFullOfOdditiesIsRead) {
  const Expected<Figure> figure = parse_urdf(text_of(urdf_folder / "oddities.urdf"), "some/oddities.urdf");
  ASSERT_TRUE(figure) << figure.error().message;
  EXPECT_EQ(figure->name(), "oddities");  // of the file: the robot has no name
  EXPECT_EQ(figure->segment_count(), 7);
  EXPECT_EQ(figure->dof_count(), 4);
  EXPECT_EQ(figure->total_mass(), 1.75);
}

TEST(UrdfOddities, HugeLimitsAreNoLimits) {
  const Joint joint = segment_of(describe_file("oddities.urdf"), "upper arm").joint;
  EXPECT_FALSE(joint.ranges[0].is_limited());
  EXPECT_EQ(joint.axis, Vec3::UnitZ());  // written as 0 0 25
}

TEST(UrdfOddities, LimitsWithoutLowerAndUpperLockTheJointAsTheSpecificationSays) {
  EXPECT_EQ(segment_of(describe_file("oddities.urdf"), "stuck").joint.ranges[0], (Range{0, 0}));
  EXPECT_FALSE(segment_of(describe_file("oddities.urdf"), "wheel").joint.ranges[0].is_limited());
}

TEST(UrdfOddities, NumbersMayHaveSignsSpacesAndTinyExponents) {
  const FigureDescription figure = describe_file("oddities.urdf");
  EXPECT_EQ(segment_of(figure, "forearm").before.translation, Vec3(0.3, 0, 0));
  EXPECT_EQ(segment_of(figure, "forearm").joint.ranges[0], (Range{-2.5, -0.5}));
  EXPECT_EQ(segment_of(figure, "hand").mass->mass, 0.25);
}

TEST(UrdfOddities, InertiasNoBodyCanHaveAreKept) {
  const MassProperties mass = *segment_of(describe_file("oddities.urdf"), "forearm").mass;
  EXPECT_EQ(mass.inertia.diagonal(), Vec3(-0.001, 0.5, 0.001));
  EXPECT_EQ(segment_of(describe_file("oddities.urdf"), "upper arm").mass->mass, 0.0);
  EXPECT_EQ(segment_of(describe_file("oddities.urdf"), "hand").mass->inertia, Mat3::Zero());
}

TEST(UrdfOddities, JointMayHaveTheNameOfALink) {
  const FigureDescription figure = describe_file("oddities.urdf");
  EXPECT_EQ(segment_of(figure, "upper arm").joint.name, "base");
  EXPECT_EQ(segment_of(figure, "base").joint.name, "base.root");
}

TEST(UrdfOddities, ByteOrderMarkCarriageReturnsAndTrailingZerosAreFine) {
  const std::string text = text_of(urdf_folder / "arm.urdf");
  const FigureDescription expected = describe_urdf(text, "arm.urdf").value();
  std::string with_returns;
  for (char c : text) with_returns += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(describe_urdf("\xef\xbb\xbf" + text, "arm.urdf").value(), expected);
  EXPECT_EQ(describe_urdf(with_returns, "arm.urdf").value(), expected);
  EXPECT_EQ(describe_urdf(text + std::string(3, '\0'), "arm.urdf").value(), expected);
}

TEST(UrdfOddities, LinesAreCountedFromTheTopOfTheFile) {
  const std::string text =
      "\xef\xbb\xbf<!-- one\ntwo -->\n<?xml\nversion=\"1.0\"?>\n<robot>\n<link/>\n</robot>";
  EXPECT_EQ(describe_urdf(text, "a.urdf").error().message,
            "a.urdf:6: <link> has no name; expected name=\"...\"");
}

TEST(UrdfOddities, LocaleWithDecimalCommasChangesNothing) {
  const FigureDescription expected = describe_file("arm.urdf");
  const std::string before = std::setlocale(LC_ALL, nullptr);
  if (!std::setlocale(LC_ALL, "de_DE.UTF-8")) return;  // not installed on this machine
  const FigureDescription figure = describe_file("arm.urdf");
  std::setlocale(LC_ALL, before.c_str());
  EXPECT_EQ(figure, expected);
}

TEST(UrdfOddities, NothingIsPrinted) {
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  describe_file("oddities.urdf");
  for (const auto& entry : std::filesystem::directory_iterator(urdf_folder / "malformed")) {
    if (entry.path().extension() == ".urdf") (void)describe_urdf(text_of(entry.path()), "x");
  }
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace limber
