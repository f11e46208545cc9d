// Obstacles come, move, change and go while the figure is held, and the figure keeps clear of them.

#include <gtest/gtest.h>

#include "bits.h"
#include "decoded_snapshot.h"
#include "folder_in_memory.h"
#include "limber/session/recording.h"
#include "limber/world/proximity.h"
#include "random_session.h"
#include "small_scene.h"
#include "support/scale.h"

namespace limber::test {
namespace {

using nlohmann::json;

// A trunk of ten links along x, its tip free to go anywhere, and a ball beside it.
constexpr const char* trunk_text = R"({
  "limber": 1,
  "figure": {
    "name": "trunk",
    "segments": [{"name": "root"}],
    "chains": [{"name": "trunk", "parent": "root", "links": 10, "length": 1, "radius": 0.03,
                "joints": [{"type": "revolute", "axis": [0, 0, 1]}, {"type": "revolute", "axis": [0, 1, 0]}]}]
  },
  "world": [{"name": "ball", "shape": "sphere", "center": [0.6, 0.4, 0], "radius": 0.1}],
  "tasks": []
})";

Session trunk_session() {
  return Session(parse_scene(trunk_text, "trunk.json", "").value(), "trunk");
}

json vec(double x, double y, double z) {
  return {x, y, z};
}
json move(const char* name, double x, double y, double z) {
  return {{"do", "obstacle-move"}, {"obstacle", name}, {"by", {{"position", vec(x, y, z)}}}, {"gesture", 1}};
}

// Nothing else than what the session shows is asked: its own measure of the posture, by Proximity alone.
double clearance_now(const Session& session) {
  const Scene& scene = session.scene();
  Kinematics kinematics(scene.figure);
  kinematics.update(session.posture());
  Proximity proximity(scene.figure, {.self = false});
  proximity.prepare(scene.world);
  const std::optional<Contact> nearest = proximity.nearest(kinematics, 10.0);
  return nearest ? nearest->clearance : 10.0;
}

TEST(World, AnObstacleDraggedIntoTheFigurePushesItOut) {
  Session session = trunk_session();
  steps(session, 5);
  double least = 1.0;
  for (int i = 0; i < 80; ++i) {
    ask(session, move("ball", 0.0, -0.01, 0.0));
    steps(session, 3);
    least = std::min(least, clearance_now(session));
  }
  EXPECT_GT(least, -1e-6);
  EXPECT_LT(session.scene().world.obstacles[0].shape.index(), 1u);
  const json undone = message_of(session, "scene").at("undo");
  EXPECT_EQ(undone, "move \"ball\"");
  ask(session, {{"do", "undo"}});
  EXPECT_EQ(std::get<Sphere>(session.scene().world.obstacles[0].shape).center, Vec3(0.6, 0.4, 0))
      << "one gesture, one step of undo";
}

TEST(World, ADragThroughAnObstacleAtAnySpeedDoesNotPenetrate) {
  for (const double stride : {0.01, 0.05, 0.3, 1.0}) {
    Session session = trunk_session();
    ask(session,
        {{"do", "drag-begin"}, {"segment", "trunk.10"}, {"point", vec(0.1, 0, 0)}, {"target", vec(1, 0, 0)}});
    double least = 1.0;
    for (double way = 0.0; way < 1.6; way += stride) {
      tell(session, {{"do", "drag-move"}, {"target", vec(0.8 - 0.3 * way, way, 0.0)}});
      for (int i = 0; i < 6; ++i) {
        session.step(0.001);
        least = std::min(least, clearance_now(session));
      }
    }
    EXPECT_GT(least, -1e-6) << "stride " << stride;
  }
}

TEST(World, WithoutAvoidanceTheSameDragPenetratesAndTheStatusSaysSo) {
  Session session = trunk_session();
  ask(session, {{"do", "avoidance-set"}, {"avoidance", {{"technique", "off"}}}});
  ask(session, {{"do", "drag-begin"},
                {"segment", "trunk.6"},
                {"point", vec(0.1, 0, 0)},
                {"target", vec(0.6, 0.4, 0)}});
  steps(session, 400);
  EXPECT_LT(clearance_now(session), -0.02);
  const json near = message_of(session, "status").at("clearance");
  EXPECT_LT(near.at("clearance").get<double>(), -0.02);
  EXPECT_EQ(near.at("obstacle"), "ball");
  EXPECT_NE(near.at("words").get<std::string>().find(" inside ball"), std::string::npos) << near;
  const DecodedSnapshot snapshot = snapshot_of(session);
  ASSERT_FALSE(snapshot.contacts.empty());
  EXPECT_EQ(snapshot.contacts[0].obstacle, 0);
  EXPECT_FLOAT_EQ(snapshot.clearance, snapshot.contacts[0].clearance);
  // Switched on in the middle of the drag, the figure comes out.
  ask(session, {{"do", "avoidance-set"}, {"avoidance", {{"technique", "clearance"}}}});
  steps(session, 400);
  EXPECT_GT(clearance_now(session), -1e-6);
  EXPECT_EQ(message_of(session, "scene").at("avoidance").at("technique"), "clearance");
}

