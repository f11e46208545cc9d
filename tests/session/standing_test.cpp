// The light and the words of the status message.
#include <gtest/gtest.h>

#include "limber/files/files.h"
#include "random_session.h"

namespace limber::test {
namespace {

using nlohmann::json;

Session opened(const std::string& text) {
  return Session(parse_scene(text, "scene.json", LIMBER_SOURCE_DIR).value());
}

TEST(Standing, ABrokenCouplingIsRedAndNamed) {
  Session session = opened(R"({"limber": 1, "figure": {"name": "arm", "segments": [
      {"name": "base"}, {"name": "upper", "parent": "base", "joint": {"type": "revolute", "range": [-1, 1]}},
      {"name": "lower", "parent": "upper", "at": {"position": [1, 0, 0]}, "joint": {"type": "revolute"}}],
      "couplings": [{"name": "far", "terms": [{"joint": "upper"}], "equals": 7}]},
      "tasks": [{"name": "bend", "type": "joint-value", "joint": "lower", "target": 0.3}]})");
  settle(session);
  const json status = status_of(session);
  EXPECT_TRUE(status["tasks"][0]["satisfied"]);
  EXPECT_EQ(status["light"], "red");
  EXPECT_EQ(status["words"], "The task is reached. The coupling far is off by 6.");
}

TEST(Standing, ADragOfTheRootSaysThatItIsFixed) {
  Session session = shipped_session("scenes/human-reaching.json");
  const std::string root = session.scene().figure.segment_name(root_segment);
  ask(session, {{"do", "drag-begin"}, {"segment", root}, {"point", {0, 0, 0}}, {"target", {0.3, 0.3, 0.5}}});
  steps(session, 30);
  const std::string words = status_of(session)["drag"]["words"];
  EXPECT_TRUE(words.ends_with(": " + root + " is the root, which is fixed")) << words;
}

TEST(Standing, ATaskThatTheTechniqueDoesNotFollowSaysSo) {
  Session session = opened(R"({"limber": 1, "figure": "examples/two-arms.urdf",
      "solver": {"avoidance": {"technique": "virtual-arms"}},
      "tasks": [{"name": "left", "type": "reach", "frame": "left_tool", "target": [0.45, -0.1, 1.0]},
                {"name": "right", "type": "reach", "frame": "right_tool", "target": [0.5, -0.35, 0.9]}]})");
  settle(session);
  const json status = status_of(session);
  EXPECT_EQ(status["light"], "red");
  EXPECT_TRUE(status["tasks"][0]["satisfied"]);
  const std::string words = status["tasks"][1]["words"];
  EXPECT_TRUE(words.ends_with(": not followed by virtual-arms")) << words;
  const json scene = scene_of(session);
  EXPECT_EQ(scene["avoidance"]["not_followed"], "virtual-arms follows left alone, not right");
}

// If the technique stops short of what it follows, the reason comes as soon as the figure rests.
TEST(Standing, ATechniqueThatRestsShortHasAReason) {
  Session session = opened(R"({"limber": 1, "figure": "examples/two-arms.urdf",
      "solver": {"avoidance": {"technique": "fabrik"}},
      "tasks": [{"name": "left", "type": "reach", "frame": "left_tool", "target": [4, 0, 1]}]})");
  EXPECT_LT(settle(session, 5000), 5000);
  const json status = status_of(session);
  EXPECT_FALSE(status["tasks"][0]["satisfied"]);
  EXPECT_FALSE(status["tasks"][0]["reasons"].empty()) << status;
  EXPECT_FALSE(status["moving"]);
}

}  // namespace
}  // namespace limber::test
