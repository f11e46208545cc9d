// limber track: what it prints and writes, and that a motion replays to the same bits.

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "run_limber.h"

namespace limber::test {
namespace {

const std::string circle = LIMBER_SOURCE_DIR "/scenes/tevatia-circle.json";

TEST(TrackCommand, ReportsErrorsSpeedsAndClosures) {
  const Ran ran = limber({"track", circle, "--seconds", "3", "--dt", "0.005", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto report = nlohmann::json::parse(ran.out);
  EXPECT_EQ(report.at("method"), "repeatable");
  EXPECT_EQ(report.at("tasks").at(0).at("errors").size(), 601u);
  EXPECT_LT(report.at("tasks").at(0).at("largest_error").get<double>(), 1e-3);
  ASSERT_EQ(report.at("closures").size(), 3u);
  EXPECT_LT(report.at("closures").at(2).get<double>(), 1e-6);
  EXPECT_GT(report.at("largest_speed").get<double>(), 0.1);
}

TEST(TrackCommand, MotionReplaysToItsHashAndACopyThatWasChangedDoesNot) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "motion.json").string();
  ASSERT_EQ(limber({"track", circle, "--seconds", "0.1", "-o", file}).code, 0);
  const Ran same = limber({"replay", file});
  EXPECT_EQ(same.code, 0) << same.err;
  EXPECT_TRUE(contains(same.out, "as recorded")) << same.out;
  auto motion = nlohmann::ordered_json::parse(contents_of(file));
  motion["track"]["dt"] = 0.004;
  const std::string changed = folder.write("changed.json", motion.dump()).string();
  EXPECT_EQ(limber({"replay", changed}).code, 1);
}

TEST(TrackCommand, WritesALinePerTime) {
  const Ran ran =
      limber({"track", circle, "--seconds", "0.1", "--dt", "0.01", "-o", "-", "--method", "simplified"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(contains(ran.out, "\"postures\""));
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "motion.csv").string();
  ASSERT_EQ(limber({"track", circle, "--seconds", "0.1", "--dt", "0.01", "-o", file}).code, 0);
  const std::string text = contents_of(file);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 12);
  EXPECT_TRUE(text.starts_with("time,joint.1,"));
}

TEST(TrackCommand, ASmoothMotionClosesToTheLastBitAndReplays) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "motion.json").string();
  const Ran ran =
      limber({"track", circle, "--seconds", "2", "--dt", "0.01", "--smooth", "0.1", "--json", "-o", file});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto report = nlohmann::json::parse(ran.out);
  EXPECT_EQ(report.at("closures"), (std::vector<double>{0.0, 0.0}));
  EXPECT_TRUE(report.at("smoothing").at("found"));
  EXPECT_TRUE(report.at("smoothing").at("settled"));
  EXPECT_LE(report.at("acceleration_excess").get<double>(), 0.0);
  const Ran same = limber({"replay", file});
  EXPECT_EQ(same.code, 0) << same.err;
  EXPECT_TRUE(contains(same.out, "as recorded")) << same.out;
}

TEST(TrackCommand, RefusesInOneSentence) {
  const Ran ran = limber({"track", circle, "--seconds", "1e6", "--dt", "1e-3"});
  EXPECT_EQ(ran.code, 3);
  EXPECT_TRUE(contains(ran.err, "a motion of 1e+09 frames is too long")) << ran.err;
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1);
}

}  // namespace
}  // namespace limber::test
