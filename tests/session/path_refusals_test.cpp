// Paths that are not followed and searches that end without one: each is refused in one sentence.

#include <gtest/gtest.h>

#include "bits.h"
#include "found_path.h"
#include "limber/session/path/walk.h"

namespace limber::test {
namespace {

using nlohmann::json;

TEST(Path, AnInvalidPathIsRefusedInOneSentenceAndChangesNothing) {
  Session session = stuck_session();
  const std::string before = all_bits_of(session);
  const json good = follow_command().at("postures");
  const auto refused = [&](const json& postures) {
    const std::string words = tell(session, {{"do", "path-follow"}, {"postures", postures}});
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
  EXPECT_NE(refused(changed).find("not where this path begins"), std::string::npos);
  changed = json::array();
  for (std::size_t i = 0; i <= PathWalk::most_postures; ++i) changed.push_back(good[0]);
  EXPECT_NE(refused(changed).find("at most 2000"), std::string::npos);
  ask(session, {{"do", "run-set"}, {"running", false}});
  EXPECT_NE(tell(session, follow_command()).find("paused"), std::string::npos);
}

TEST(Path, QuaternionsNotOfUnitLengthAndJointsBeyondLimitsAreRefused) {
  Session session = shipped_session("scenes/human-standing.json");
  const VecX& values = session.posture().values;
  json posture = std::vector<double>(values.begin(), values.end());
  const json good = {posture, posture};
  const Figure& figure = session.scene().figure;
  for (const JointId j : figure.joints()) {
    if (figure.joint(j).type != JointType::ball) continue;
    posture[static_cast<std::size_t>(figure.first_value(j))] = 0.5;
    break;
  }
  const std::string words = tell(session, {{"do", "path-follow"}, {"postures", {good[0], posture}}});
  EXPECT_NE(words.find("quaternion"), std::string::npos) << words;
  posture = good[1];
  posture[static_cast<std::size_t>(figure.first_value(figure.joint("knee.l")))] = -1.0;
  const std::string beyond = tell(session, {{"do", "path-follow"}, {"postures", {good[0], posture}}});
  EXPECT_NE(beyond.find("joint \"knee.l\" is "), std::string::npos) << beyond;
  EXPECT_EQ(tell(session, {{"do", "path-follow"}, {"postures", good}}), "");
  EXPECT_TRUE(session.step(0.001)) << "one that stands still is over at once";
  EXPECT_TRUE(path_share(session).is_null());
}

// --- searching

std::string refusal_of(const Answer& answer) {
  try {
    return message(answer);
  } catch (const std::exception& refusal) {
    return refusal.what();
  }
}

TEST(Path, ASearchIsStoppedByCommandEditOrAnotherSearch) {
  Session session = stuck_session();
  const std::string find = R"({"id": 1, "do": "path-find", "seconds": 60})";
  Answer answer = session.apply(find);
  ASSERT_FALSE(answer.refused) << answer.words;
  ask(session, {{"do", "path-stop"}});
  EXPECT_EQ(refusal_of(answer), "the search was stopped");
  answer = session.apply(find);
  ask(session, {{"do", "posture-rest"}});
  EXPECT_NE(refusal_of(answer).find("was changed during"), std::string::npos);
  answer = session.apply(find);
  const Answer other = session.apply(find);
  EXPECT_EQ(refusal_of(answer), "another search was started");
  session.give_up_questions();
  EXPECT_EQ(refusal_of(other), "the search was stopped");
}

TEST(Path, AFailedSearchIsRefusedInItsOwnWords) {
  Session session = stuck_session();
  json far = message_of(session, "scene").at("tasks").at(0);
  far.erase("number");
  far["target"] = {30, 0, 0};
  ask(session, {{"do", "task-set"}, {"number", 0}, {"task", far}});
  const Answer answer = session.apply(R"({"id": 1, "do": "path-find", "seconds": 0.3})");
  EXPECT_NE(refusal_of(answer).find("was found in 0.3 s"), std::string::npos) << refusal_of(answer);
  EXPECT_NE(tell(session, {{"do", "path-find"}, {"seconds", 0}}), "");
  EXPECT_NE(tell(session, {{"do", "path-find"}, {"seconds", 3600}}).find("at most 60 s"), std::string::npos);
}

}  // namespace
}  // namespace limber::test
