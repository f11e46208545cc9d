// limber replay: hash, exit code and written files.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "limber/files/files.h"
#include "run_limber.h"

namespace limber::test {

namespace {

using nlohmann::json;

const std::string kept = std::string(LIMBER_SOURCE_DIR) + "/tests/session/data/arm-edits.recording.json";

}  // namespace

TEST(Replay, PrintsTheHashAndThatItIsTheRecordedOne) {
  const json recording = json::parse(contents_of(kept));
  const Ran ran = limber({"replay", kept});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out.find(recording.at("hash").get<std::string>() + "  as recorded\narm: "), 0u) << ran.out;
  EXPECT_EQ(ran.err, "");
}

TEST(Replay, JsonHasEveryNumber) {
  const json recording = json::parse(contents_of(kept));
  const Ran ran = limber({"replay", "-", "--json"}, {.input = contents_of(kept)});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json result = json::parse(ran.out);
  EXPECT_EQ(result.at("file"), "standard input");
  EXPECT_EQ(result.at("same"), true);
  EXPECT_EQ(result.at("hash"), recording.at("hash"));
  EXPECT_EQ(result.at("steps"), recording.at("steps"));
  EXPECT_EQ(result.at("commands"), recording.at("commands").size());
  EXPECT_EQ(result.at("problem"), nullptr);
}

TEST(Replay, DifferentHashGivesExitCode1) {
  const TemporaryFolder folder;
  json recording = json::parse(contents_of(kept));
  recording.at("hash") = "0123456789abcdef";
  const Ran ran = limber({"replay", folder.write("x.recording.json", recording.dump())});
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.out.find("differs from the recording: 0123456789abcdef\n"), std::string::npos) << ran.out;
}

TEST(Replay, ReportsTheCommandThatIsRefused) {
  const TemporaryFolder folder;
  json recording = json::parse(contents_of(kept));
  recording.at("commands")[0].at("command") = {{"id", 1}, {"do", "dance"}};
  const Ran ran = limber({"replay", folder.write("x.recording.json", recording.dump()), "--json"});
  EXPECT_EQ(json::parse(ran.out).at("problem"),
            "command 1 of the recording is refused now: do: there is no command \"dance\"");
}

TEST(Replay, AStartThatIsTooLargeIsOneSentence) {
  const TemporaryFolder folder;
  json recording = json::parse(contents_of(kept));
  const json force = {{"frame", "hand"}, {"force", {0, 0, 1}}};
  recording.at("scene")["forces"] = std::vector<json>(201, force);
  const Ran ran = limber({"replay", folder.write("x.recording.json", recording.dump())});
  EXPECT_EQ(ran.code, 3);
  EXPECT_TRUE(ran.err.ends_with("x.recording.json: 201 forces are too many; the studio takes 200\n"))
      << ran.err;
}

TEST(Replay, WritesTheTimingFileAndTheFinalScene) {
  const TemporaryFolder folder;
  const std::string timing = folder.file("times.txt"), end = folder.file("end.json");
  const Ran ran = limber({"replay", kept, "--timing", timing, "-o", end});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(contents_of(timing).find("# Limber timing 1\n# scene arm, recording "), 0u);
  EXPECT_TRUE(parse_scene(contents_of(end), "end.json", ""));
  EXPECT_EQ(limber({"replay", kept, "-o", end}).code, 3);  // it exists
  EXPECT_EQ(limber({"replay", kept, "-o", end, "--force"}).code, 0);
  EXPECT_EQ(limber({"replay", kept, "--json", "--timing", "-"}).code, 2);
}

TEST(Replay, FilesThatAreNotRecordingsGiveExitCode3) {
  const TemporaryFolder folder;
  const Ran scene = limber({"replay", "scenes/panda.json"});
  EXPECT_EQ(scene.code, 3);
  EXPECT_NE(scene.err.find("not a recording: \"limber_recording\": 1 is missing\n"), std::string::npos)
      << scene.err;
  EXPECT_EQ(limber({"replay", folder.file("nowhere.json")}).code, 3);
  EXPECT_EQ(limber({"replay", folder.write("cut.json", contents_of(kept).substr(0, 500))}).code, 3);
}

}  // namespace limber::test
