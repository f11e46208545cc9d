// Goals that follow paths in time: they move, rounds close or not, and recordings have all of it.

#include <gtest/gtest.h>

#include "bits.h"
#include "folder_in_memory.h"
#include "limber/session/messages/snapshot.h"
#include "limber/session/recording.h"
#include "random_session.h"

namespace limber::test {
namespace {

using nlohmann::json;

// Four links in a plane, and a goal for their tip.
constexpr const char* arm_text = R"({
  "limber": 1,
  "figure": {"name": "arm", "segments": [{"name": "root"}],
             "chains": [{"name": "arm", "parent": "root", "links": 4, "length": 1.2, "radius": 0.02,
                         "joints": [{"type": "revolute", "axis": [0, 0, 1]}]}]},
  "posture": {"arm.2": 0.5, "arm.3": 0.5},
  "tasks": [{"name": "tip", "type": "reach", "frame": "arm.tip", "target": [0.8, 0.3, 0]}]
})";

Session arm_session(Library* library = nullptr) {
  return Session(parse_scene(arm_text, "arm.json", "").value(), "arm", library);
}

json circle(double period = 0.5) {
  return {{"do", "goal-path-set"},
          {"number", 0},
          {"path", {{"circle", {{"center", {0.8, 0.3, 0}}, {"radius", 0.1}, {"period", period}}}}}};
}
json run_goals(bool run) {
  return {{"do", "goals-run"}, {"run", run}};
}

Vec3 target_of(const Session& session) {
  return std::get<Reach>(session.scene().tasks.begin()->task).target;
}

}  // namespace

TEST(Goals, MoveAlongTheirPathAndTheFigureFollows) {
  Session session = arm_session();
  ask(session, circle());
  steps(session, 200);
  const Vec3 start = session.snapshot().tasks.front().goal;
  EXPECT_LT(session.snapshot().tasks.front().error, 1e-4);
  ask(session, run_goals(true));
  steps(session, 125);  // a quarter of the round
  const Vec3 now = session.snapshot().tasks.front().goal;
  EXPECT_NEAR((now - start).norm(), 0.1 * std::sqrt(2.0), 1e-6);
  EXPECT_LT(session.snapshot().tasks.front().error, 2e-3);
  ask(session, run_goals(false));
  steps(session, 200);
  EXPECT_LT(session.snapshot().tasks.front().error, 1e-4);
  EXPECT_EQ(session.snapshot().tasks.front().goal, now);
}

// However long its steps take: the page need not guess.
TEST(Goals, SayTheirTimeWhileTheyRun) {
  Session session = arm_session();
  ask(session, circle());
  EXPECT_TRUE(message_of(session, "status").at("goal_time").is_null());
  ask(session, run_goals(true));
  steps(session, 125);
  EXPECT_NEAR(message_of(session, "status").at("goal_time").get<double>(), 0.125, 1e-12);
  ask(session, run_goals(false));
  EXPECT_TRUE(message_of(session, "status").at("goal_time").is_null());
  EXPECT_NEAR(message_of(session, "time").at("goals").at("time").get<double>(), 0.125, 1e-12);
}

TEST(Goals, SayHowFarARoundIsFromClosing) {
  Session session = arm_session();
  ask(session, circle());
  ask(session, run_goals(true));
  steps(session, 400);
  EXPECT_TRUE(message_of(session, "status").at("closure").is_null());
  steps(session, 700);
  EXPECT_EQ(message_of(session, "status").at("closure").at("cycles"), 2);
}

json method(const char* name) {
  return {{"do", "motion-set"}, {"motion", {{"redundancy", {{"method", name}, {"gain", 10}}}}}};
}
double closure_of(Session& session) {
  return message_of(session, "status").at("closure").at("offset").get<double>();
}

// Keyframes say nothing about how goals are followed: the estimate a method has made goes on, and the round
// in which they were made closes as well as the one before. (It was off by up to 2 degrees.)
TEST(Goals, RoundsStillCloseWhenKeysAreMadeOfThem) {
  for (const char* name : {"estimated", "repeatable", "pseudo-inverse"}) {
    Session session = arm_session();
    ask(session, circle());
    ask(session, method(name));
    ask(session, run_goals(true));
    steps(session, 5200);
    EXPECT_LT(closure_of(session), 1e-6) << name;
    ask(session, {{"do", "goals-keep"}});
    steps(session, 500);
    EXPECT_EQ(message_of(session, "status").at("closure").at("cycles"), 11) << name;
    EXPECT_LT(closure_of(session), 1e-6) << name;
  }
}

// What a round is compared with must have been made in the same way.
TEST(Goals, RoundsAreCountedAnewAfterAnEditThatMovesTheFigure) {
  Session session = arm_session();
  ask(session, circle());
  ask(session, run_goals(true));
  steps(session, 1200);
  ask(session, method("simplified"));
  EXPECT_TRUE(message_of(session, "status").at("closure").is_null());
  steps(session, 501);
  EXPECT_EQ(message_of(session, "status").at("closure").at("cycles"), 1);
}