TEST(World, ADragThatAnObstacleStopsSaysWhichOne) {
  Session session = trunk_session();
  ask(session, {{"do", "drag-begin"},
                {"segment", "trunk.10"},
                {"point", vec(0.1, 0, 0)},
                {"target", vec(0.6, 0.4, 0)}});
  steps(session, 500);
  const json drag = message_of(session, "status").at("drag");
  ASSERT_FALSE(drag.is_null());
  EXPECT_EQ(drag.at("reasons").at(0).at("blocker"), "obstacle") << drag;
  EXPECT_EQ(drag.at("reasons").at(0).at("obstacle"), "ball");
}

TEST(World, SnapshotsHaveTheContactsThatProximityFinds) {
  Session session(small_scene(), "crane");
  steps(session, 50);
  const DecodedSnapshot snapshot = snapshot_of(session);
  for (std::size_t i = 1; i < snapshot.contacts.size(); ++i)
    EXPECT_LE(snapshot.contacts[i - 1].clearance, snapshot.contacts[i].clearance);
  for (const DecodedSnapshot::ContactPoint& contact : snapshot.contacts) {
    EXPECT_FALSE(contact.segment == 0 && contact.obstacle >= 0) << "the base stands on the ground by itself";
    EXPECT_TRUE((contact.obstacle >= 0) != (contact.other_segment >= 0));
    Vec3 apart;
    for (int k = 0; k < 3; ++k) {
      const auto at = static_cast<std::size_t>(k);
      apart[k] = contact.point[at] - contact.other[at];
      EXPECT_NEAR(apart[k], contact.clearance * contact.normal[at], 1e-5);
    }
  }
}

TEST(World, AGroupIsAddressedByItsName) {
  Session session(small_scene(), "crane");
  const int count = ask(session, valid_command("tree-grow")).at("count");
  EXPECT_EQ(count, 3);
  ASSERT_EQ(session.scene().world.obstacles.size(), 5u);
  const Capsule before = std::get<Capsule>(session.scene().world.obstacles[3].shape);
  ask(session, move("tree", 0.0, 0.5, 0.0));
  EXPECT_EQ(std::get<Capsule>(session.scene().world.obstacles[3].shape).a, Vec3(before.a + Vec3(0, 0.5, 0)));
  EXPECT_EQ(message_of(session, "scene").at("trees").at(0).at("tree").at("place").at("position"),
            vec(1.5, 0.5, 0));

  EXPECT_EQ(ask(session, {{"do", "obstacle-copy"}, {"obstacle", "tree"}}).at("name"), "tree 2");
  EXPECT_EQ(session.scene().world.obstacles[5].name, "tree 2.1");
  ask(session, {{"do", "obstacle-set"}, {"obstacle", "tree"}, {"name", "oak"}, {"color", "#ff0000"}});
  EXPECT_EQ(session.scene().world.obstacles[4].name, "oak.3");
  EXPECT_EQ(message_of(session, "scene").at("trees").at(0).at("name"), "oak");

  json deeper = valid_command("tree-grow");
  deeper["name"] = "oak";
  deeper["tree"]["depth"] = 3;
  EXPECT_EQ(ask(session, deeper).at("count"), 7);
  EXPECT_EQ(session.scene().world.obstacles.size(), 2u + 7u + 3u);
  ask(session, {{"do", "obstacle-remove"}, {"obstacle", "oak"}});
  EXPECT_EQ(session.scene().world.obstacles.size(), 5u);
  ask(session, {{"do", "undo"}});
  EXPECT_EQ(session.scene().world.obstacles.size(), 12u);
  EXPECT_EQ(message_of(session, "scene").at("trees").size(), 2u) << "undo brings the grammar back as well";
}

TEST(World, ABackupKnowsHowTreesWereGrown) {
  Session session(small_scene(), "crane");
  ask(session, valid_command("tree-grow"));
  Session restored = Session::from_backup(session.backup(), nullptr).value();
  EXPECT_EQ(message_of(restored, "scene").at("trees"), message_of(session, "scene").at("trees"));
  EXPECT_EQ(message_of(restored, "scene").at("world"), message_of(session, "scene").at("world"));
}

