// Editing as the applications of the documents had it: sizes that are reset, frames, couplings, the posture of a
// criterion, trees that a file keeps.

#include <gtest/gtest.h>

#include "limber/files/files.h"
#include "random_session.h"
#include "small_scene.h"
#include "support/json_values.h"

namespace limber::test {
namespace {

using nlohmann::json;

Session edited_crane() {
  return Session(small_scene(), "crane");
}
json edited_figure(Session& session) {
  return message_of(session, "figure");
}
json edited_scene(Session& session) {
  return message_of(session, "scene");
}

// The same up to rounding.
void expect_same_up_to_rounding(const json& a, const json& b) {
  if (a.is_number() && b.is_number()) {
    EXPECT_NEAR(a.get<double>(), b.get<double>(), 1e-12);
  } else if (a.is_structured() && b.is_structured()) {
    ASSERT_EQ(a.size(), b.size());
    for (auto x = a.begin(), y = b.begin(); x != a.end(); ++x, ++y) expect_same_up_to_rounding(*x, *y);
  } else {
    EXPECT_EQ(a, b);
  }
}

TEST(Editing, ResettingSizesTakesBackEveryScalingInAnyOrder) {
  Session session = edited_crane();
  const json before = edited_figure(session).at("segments");
  ask(session, {{"do", "segment-scale"}, {"segment", "mast"}, {"factor", 2}});
  ask(session, {{"do", "segment-scale"}, {"segment", "boom"}, {"factor", 0.4}, {"branch", true}});
  ask(session, {{"do", "segment-scale"}, {"segment", "mast"}, {"factor", 1.7}});
  EXPECT_EQ(edited_scene(session).at("scalings").size(), 2u);
  ask(session, {{"do", "scale-reset"}, {"segment", "mast"}});
  EXPECT_EQ(edited_scene(session).at("scalings").size(), 1u);
  ask(session, {{"do", "scale-reset"}});
  expect_same_up_to_rounding(edited_figure(session).at("segments"), before);
  EXPECT_EQ(tell(session, {{"do", "scale-reset"}}), "nothing has been scaled since the scene was opened");
  ask(session, {{"do", "undo"}});
  EXPECT_EQ(edited_scene(session).at("scalings").size(), 1u) << "undo knows what was scaled";
}

TEST(Editing, TheRestPostureOfABranchLeavesTheOthers) {
  Session session = edited_crane();
  ask(session, {{"do", "run-set"}, {"running", false}});
  ask(session, {{"do", "joint-set"}, {"segment", "mast"}, {"values", {0.2, 0.1, 0}}});
  ask(session, {{"do", "joint-set"}, {"segment", "hand"}, {"values", {0.7}}});
  const Figure figure = session.scene().figure;
  ask(session, {{"do", "posture-rest"}, {"segment", "boom"}});
  const Posture now = session.posture(), rest = figure.rest_posture();
  const int mast = figure.first_value(figure.joint_of(figure.segment("mast"))),
            hand = figure.first_value(figure.joint_of(figure.segment("hand")));
  EXPECT_EQ(now.values[hand], rest.values[hand]);
  EXPECT_NE(now.values[mast], rest.values[mast]);
}

TEST(Editing, AFrameKeepsItsTasksWhenItIsRenamedAndMoved) {
  Session session = edited_crane();
  ask(session, {{"do", "frame-set"},
                {"frame", "grip"},
                {"name", "tool"},
                {"position", {0, 0.1, 0.2}},
                {"rotation", {0, 0, 1}}});
  const json frame = edited_figure(session).at("frames").at(0);
  EXPECT_EQ(frame.at("name"), "tool");
  EXPECT_EQ(frame.at("position"), (json{0, 0.1, 0.2}));
  EXPECT_NEAR(frame.at("quaternion").at(2).get<double>(), std::sin(0.5), 1e-12);
  EXPECT_EQ(edited_scene(session).at("tasks").at(0).at("frame"), "tool");
  EXPECT_NE(
      tell(session, {{"do", "frame-set"}, {"frame", "tail.tip"}, {"name", "end"}}).find("belongs to a chain"),
      std::string::npos);
  ask(session, {{"do", "undo"}});
  EXPECT_EQ(edited_scene(session).at("tasks").at(0).at("frame"), "grip");
  ask(session, {{"do", "frame-remove"}, {"frame", "grip"}});
  EXPECT_EQ(edited_scene(session).at("tasks").size(), 2u) << "its task goes with it";
  ask(session, {{"do", "undo"}});
  EXPECT_EQ(edited_scene(session).at("tasks").size(), 3u);
}

TEST(Editing, ACouplingIsAddedHoldsAndIsSwitchedOff) {
  Session session = edited_crane();
  const json added = {{"name", "nod"},
                      {"terms", {{{"joint", "hand"}}, {{"joint", "knuckle"}, {"coefficient", -1}}}},
                      {"equals", 0}};
  EXPECT_EQ(ask(session, {{"do", "coupling-add"}, {"coupling", added}}).at("number"), 1);
  for (int i = 0; i < 500 && session.step(0.001); ++i) {
  }
  const Figure figure = session.scene().figure;
  const auto difference = [&] {
    const Posture& posture = session.posture();
    return posture.values[figure.first_value(figure.joint_of(figure.segment("hand")))] -
           posture.values[figure.first_value(figure.joint_of(figure.segment("boom")))];
  };
  EXPECT_NEAR(difference(), 0.0, 1e-9);
  ask(session, {{"do", "coupling-switch"}, {"number", 1}, {"on", false}});
  EXPECT_EQ(edited_scene(session).at("couplings_off"), json{1});
  ask(session, {{"do", "coupling-remove"}, {"number", 0}});
  EXPECT_EQ(edited_scene(session).at("couplings_off"), json{0}) << "it is still off, with its new number";
  ask(session, {{"do", "joint-set"}, {"segment", "hand"}, {"values", {0.0}}});
  EXPECT_GT(std::abs(difference()), 1e-3) << "it does not hold now";
  ask(session, {{"do", "coupling-set"},
                {"number", 0},
                {"coupling", {{"name", "nods"}, {"terms", {{{"joint", "hand"}}}}, {"max", 1}}}});
  EXPECT_EQ(edited_scene(session).at("couplings_off"), json{0}) << "renaming leaves it off";
}

TEST(Editing, ThePostureNowBecomesTheReferenceWithItsWeights) {
  Session session = edited_crane();
  ask(session, {{"do", "criteria-set"},
                {"criteria", {{{"type", "posture"}, {"gain", 0.1}, {"weights", {{"tail*", 3}}}}}}});
  ask(session, {{"do", "criterion-posture"}, {"number", 0}});
  const json criterion = edited_scene(session).at("criteria").at(0);
  EXPECT_TRUE(criterion.contains("reference"));
  EXPECT_EQ(criterion.at("weights").size(), 8u) << "both joints of four links";
  EXPECT_EQ(criterion.at("weights").at("tail.2"), 3);
}

TEST(Editing, AFileKeepsTheGrammarOfATreeThatWasMoved) {
  Session session = edited_crane();
  ask(session,
      {{"do", "tree-grow"}, {"name", "oak"}, {"tree", {{"depth", 2}, {"length", 0.4}, {"radius", 0.05}}}});
  ask(session, {{"do", "obstacle-move"},
                {"obstacle", "oak"},
                {"by", {{"position", {2, 0, 0}}, {"rotation", {0, 0, 0.3}}}}});
  const std::string text = write_scene(session.scene());
  EXPECT_NE(text.find("\"shape\": \"tree\""), std::string::npos);
  EXPECT_EQ(text.find("oak.1"), std::string::npos);
  const Scene again = parse_scene(text, "again", "").value();
  EXPECT_EQ(again.world.trees.count("oak"), 1u);
  ASSERT_EQ(again.world.obstacles.size(), session.scene().world.obstacles.size());
  for (std::size_t i = 0; i < again.world.obstacles.size(); ++i) {
    const Obstacle &a = again.world.obstacles[i], &b = session.scene().world.obstacles[i];
    EXPECT_EQ(a.name, b.name);
    if (const Capsule* branch = std::get_if<Capsule>(&a.shape)) {
      EXPECT_LT((branch->b - std::get<Capsule>(b.shape).b).norm(), 1e-12);
    }
  }
  EXPECT_EQ(write_scene(again), text);
}

TEST(Editing, ATreeWithABranchOfItsOwnIsWrittenAsCapsules) {
  Scene scene = small_scene();
  ASSERT_EQ(scene.world.add_tree("oak", {.depth = 2}).value(), 4);
  std::get<Capsule>(scene.world.obstacles.back().shape).radius *= 2;
  const std::string text = write_scene(scene);
  EXPECT_EQ(text.find("\"shape\": \"tree\""), std::string::npos);
  EXPECT_NE(text.find("oak.4"), std::string::npos);
}

}  // namespace
}  // namespace limber::test