TEST(Goals, OfAnOpenPathStopAtItsEndAndBecomeKeys) {
  Session session = arm_session();
  const json keys = {{{"time", 0}, {"target", {0.8, 0.3, 0}}}, {{"time", 0.2}, {"target", {0.6, 0.4, 0}}}};
  ask(session, {{"do", "goal-path-set"}, {"number", 0}, {"path", {{"spline", {{"keys", keys}}}}}});
  EXPECT_TRUE(session.apply(R"({"id": 2, "do": "goals-keep"})").refused);
  ask(session, run_goals(true));
  steps(session, 300);
  const json goals = message_of(session, "time").at("goals");
  EXPECT_EQ(goals.at("run"), false);
  EXPECT_EQ(goals.at("time"), 0.2);
  ask(session, {{"do", "goals-keep"}});
  EXPECT_EQ(session.scene().keys.size(), 25u);
  EXPECT_NEAR(session.scene().keys.back().time, 0.2, 0.002);
}

TEST(Goals, ASmoothRoundBecomesKeysThatCloseAndHaveGhosts) {
  Session session = arm_session();
  EXPECT_TRUE(session.apply(R"({"id": 2, "do": "goals-smooth", "time": 0.1})").refused);
  ask(session, circle());
  const Answer answer = session.apply(R"({"id": 3, "do": "goals-smooth", "time": 0.1})");
  ASSERT_TRUE(answer.later);
  const json round = json::parse(answer.later());
  EXPECT_TRUE(round.at("found"));
  EXPECT_TRUE(round.at("cyclic"));
  ASSERT_EQ(round.at("keys").size(), 25u);
  EXPECT_EQ(round.at("keys").front().at("posture"), round.at("keys").back().at("posture"));
  EXPECT_TRUE(session.scene().keys.empty());
  ask(session, {{"do", "key-set-all"}, {"keys", round.at("keys")}});
  ASSERT_EQ(session.scene().keys.size(), 25u);
  EXPECT_EQ(session.scene().keys.front().posture, session.scene().keys.back().posture);
  EXPECT_NEAR(session.scene().keys.back().time, 0.5, 1e-9);
  const json ghosts = json::parse(session.apply(R"({"id": 4, "do": "key-ghosts"})").result).at("ghosts");
  ASSERT_EQ(ghosts.size(), 25u);
  EXPECT_EQ(ghosts[0].size(), 3u * static_cast<std::size_t>(session.scene().figure.segment_count()));
  EXPECT_TRUE(session.apply(R"({"id": 5, "do": "key-set-all", "keys": []})").refused);
  ask(session, {{"do", "undo"}});
  EXPECT_TRUE(session.scene().keys.empty());
}

// Waves of 0.2 and 0.3 s make rounds of 0.6 s, and as many keys as their turns need; waves that have no
// round in common are followed without one.
TEST(Goals, RoundsOfSeveralWavesEndWhereAllOfThemDo) {
  const auto waves = [](double one, double other) {
    const json terms = {{{"amplitude", {0.05, 0, 0}}, {"period", one}},
                        {{"amplitude", {0, 0.05, 0}}, {"period", other}}};
    return json{{"do", "goal-path-set"},
                {"number", 0},
                {"path", {{"sines", {{"center", {0.8, 0.3, 0}}, {"terms", terms}}}}}};
  };
  Session session = arm_session();
  ask(session, waves(0.2, 0.3));
  ask(session, run_goals(true));
  EXPECT_NEAR(message_of(session, "time").at("goals").at("period").get<double>(), 0.6, 1e-12);
  steps(session, 1300);
  EXPECT_EQ(message_of(session, "status").at("closure").at("cycles"), 2);
  EXPECT_EQ(ask(session, {{"do", "goals-keep"}}).at("keys"), 37);
  ask(session, waves(0.2, 0.2 * std::sqrt(2.0)));
  EXPECT_EQ(message_of(session, "time").at("goals").at("period"), 0.0);
  steps(session, 1300);
  EXPECT_TRUE(message_of(session, "status").at("closure").is_null());
  EXPECT_TRUE(session.apply(R"({"id": 2, "do": "goals-smooth", "time": 0.1})").refused);
  ask(session, waves(0.2, 0.203));  // a round of 40.6 s, 203 of the shorter
  EXPECT_TRUE(session.apply(R"({"id": 3, "do": "goals-smooth", "time": 0.1})").refused);
}

TEST(Goals, AMotionHasTenGhostsFromItsFirstKeyToItsLast) {
  Session session = arm_session();
  ask(session, circle());
  const json round = json::parse(session.apply(R"({"id": 3, "do": "goals-smooth", "time": 0.1})").later());
  json keys = json::array();
  for (int k = 0; k < 40; ++k) {
    const json& posture = round.at("keys").at(static_cast<std::size_t>(k / 2)).at("posture");
    keys.push_back({{"time", 0.1 * k}, {"posture", posture}});
  }
  const json first_half(keys.begin(), keys.begin() + 20);
  const auto ghosts = [&] {
    return json::parse(session.apply(R"({"id": 4, "do": "key-ghosts"})").result).at("ghosts");
  };
  ask(session, {{"do", "key-set-all"}, {"keys", first_half}});
  const json of_each = ghosts();
  EXPECT_EQ(of_each.size(), 20u);
  ask(session, {{"do", "key-set-all"}, {"keys", keys}});
  const json some = ghosts();
  ASSERT_EQ(some.size(), 10u);
  EXPECT_EQ(some.front(), of_each.front());
  EXPECT_NE(some.back(), some.front());
}

