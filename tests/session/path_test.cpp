// The technique stops behind a wall, a search finds a path round it, and the session follows that path.

#include <gtest/gtest.h>

#include <cmath>

#include "bits.h"
#include "found_path.h"
#include "limber/figure/joint_chain.h"
#include "limber/planning/clear_motion.h"
#include "limber/session/recording.h"
#include "support/allocations.h"

namespace limber::test {
namespace {

using nlohmann::json;

double clearance_of(const Session& session) {
  const Scene& scene = session.scene();
  return ClearMotion(scene.figure, scene.world).clearance(session.posture(), 10.0);
}

TEST(Path, TheGallerySceneIsStuckAndSaysWhatBlocksIt) {
  Session session = stuck_session();
  EXPECT_FALSE(is_reached(session));
  const json task = message_of(session, "status").at("tasks").at(0);
  ASSERT_FALSE(task.at("reasons").empty()) << task;
  EXPECT_EQ(task.at("reasons").at(0).at("obstacle"), "wall") << task;
}

TEST(Path, IsFollowedToItsEndWithoutContact) {
  Session session = stuck_session();
  const json& path = found_path();
  EXPECT_GE(path.at("clearance").get<double>(), -1e-9);
  EXPECT_NE(path.at("words").get<std::string>().find("A path was found"), std::string::npos);
  const std::size_t numbers = path.at("line").size();
  ASSERT_GT(numbers, 6u);
  EXPECT_NEAR(path.at("line").at(numbers - 3).get<double>(), 1.1, 1e-2) << "the line ends at the goal";

  ask(session, follow_command());
  EXPECT_EQ(path_share(session), 0.0);
  EXPECT_EQ(message_of(session, "status").at("words"), "The figure is following the path that was found.");
  const Figure& figure = session.scene().figure;
  double least = 1.0, fastest = 0.0;
  int walked = 0;
  Kinematics before(figure), after(figure);
  for (json share = 0.0; !share.is_null() && walked < 30000; ++walked) {
    before.update(session.posture());
    ASSERT_TRUE(session.step(0.001));
    after.update(session.posture());
    const FrameId tip = figure.frame("tip");
    fastest = std::max(fastest, (after.frame_position(tip) - before.frame_position(tip)).norm());
    least = std::min(least, clearance_of(session));
    share = path_share(session);
  }
  EXPECT_GT(least, -1e-6);
  EXPECT_NEAR(walked * 0.001, path.at("duration").get<double>(), 0.0015);
  EXPECT_LE(fastest, 1.3 * 0.001 * longest_reach(figure) / PathWalk::seconds_per_reach) << "an even pace";
  settle(session);
  EXPECT_TRUE(is_reached(session));
  EXPECT_TRUE(notices(session).empty());
}

TEST(Path, AStepOfItAllocatesNothing) {
  Session session = stuck_session();
  ask(session, follow_command());
  steps(session, 10);
  const AllocationCounter counter;
  for (int i = 0; i < 500; ++i) session.step(0.001);
  EXPECT_EQ(counter.count(), 0u);
  EXPECT_FALSE(path_share(session).is_null());
}

TEST(Path, IsUndoneInOneStepAndRedone) {
  Session session = stuck_session();
  const std::string stuck = bits_of(session);
  ask(session, follow_command());
  EXPECT_EQ(undo_words(session), "follow a path");
  settle(session);
  const std::string there = bits_of(session);
  ask(session, {{"do", "undo"}});
  EXPECT_EQ(bits_of(session), stuck);
  EXPECT_TRUE(undo_words(session).is_null());
  ask(session, {{"do", "redo"}});
  EXPECT_EQ(bits_of(session), there);
  EXPECT_TRUE(is_reached(session));
}

TEST(Path, UndoHalfWayStopsFollowing) {
  Session session = stuck_session();
  const std::string stuck = bits_of(session);
  ask(session, follow_command());
  steps(session, 500);
  EXPECT_GT(path_share(session), 0.0);
  ask(session, {{"do", "undo"}});
  EXPECT_EQ(bits_of(session), stuck);
  EXPECT_TRUE(path_share(session).is_null());
}

Recording recorded_walk() {
  FolderInMemory folder;
  Session session(load_scene(std::filesystem::path(LIMBER_SOURCE_DIR) / "scenes/behind-a-wall.json").value(),
                  "test", &folder);
  settle(session);
  ask(session, {{"do", "record-start"}});
  steps(session, 20);
  ask(session, follow_command());
  steps(session, 700);
  ask(session, {{"do", "obstacle-move"}, {"obstacle", "wall"}, {"by", {{"position", {0.001, 0, 0}}}}});
  settle(session);
  EXPECT_TRUE(is_reached(session));
  ask(session, {{"do", "record-stop"}});
  ask(session, {{"do", "record-save"}, {"file", "test"}});
  return parse_recording(folder.files.at("test.recording.json"), "test").value();
}

TEST(Path, IsRecordedAndReplaysToTheSameBits) {
  const Recording recording = recorded_walk();
  EXPECT_GT(recording.steps, 1000u);
  const Replayed replayed = replay(recording);
  EXPECT_TRUE(replayed.is_same) << replayed.words;
  // One that leads a little elsewhere does not.
  Recording changed = recording;
  ASSERT_FALSE(changed.commands.empty());
  json command = json::parse(changed.commands[0].text);
  ASSERT_EQ(command.at("do"), "path-follow");
  json& value = command.at("postures").at(command.at("postures").size() / 2).at(0);
  value = value.get<double>() + 1e-9;
  changed.commands[0].text = command.dump();
  EXPECT_FALSE(replay(changed).is_same);
}

TEST(Path, FollowedByNumberIsTheOneThatWasFoundAndRecordsItsPostures) {
  Session by_number = stuck_session(), by_postures = stuck_session();
  const json result = ask(by_number, {{"do", "path-find"}, {"seconds", 60}});
  EXPECT_FALSE(result.contains("postures")) << "they stay in the session";
  ask(by_number, {{"do", "path-follow"}, {"path", result.at("path")}});
  EXPECT_EQ(path_share(by_number), 0.0);
  EXPECT_NE(tell(by_number, {{"do", "path-follow"}, {"path", 7}}).find("there is no path 7"),
            std::string::npos);
  EXPECT_NE(tell(by_postures, {{"do", "path-follow"}, {"path", 1}}).find("there is no path 1"),
            std::string::npos);
  settle(by_number);
  EXPECT_TRUE(is_reached(by_number));
}

TEST(Path, FoundForAnotherFigureIsNotFollowed) {
  Session session = stuck_session();
  const json result = ask(session, {{"do", "path-find"}, {"seconds", 60}});
  ask(session, {{"do", "segment-scale"}, {"segment", "link.5"}, {"factor", 1.1}});
  EXPECT_NE(
      tell(session, {{"do", "path-follow"}, {"path", result.at("path")}}).find("the figure has changed"),
      std::string::npos);
}

TEST(Path, OldVerbsOfRecordingsAreUnderstood) {
  Session session = stuck_session();
  json command = follow_command();
  command["do"] = "way-follow";
  EXPECT_EQ(tell(session, command), "");
  EXPECT_EQ(path_share(session), 0.0);
}

TEST(Path, ARecordingCannotStartWhileFollowing) {
  Session session = stuck_session();
  ask(session, follow_command());
  steps(session, 10);
  EXPECT_NE(tell(session, "record-start").find("follows a path"), std::string::npos);
  settle(session);
  EXPECT_EQ(tell(session, "record-start"), "");
}

TEST(Path, AnEditOfTheTasksOrADragEndsIt) {
  const json drag = {
      {"do", "drag-begin"}, {"segment", "link.5"}, {"point", {0, 0, 0}}, {"target", {0, 1, 0}}};
  for (const json& edit : {json{{"do", "posture-rest"}}, drag, json{{"do", "task-remove"}, {"number", 0}},
                           json{{"do", "avoidance-set"}, {"avoidance", {{"technique", "objective"}}}}}) {
    Session session = stuck_session();
    ask(session, follow_command());
    steps(session, 300);
    ASSERT_FALSE(path_share(session).is_null());
    EXPECT_EQ(tell(session, edit), "") << edit;
    EXPECT_TRUE(path_share(session).is_null()) << edit;
  }
}

TEST(Path, ContinuesAfterUnrelatedEditsAndAPause) {
  Session session = stuck_session();
  ask(session, follow_command());
  steps(session, 300);
  const json ball = {{"shape", "sphere"}, {"center", {-5, 0, 0}}, {"radius", 0.1}};
  ask(session, {{"do", "obstacle-add"}, {"obstacle", ball}});
  ask(session, {{"do", "key-add"}, {"time", 1}});
  ask(session, {{"do", "camera-set"}, {"camera", {{"eye", {3, 0, 1}}, {"target", {0, 0, 0}}}}});
  ask(session, {{"do", "run-set"}, {"running", false}});
  const json share = path_share(session);
  EXPECT_GT(share, 0.0);
  EXPECT_FALSE(session.step(0.001));
  ask(session, {{"do", "run-set"}, {"running", true}});
  EXPECT_EQ(path_share(session), share);
  settle(session);
  EXPECT_TRUE(is_reached(session));
}

TEST(Path, StopsBeforeAnObstaclePlacedOnItAndSaysSo) {
  // Where the tip will be at four fifths of the path, placed there when half of it is done.
  Session session = stuck_session();
  const json& line = found_path().at("line");
  const std::size_t at = 3 * (4 * (line.size() / 3) / 5);
  const json ball = {{"name", "ball"},
                     {"shape", "sphere"},
                     {"center", {line.at(at), line.at(at + 1), line.at(at + 2)}},
                     {"radius", 0.05}};
  ask(session, follow_command());
  while (path_share(session).get<double>() < 0.5) steps(session, 10);
  ask(session, {{"do", "obstacle-add"}, {"obstacle", ball}});
  notices(session);
  double least = 1.0;
  while (!path_share(session).is_null()) {
    EXPECT_LT(path_share(session).get<double>(), 0.9);
    ASSERT_TRUE(session.step(0.001));
    least = std::min(least, clearance_of(session));
  }
  EXPECT_GT(least, -1e-6);
  const std::vector<std::string> words = notices(session);
  ASSERT_EQ(words.size(), 1u);
  EXPECT_EQ(words[0], "\"ball\" now blocks the path; stopped following it. Find a path from here.");
  settle(session);
  EXPECT_GT(clearance_of(session), -1e-6);
}

TEST(Path, StopsBeforeAMovingObstacle) {
  Session session = stuck_session();
  const json& line = found_path().at("line");
  const std::size_t at = 3 * (4 * (line.size() / 3) / 5);
  // It comes from far out of the plane and crosses it at that place.
  const json ball = {{"name", "ball"},
                     {"shape", "sphere"},
                     {"center", {line.at(at), line.at(at + 1), 2.0}},
                     {"radius", 0.3},
                     {"velocity", {0, 0, -1.2 / found_path().at("duration").get<double>() * 2.0}}};
  ask(session, {{"do", "obstacle-add"}, {"obstacle", ball}});
  settle(session);
  ask(session, {{"do", "world-run"}, {"moves", true}});
  ask(session, follow_command());
  notices(session);
  for (int i = 0; i < 30000 && !path_share(session).is_null(); ++i) session.step(0.001);
  const std::vector<std::string> words = notices(session);
  ASSERT_EQ(words.size(), 1u);
  EXPECT_NE(words[0].find("\"ball\" now blocks the path"), std::string::npos) << words[0];
}

TEST(Path, IsFollowedWithEveryTechniqueWhichThenTakesOver) {
  for (const char* technique : {"objective", "virtual-arms", "off"}) {
    Session session = stuck_session();
    ask(session, {{"do", "avoidance-set"}, {"avoidance", {{"technique", technique}}}});
    ask(session, follow_command());
    for (int i = 0; i < 30000 && !path_share(session).is_null(); ++i) session.step(0.001);
    EXPECT_TRUE(notices(session).empty()) << technique;
    steps(session, 2000);
    EXPECT_LT(message_of(session, "status").at("tasks").at(0).at("error"), 0.02) << technique;
  }
}

}  // namespace
}  // namespace limber::test
