// The technique stops behind a wall, a search finds a way round it, and the session walks that way.

#include <gtest/gtest.h>

#include <cmath>

#include "bits.h"
#include "folder_in_memory.h"
#include "limber/figure/joint_chain.h"
#include "limber/planning/clear_motion.h"
#include "limber/session/recording.h"
#include "limber/session/replay.h"
#include "limber/session/way.h"
#include "random_session.h"
#include "support/allocations.h"

namespace limber::test {
namespace {

using nlohmann::json;

json message_of(Session& session, const char* type) {
  for (const std::string& text : session.all_messages()) {
    json message = json::parse(text);
    if (message.at("type") == type) return message;
  }
  throw std::runtime_error(std::string("no message ") + type);
}
bool is_reached(Session& session) {
  return message_of(session, "status").at("light") == "green";
}
json way_share(Session& session) {
  return message_of(session, "status").at("way");
}
json undo_words(Session& session) {
  return message_of(session, "scene").at("undo");
}
std::vector<std::string> notices(Session& session) {
  std::vector<std::string> words;
  for (const std::string& text : session.take_changes(0.0)) {
    const json message = json::parse(text);
    if (message.at("type") == "notice") words.push_back(message.at("words"));
  }
  return words;
}

int settle(Session& session, int most = 30000) {
  int count = 0;
  while (count < most && session.step(0.001)) ++count;
  return count;
}

Session stuck_session() {
  Session session = shipped_session("scenes/behind-a-wall.json");
  settle(session);
  return session;
}

// A search takes its time; the tests share one way.
const json& found_way() {
  static const json way = [] {
    Session session = stuck_session();
    return ask(session, {{"do", "way-find"}, {"seconds", 60}});
  }();
  return way;
}
json follow_command() {
  return {{"do", "way-follow"}, {"postures", found_way().at("postures")}};
}

double clearance_of(const Session& session) {
  const Scene& scene = session.scene();
  return ClearMotion(scene.figure, scene.world).clearance(session.posture(), 10.0);
}

TEST(Way, TheSceneOfTheGalleryIsStuckAndSaysWhatIsInTheWay) {
  Session session = stuck_session();
  EXPECT_FALSE(is_reached(session));
  const json task = message_of(session, "status").at("tasks").at(0);
  ASSERT_FALSE(task.at("reasons").empty()) << task;
  EXPECT_EQ(task.at("reasons").at(0).at("obstacle"), "wall") << task;
}

TEST(Way, OneThatIsFoundIsFollowedToItsEndWithoutTouching) {
  Session session = stuck_session();
  const json& way = found_way();
  EXPECT_GE(way.at("clearance").get<double>(), -1e-9);
  EXPECT_NE(way.at("words").get<std::string>().find("A way was found"), std::string::npos);
  const std::size_t numbers = way.at("line").size();
  ASSERT_GT(numbers, 6u);
  EXPECT_NEAR(way.at("line").at(numbers - 3).get<double>(), 1.1, 1e-2) << "the line ends at the goal";

  ask(session, follow_command());
  EXPECT_EQ(way_share(session), 0.0);
  EXPECT_EQ(message_of(session, "status").at("words"), "The figure follows the way that was found.");
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
    share = way_share(session);
  }
  EXPECT_GT(least, -1e-6);
  EXPECT_NEAR(walked * 0.001, way.at("duration").get<double>(), 0.0015);
  EXPECT_LE(fastest, 1.3 * 0.001 * longest_reach(figure) / Way::seconds_per_reach) << "an even pace";
  settle(session);
  EXPECT_TRUE(is_reached(session));
  EXPECT_TRUE(notices(session).empty());
}

TEST(Way, AStepOfItAllocatesNothing) {
  Session session = stuck_session();
  ask(session, follow_command());
  steps(session, 10);
  const AllocationCounter counter;
  for (int i = 0; i < 500; ++i) session.step(0.001);
  EXPECT_EQ(counter.count(), 0u);
  EXPECT_FALSE(way_share(session).is_null());
}

TEST(Way, IsUndoneInOneStepAndDoneAgain) {
  Session session = stuck_session();
  const std::string stuck = bits_of(session);
  ask(session, follow_command());
  EXPECT_EQ(undo_words(session), "follow a way");
  settle(session);
  const std::string there = bits_of(session);
  ask(session, {{"do", "undo"}});
  EXPECT_EQ(bits_of(session), stuck);
  EXPECT_TRUE(undo_words(session).is_null());
  ask(session, {{"do", "redo"}});
  EXPECT_EQ(bits_of(session), there);
  EXPECT_TRUE(is_reached(session));
}

TEST(Way, UndoneHalfWayItIsNotFollowedAnyMore) {
  Session session = stuck_session();
  const std::string stuck = bits_of(session);
  ask(session, follow_command());
  steps(session, 500);
  EXPECT_GT(way_share(session), 0.0);
  ask(session, {{"do", "undo"}});
  EXPECT_EQ(bits_of(session), stuck);
  EXPECT_TRUE(way_share(session).is_null());
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

TEST(Way, IsRecordedAndReplaysToTheSameBits) {
  const Recording recording = recorded_walk();
  EXPECT_GT(recording.steps, 1000u);
  const Replayed replayed = replay(recording);
  EXPECT_TRUE(replayed.is_same) << replayed.words;
  // One that leads a little elsewhere does not.
  Recording changed = recording;
  ASSERT_FALSE(changed.commands.empty());
  json command = json::parse(changed.commands[0].text);
  ASSERT_EQ(command.at("do"), "way-follow");
  json& value = command.at("postures").at(command.at("postures").size() / 2).at(0);
  value = value.get<double>() + 1e-9;
  changed.commands[0].text = command.dump();
  EXPECT_FALSE(replay(changed).is_same);
}

TEST(Way, ARecordingDoesNotStartInTheMiddleOfOne) {
  Session session = stuck_session();
  ask(session, follow_command());
  steps(session, 10);
  EXPECT_NE(tell(session, "record-start").find("following a way"), std::string::npos);
  settle(session);
  EXPECT_EQ(tell(session, "record-start"), "");
}

TEST(Way, AnEditOfWhatIsAskedOrADragEndsIt) {
  const json drag = {
      {"do", "drag-begin"}, {"segment", "link.5"}, {"point", {0, 0, 0}}, {"target", {0, 1, 0}}};
  for (const json& edit : {json{{"do", "posture-rest"}}, drag, json{{"do", "task-remove"}, {"number", 0}},
                           json{{"do", "avoidance-set"}, {"avoidance", {{"technique", "objective"}}}}}) {
    Session session = stuck_session();
    ask(session, follow_command());
    steps(session, 300);
    ASSERT_FALSE(way_share(session).is_null());
    EXPECT_EQ(tell(session, edit), "") << edit;
    EXPECT_TRUE(way_share(session).is_null()) << edit;
  }
}

TEST(Way, GoesOnWhenSomethingElsewhereChangesAndWhenTheSolverRunsAgain) {
  Session session = stuck_session();
  ask(session, follow_command());
  steps(session, 300);
  const json ball = {{"shape", "sphere"}, {"center", {-5, 0, 0}}, {"radius", 0.1}};
  ask(session, {{"do", "obstacle-add"}, {"obstacle", ball}});
  ask(session, {{"do", "key-add"}, {"time", 1}});
  ask(session, {{"do", "camera-set"}, {"camera", {{"eye", {3, 0, 1}}, {"target", {0, 0, 0}}}}});
  ask(session, {{"do", "run-set"}, {"running", false}});
  const json share = way_share(session);
  EXPECT_GT(share, 0.0);
  EXPECT_FALSE(session.step(0.001));
  ask(session, {{"do", "run-set"}, {"running", true}});
  EXPECT_EQ(way_share(session), share);
  settle(session);
  EXPECT_TRUE(is_reached(session));
}

TEST(Way, StopsWhereAnObstacleHasComeIntoItAndSaysSo) {
  // Where the tip will be at four fifths of the way, put there when half of it is done.
  Session session = stuck_session();
  const json& line = found_way().at("line");
  const std::size_t at = 3 * (4 * (line.size() / 3) / 5);
  const json ball = {{"name", "ball"},
                     {"shape", "sphere"},
                     {"center", {line.at(at), line.at(at + 1), line.at(at + 2)}},
                     {"radius", 0.05}};
  ask(session, follow_command());
  while (way_share(session).get<double>() < 0.5) steps(session, 10);
  ask(session, {{"do", "obstacle-add"}, {"obstacle", ball}});
  notices(session);
  double least = 1.0;
  while (!way_share(session).is_null()) {
    EXPECT_LT(way_share(session).get<double>(), 0.9);
    ASSERT_TRUE(session.step(0.001));
    least = std::min(least, clearance_of(session));
  }
  EXPECT_GT(least, -1e-6);
  const std::vector<std::string> words = notices(session);
  ASSERT_EQ(words.size(), 1u);
  EXPECT_EQ(words[0],
            "\"ball\" has come into the way, so the figure follows it no more; find a way from here.");
  settle(session);
  EXPECT_GT(clearance_of(session), -1e-6);
}

TEST(Way, AnObstacleThatMovesByItselfStopsItToo) {
  Session session = stuck_session();
  const json& line = found_way().at("line");
  const std::size_t at = 3 * (4 * (line.size() / 3) / 5);
  // It comes from far out of the plane and crosses it at that place.
  const json ball = {{"name", "ball"},
                     {"shape", "sphere"},
                     {"center", {line.at(at), line.at(at + 1), 2.0}},
                     {"radius", 0.3},
                     {"velocity", {0, 0, -1.2 / found_way().at("duration").get<double>() * 2.0}}};
  ask(session, {{"do", "obstacle-add"}, {"obstacle", ball}});
  settle(session);
  ask(session, {{"do", "world-run"}, {"moves", true}});
  ask(session, follow_command());
  notices(session);
  for (int i = 0; i < 30000 && !way_share(session).is_null(); ++i) session.step(0.001);
  const std::vector<std::string> words = notices(session);
  ASSERT_EQ(words.size(), 1u);
  EXPECT_NE(words[0].find("\"ball\" has come into the way"), std::string::npos) << words[0];
}

TEST(Way, ThatDoesNotFitIsRefusedInOneSentenceAndChangesNothing) {
  Session session = stuck_session();
  const std::string before = all_bits_of(session);
  const json good = follow_command().at("postures");
  const auto refused = [&](const json& postures) {
    const std::string words = tell(session, {{"do", "way-follow"}, {"postures", postures}});
    EXPECT_NE(words, "") << postures.dump().substr(0, 200);
    EXPECT_EQ(all_bits_of(session), before);
    return words;
  };
  refused(nullptr);
  refused(7);
  refused(json::array());
  EXPECT_NE(refused(json::array({good[0]})).find("at least two"), std::string::npos);
  json changed = good;
  changed[1].push_back(0.0);
  EXPECT_NE(refused(changed).find("postures[1]: expected a list of 5 numbers"), std::string::npos);
  changed = good;
  changed[1][0] = "far";
  refused(changed);
  changed = good;
  changed[1][1] = 1e300;
  refused(changed);
  changed = good;
  changed.erase(changed.begin(), changed.begin() + static_cast<int>(changed.size()) / 2);
  EXPECT_NE(refused(changed).find("not where this way begins"), std::string::npos);
  changed = json::array();
  for (std::size_t i = 0; i <= Way::most_postures; ++i) changed.push_back(good[0]);
  EXPECT_NE(refused(changed).find("at most 2000"), std::string::npos);
  ask(session, {{"do", "run-set"}, {"running", false}});
  EXPECT_NE(tell(session, follow_command()).find("paused"), std::string::npos);
}

TEST(Way, AQuaternionThatIsNoneOrAJointBeyondItsLimitsIsRefused) {
  Session session = shipped_session("scenes/human-standing.json");
  const VecX& values = session.posture().values;
  json posture = std::vector<double>(values.begin(), values.end());
  const json good = {posture, posture};
  const Figure& figure = session.scene().figure;
  for (int j = 0; j < figure.segment_count(); ++j) {
    if (figure.joint(j).type != JointType::ball) continue;
    posture[static_cast<std::size_t>(figure.first_value(j))] = 0.5;
    break;
  }
  const std::string words = tell(session, {{"do", "way-follow"}, {"postures", {good[0], posture}}});
  EXPECT_NE(words.find("quaternion"), std::string::npos) << words;
  posture = good[1];
  posture[static_cast<std::size_t>(figure.first_value(figure.joint("knee.l")))] = -1.0;
  const std::string beyond = tell(session, {{"do", "way-follow"}, {"postures", {good[0], posture}}});
  EXPECT_NE(beyond.find("joint \"knee.l\" is "), std::string::npos) << beyond;
  EXPECT_EQ(tell(session, {{"do", "way-follow"}, {"postures", good}}), "");
  EXPECT_TRUE(session.step(0.001)) << "one that stands still is over at once";
  EXPECT_TRUE(way_share(session).is_null());
}

// --- searching

std::string refusal_of(const Answer& answer) {
  try {
    return message(answer);
  } catch (const std::exception& refusal) {
    return refusal.what();
  }
}

TEST(Way, ASearchIsStoppedByWordByEditAndByAnother) {
  Session session = stuck_session();
  const std::string find = R"({"id": 1, "do": "way-find", "seconds": 60})";
  Answer answer = session.apply(find);
  ASSERT_FALSE(answer.refused) << answer.words;
  ask(session, {{"do", "way-stop"}});
  EXPECT_EQ(refusal_of(answer), "the search was stopped");
  answer = session.apply(find);
  ask(session, {{"do", "posture-rest"}});
  EXPECT_NE(refusal_of(answer).find("was changed while"), std::string::npos);
  answer = session.apply(find);
  const Answer other = session.apply(find);
  EXPECT_EQ(refusal_of(answer), "another search was begun");
  session.give_up_questions();
  EXPECT_EQ(refusal_of(other), "the search was stopped");
}

TEST(Way, NoneThatIsFoundIsSaidInTheWordsOfTheSearch) {
  Session session = stuck_session();
  json far = message_of(session, "scene").at("tasks").at(0);
  far.erase("number");
  far["target"] = {30, 0, 0};
  ask(session, {{"do", "task-set"}, {"number", 0}, {"task", far}});
  const Answer answer = session.apply(R"({"id": 1, "do": "way-find", "seconds": 0.3})");
  EXPECT_NE(refusal_of(answer).find("was found in 0.3 s"), std::string::npos) << refusal_of(answer);
  EXPECT_NE(tell(session, {{"do", "way-find"}, {"seconds", 0}}), "");
  EXPECT_NE(tell(session, {{"do", "way-find"}, {"seconds", 3600}}).find("at most 60 s"), std::string::npos);
}

TEST(Way, IsFollowedWhateverTechniqueIsChosenWhichThenGoesOn) {
  for (const char* technique : {"objective", "virtual-arms", "off"}) {
    Session session = stuck_session();
    ask(session, {{"do", "avoidance-set"}, {"avoidance", {{"technique", technique}}}});
    ask(session, follow_command());
    for (int i = 0; i < 30000 && !way_share(session).is_null(); ++i) session.step(0.001);
    EXPECT_TRUE(notices(session).empty()) << technique;
    steps(session, 2000);
    EXPECT_LT(message_of(session, "status").at("tasks").at(0).at("error"), 0.02) << technique;
  }
}

}  // namespace
}  // namespace limber::test
