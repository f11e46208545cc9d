#include <gtest/gtest.h>

#include <filesystem>

#include "limber/figure/joint_coordinate.h"
#include "limber/kinematics/kinematics.h"

#include "bits.h"
#include "random_session.h"
#include "small_scene.h"
#include "support/scale.h"

namespace limber::test {
namespace {

using nlohmann::json;

json vector(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}

Vec3 point_on(const Session& session, const std::string& segment, const Vec3& point) {
  Kinematics kinematics(session.scene().figure);
  kinematics.update(session.posture());
  return kinematics.segment_pose(session.scene().figure.segment(segment)) * point;
}

double coupling_excess(const Figure& figure, const Posture& posture) {
  double worst = 0.0;
  for (const Coupling& coupling : figure.couplings()) {
    double sum = 0.0;
    for (const Coupling::Term& term : coupling.terms) {
      sum += term.coefficient * joint_coordinate(figure, posture, term.joint, term.coordinate);
    }
    worst = std::max({worst, coupling.range.min - sum, sum - coupling.range.max});
  }
  return worst;
}

TEST(Drag, BringsThePointToTheHandInAFewSteps) {
  Session session = shipped_session("models/elephant.json");
  const Vec3 start = point_on(session, "trunk.20", Vec3::Zero());
  const Vec3 target = start + Vec3(-0.1, 0.2, 0.1);
  ask(session,
      {{"do", "drag-begin"}, {"segment", "trunk.20"}, {"point", {0, 0, 0}}, {"target", vector(target)}});
  steps(session, 10);
  EXPECT_LT((point_on(session, "trunk.20", Vec3::Zero()) - target).norm(), 1e-3);
}

TEST(Drag, YieldsToTheTasks) {
  Session session = shipped_session("scenes/human-reaching.json");
  steps(session, 300);
  const json before = json::parse(session.all_messages().at(2)).at("tasks");
  ask(session, {{"do", "drag-begin"}, {"segment", "forearm.r"}, {"point", {0, 0, 0}}, {"target", {0, 3, 3}}});
  steps(session, 300);
  const json after = json::parse(session.all_messages().at(2)).at("tasks");
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t i = 0; i < after.size(); ++i) {
    EXPECT_LE(after[i].at("error").get<double>(), before[i].at("error").get<double>() + 1e-4) << after[i];
  }
}

// Ge 2000, A.5.1, case 2: the right upper arm is the root of the chain and the left hand its end.
TEST(Drag, HoldsTheFigureAtARootInAnotherLimb) {
  for (const std::string technique : {"clearance", "objective"}) {
    Session session = shipped_session("models/human.json");
    ask(session, {{"do", "avoidance-set"}, {"avoidance", {{"technique", technique}}}});
    const Figure before = session.scene().figure;
    const Posture start = session.posture();
    const auto place = [&](const std::string& segment) { return point_on(session, segment, Vec3::Zero()); };
    const Vec3 held = place("upper_arm.r"), pelvis = place("pelvis"), hand = place("hand.l");
    ask(session, {{"do", "chain-set"}, {"root", "upper_arm.r"}});
    ask(session,
        {{"do", "drag-begin"}, {"segment", "hand.l"}, {"point", {0, 0, 0}}, {"target", vector(hand)}});
    const Vec3 target = hand + Vec3(0.25, -0.1, 0.3);
    ask(session, {{"do", "drag-move"}, {"target", vector(target)}});
    for (int k = 0; k < 40; ++k) {
      steps(session, 5);
      ASSERT_LE((place("upper_arm.r") - held).norm(), 1e-9) << technique;
    }
    EXPECT_LE((place("hand.l") - target).norm(), 5e-3) << technique;
    EXPECT_GT((place("pelvis") - pelvis).norm(), 1e-3) << technique;  // the body follows, the arm stays
    const Vec3 end = place("hand.l");
    ask(session, {{"do", "drag-end"}});
    EXPECT_EQ(session.scene().figure.segment_name(root_segment), "pelvis");
    EXPECT_LE((place("upper_arm.r") - held).norm(), 1e-9);
    EXPECT_LE((place("hand.l") - end).norm(), 1e-9);
    ask(session, {{"do", "undo"}});
    EXPECT_EQ(session.posture(), start);
    EXPECT_LE((place("pelvis") - pelvis).norm(), 0.0);
  }
}

TEST(Drag, AtARootInAnotherLimbThatGoesNowhereChangesNothing) {
  Session session = shipped_session("models/elephant.json");
  const Figure before = session.scene().figure;
  const Posture start = session.posture();
  ask(session, {{"do", "chain-set"}, {"root", "trunk.10"}});
  const Vec3 foot = point_on(session, "hips", Vec3::Zero());
  ask(session, {{"do", "drag-begin"}, {"segment", "hips"}, {"point", {0, 0, 0}}, {"target", vector(foot)}});
  ask(session, {{"do", "drag-end"}});
  EXPECT_TRUE(session.scene().figure.shares_data_with(before));
  EXPECT_EQ(session.posture(), start);
}

TEST(Drag, MovesOnlyWhatIsBeyondTheRootOfTheChain) {
  Session session = shipped_session("models/elephant.json");
  const Figure figure = session.scene().figure;
  ask(session, {{"do", "chain-set"}, {"root", "trunk.10"}});
  const Posture before = session.posture();
  ask(session, {{"do", "drag-begin"}, {"segment", "trunk.25"}, {"point", {0, 0, 0}}, {"target", {2, 1, 1}}});
  steps(session, 30);
  int moved = 0;
  for (const JointId joint : figure.joints()) {
    const SegmentId segment = figure.segment_of(joint);
    const bool may_move = segment > figure.segment("trunk.10") && segment <= figure.segment("trunk.25");
    const std::vector<double> was = joint_parameters(figure, before, joint),
                              is = joint_parameters(figure, session.posture(), joint);
    double distance = 0.0;
    for (std::size_t i = 0; i < was.size(); ++i) distance = std::max(distance, std::abs(was[i] - is[i]));
    const bool has_moved = distance > 1e-12;
    EXPECT_TRUE(may_move || !has_moved) << figure.joint_name(joint);
    moved += has_moved;
  }
  EXPECT_GT(moved, 20);
  EXPECT_NE(
      tell(session,
           {{"do", "drag-begin"}, {"segment", "trunk.10"}, {"point", {0, 0, 0}}, {"target", {2, 1, 1}}}),
      "");
}

TEST(Drag, EndsWhenTheChainNoLongerReachesIt) {
  Session session(small_scene(), "crane");
  ask(session, valid_command("drag-begin"));
  ask(session, {{"do", "chain-set"}, {"root", "hand"}});
  EXPECT_NE(tell(session, "drag-end"), "");
}

TEST(Drag, KeptLeavesAReachTaskAfterAllOthers) {
  Session session(small_scene(), "crane");
  ask(session, valid_command("drag-begin"));
  const TaskId<> number{ask(session, {{"do", "drag-end"}, {"keep", true}}).at("number").get<int>()};
  const TaskList::Entry& entry = session.scene().tasks.entry(number);
  EXPECT_EQ(entry.name, "reach hand");
  EXPECT_EQ(entry.settings.priority, 4);
  EXPECT_EQ(std::get<Reach>(entry.task).target, Vec3(0.5, 0.2, 0.8));
}

TEST(Drag, IsNotPartOfTheScene) {
  Session session(small_scene(), "crane");
  ask(session, valid_command("drag-begin"));
  steps(session, 10);
  EXPECT_EQ(session.scene().tasks.size(), 3u);
  ask(session, {{"do", "drag-end"}});
  EXPECT_EQ(session.scene().tasks.size(), 3u);
}

TEST(Rest, LastsUntilTheNextCommand) {
  Session session(small_scene(), "crane");
  int count = 0;
  while (session.step(0.001)) ASSERT_LT(++count, 2000);
  const std::string before = bits_of(session);
  const std::uint64_t revision = session.revision();
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(session.step(0.001));
  EXPECT_EQ(bits_of(session), before);
  EXPECT_EQ(session.revision(), revision);
  ask(session, valid_command("task-set"));
  EXPECT_TRUE(session.step(0.001));
}

TEST(Rest, ReturnsAfterACriterionHasChanged) {
  Session session(small_scene(), "crane");
  while (session.step(0.001)) {
  }
  const std::string before = bits_of(session);
  ask(session, {{"do", "criteria-set"}, {"criteria", {{{"type", "mid-range"}, {"gain", 0.2}}}}});
  int count = 0;
  while (session.step(0.001)) ASSERT_LT(++count, 5000);
  EXPECT_GT(count, 3);
  EXPECT_NE(bits_of(session), before);
}

TEST(Limits, HoldHoweverAnyModelIsDragged) {
  Random random(99);
  for (const auto& file :
       std::filesystem::directory_iterator(std::filesystem::path(LIMBER_SOURCE_DIR) / "models")) {
    if (file.path().extension() != ".json") continue;
    Session session = shipped_session("models/" + file.path().filename().string());
    const Figure& figure = session.scene().figure;
    for (int drag = 0; drag < scaled(60); ++drag) {
      const std::string segment =
          figure.segment_name(SegmentId{uniform_int(random, 0, figure.segment_count() - 1)});
      Vec3 target = point_on(session, segment, Vec3::Zero()) + random_vector(random, 0.5);
      tell(session,
           {{"do", "drag-begin"}, {"segment", segment}, {"point", {0, 0, 0}}, {"target", vector(target)}});
      for (int move = 0; move < 5; ++move) {
        target += random_vector(random, 0.3);
        tell(session, {{"do", "drag-move"}, {"target", vector(target)}});
        for (int step = 0; step < 3; ++step) {
          session.step(0.001);
          ASSERT_LE(largest_limit_excess(figure, session.posture()).amount, 1e-9)
              << file.path() << " " << segment;
          ASSERT_LE(coupling_excess(figure, session.posture()), 1e-6) << file.path() << " " << segment;
        }
      }
      tell(session, "drag-end");
    }
  }
}

TEST(Session, TheSameCommandsBeforeTheSameStepsGiveTheSameBits) {
  const auto run = [] {
    Random random(5);
    Session session = shipped_session("scenes/human-reaching.json");
    RandomUser user(session, random);
    std::string bits;
    for (int i = 0; i < scaled(150); ++i) {
      user.act();
      steps(session, uniform_int(random, 0, 5));
      bits += bits_of(session.posture());
    }
    return bits;
  };
  EXPECT_EQ(run(), run());
}

}  // namespace
}  // namespace limber::test