TEST(World, APreviewShowsWhatWouldGrow) {
  Session session(small_scene(), "crane");
  json command = valid_command("tree-grow");
  const json capsules = ask(session, {{"do", "tree-preview"}, {"tree", command.at("tree")}}).at("capsules");
  ask(session, command);
  ASSERT_EQ(capsules.size(), 21u);
  const Capsule& last = std::get<Capsule>(session.scene().world.obstacles.back().shape);
  EXPECT_DOUBLE_EQ(capsules.at(14 + 5), last.b.z());
  EXPECT_DOUBLE_EQ(capsules.at(14 + 6), last.radius);
}

TEST(World, ObstaclesMoveOnlyWhenToldTo) {
  Session session = trunk_session();
  ask(session, {{"do", "obstacle-set"}, {"obstacle", "ball"}, {"velocity", vec(0, -1, 0)}});
  steps(session, 100);
  EXPECT_EQ(std::get<Sphere>(session.scene().world.obstacles[0].shape).center, Vec3(0.6, 0.4, 0));
  EXPECT_TRUE(snapshot_of(session).moved.empty());
  ask(session, {{"do", "world-run"}, {"moves", true}});
  double least = 1.0;
  for (int i = 0; i < 500; ++i) {
    EXPECT_TRUE(session.step(0.001)) << "the world goes on though the figure rests";
    least = std::min(least, clearance_now(session));
  }
  EXPECT_NEAR(std::get<Sphere>(session.scene().world.obstacles[0].shape).center.y(), -0.1, 1e-9);
  EXPECT_GT(least, -1e-6) << "it went through where the trunk was";
  const DecodedSnapshot snapshot = snapshot_of(session);
  ASSERT_EQ(snapshot.moved.size(), 1u);
  EXPECT_NEAR(snapshot.moved[0].position.at(1), -0.1, 1e-6);
  ask(session, {{"do", "world-run"}, {"moves", false}});
  steps(session, 10);
  EXPECT_NEAR(std::get<Sphere>(session.scene().world.obstacles[0].shape).center.y(), -0.1, 1e-9);
}

TEST(World, EveryTechniqueCanBeChosenDuringADrag) {
  Session session = trunk_session();
  ask(session, {{"do", "drag-begin"},
                {"segment", "trunk.10"},
                {"point", vec(0.1, 0, 0)},
                {"target", vec(0.9, 0.2, 0)}});
  const json techniques = message_of(session, "techniques").at("techniques");
  EXPECT_GT(techniques.size(), 10u);
  for (const json& technique : techniques) {
    const json key = technique.at("key");
    EXPECT_EQ(tell(session, {{"do", "avoidance-set"}, {"avoidance", {{"technique", key}}}}), "") << key;
    tell(session, {{"do", "drag-move"}, {"target", vec(0.8, 0.3, 0)}});
    steps(session, 20);
    EXPECT_TRUE(session.posture().values.allFinite()) << key;
    const json chosen = message_of(session, "scene").at("avoidance");
    EXPECT_EQ(chosen.at("technique"), key);
    EXPECT_EQ(chosen.at("parameters").size(), technique.at("parameters").size());
  }
  ask(session, {{"do", "drag-end"}});
}

TEST(World, SnapshotsHaveTheEndsOfVirtualArmsIfThatTechniqueIsChosen) {
  Session session = trunk_session();
  ask(session, {{"do", "drag-begin"},
                {"segment", "trunk.10"},
                {"point", vec(0.1, 0, 0)},
                {"target", vec(0.9, 0.2, 0)}});
  EXPECT_TRUE(snapshot_of(session).arms.empty());
  ask(session, {{"do", "avoidance-set"}, {"avoidance", {{"technique", "virtual-arms"}}}});
  steps(session, 3);
  const DecodedSnapshot snapshot = snapshot_of(session);
  ASSERT_GE(snapshot.arms.size(), 10u);
  Kinematics kinematics(session.scene().figure);
  kinematics.update(session.posture());
  const Vec3 tip = kinematics.segment_pose(session.scene().figure.segment("trunk.10")) * Vec3(0.1, 0, 0);
  for (int k = 0; k < 3; ++k)
    EXPECT_NEAR(snapshot.arms.back().position.at(static_cast<std::size_t>(k)), tip[k], 1e-5);
  // In proportion to the arm, as nothing else is said (virtual_arms_options.h).
  EXPECT_EQ(session.scene().avoidance.search_radius, 0.0);
  EXPECT_FLOAT_EQ(snapshot.arms.back().radius, 0.06f);
}

