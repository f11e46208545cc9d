// limber statics: its numbers add up, and nonsense is refused in one sentence that names file and place.

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "limber/files/files.h"
#include "limber/statics/report.h"
#include "run_limber.h"

namespace limber::test {
namespace {

using nlohmann::json;

const std::string scene_file = LIMBER_SOURCE_DIR "/scenes/human-supports.json";

TEST(StaticsCommand, WhatSupportsCarryIsWeightAndLoads) {
  const Ran ran = limber({"statics", scene_file, "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json statics = json::parse(ran.out).at("statics");
  double carried = 0.0;
  for (const json& support : statics.at("supports")) carried += support.at("force").at(2).get<double>();
  EXPECT_NEAR(carried, -statics.at("load").at(2).get<double>(), 1e-6);
  EXPECT_NEAR(carried, -statics.at("weight").at(2).get<double>() + 6 * 9.81, 1e-6);  // 6 kg in the hand
  const Scene scene = load_scene(scene_file).value();
  const StaticsReport report = report_on_loads(scene.figure, scene.posture, scene.tasks.loads);
  EXPECT_EQ(statics.at("effort").get<double>(), report.effort);
  EXPECT_EQ(statics.at("joints").size(), report.joints.size());
}

TEST(StaticsCommand, NonsenseIsRefusedInOneSentence) {
  const TemporaryFolder folder;
  const std::pair<std::string, std::string> cases[] = {
      {R"("supports": [{"name": "s", "frame": "foot.r", "friction": -1}])", "friction"},
      {R"("supports": [{"name": "s", "frame": "foot.r", "share": 0}])", "sum to 0"},
      {R"("supports": [{"name": "s", "frame": "foot.r", "share": 2}])", "from 0 to 1"},
      {R"("supports": [{"name": "s", "frame": "foot.r", "share": 0.8}, {"name": "t", "frame": "hand.r", "share": 0.8}, {"name": "u", "frame": "hand.l"}])",
       "sum to 1.6"},
      {R"("supports": [{"name": "s", "frame": "foot.l"}])", ""},
      {R"("forces": [{"frame": "hand.r", "force": [0, 0, 1e30]}])", "too large"},
  };
  for (const auto& [nonsense, words] : cases) {
    const std::string file = folder.write("scene.json", "{\"limber\": 1, \"figure\": \"" LIMBER_SOURCE_DIR
                                                        "/models/human.json\", \"root\": \"foot.l\", " +
                                                            nonsense + "}");
    const Ran ran = limber({"statics", file});
    if (words.empty()) {  // the foot at which a figure is held may carry: "root" is a choice
      EXPECT_EQ(ran.code, 0) << ran.err;
      continue;
    }
    EXPECT_EQ(ran.code, 3) << nonsense << ran.err;
    EXPECT_TRUE(contains(ran.err, "scene.json:1") && contains(ran.err, words)) << ran.err;
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  }
  // A plate screwed to the base of a crane is fixed to the world, too.
  const std::string crane = folder.write("crane.json", R"({"limber": 1, "figure": {"name": "crane",
      "segments": [{"name": "base", "joint": {"type": "fixed"}},
                   {"name": "plate", "parent": "base", "joint": {"type": "fixed"}}],
      "frames": [{"name": "under", "segment": "plate"}]}, "supports": [{"name": "s", "frame": "under"}]})");
  const Ran ran = limber({"statics", crane});
  EXPECT_EQ(ran.code, 3);
  EXPECT_TRUE(contains(ran.err, "segment \"plate\" is fixed to the world")) << ran.err;
}

}  // namespace
}  // namespace limber::test
