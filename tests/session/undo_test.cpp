#include <gtest/gtest.h>

#include "bits.h"
#include "limber/kinematics/kinematics.h"
#include "random_session.h"
#include "small_scene.h"
#include "support/scale.h"

namespace limber::test {
namespace {

using nlohmann::json;

// Undoes everything and redoes it: every state undone is met again.
void expect_undo_and_redo_to_agree(Session& session, const std::string& start) {
  std::vector<std::string> undone;
  while (!scene_of(session).at("undo").is_null()) {
    tell(session, "drag-end");
    undone.push_back(bits_of(session));
    ASSERT_EQ(tell(session, "undo"), "");
  }
  EXPECT_EQ(bits_of(session), start);
  while (!undone.empty()) {
    steps(session, 2);  // what the solver does meanwhile does not count
    ASSERT_EQ(tell(session, "redo"), "");
    ASSERT_EQ(bits_of(session), undone.back()) << undone.size() << " steps from the end";
    undone.pop_back();
  }
  EXPECT_TRUE(scene_of(session).at("redo").is_null());
}

TEST(Undo, AndRedoLeadThroughTheSameBits) {
  for (const char* file : {"scenes/human-reaching.json", "scenes/elephant.json", "models/snake.json"}) {
    Random random(7);
    Session session = shipped_session(file);
    steps(session, 5);
    const std::string start = bits_of(session);
    ask(session,
        {{"do", "posture-rest"}});  // from here on, not from where the solver gets until the first edit
    RandomUser user(session, random);
    for (int i = 0; i < scaled(250); ++i) {
      user.act();
      steps(session, uniform_int(random, 0, 4));
    }
    tell(session, "drag-end");
    ask(session, {{"do", "posture-rest"}});
    expect_undo_and_redo_to_agree(session, start);
  }
}

TEST(Undo, RevertsEveryKindOfEdit) {
  for (const json& command : valid_commands()) {
    const std::string verb = command.at("do");
    if (verb.starts_with("drag")) continue;
    Session session(small_scene(), "crane");
    steps(session, 3);
    const std::string start = bits_of(session);
    ASSERT_EQ(tell(session, command), "");
    if (scene_of(session).at("undo").is_null()) continue;  // no edit
    steps(session, 20);
    expect_undo_and_redo_to_agree(session, start);
  }
}

TEST(Undo, RevertsADragAsOneStep) {
  for (const bool keep : {false, true}) {
    Session session(small_scene(), "crane");
    steps(session, 50);
    const std::string start = bits_of(session);
    ask(session, valid_command("drag-begin"));
    for (int i = 0; i < 10; ++i) {
      tell(session, {{"do", "drag-move"}, {"target", {0.5, 0.02 * i, 0.8}}});
      steps(session, 5);
    }
    ask(session, {{"do", "drag-end"}, {"keep", keep}});
    steps(session, 50);
    EXPECT_NE(bits_of(session), start);
    EXPECT_EQ(scene_of(session).at("undo"), "drag \"hand\"");
    ask(session, {{"do", "undo"}});
    EXPECT_EQ(bits_of(session), start);
    EXPECT_TRUE(scene_of(session).at("undo").is_null());
  }
}

TEST(Undo, DuringADragEndsTheDrag) {
  Session session(small_scene(), "crane");
  steps(session, 50);
  const std::string start = bits_of(session);
  ask(session, {{"do", "drag-begin"}, {"segment", "tail.2"}, {"point", {0, 0, 0}}, {"target", {-1, 1, 1}}});
  steps(session, 20);
  ASSERT_NE(bits_of(session), start);
  ask(session, {{"do", "undo"}});
  EXPECT_EQ(bits_of(session), start);
  EXPECT_NE(tell(session, "drag-end"), "");
}

TEST(Undo, AClickWithoutMovingIsNotAStep) {
  Session session(small_scene(), "crane");
  steps(session, 200);
  Kinematics kinematics(session.scene().figure);
  kinematics.update(session.posture());
  const Vec3 p = kinematics.segment_pose(session.scene().figure.segment("mast")).translation;
  ask(session,
      {{"do", "drag-begin"}, {"segment", "mast"}, {"point", {0, 0, 0}}, {"target", {p.x(), p.y(), p.z()}}});
  ask(session, {{"do", "drag-end"}});
  EXPECT_TRUE(scene_of(session).at("undo").is_null());
}

TEST(Undo, EditsOfOneGestureAreOneStep) {
  Session session(small_scene(), "crane");
  const std::string start = bits_of(session);
  const auto move_goal = [&](double y, int gesture) {
    json command = valid_command("task-set");
    command["gesture"] = gesture;
    command["task"]["target"] = {0.5, y, 0.7};
    ask(session, command);
    steps(session, 3);
  };
  for (int i = 0; i < 20; ++i) move_goal(0.01 * i, 1);
  const std::string between = bits_of(session);
  for (int i = 0; i < 20; ++i) move_goal(-0.01 * i, 2);
  ask(session, {{"do", "undo"}});
  EXPECT_EQ(bits_of(session), between);
  move_goal(0.3, 1);  // the same number again, but not right after its own: another step
  ask(session, {{"do", "undo"}});
  EXPECT_EQ(bits_of(session), between);
  ask(session, {{"do", "undo"}});
  EXPECT_EQ(bits_of(session), start);
  EXPECT_NE(tell(session, "undo"), "");
}

TEST(Undo, ANewEditLeavesNothingToRedo) {
  Session session(small_scene(), "crane");
  ask(session, valid_command("task-remove"));
  ask(session, {{"do", "undo"}});
  ask(session, valid_command("posture-rest"));
  EXPECT_NE(tell(session, "redo"), "");
}

}  // namespace
}  // namespace limber::test