TEST(Goals, StayWhereTheyAreWithoutTheirPath) {
  Session session = arm_session();
  const Vec3 before = target_of(session);
  ask(session, circle());
  ask(session, {{"do", "goals-seek"}, {"time", 0.25}});
  ask(session, {{"do", "goal-path-set"}, {"number", 0}, {"path", nullptr}});
  EXPECT_TRUE(session.scene().paths.empty());
  EXPECT_NEAR((target_of(session) - Vec3(0.7, 0.3, 0.0)).norm(), 0.0, 1e-12);
  ask(session, {{"do", "undo"}});
  ask(session, {{"do", "undo"}});
  EXPECT_EQ(target_of(session), before);
}

// An obstacle with a path is displaced by it while goals run; the path goes with the obstacle.
TEST(Goals, ObstaclesMoveTooAndTheirPathsGoWithThem) {
  Session session = arm_session();
  ask(session,
      {{"do", "obstacle-add"},
       {"obstacle", {{"name", "ball"}, {"shape", "sphere"}, {"center", {3, 0, 0}}, {"radius", 0.1}}}});
  const json sway = {
      {"sines", {{"center", {0, 0, 0}}, {"terms", {{{"amplitude", {0, 0.5, 0}}, {"period", 0.4}}}}}}};
  ask(session, {{"do", "obstacle-path-set"}, {"obstacle", "ball"}, {"path", sway}});
  EXPECT_EQ(message_of(session, "scene").at("paths").at(0).at("obstacle"), "ball");
  ask(session, run_goals(true));
  steps(session, 100);  // a quarter of the round
  ASSERT_EQ(session.snapshot().moved_obstacles.size(), 1u);
  EXPECT_LT((session.snapshot().moved_obstacles.front().anchor - Vec3(3, 0.5, 0)).norm(), 1e-6);
  ask(session, {{"do", "obstacle-set"}, {"obstacle", "ball"}, {"name", "moon"}});
  EXPECT_NE(session.scene().paths.of("moon"), nullptr);
  ask(session, {{"do", "obstacle-remove"}, {"obstacle", "moon"}});
  EXPECT_TRUE(session.scene().paths.empty());
  ask(session, {{"do", "undo"}});
  ask(session, {{"do", "obstacle-path-set"}, {"obstacle", "moon"}, {"path", nullptr}});
  EXPECT_TRUE(session.scene().paths.empty());
}

TEST(Goals, ReplayToTheSameBitsWhateverTimeItWas) {
  FolderInMemory folder;
  Session session = arm_session(&folder);
  ask(session, circle());
  ask(session, run_goals(true));
  steps(session, 137);
  ask(session, {{"do", "record-start"}});
  steps(session, 300);
  ask(session, {{"do", "motion-set"}, {"motion", {{"redundancy", {{"method", "repeatable"}}}}}});
  steps(session, 300);
  ask(session, {{"do", "record-stop"}});
  ask(session, {{"do", "record-save"}, {"file", "round"}});
  const Replayed replayed = replay(parse_recording(folder.files.at("round.recording.json"), "round").value());
  EXPECT_TRUE(replayed.is_same) << replayed.words;
}

TEST(Goals, NonsenseIsRefusedInASentence) {
  Session session = arm_session();
  const auto words = [&](json command) {
    command["id"] = 1;
    return session.apply(command.dump()).words;
  };
  EXPECT_EQ(words(run_goals(true)), "no goal of this scene moves: give one a path first");
  const json twice = {{{"time", 0}, {"target", {0, 0, 0}}}, {{"time", 0}, {"target", {1, 0, 0}}}};
  const json of_twice = {{"spline", {{"keys", twice}}}};
  EXPECT_EQ(words({{"do", "goal-path-set"}, {"number", 0}, {"path", of_twice}}),
            "path: two keys of a path are both at 0 s: each must be later than the one before");
  const char* not_a_number =
      R"({"id": 1, "do": "goal-path-set", "number": 0, "path": {"spline": {"keys": [{"time": NaN}]}}})";
  EXPECT_TRUE(session.apply(not_a_number).words.starts_with("not a valid command: NaN is not a number"));
  EXPECT_NE(words({{"do", "obstacle-path-set"}, {"obstacle", "none"}, {"path", of_twice}}), "");
  EXPECT_NE(words(circle(-1.0)), "");
  EXPECT_NE(words({{"do", "motion-set"}, {"motion", {{"redundancy", {{"method", "magic"}}}}}}), "");
  ask(session, circle());
  EXPECT_NE(words({{"do", "goals-seek"}, {"time", 1e9}}), "");
}

}  // namespace limber::test
