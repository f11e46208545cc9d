// limber reach: what it prints and writes, and what it refuses.

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "run_limber.h"

namespace limber::test {
namespace {

const std::string chain = LIMBER_SOURCE_DIR "/scenes/chain-access.json";

TEST(ReachCommand, WritesCellsAndADrawing) {
  const TemporaryFolder folder;
  const std::string csv = (folder.path() / "reach.csv").string(),
                    svg = (folder.path() / "reach.svg").string();
  const Ran ran = limber({"reach", chain, "--frame", "link.tip", "--plane", "xz", "--cell", "0.1", "-o", csv,
                          "-o", svg, "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto space = nlohmann::json::parse(ran.out).at("spaces").at(0);
  EXPECT_TRUE(space.at("in_plane").get<bool>());
  const std::string rows = contents_of(csv), drawing = contents_of(svg);
  EXPECT_EQ(static_cast<std::size_t>(std::count(rows.begin(), rows.end(), '\n')),
            1 + space.at("cells").size() + space.at("boundary").size());
  EXPECT_TRUE(rows.starts_with("frame,part,x,y,z,effort,margin\n"));
  EXPECT_TRUE(drawing.starts_with("<svg") && contains(drawing, "effort") && contains(drawing, "</svg>"));
  EXPECT_TRUE(contains(space.at("left_out").dump(), "tip"));
}

TEST(ReachCommand, RefusesWhatMakesNoSense) {
  const auto words = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"reach", chain});
    const Ran ran = limber(arguments);
    EXPECT_NE(ran.code, 0);
    return ran.err;
  };
  EXPECT_TRUE(contains(words({"--frame", "link.tp"}), "did you mean"));
  EXPECT_TRUE(contains(words({"--frame", "link.tip", "--plane", "xx"}), "expected xy, xz or yz"));
  EXPECT_TRUE(contains(words({"--frame", "link.tip", "--plane", "y=5"}), "cannot reach the plane"));
  EXPECT_TRUE(contains(words({"--frame", "link.tip", "-o", "reach.png"}), ".csv or an .svg"));
  EXPECT_TRUE(contains(words({}), "--frame"));
}

}  // namespace
}  // namespace limber::test
