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

// A figure that stands on another part than its root has turned frames, which rounding must not make others.
TEST(TrackCommand, MotionsOfEverySceneWithPathsReplay) {
  for (const char* scene : {"human-circle", "human-steps", "elephant-eight"}) {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "motion.json").string();
    ASSERT_EQ(limber({"track", "scenes/" + std::string(scene) + ".json", "--seconds", "0.2", "--dt", "0.01",
                      "-o", file})
                  .code,
              0);
    EXPECT_TRUE(contains(limber({"replay", file}).out, "as recorded")) << scene;
  }
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

// Two waves of 2 and 1.3 s: no cycle within 8 s, and smoothing says what it cost.
TEST(TrackCommand, SmoothingOfAPathThatDoesNotCloseSaysSo) {
  const std::string waves =
      R"({"sines": {"center": [0.45, 0.25, 0], "terms": [{"amplitude": [0.1, 0, 0], "period": 2.0},
                                                          {"amplitude": [0, 0.1, 0], "period": 1.3}]}})";
  const std::vector<std::string> command = {"track", circle,   "--seconds",       "8",        "--dt",
                                            "0.02",  "--path", "circle=" + waves, "--smooth", "0.1"};
  const Ran ran = limber(command);
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_FALSE(contains(ran.out, "Joints after each cycle")) << ran.out;
  EXPECT_FALSE(contains(ran.out, "one cycle, closed")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "all frames: cost")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "took the largest acceleration from")) << ran.out;
  EXPECT_TRUE(contains(limber({"track", circle, "--seconds", "1", "--dt", "0.03"}).out,
                       "The time step does not divide the cycle of 1 s"));
}

TEST(TrackCommand, SaysWhatOfASceneItDoesNotFollow) {
  const TemporaryFolder folder;
  auto scene = nlohmann::ordered_json::parse(contents_of(circle));
  scene["figure"] = LIMBER_SOURCE_DIR "/models/tevatia-planar.json";
  scene["solver"]["avoidance"] = {{"technique", "fabrik"}};
  scene["dynamics"] = {{"on", true}};
  scene["solver"]["formulation"] = "projector";
  scene["world"] = nlohmann::ordered_json::parse(
      R"([{"name": "ball", "shape": "sphere", "center": [5, 5, 5], "radius": 0.1, "velocity": [0.1, 0, 0]}])");
  const std::string file = folder.write("scene.json", scene.dump()).string();
  const Ran ran = limber({"track", file, "--seconds", "0.1", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto report = nlohmann::json::parse(ran.out);
  const auto& sentences = report.at("not_followed");
  ASSERT_EQ(sentences.size(), 4u) << sentences;
  EXPECT_TRUE(contains(sentences[0], "technique fabrik")) << sentences[0];
  EXPECT_TRUE(contains(sentences[1], "dynamics")) << sentences[1];
  EXPECT_TRUE(contains(sentences[2], "velocity of \"ball\"")) << sentences[2];
  EXPECT_TRUE(contains(sentences[3], "formulation")) << sentences[3];
  EXPECT_TRUE(contains(limber({"track", file, "--seconds", "0.1"}).out, "technique fabrik is not followed"));
  EXPECT_FALSE(nlohmann::json::parse(limber({"track", circle, "--seconds", "0.1", "--json"}).out)
                   .contains("not_followed"));
}

TEST(TrackCommand, TakesPathsFromFilesAndArguments) {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("way.csv", "time,x,y,z\n0,0.6,0.1,0\n0.5,0.5,0.2,0\n1,0.6,0.3,0\n").string();
  const std::string to_and_fro =
      R"({"sines": {"center": [0.6, 0.1, 0], "terms": [{"amplitude": [0, 0.1, 0], "period": 1}]}})";
  for (const std::string& path : {file, to_and_fro, R"({"csv": {"file": ")" + file + R"(", "period": 2}})"}) {
    const Ran ran =
        limber({"track", circle, "--seconds", "1", "--dt", "0.01", "--path", "circle=" + path, "--json"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_LT(nlohmann::json::parse(ran.out).at("tasks").at(0).at("largest_error").get<double>(), 2e-3);
  }
}

// The studio, or any other command, opens a tracked motion as its scene, with keys.
TEST(TrackCommand, AMotionOpensAsASceneWithItsKeys) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "motion.json").string(),
                    made = (folder.path() / "scene.json").string();
  ASSERT_EQ(limber({"track", circle, "--seconds", "1", "-o", file}).code, 0);
  const Ran ran = limber({"convert", file, "-o", made});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto motion = nlohmann::json::parse(contents_of(file)),
             scene = nlohmann::json::parse(contents_of(made));
  const auto& keys = scene.at("keys");
  ASSERT_EQ(keys.size(), 101u);
  EXPECT_EQ(keys.back().at("time"), 1.0);
  for (int joint = 1; joint <= 10; ++joint) {
    EXPECT_NEAR(keys.back().at("posture").value("joint." + std::to_string(joint), 0.0),
                motion.at("postures").back().at(static_cast<std::size_t>(joint - 1)).get<double>(), 1e-12);
  }
  auto damaged = nlohmann::ordered_json::parse(contents_of(file));
  damaged["postures"][0] = {1, 2};
  const Ran refused = limber({"info", folder.write("damaged.json", damaged.dump()).string()});
  EXPECT_EQ(refused.code, 3);
  EXPECT_EQ(std::count(refused.err.begin(), refused.err.end(), '\n'), 1) << refused.err;
}

TEST(TrackCommand, RefusesInOneSentence) {
  const auto complaint = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"track", circle});
    const Ran ran = limber(arguments);
    EXPECT_NE(ran.code, 0);
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
    return ran.err;
  };
  const auto path = [&](const std::string& keys) {
    return complaint({"--seconds", "1", "--path", R"(circle={"spline": {"keys": [)" + keys + "]}}"});
  };
  EXPECT_TRUE(
      contains(complaint({"--seconds", "1e6", "--dt", "1e-3"}), "a motion of 1e+09 frames is too long"));
  EXPECT_TRUE(contains(path(R"({"time": 0.5, "target": [0, 0, 0]}, {"time": 0.5, "target": [1, 0, 0]})"),
                       "two keys of a path are both at 0.5 s: each must be later than the one before"));
  EXPECT_TRUE(contains(path(R"({"time": NaN, "target": [0, 0, 0]})"), "--path"));
  EXPECT_TRUE(
      contains(complaint({"--seconds", "1", "--dt", "1e-9"}), "shorten it, or lengthen its time step"));
  EXPECT_TRUE(
      contains(complaint({"--seconds", "1", "--dt", "1e-7", "--lead-in", "1000"}), "a lead-in of 1e+10"));
  for (const char* wrong : {"0", "-1", "nan", "inf"}) {
    const std::string words = "expected a number above 0, not \"" + std::string(wrong) + "\"";
    EXPECT_TRUE(contains(complaint({"--seconds", wrong}), "--seconds: " + words));
    EXPECT_TRUE(contains(complaint({"--seconds", "1", "--dt", wrong}), "--dt: " + words));
  }
  EXPECT_TRUE(contains(complaint({"--seconds", "1", "--method", "fastest"}),
                       "unknown redundancy method \"fastest\"; expected pseudo-inverse,"));
  EXPECT_TRUE(contains(complaint({"--seconds", "1", "--path", "circel=way.csv"}), "circle"));
  EXPECT_TRUE(contains(complaint({"--seconds", "1", "--path", "way.csv"}), "expected NAME=FILE.csv"));
  const TemporaryFolder folder;
  const auto csv = [&](const std::string& text) {
    const std::string file = folder.write("way.csv", text).string();
    const std::string words = complaint({"--seconds", "1", "--path", "circle=" + file});
    EXPECT_TRUE(contains(words, file)) << words;
    return words;
  };
  EXPECT_TRUE(contains(csv("0,0,0,0\n1,1,0,0\n1,2,0,0\n"), "line 3: the time 1 s is not later than the 1 s"));
  EXPECT_TRUE(contains(csv("0,0,0,0\n1,nan,0,0\n"), "line 2: expected a number, got \"nan\""));
  EXPECT_TRUE(contains(csv("nan,0,0,0\n1,0,0,0\n"), "line 1: expected a number, got \"nan\""));
  EXPECT_TRUE(contains(csv("0,left,0,0\n1,0,0,0\n"), "line 1: expected a number, got \"left\""));
  EXPECT_TRUE(contains(csv("0,0,0,0\n1,1,0\n"), "line 2: expected 4 numbers, time first, got 3"));
  EXPECT_TRUE(contains(csv("time,x,y,z\n"), "there is no line of 4 numbers, time first"));
}

