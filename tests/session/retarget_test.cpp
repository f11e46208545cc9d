// A motion of another skeleton becomes the keyframes of the figure; joint values go to the clipboard and back.

#include <gtest/gtest.h>

#include "random_session.h"
#include "support/temporary_folder.h"

namespace limber::test {
namespace {

using nlohmann::json;

json carry_out(const std::string& file) {
  const std::string bytes = contents_of(std::filesystem::path(LIMBER_SOURCE_DIR) / file);
  return {{"do", "retarget"}, {"path", file}, {"data", base64(bytes)}, {"begin", true}, {"open", true}};
}

TEST(RetargetCommand, BecomesKeysWithItsSourceAndIsUndoneInOneStep) {
  for (const char* file : {"examples/walk.bvh", "models/pip.glb"}) {
    Session session = shipped_session("scenes/human-standing.json");
    const json answer = ask(session, carry_out(file));
    const std::size_t keys = message_of(session, "time").at("keys").size();
    EXPECT_GT(keys, 20u);
    EXPECT_EQ(answer.at("keys").size(), keys);
    EXPECT_EQ(answer.at("source").at("frames").size(), keys);
    EXPECT_TRUE(answer.at("unmatched").empty()) << answer.at("unmatched");
    const std::size_t joints = answer.at("source").at("parents").size();
    for (const json& frame : answer.at("source").at("frames")) EXPECT_EQ(frame.size(), 3 * joints);
    for (const json& missed : answer.at("summary")) {
      EXPECT_FALSE(missed.at("reason").get<std::string>().empty());
      EXPECT_GT(missed.at("frames").get<int>(), 0);
    }
    EXPECT_EQ(tell(session, "undo"), "");
    EXPECT_EQ(message_of(session, "time").at("keys").size(), 0u);
  }
}

TEST(RetargetCommand, BalanceCanBeLeftOut) {
  std::vector<json> ghosts;
  for (const bool balance : {true, false}) {
    Session session = shipped_session("scenes/human-standing.json");
    json command = carry_out("models/pip.glb");
    command["balance"] = balance;
    EXPECT_GT(ask(session, command).at("frames").get<int>(), 20);
    ghosts.push_back(ask(session, {{"do", "key-ghosts"}}).at("ghosts"));
  }
  EXPECT_NE(ghosts[0], ghosts[1]);
  Session session = shipped_session("scenes/human-standing.json");
  json command = carry_out("examples/walk.bvh");
  command["hands"] = "never";
  EXPECT_NE(tell(session, command).find("hands"), std::string::npos);
}

TEST(RetargetCommand, CarriedOutAgainFromAnyTimeIsOneStepToUndo) {
  Session session = shipped_session("scenes/human-standing.json");
  ask(session, carry_out("models/pip.glb"));
  const json first = ask(session, {{"do", "key-ghosts"}}).at("ghosts");
  EXPECT_EQ(tell(session, {{"do", "seek"}, {"source", "keyframes"}, {"position", 0.5}}), "");
  json command = carry_out("models/pip.glb");
  command["balance"] = false;
  ask(session, command);
  EXPECT_EQ(tell(session, {{"do", "seek"}, {"source", "keyframes"}, {"position", 0.5}}), "");
  EXPECT_EQ(tell(session, "undo"), "");
  EXPECT_EQ(ask(session, {{"do", "key-ghosts"}}).at("ghosts"), first);
  EXPECT_EQ(tell(session, "undo"), "");
  EXPECT_EQ(message_of(session, "time").at("keys").size(), 0u);
}

TEST(RetargetCommand, WhatHasNoMotionIsRefused) {
  Session session = shipped_session("scenes/human-standing.json");
  EXPECT_NE(tell(session, carry_out("models/human.json")).find("no motion"), std::string::npos);
  EXPECT_EQ(message_of(session, "time").at("keys").size(), 0u);
}

TEST(JointClipboard, PastingWhatWasCopiedBringsThePostureBack) {
  for (const char* form : {"json", "csv"}) {
    Session session = shipped_session("scenes/panda.json");
    const std::string text = ask(session, {{"do", "joints-copy"}, {"form", form}}).at("text");
    const Posture before = session.posture();
    EXPECT_EQ(tell(session, "posture-rest"), "");
    EXPECT_EQ(tell(session, {{"do", "joints-paste"}, {"text", text}}), "");
    EXPECT_LT((session.posture().values - before.values).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_NE(tell(session, {{"do", "joints-paste"}, {"text", "nose\n1"}}).find("nose"), std::string::npos);
  }
}

}  // namespace
}  // namespace limber::test
