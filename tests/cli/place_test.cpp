// limber place and limber map: what they print, and what they say about what cannot be used; the gazes and
// frames of solve --batch.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "run_limber.h"

namespace limber::test {

namespace {

using nlohmann::json;

constexpr const char* poses =
    "x,y,z,rx,ry,rz\n"
    "1.5,0.1,0.4,3.1,0.2,0\n"
    "1.4,-0.2,0.5,2.8,0,0.3\n"
    "1.3,0.3,0.6,,,\n";

}  // namespace

TEST(Place, FindsWhereToStandForPosesOutOfReach) {
  const TemporaryFolder folder;
  const std::string file = folder.write("poses.csv", poses);
  const Ran ran = limber({"place", "models/panda-like.json", "--frame", "flange", "--poses", file, "--x",
                          "0,2", "--step", "0.25", "--headings", "4", "--json", "--strict"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json result = json::parse(ran.out);
  ASSERT_EQ(result["places"].size(), 5u);
  const json& best = result["places"][0];
  EXPECT_EQ(best["reached"], 3);
  EXPECT_GT(best["position"][0].get<double>(), 0.4);  // not from the origin
  EXPECT_EQ(best["reaches"], (json{true, true, true}));
  const Ran words = limber({"place", "models/panda-like.json", "--frame", "flange", "--poses", file, "--x",
                            "0", "--y", "0", "--headings", "1", "--strict"});
  EXPECT_EQ(words.code, 1);
  EXPECT_TRUE(contains(words.out, "panda-like, flange: 1 place tried for 3 poses")) << words.out;
  EXPECT_TRUE(contains(words.out, "the first does not reach pose 1, 2, 3\n")) << words.out;
}

TEST(Place, SaysWhatCannotBeUsed) {
  const TemporaryFolder folder;
  const std::string file = folder.write("poses.csv", poses);
  const auto said = [&](std::vector<std::string> more) {
    std::vector<std::string> words{"place", "models/panda-like.json", "--frame", "flange", "--poses", file};
    words.insert(words.end(), more.begin(), more.end());
    const Ran ran = limber(words);
    EXPECT_EQ(ran.code, 2) << ran.out;
    return ran.err;
  };
  EXPECT_EQ(said({"--x", "1,0"}),
            "limber: place: --x: expected a range as in -1,1 or one number, got \"1,0\"\n");
  EXPECT_EQ(said({"--y", "here"}),
            "limber: place: --y: expected a range as in -1,1 or one number, got \"here\"\n");
  EXPECT_TRUE(contains(said({"--step", "0.0001"}), "problems are too many"));
}

TEST(Map, CountsCellsAndWritesThem) {
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "map.csv").string();
  const Ran ran = limber({"map", "models/panda-like.json", "--frame", "flange", "--cell", "0.4", "-o", out});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(contains(ran.out, " cells of 0.4 m reached, ")) << ran.out;
  std::ifstream file(out, std::ios::binary);
  const std::string csv{std::istreambuf_iterator<char>(file), {}};
  EXPECT_TRUE(csv.starts_with("x,y,z,share,room,manipulability\r\n")) << csv;
  const Ran printed =
      limber({"map", "models/panda-like.json", "--frame", "flange", "--cell", "0.4", "--json"});
  ASSERT_EQ(printed.code, 0) << printed.err;
  const auto rows = static_cast<std::size_t>(std::count(csv.begin(), csv.end(), '\n')) - 1;
  EXPECT_EQ(json::parse(printed.out)["cells"].size(), rows);
  EXPECT_GT(rows, 10u);
}

TEST(Batch, FacesGoalsAndSeesThemFromAFrame) {
  const TemporaryFolder folder;
  const std::string goals = folder.write("goals.csv", "x,y,z\n2,0.5,1.4\n2,-0.4,1.2\n");
  const Ran gaze = limber(
      {"solve", "models/human.json", "--batch", goals, "--frame", "eyes", "--gaze", "0,0,1", "--strict"});
  EXPECT_EQ(gaze.code, 0) << gaze.out << gaze.err;
  const std::string near = folder.write("near.csv", "x,y,z\n0.2,-0.1,0\n");
  const Ran seen = limber(
      {"solve", "models/human.json", "--batch", near, "--frame", "hand.r", "--in", "chest", "--strict"});
  EXPECT_EQ(seen.code, 0) << seen.out << seen.err;
  EXPECT_EQ(
      limber({"solve", "models/human.json", "--batch", near, "--frame", "hand.r", "--gaze", "0,0,0"}).err,
      "limber: solve: --gaze: 0,0,0 is no direction\n");
  EXPECT_EQ(limber({"solve", "models/human.json", "--in", "chest"}).code, 2);
}

}  // namespace limber::test
