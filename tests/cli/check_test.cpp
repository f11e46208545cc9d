// limber check: a line per file, and the exit code.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "run_limber.h"

namespace limber::test {

namespace {

using nlohmann::json;

std::string scene_with(const std::string& rest) {
  return "{\"limber\": 1, \"figure\": \"" + data_file("tiny.json") + "\"" + rest + "}";
}

}  // namespace

TEST(Check, FilesWithoutErrorsAreOkWithASummary) {
  const Ran ran = limber({"check", data_file("tiny.json")});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.out, "ok     " + data_file("tiny.json") + ": figure tiny, 22 segments, 24 DOF (23 without coupled joints), 12 kg\n");
}

TEST(Check, OneFileWithAnErrorGivesExitCode1) {
  const TemporaryFolder folder;
  const std::string wrong =
      folder.write("wrong.json", "{\"limber\": 1,\n \"name\": \"x\",\n \"segmnts\": []}\n");
  const Ran ran = limber({"check", data_file("tiny.json"), wrong});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'), 2) << ran.out;
  EXPECT_TRUE(contains(ran.out, "\nwrong  " + wrong + ": line ")) << ran.out;
}

TEST(Check, MissingFileGivesExitCode3) {
  const TemporaryFolder folder;
  EXPECT_EQ(limber({"check", data_file("tiny.json"), folder.file("none.json")}).code, 3);
}

TEST(Check, PostureOutsideItsLimitsIsAWarningThatNamesTheJoint) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("s.json", scene_with(", \"posture\": {\"grip\": 0.05}"));
  const Ran ran = limber({"check", scene});
  EXPECT_EQ(ran.code, 0);
  EXPECT_TRUE(contains(ran.out, "warning: the posture is outside the limits of 1 joint: grip by 0.01 m"))
      << ran.out;
  EXPECT_TRUE(contains(ran.out, "warning: the posture violates 1 coupling: fingers move alike by 0.05"))
      << ran.out;
  EXPECT_EQ(limber({"check", "--strict", scene}).code, 1);
}

TEST(Check, AnglesOutsideAreInDegrees) {
  const TemporaryFolder folder;
  const std::string scene =
      folder.write("s.json", scene_with(", \"posture\": {\"tail.3\": 0.5235987755982988}"));
  EXPECT_TRUE(contains(limber({"check", scene}).out, "tail.3 by 10°"));
}

TEST(Check, MasslessFiguresAndMissingMeshesAreWarnings) {
  const TemporaryFolder folder;
  const std::string link =
      "<link name=\"a\"><visual><geometry><mesh filename=\"package://arm/hand.stl\"/></geometry>"
      "</visual><collision><geometry><mesh filename=\"package://arm/hand.stl\"/></geometry>"
      "</collision></link>";
  const std::string robot = folder.write("r.urdf", "<robot name=\"r\">" + link + "</robot>");
  const Ran without = limber({"check", robot});
  EXPECT_EQ(without.code, 0);
  EXPECT_TRUE(contains(without.out, "the figure has no mass")) << without.out;
  EXPECT_TRUE(contains(without.out, "1 mesh file is missing: package://arm/hand.stl")) << without.out;
  std::filesystem::create_directory(folder.file("arm"));
  folder.write("arm/hand.stl", "solid hand");
  EXPECT_FALSE(contains(limber({"check", robot}).out, "missing")) << "it is in a folder beside the file";
}

TEST(Check, ForcesWithoutEffectAreAWarning) {
  const TemporaryFolder folder;
  const std::string scene =
      folder.write("s.json", scene_with(R"(, "forces": [{"frame": "hand", "force": [0, 0, -10]}])"));
  const std::string warning = "no support carries the 1 force; the joints do, up to the root";
  EXPECT_TRUE(contains(limber({"check", scene}).out, warning));
  EXPECT_TRUE(contains(limber({"info", scene}).out, warning));
  const Ran solved = limber({"solve", scene});
  EXPECT_EQ(solved.code, 0);
  EXPECT_TRUE(contains(solved.err, warning)) << solved.err;
}

TEST(Check, JsonSaysTheSame) {
  const TemporaryFolder folder;
  const std::string wrong = folder.write("wrong.json", "[");
  const std::string scene = folder.write("s.json", scene_with(", \"posture\": {\"grip\": 0.05}"));
  const Ran ran = limber({"check", "--json", data_file("tiny.json"), wrong, scene});
  EXPECT_EQ(ran.code, 1);
  const json list = json::parse(ran.out);
  ASSERT_EQ(list.size(), 3u);
  EXPECT_EQ(list[0]["ok"], true);
  EXPECT_TRUE(list[0]["warnings"].empty());
  EXPECT_EQ(list[1]["ok"], false);
  EXPECT_TRUE(contains(list[1]["error"], wrong));
  EXPECT_EQ(list[2]["ok"], true);
  EXPECT_EQ(list[2]["warnings"].size(), 2u);
}

}  // namespace limber::test
