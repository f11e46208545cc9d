// Playing recordings and keys: what is shown, and that the session goes on from there.

#include "limber/session/time/playback.h"

#include <gtest/gtest.h>

#include "folder_in_memory.h"
#include "random_session.h"

namespace limber {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using test::ask;
using test::notices;
using test::steps;
using test::tell;

Scene arm_scene() {
  return load_scene(fs::path(LIMBER_SOURCE_DIR) / "tests/session/data/arm.json").value();
}

Json time_message(Session& session) {
  return test::message_of(session, "time");
}

double elbow(const Session& session) {
  const Figure& figure = session.scene().figure;
  return joint_parameters(figure, session.posture(), figure.joint("elbow"))[0];
}

// Three keys, at 0, 1 and 2 s: elbow at 0.5, 1 and 0.2. The solver is paused, so that nothing else moves.
Session session_with_keys(Library* library = nullptr) {
  Session session(arm_scene(), "arm", library);
  EXPECT_EQ(tell(session, {{"do", "run-set"}, {"running", false}}), "");
  const std::pair<double, double> keys[] = {{0.0, 0.5}, {1.0, 1.0}, {2.0, 0.2}};
  for (const auto& [time, angle] : keys) {
    EXPECT_EQ(tell(session, {{"do", "joint-set"}, {"segment", "lower"}, {"values", {angle}}}), "");
    EXPECT_EQ(tell(session, {{"do", "key-add"}, {"time", time}}), "");
  }
  return session;
}

TEST(Player, StopsAtTheEndOrLoops) {
  Player player;
  player.load(2.0, 1.5, true);
  player.advance(0.25);
  EXPECT_EQ(player.position, 1.75);
  player.advance(1.0);
  EXPECT_EQ(player.position, 2.0);
  EXPECT_FALSE(player.playing);
  player.loop = true;
  player.speed = 2.0;
  player.load(2.0, 1.5, true);
  player.advance(0.5);
  EXPECT_EQ(player.position, 0.5);
  EXPECT_TRUE(player.playing);
  player.seek(-1.0);
  EXPECT_EQ(player.position, 0.0);
  player.load(0.0, 0.0, true);  // nothing to repeat
  player.advance(0.1);
  EXPECT_FALSE(player.playing);
}

TEST(Playback, ShowsTheKeysSmoothly) {
  Session session = session_with_keys();
  ASSERT_EQ(tell(session, {{"do", "seek"}, {"source", "keyframes"}, {"position", 1.0}}), "");
  EXPECT_NEAR(elbow(session), 1.0, 1e-12);
  EXPECT_EQ(time_message(session).at("mode"), "paused");
  ASSERT_EQ(tell(session, {{"do", "play"}, {"source", "keyframes"}, {"from", 0}}), "");
  double before = elbow(session), fastest = 0.0;
  EXPECT_NEAR(before, 0.5, 1e-12);
  int frames = 0;
  while (session.step(0.01)) {
    fastest = std::max(fastest, std::abs(elbow(session) - before));
    before = elbow(session);
    ++frames;
  }
  EXPECT_EQ(frames, 199);
  EXPECT_LT(fastest, 0.015);
  EXPECT_NEAR(elbow(session), 0.2, 1e-12);
  EXPECT_EQ(time_message(session).at("mode"), "paused");
  EXPECT_EQ(time_message(session).at("position"), 2.0);
}

TEST(Playback, LoopsAndChangesSpeed) {
  Session session = session_with_keys();
  ASSERT_EQ(tell(session, {{"do", "loop-set"}, {"loop", true}}), "");
  ASSERT_EQ(tell(session, {{"do", "speed-set"}, {"speed", 0.5}}), "");
  ASSERT_EQ(tell(session, {{"do", "play"}, {"source", "keyframes"}}), "");
  for (int i = 0; i < 45; ++i) EXPECT_TRUE(session.step(0.1));
  EXPECT_NEAR(time_message(session).at("position").get<double>(), 0.25, 1e-9);
  EXPECT_EQ(tell(session, {{"do", "speed-set"}, {"speed", 0}}), "speed: expected a speed from 0.05 to 20");
}

TEST(Playback, DoesNotChangeTheSession) {
  Session session = session_with_keys();
  const Posture before = session.scene().posture;
  ASSERT_EQ(tell(session, {{"do", "play"}, {"source", "keyframes"}}), "");
  for (int i = 0; i < 5; ++i) session.step(0.1);
  ASSERT_EQ(tell(session, "pause"), "");
  EXPECT_FALSE(session.step(0.1));
  EXPECT_EQ(session.scene().posture, before);
  EXPECT_FALSE(session.posture() == before);
}

TEST(Playback, LiveContinuesFromThePostureShownAndUndoLeadsBack) {
  Session session = session_with_keys();
  const Posture before = session.posture();
  ASSERT_EQ(tell(session, {{"do", "seek"}, {"source", "keyframes"}, {"position", 1.0}}), "");
  const Posture shown = session.posture();
  ASSERT_EQ(tell(session, "live"), "");
  EXPECT_EQ(time_message(session).at("mode"), "live");
  EXPECT_EQ(session.scene().posture, shown);
  ASSERT_EQ(tell(session, "undo"), "");
  EXPECT_EQ(session.posture(), before);
  ASSERT_EQ(tell(session, "redo"), "");
  EXPECT_EQ(session.posture(), shown);
}

TEST(Playback, AnEditContinuesFromThePostureShown) {
  Session session = session_with_keys();
  const Posture before = session.posture();
  ASSERT_EQ(tell(session, {{"do", "seek"}, {"source", "keyframes"}, {"position", 1.0}}), "");
  const Posture shown = session.posture();
  EXPECT_NE(tell(session, {{"do", "task-remove"}, {"number", 99}}), "");  // refused: nothing has changed
  EXPECT_EQ(time_message(session).at("mode"), "paused");
  ASSERT_EQ(tell(session, {{"do", "task-remove"}, {"number", 0}}), "");
  EXPECT_EQ(time_message(session).at("mode"), "live");
  EXPECT_EQ(session.posture(), shown);
  ASSERT_EQ(tell(session, "undo"), "");
  EXPECT_EQ(session.posture(), shown);
  EXPECT_EQ(session.scene().tasks.size(), 1u);
  ASSERT_EQ(tell(session, "undo"), "");
  EXPECT_EQ(session.posture(), before);
}

TEST(Playback, ADragContinuesFromThePostureShown) {
  Session session = session_with_keys();
  ASSERT_EQ(tell(session, {{"do", "run-set"}, {"running", true}}), "");
  ASSERT_EQ(tell(session, {{"do", "seek"}, {"source", "keyframes"}, {"position", 0.9}}), "");
  const Posture shown = session.posture();
  ASSERT_EQ(
      tell(session,
           {{"do", "drag-begin"}, {"segment", "lower"}, {"point", {0, 0, 0.3}}, {"target", {0.3, 0.2, 0.2}}}),
      "");
  EXPECT_EQ(time_message(session).at("mode"), "live");
  EXPECT_EQ(session.scene().posture, shown);
}

TEST(Playback, KeysCanBeEditedWhileShown) {
  Session session = session_with_keys();
  ASSERT_EQ(tell(session, {{"do", "seek"}, {"source", "keyframes"}, {"position", 0.5}}), "");
  const Posture shown = session.posture();
  ASSERT_EQ(tell(session, {{"do", "key-add"}, {"time", 3.0}}), "");
  EXPECT_EQ(time_message(session).at("mode"), "paused");
  EXPECT_EQ(time_message(session).at("duration"), 3.0);
  EXPECT_EQ(session.scene().keys.back().posture, shown);
  ASSERT_EQ(tell(session, {{"do", "key-move"}, {"number", 4}, {"time", 2.5}, {"gesture", 1}}), "");
  ASSERT_EQ(tell(session, {{"do", "key-move"}, {"number", 4}, {"time", 2.6}, {"gesture", 1}}), "");
  EXPECT_EQ(time_message(session).at("duration"), 2.6);
  EXPECT_EQ(tell(session, {{"do", "key-move"}, {"number", 4}, {"time", 1.0}}), "key 2 is there already");
  ASSERT_EQ(tell(session, "undo"), "");  // both moves
  EXPECT_EQ(session.scene().keys.back().time, 3.0);
  for (int number = 1; number <= 4; ++number)
    ASSERT_EQ(tell(session, {{"do", "key-remove"}, {"number", number}}), "");
  EXPECT_EQ(time_message(session).at("mode"), "live");
  EXPECT_EQ(tell(session, {{"do", "play"}, {"source", "keyframes"}}),
            "there are no keyframes yet: add one first");
}

TEST(Playback, KeysSurviveAnEditOfTheFigureAndABackup) {
  Session session = session_with_keys();
  ASSERT_EQ(tell(session, {{"do", "branch-add"}, {"parent", "lower"}}), "");
  ASSERT_EQ(tell(session, {{"do", "seek"}, {"source", "keyframes"}, {"position", 1.0}}), "");
  EXPECT_NEAR(elbow(session), 1.0, 1e-12);
  Session again = Session::from_backup(session.backup(), nullptr).value();
  ASSERT_EQ(tell(again, {{"do", "seek"}, {"source", "keyframes"}, {"position", 1.0}}), "");
  EXPECT_NEAR(elbow(again), 1.0, 1e-12);
}

void record_a_reach(Session& session) {
  ASSERT_EQ(tell(session, "record-start"), "");
  ASSERT_EQ(tell(session, {{"do", "task-set"},
                           {"number", 0},
                           {"task", {{"type", "reach"}, {"frame", "hand"}, {"target", {0.1, -0.3, 0.3}}}}}),
            "");
  steps(session, 40);
  ASSERT_EQ(tell(session, "record-stop"), "");
}

TEST(Playback, ShowsARecordingJustMade) {
  Session session(arm_scene(), "arm");
  steps(session, 30);
  record_a_reach(session);
  const Posture end = session.posture();
  ASSERT_EQ(tell(session, {{"do", "seek"}, {"source", "recording"}, {"position", 1e6}}), "");
  EXPECT_EQ(session.posture(), end);
  ASSERT_EQ(tell(session, {{"do", "play"}, {"source", "recording"}, {"from", 0}}), "");
  EXPECT_EQ(time_message(session).at("mode"), "playing");
  while (session.step(0.001)) {
  }
  EXPECT_EQ(session.posture(), end);
  EXPECT_EQ(time_message(session).at("position"), time_message(session).at("recording").at("duration"));
}

TEST(Playback, PlayingStopsARecordingThatIsBeingMade) {
  Session session = session_with_keys();
  ASSERT_EQ(tell(session, "record-start"), "");
  EXPECT_EQ(time_message(session).at("mode"), "recording");
  ASSERT_EQ(tell(session, {{"do", "play"}, {"source", "recording"}}), "");
  EXPECT_FALSE(time_message(session).at("recording").is_null());
}

TEST(Playback, ARecordingOpensWithItsSceneAndShowsTheSameSnapshots) {
  test::FolderInMemory folder;
  Session session(arm_scene(), "arm", &folder);
  record_a_reach(session);
  const Posture end = session.posture();
  ASSERT_EQ(tell(session, {{"do", "record-save"}, {"file", "reach"}}), "");
  EXPECT_TRUE(folder.files.contains("reach.recording.json"));
  EXPECT_TRUE(folder.files.contains("reach.timing.txt"));
  EXPECT_EQ(time_message(session).at("recording").at("name"), "reach.recording.json");

  Session other(load_scene(fs::path(LIMBER_SOURCE_DIR) / "scenes/panda.json").value(), "panda", &folder);
  const Answer answer = other.apply(R"({"id": 1, "do": "record-open", "file": "reach.recording.json"})");
  ASSERT_FALSE(answer.refused) << answer.words;
  EXPECT_EQ(other.scene().figure.name(), "arm");
  EXPECT_TRUE(other.step(2.0));  // waits for it
  EXPECT_TRUE(notices(other).empty()) << "how far it is, is no notice: those stay";
  EXPECT_EQ(time_message(other).at("replaying"), 0.0);
  EXPECT_EQ(tell(other, {{"do", "play"}, {"source", "recording"}}),
            "the recording is still being replayed: wait a moment");
  const Json result = Json::parse(answer.later());
  EXPECT_EQ(result.at("same"), true);
  EXPECT_FALSE(other.step(0.1));
  EXPECT_TRUE(notices(other).empty());
  EXPECT_TRUE(time_message(other).at("replaying").is_null());
  ASSERT_EQ(tell(other, {{"do", "seek"}, {"source", "recording"}, {"position", 1e6}}), "");
  EXPECT_EQ(other.posture(), end);
  ASSERT_EQ(tell(other, "undo"), "");
  EXPECT_EQ(other.scene().figure.name(), "panda-like");
}

TEST(Playback, TimesNeverReplaceAFileThatIsNoTiming) {
  const std::string name = "reach.objective.timing.txt";
  test::FolderInMemory folder;
  Session session(arm_scene(), "arm", &folder);
  record_a_reach(session);
  ASSERT_EQ(tell(session, {{"do", "record-save"}, {"file", "reach"}}), "");
  const auto replayed = [&] {
    session
        .apply(R"({"id": 1, "do": "record-open", "file": "reach.recording.json", "technique": "objective"})")
        .later();
    session.step(0.1);
    return notices(session).at(0);
  };
  folder.files[name] = "of somebody else";
  EXPECT_NE(replayed().find("their file was not written"), std::string::npos);
  EXPECT_EQ(folder.files.at(name), "of somebody else");
  folder.files.erase(name);
  for (int i = 0; i < 2; ++i) {
    EXPECT_NE(replayed().find("the times are in \"" + name + "\""), std::string::npos);
    EXPECT_NE(folder.files.at(name), "of somebody else");
  }
}

// Ge's comparison: the same drag by another technique and decomposition, its times in a file beside the first.
TEST(Playback, ARecordingOpensWithOtherMethods) {
  test::FolderInMemory folder;
  Session session(arm_scene(), "arm", &folder);
  record_a_reach(session);
  ASSERT_EQ(tell(session, {{"do", "record-save"}, {"file", "reach"}}), "");
  const std::string first = folder.files.at("reach.timing.txt");
  const Answer answer = session.apply(
      R"({"id": 1, "do": "record-open", "file": "reach.recording.json", "technique": "objective", "svd": "golub-reinsch"})");
  ASSERT_FALSE(answer.refused) << answer.words;
  EXPECT_EQ(Json::parse(answer.later()).at("same"), false);
  session.step(0.1);
  const std::vector<std::string> words = notices(session);
  ASSERT_EQ(words.size(), 1u);
  EXPECT_EQ(words[0].find("Replayed with objective golub-reinsch: "), 0u) << words[0];
  EXPECT_NE(words[0].find("\"reach.objective.golub-reinsch.timing.txt\""), std::string::npos) << words[0];
  const std::string& second = folder.files.at("reach.objective.golub-reinsch.timing.txt");
  EXPECT_NE(second.find("objective"), std::string::npos);
  EXPECT_EQ(std::count(second.begin(), second.end(), '\n'), std::count(first.begin(), first.end(), '\n'));
  EXPECT_EQ(folder.files.at("reach.timing.txt"), first) << "stays as it is";

  // What came out is a recording of its own.
  EXPECT_EQ(time_message(session).at("recording").at("name"), "reach.objective.golub-reinsch.recording.json");
  ASSERT_EQ(tell(session, {{"do", "record-save"}, {"file", "other"}}), "");
  const Answer again = session.apply(R"({"id": 2, "do": "record-open", "file": "other.recording.json"})");
  EXPECT_EQ(Json::parse(again.later()).at("same"), true);
  EXPECT_EQ(
      tell(session, {{"do", "record-open"}, {"file", "reach.recording.json"}, {"technique", "objectif"}}),
      "technique: there is no technique \"objectif\" (did you mean \"objective\"?)");
}

TEST(Playback, ARecordingThatReplaysDifferentlyIsShownWithAWarning) {
  test::FolderInMemory folder;
  Session session(arm_scene(), "arm", &folder);
  record_a_reach(session);
  ASSERT_EQ(tell(session, {{"do", "record-save"}, {"file", "reach"}}), "");
  Json document = Json::parse(folder.files.at("reach.recording.json"));
  document.at("hash") = "0123456789abcdef";
  folder.files.at("reach.recording.json") = document.dump();
  const Answer answer = session.apply(R"({"id": 1, "do": "record-open", "file": "reach.recording.json"})");
  ASSERT_FALSE(answer.refused) << answer.words;
  EXPECT_EQ(Json::parse(answer.later()).at("same"), false);
  session.step(0.1);
  const std::vector<std::string> words = notices(session);
  ASSERT_EQ(words.size(), 1u);
  EXPECT_EQ(words[0].find("This recording replays differently than recorded ("), 0u);
  folder.files["bad.recording.json"] = "{\"limber\": 1}";
  EXPECT_EQ(tell(session, {{"do", "record-open"}, {"file", "bad.recording.json"}}),
            "bad.recording.json:1: not a recording: \"limber_recording\": 1 is missing");
}

}  // namespace
}  // namespace limber