TEST(World, ComparesATechniqueOnTheLastDrag) {
  Session session = trunk_session();
  ask(session,
      {{"do", "drag-begin"}, {"segment", "trunk.10"}, {"point", vec(0.1, 0, 0)}, {"target", vec(1, 0, 0)}});
  for (int i = 0; i < 100; ++i) {
    tell(session, {{"do", "drag-move"}, {"target", vec(0.9, 0.01 * i, 0)}});
    steps(session, 2);
  }
  ask(session, {{"do", "drag-end"}});
  const std::string before = bits_of(session);
  const json own = ask(session, {{"do", "compare"}, {"technique", "clearance"}});
  EXPECT_GE(own.at("steps"), 190) << "one for every step that was taken";
  EXPECT_EQ(own.at("penetrations"), 0);
  EXPECT_EQ(own.at("course"), 1);
  const json none = ask(session, {{"do", "compare"}, {"technique", "off"}});
  EXPECT_GT(none.at("penetrations"), 0);
  EXPECT_LT(none.at("mean_error"), own.at("mean_error"));
  EXPECT_EQ(bits_of(session), before) << "asking changes nothing";
}

TEST(World, ADragOfAnotherSceneIsNotCompared) {
  FolderInMemory folder;
  folder.files["trunk.json"] = trunk_text;
  Session session(small_scene(), "crane", &folder);
  ask(session,
      {{"do", "drag-begin"}, {"segment", "hand"}, {"point", vec(0, 0, 0)}, {"target", vec(1, 0, 0)}});
  steps(session, 20);
  ask(session, {{"do", "drag-end"}});
  EXPECT_EQ(ask(session, {{"do", "compare"}, {"technique", "clearance"}}).at("course"), 1);
  ask(session, {{"do", "open"}, {"file", "trunk.json"}, {"where", "folder"}});
  EXPECT_EQ(ask(session, {{"do", "compare"}, {"technique", "clearance"}}).at("course"), 0);
}

// The world and all its changes are part of a recording.
TEST(World, SessionsWithMovingObstaclesReplayToTheSameBits) {
  FolderInMemory folder;
  Session session(parse_scene(trunk_text, "trunk.json", "").value(), "trunk", &folder);
  ask(session, {{"do", "obstacle-set"}, {"obstacle", "ball"}, {"velocity", vec(0, -0.5, 0.1)}});
  ask(session, {{"do", "world-run"}, {"moves", true}});
  steps(session, 30);
  ask(session, {{"do", "record-start"}});
  ask(session,
      {{"do", "drag-begin"}, {"segment", "trunk.10"}, {"point", vec(0.1, 0, 0)}, {"target", vec(1, 0, 0)}});
  for (int i = 0; i < 60; ++i) {
    tell(session, {{"do", "drag-move"}, {"target", vec(0.9, 0.01 * i, 0.1)}});
    if (i == 10) ask(session, valid_command("tree-grow"));
    if (i > 10 && i % 7 == 3) ask(session, move("tree", -0.02, 0.01, 0));
    if (i == 30) ask(session, {{"do", "avoidance-set"}, {"avoidance", {{"technique", "objective"}}}});
    if (i == 40) ask(session, {{"do", "undo"}});
    if (i == 50) ask(session, {{"do", "obstacle-remove"}, {"obstacle", "ball"}});
    steps(session, 5);
  }
  const json result = ask(session, {{"do", "record-stop"}});
  ask(session, {{"do", "record-save"}, {"file", "world"}});
  const Recording recording = parse_recording(folder.files.at("world.recording.json"), "world").value();
  const Replayed replayed = replay(recording);
  EXPECT_TRUE(replayed.is_same) << replayed.words;
  EXPECT_EQ(hash_text(replayed.recorded.recording.hash), result.at("hash"));
}

TEST(World, ARecordingLeavesWithItsSceneAndUndoBringsBothBack) {
  FolderInMemory folder;
  folder.files["trunk.json"] = trunk_text;
  Session session(small_scene(), "crane", &folder);
  ask(session, {{"do", "record-start"}});
  steps(session, 5);
  ask(session, {{"do", "record-stop"}});
  EXPECT_FALSE(message_of(session, "time").at("recording").is_null());
  ask(session, {{"do", "open"}, {"file", "trunk.json"}, {"where", "folder"}});
  EXPECT_TRUE(message_of(session, "time").at("recording").is_null());
  EXPECT_NE(tell(session, {{"do", "play"}, {"source", "recording"}}), "");
  ask(session, {{"do", "undo"}});
  EXPECT_FALSE(message_of(session, "time").at("recording").is_null());
}

}  // namespace
}  // namespace limber::test