TEST(TrackCommand, ATaskWithoutATargetCannotFollowAPath) {
  const TemporaryFolder folder;
  auto scene = nlohmann::ordered_json::parse(contents_of(circle));
  scene["tasks"].push_back(nlohmann::ordered_json::parse(
      R"({"name": "ball", "type": "on-ellipsoid", "frame": "tip", "radii": [1, 1, 1],
          "center": {"world": {"position": [0, 0, 0]}}})"));
  const Ran ran = limber({"track", folder.write("scene.json", scene.dump()).string(), "--seconds", "1",
                          "--path", R"(ball={"circle": {"center": [0, 0, 0], "radius": 1, "period": 1}})"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  EXPECT_TRUE(contains(ran.err, "the task \"ball\" of ") &&
              contains(ran.err, "has no target that could move"))
      << ran.err;
}

// The same in a scene file.
TEST(TrackCommand, AWrongPathInASceneIsOneSentence) {
  const TemporaryFolder folder;
  for (const char* keys : {R"([{"time": 0, "target": [0, 0, 0]}, {"time": 0, "target": [1, 0, 0]}])",
                           R"([{"time": 0, "target": [0, 0, 0]}, {"time": NaN, "target": [1, 0, 0]}])"}) {
    std::string text = contents_of(circle);
    const std::size_t from = text.find("{\"circle\""), to = text.find("}}", from) + 2;
    text.replace(from, to - from, std::string(R"({"spline": {"keys": )") + keys + "}}");
    const Ran ran = limber({"track", folder.write("scene.json", text).string(), "--seconds", "1"});
    EXPECT_EQ(ran.code, 3);
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  }
}

}  // namespace
}  // namespace limber::test
