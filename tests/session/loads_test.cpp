// Forces and supports by commands: what they change, what is refused, one step of undo each, and what is sent
// only when it is shown.

#include <gtest/gtest.h>

#include "decoded_snapshot.h"
#include "limber/statics/report.h"
#include "random_session.h"
#include "small_scene.h"

namespace limber::test {
namespace {

using nlohmann::json;

Session standing_session() {
  return shipped_session("scenes/human-supports.json");
}
const Loads& loads_of(Session& session) {
  return session.scene().tasks.loads;
}

TEST(SessionLoads, AForceAtAPointOfTheBodyIsOneStepOfUndoWithItsFrame) {
  Session session = standing_session();
  const std::size_t frames = session.scene().figure.frames().size();
  const json at = {{"segment", "forearm.l"}, {"point", {0, 0, 0.1}}};
  ask(session, {{"do", "force-add"},
                {"force", {{"frame", "force.1"}, {"force", {10, 0, 0}}}},
                {"at", at},
                {"gesture", 7}});
  ask(session, {{"do", "force-set"},
                {"number", 1},
                {"force", {{"frame", "force.1"}, {"force", {20, 0, 0}}}},
                {"gesture", 7}});
  EXPECT_EQ(loads_of(session).forces.at(1).force, Vec3(20, 0, 0));
  EXPECT_EQ(session.scene().figure.frames().size(), frames + 1);
  EXPECT_EQ(tell(session, "undo"), "");
  EXPECT_EQ(loads_of(session).forces.size(), 1u);
  EXPECT_EQ(session.scene().figure.frames().size(), frames);
  EXPECT_EQ(tell(session, "redo"), "");
  EXPECT_EQ(tell(session, {{"do", "force-remove"}, {"number", 1}}), "");
  EXPECT_EQ(session.scene().figure.frames().size(), frames) << "the frame goes with its force";
}

TEST(SessionLoads, TheFigureLeansAgainstAForceAtOnce) {
  Session session = standing_session();
  settle(session);
  const double before = session.snapshot().center_of_mass.x();
  ask(session, {{"do", "force-set"}, {"number", 0}, {"force", {{"frame", "hand.r"}, {"force", {60, 0, 0}}}}});
  settle(session);
  EXPECT_LT(session.snapshot().center_of_mass.x(), before - 0.01);
}

TEST(SessionLoads, NonsenseIsRefusedInOneSentence) {
  Session session = standing_session();
  const auto support = [&](json change) {
    json to = {{"name", "left foot"}, {"frame", "foot.l"}};
    to.update(change);
    return tell(session, {{"do", "support-set"}, {"support", "left foot"}, {"to", to}});
  };
  EXPECT_NE(support({{"friction", -1}}), "");
  EXPECT_NE(support({{"share", 2}}), "");
  EXPECT_NE(support({{"name", "right foot"}}), "");
  EXPECT_EQ(tell(session, {{"do", "support-add"},
                           {"support", {{"name", "stick"}, {"frame", "hand.r"}, {"share", 0.4}}}}),
            "");
  EXPECT_NE(support({{"share", 0.7}}).find("the shares given sum to 1.1, more than the whole load"),
            std::string::npos);
  EXPECT_EQ(support({{"share", 0.6}}), "");
  EXPECT_EQ(tell(session, "undo"), "");
  EXPECT_EQ(tell(session, "undo"), "");
  EXPECT_NE(tell(session, {{"do", "force-add"}, {"force", {{"frame", "hand.r"}, {"force", {1e30, 0, 0}}}}}),
            "");
  EXPECT_NE(
      tell(session, {{"do", "force-set"}, {"number", 5}, {"force", {{"frame", "hand.r"}, {"mass", 1}}}}), "");
  EXPECT_NE(tell(session, {{"do", "force-add"},
                           {"force", {{"frame", "hand.r"}, {"mass", 1}}},
                           {"at", {{"segment", "hand.r"}, {"point", {0, 0, 0}}}}}),
            "");
  // The crane is bolted to the world, which carries it anyway.
  Session crane(small_scene(), "crane");
  ask(crane, {{"do", "frame-add"}, {"name", "under"}, {"segment", "base"}, {"position", {0, 0, -0.1}}});
  EXPECT_NE(tell(crane, {{"do", "support-add"}, {"support", {{"name", "base"}, {"frame", "under"}}}})
                .find("fixed to the world"),
            std::string::npos);
  EXPECT_EQ(loads_of(session).supports.size(), 2u);
}

// A file in which a support was made on what is bolted to the world would be a mistake; a session may come to
// it by edits.
TEST(SessionLoads, AreReadAgainWhereTheFootThatCarriesHasBecomeAllThereIs) {
  Session session = standing_session();
  ask(session, {{"do", "root-set"}, {"segment", "foot.l"}});
  ask(session, {{"do", "branch-delete"}, {"segment", "shank.l"}});
  ASSERT_EQ(loads_of(session).supports.size(), 1u);
  Expected<Session> restored = Session::from_backup(session.backup(), nullptr);
  ASSERT_TRUE(restored) << restored.error().message;
  EXPECT_EQ(loads_of(*restored).supports.size(), 1u);
  const Expected<Scene> scene = parse_scene(write_scene(session.scene()), "foot.json", "");
  ASSERT_TRUE(scene) << scene.error().message;
}

TEST(SessionLoads, ASupportThatATaskIsAboutCannotBeRemoved) {
  Session session = standing_session();
  EXPECT_EQ(tell(session, {{"do", "support-remove"}, {"support", "left foot"}}), "");
  EXPECT_NE(tell(session, {{"do", "support-remove"}, {"support", "right foot"}}).find("poise"),
            std::string::npos);
  Session none = shipped_session("scenes/human-standing.json");
  ask(none, {{"do", "statics-show"}, {"on", true}});
  if (none.scene().tasks.loads.supports.empty()) {
    EXPECT_NE(tell(none, {{"do", "task-add"}, {"task", {{"type", "balance"}}}}), "");
  }
}

TEST(SessionLoads, WhatIsShownAgreesWithTheReportAndIsSentOnlyWhenAWindowAsks) {
  Session session = standing_session();
  settle(session);
  EXPECT_FALSE(session.snapshot().statics);
  EXPECT_TRUE(status_of(session).at("statics").is_null());
  ask(session, {{"do", "statics-show"}, {"on", true}});
  const StaticsReport report =
      report_on_loads(session.scene().figure, session.posture(), session.scene().tasks.loads);
  const DecodedSnapshot shown = snapshot_of(session);
  EXPECT_FLOAT_EQ(shown.statics.at(1), static_cast<float>(report.effort));
  EXPECT_FLOAT_EQ(shown.statics.at(2), static_cast<float>(report.margin));
  EXPECT_EQ(shown.support_forces.size(), 8u);
  EXPECT_EQ(shown.region.size(), 3 * report.region.size());
  EXPECT_EQ(status_of(session).at("statics").at("words"), report.verdict());
  double carried = 0.0;
  for (const DecodedSnapshot::SupportForce& force : shown.support_forces)
    carried += double{force.force.at(2)};
  EXPECT_NEAR(carried, -report.load_force.z(), 1e-3);
  session.release(0);
  ask(session, {{"do", "statics-show"}, {"on", false}});
  EXPECT_FALSE(session.snapshot().statics);
}

TEST(SessionLoads, ASlippingFootIsAReasonAndTheFrictionThatWouldHoldIsTheAnswer) {
  Session session = standing_session();
  ask(session, {{"do", "run-set"}, {"running", false}});
  ask(session, {{"do", "statics-show"}, {"on", true}});
  ask(session, {{"do", "force-set"}, {"number", 0}, {"force", {{"frame", "pelvis"}, {"force", {0, 0, 0}}}}});
  for (const char* foot : {"left foot", "right foot"}) {
    ask(session, {{"do", "support-set"},
                  {"support", foot},
                  {"to",
                   {{"name", foot},
                    {"frame", std::string(foot) == "left foot" ? "foot.l" : "foot.r"},
                    {"friction", 0.01},
                    {"patch", {{-0.12, -0.04}, {0.12, -0.04}, {0.12, 0.04}, {-0.12, 0.04}}}}}});
  }
  ask(session, {{"do", "force-set"}, {"number", 0}, {"force", {{"frame", "foot.l"}, {"force", {60, 0, 0}}}}});
  const json status = status_of(session).at("statics");
  EXPECT_FALSE(status.at("balanced").get<bool>());
  ASSERT_FALSE(status.at("reasons").empty()) << status;
  EXPECT_EQ(status.at("reasons").at(0).at("kind"), "slips") << status;
  const json answer = ask(session, {{"do", "statics-what-if"}, {"friction_of", "left foot"}});
  EXPECT_NE(answer.at("words").get<std::string>().find("friction"), std::string::npos) << answer;
  const json without = ask(session, {{"do", "statics-what-if"}, {"without_force", 0}});
  EXPECT_NE(without.at("words").get<std::string>().find("stands"), std::string::npos) << without;
}

TEST(SessionLoads, ScenesWithEditedLoadsAreReadAgain) {
  Session session = standing_session();
  ask(session, {{"do", "force-add"},
                {"force", {{"frame", "force.1"}, {"torque", {0, 0, 3}}, {"in", "body"}}},
                {"at", {{"segment", "hand.l"}, {"point", {0, 0, 0.02}}}}});
  const json exported = ask(session, {{"do", "export"}, {"what", "scene"}});
  const auto again = parse_scene(exported.at("text").get<std::string>(), "again.json", "");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->tasks.loads, loads_of(session));
}

}  // namespace
}  // namespace limber::test
