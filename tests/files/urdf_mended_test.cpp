// What other readers load with a warning loads with a warning: urdf/mended/ has a file each, and beside it
// what the warning says.

#include <set>
#include <sstream>

#include "urdf_support.h"

namespace limber {
namespace {

using namespace test;

FigureDescription mended(const std::string& name, std::string* warning = nullptr) {
  std::vector<std::string> warnings;
  const auto file = urdf_folder / "mended" / name;
  FigureDescription figure = describe_urdf(text_of(file), name, {}, &warnings).value();
  EXPECT_EQ(warnings.size(), 1u) << name;
  if (warning != nullptr && !warnings.empty()) *warning = warnings[0];
  return figure;
}

TEST(UrdfMended, EveryOddityIsReadWithItsWarning) {
  std::set<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(urdf_folder / "mended")) {
    if (entry.path().extension() == ".urdf") files.insert(entry.path());
  }
  EXPECT_EQ(files.size(), 9u);
  for (const std::filesystem::path& file : files) {
    std::string warning;
    const FigureDescription figure = mended(file.filename().string(), &warning);
    EXPECT_TRUE(Figure::build(figure)) << file;
    std::istringstream fragments(text_of(std::filesystem::path(file).replace_extension(".expected")));
    for (std::string fragment; std::getline(fragments, fragment);) {
      EXPECT_NE(warning.find(fragment), warning.npos) << "expected: " << fragment << "\ngot: " << warning;
    }
  }
}

TEST(UrdfMended, NothingElseChanges) {
  EXPECT_EQ(segment_of(mended("lower_above_upper.urdf"), "arm").joint.ranges[0], (Range{-1, 1}));
  EXPECT_FALSE(segment_of(mended("effort_below_zero.urdf"), "arm").joint.strength.is_known());
  EXPECT_TRUE(mended("mimics_nobody.urdf").couplings.empty());
  EXPECT_FALSE(segment_of(mended("no_mass.urdf"), "base").mass.has_value());
  EXPECT_TRUE(segment_of(mended("unknown_geometry.urdf"), "base").shapes.empty());
  EXPECT_EQ(segment_of(mended("scale_of_one.urdf"), "base").visuals[0].scale, Vec3(0.001, 0.001, 0.001));
  EXPECT_EQ(segment_of(mended("scale_of_four.urdf"), "base").visuals[0].scale, Vec3(1, 2, 3));
  EXPECT_EQ(segment_of(mended("xacro_find.urdf"), "base").visuals[0].file, "package://arm/base.stl");
}

}  // namespace
}  // namespace limber
