// Recordings are files that replay to the same bits.

#include "limber/session/recording.h"

#include <gtest/gtest.h>

#include "folder_in_memory.h"
#include "limber/base/version.h"
#include "limber/session/time/posture_hash.h"
#include "limber/session/time/recorder.h"
#include "random_session.h"
#include "small_scene.h"
#include "support/json_values.h"
#include "support/scale.h"
#include "support/temporary_folder.h"

namespace limber {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using test::ask;
using test::Random;
using test::shipped_session;
using test::steps;
using test::tell;

const char* const scenes[] = {"scenes/elephant.json", "scenes/human-standing.json", "scenes/panda.json",
                              "scenes/snake.json", "scenes/planar-chain.json"};

struct Made {
  Recording recording;
  std::string hash;  // as record-stop said
  std::string text;  // of the file
  std::string timing;
  int accepted = 0;
};

// Something done to a session, recorded, saved and read.
Made recorded(const std::string& scene, const std::function<int(Session&)>& act) {
  test::FolderInMemory folder;
  Session session(load_scene(fs::path(LIMBER_SOURCE_DIR) / scene).value(), "test", &folder);
  steps(session, 20);  // it has learnt something that the recording must not need
  EXPECT_EQ(tell(session, "record-start"), "");
  const int accepted = act(session);
  const Json result = ask(session, {{"do", "record-stop"}});
  EXPECT_EQ(tell(session, {{"do", "record-save"}, {"file", "test"}}), "");
  const std::string text = folder.files.at("test.recording.json");
  return {parse_recording(text, "test").value(), result.at("hash"), text, folder.files.at("test.timing.txt"),
          accepted};
}

Made random_recording(Random& random, const std::string& scene, int actions) {
  return recorded(scene, [&](Session& session) {
    test::RandomUser user(session, random);
    int accepted = 0;
    for (int i = 0; i < actions; ++i) {
      if (user.act().empty()) ++accepted;
      steps(session, test::uniform_int(random, 0, 6));
      if (test::uniform(random, 0, 1) < 0.2) session.take_changes(0.1 * i);  // looking changes nothing
      if (test::uniform(random, 0, 1) < 0.2) session.snapshot();
    }
    return accepted;
  });
}

TEST(Recording, RandomSessionsReplayToTheSameBits) {
  Random random(1);
  for (int round = 0; round < test::scaled(4); ++round) {
    for (const char* scene : scenes) {
      const Made made = random_recording(random, scene, 60);
      EXPECT_GT(made.accepted, 15) << scene;
      const Replayed replayed = replay(made.recording);
      EXPECT_TRUE(replayed.is_same) << scene << " round " << round << " " << replayed.words;
      EXPECT_EQ(hash_text(replayed.recorded.recording.hash), made.hash);
      EXPECT_EQ(replayed.words, "");
      EXPECT_EQ(replayed.recorded.snapshots.size(), made.recording.snapshots.size());
    }
  }
}

TEST(Recording, ReplaysTheSameDragWithAnotherTechniqueAndDecomposition) {
  const Made made = recorded("scenes/corridor.json", [](Session& session) {
    EXPECT_EQ(tell(session, {{"do", "solver-set"}, {"solver", {{"svd", "column-givens"}}}}), "");
    steps(session, 40);
    return 1;
  });
  const ReplayWith with{.technique = Technique::objective, .svd = SvdMethod::golub_reinsch, .svd_mode = {}};
  const Replayed replayed = replay(made.recording, {.go_on = {}, .with = with});
  EXPECT_EQ(replayed.words, "");
  EXPECT_EQ(replayed.end.avoidance.technique, Technique::objective);
  EXPECT_EQ(replayed.end.solver.svd, SvdMethod::golub_reinsch) << "the recorded choice is left out";
  EXPECT_FALSE(replayed.is_same);
  const std::string timing = timing_text(replayed.recorded);
  EXPECT_NE(timing.find("golub-reinsch"), std::string::npos);
  EXPECT_NE(timing.find("objective"), std::string::npos);
  EXPECT_NE(timing, made.timing);
  EXPECT_TRUE(replay(made.recording).is_same);
  EXPECT_TRUE(replay(replayed.recorded.recording).is_same) << "what came out is a recording itself";
}

TEST(Recording, SaysWhatItWasMadeWithWhereItReplaysDifferently) {
  Recording recording = recorded("scenes/planar-chain.json", [](Session& session) {
                          steps(session, 10);
                          return 1;
                        }).recording;
  EXPECT_EQ(recording.made_with, build_name());
  recording.made_with = "Limber 9";
  EXPECT_EQ(replay(recording).words, "") << "other builds may well give the same bits";
  recording.hash ^= 1;
  EXPECT_EQ(replay(recording).words, "recorded with Limber 9, replayed with " + std::string(build_name()));
  recording.made_with.clear();
  EXPECT_EQ(replay(recording).words, "");
}

TEST(Recording, ReadsBackWhatWasWritten) {
  Random random(2);
  for (const char* scene : scenes) {
    const Made made = random_recording(random, scene, 40);
    EXPECT_EQ(write_recording(made.recording), made.text) << scene;
    EXPECT_EQ(hash_text(made.recording.hash), made.hash);
  }
}

TEST(Recording, StartsFromSettingsMadeBefore) {
  Session session = shipped_session("scenes/human-reach.json");
  ASSERT_EQ(tell(session, {{"do", "run-set"}, {"running", false}}), "");
  ASSERT_EQ(tell(session, "record-start"), "");
  steps(session, 3);
  EXPECT_EQ(ask(session, {{"do", "record-stop"}}).at("steps"), 0);
  ASSERT_EQ(tell(session, "record-start"), "");
  ASSERT_EQ(tell(session, {{"do", "run-set"}, {"running", true}}), "");
  steps(session, 3);
  EXPECT_EQ(ask(session, {{"do", "record-stop"}}).at("steps"), 3);
}

Made dragged_elephant() {
  return recorded("scenes/elephant.json", [](Session& session) {
    const Figure& figure = session.scene().figure;
    const std::string tip = figure.segment_name(SegmentId{figure.segment_count() - 1});
    EXPECT_EQ(tell(session,
                   {{"do", "drag-begin"}, {"segment", tip}, {"point", {0, 0, 0}}, {"target", {1.5, 0.2, 1}}}),
              "");
    for (int i = 0; i < 10; ++i) {
      tell(session, {{"do", "drag-move"}, {"target", {1.5, 0.2 + 0.03 * i, 1 + 0.02 * i}}});
      steps(session, 4);
    }
    tell(session, "drag-end");
    steps(session, 10);
    return 12;
  });
}

// Not the very last bit of a coordinate: that may vanish when the target is compared with where the hand is.
TEST(Recording, OneBitOfACommandChangesTheHash) {
  constexpr std::uint64_t bit = std::uint64_t{1} << 12;
  const Made made = dragged_elephant();
  ASSERT_TRUE(replay(made.recording).is_same);
  for (std::size_t i = 1; i + 1 < made.recording.commands.size();
       ++i) {  // the first is followed at once by another
    Recording changed = made.recording;
    Json command = Json::parse(changed.commands[i].text);
    const double target = command.at("target")[1];
    command.at("target")[1] = std::bit_cast<double>(std::bit_cast<std::uint64_t>(target) ^ bit);
    changed.commands[i].text = command.dump();
    EXPECT_FALSE(replay(changed).is_same) << i;
  }
}

TEST(Recording, ACommandOneStepLaterChangesTheHash) {
  const Made made = dragged_elephant();
  Recording changed = made.recording;
  ++changed.commands[4].step;
  EXPECT_FALSE(replay(changed).is_same);
  changed = made.recording;
  --changed.steps;
  EXPECT_FALSE(replay(changed).is_same);
}

TEST(Recording, TheHashCountsEveryBitOfEveryPosture) {
  PostureHash empty, one, other;
  EXPECT_EQ(hash_text(empty.value()), "cbf29ce484222325");
  Posture posture{Vec3(0.1, 0.2, 0.3)};
  one.add(posture);
  EXPECT_EQ(hash_text(one.value()),
            "5cdda272b98e08e5");  // of the bytes, least significant first: on every machine
  posture.values[1] = std::nextafter(posture.values[1], 1.0);
  other.add(posture);
  EXPECT_NE(one.value(), other.value());
}

TEST(Recording, SnapshotsAreThoseShownAtRisingTimes) {
  const Made made = dragged_elephant();
  const Recording& recording = made.recording;
  ASSERT_FALSE(recording.snapshots.empty());
  EXPECT_EQ(recording.snapshots.front().time, 0.0);
  EXPECT_EQ(recording.snapshots.back().steps, recording.steps);
  EXPECT_EQ(recording.snapshots.front().steps, 0u);
  for (std::size_t i = 2; i < recording.snapshots.size(); ++i)
    EXPECT_GE(recording.snapshots[i].time, recording.snapshots[i - 1].time + 0.016);
  const Replayed replayed = replay(recording);
  EXPECT_EQ(replayed.recorded.snapshots.back().posture, replayed.end.posture);
}

TEST(Recording, TheTimingFileHasALineForEverySnapshotAndTheSum) {
  const Made made = dragged_elephant();
  std::istringstream lines(made.timing);
  std::string line;
  std::size_t frames = 0, number = 0;
  double sum = 0.0, time = 0.0, solving = 0.0, total = -1.0;
  unsigned long long step = 0;
  while (std::getline(lines, line)) {
    if (line.starts_with("#")) {
      const std::size_t at = line.find(" steps, ");
      if (at != std::string::npos) total = std::stod(line.substr(at + 8));
      continue;
    }
    ASSERT_EQ(std::sscanf(line.c_str(), "%zu %lf %llu %lf", &number, &time, &step, &solving), 4) << line;
    EXPECT_EQ(number, ++frames);
    sum += 1e-6 * solving;
  }
  EXPECT_EQ(frames, made.recording.snapshots.size());
  EXPECT_EQ(step, made.recording.steps);
  EXPECT_GT(sum, 0.0);
  EXPECT_NEAR(sum, total, 1e-6 * static_cast<double>(frames) + 1e-6);
}

TEST(Recording, UndoStopsWhereTheRecordingBegan) {
  Session session = shipped_session("scenes/elephant.json");
  const Json task = {{"type", "reach"}, {"frame", "trunk.tip"}, {"target", {1, 0, 1}}};
  ASSERT_EQ(tell(session, {{"do", "task-add"}, {"task", task}}), "");
  ASSERT_EQ(tell(session, {{"do", "task-add"}, {"task", task}}), "");
  ASSERT_EQ(tell(session, "undo"), "");
  ASSERT_EQ(tell(session, "record-start"), "");
  EXPECT_NE(tell(session, "undo"), "");
  EXPECT_NE(tell(session, "redo"), "");
  ASSERT_EQ(tell(session, "record-stop"), "");
  EXPECT_EQ(tell(session, "undo"), "");
}

TEST(Recording, RefusesWhatCannotBeDone) {
  Session session = shipped_session("scenes/elephant.json");
  EXPECT_EQ(tell(session, "record-stop"), "nothing is being recorded");
  EXPECT_EQ(tell(session, {{"do", "record-save"}, {"file", "x"}}),
            "there is no recording yet: make one, or open a file");
  ASSERT_EQ(tell(session, "record-start"), "");
  EXPECT_EQ(tell(session, "record-start"), "a recording is already being made");
  ASSERT_EQ(tell(session, "record-stop"), "");
  EXPECT_EQ(tell(session, {{"do", "record-save"}, {"file", "x"}}),
            "there is no folder to open from or save to");
  const std::string tip = session.scene().figure.segment_name(root_segment);
  ASSERT_EQ(
      tell(session, {{"do", "drag-begin"}, {"segment", tip}, {"point", {0, 0, 0}}, {"target", {0, 0, 0}}}),
      "");
  EXPECT_EQ(tell(session, "record-start"),
            "cannot start a recording during a drag: let go of the figure first");
}

TEST(Recording, StopsAtItsMaximumLength) {
  const Scene scene = load_scene(fs::path(LIMBER_SOURCE_DIR) / "scenes/panda.json").value();
  Recorder recorder(as_read_back(scene), "full");
  const std::string long_command = R"({"do": "import", "text": ")" + std::string(1 << 20, 'x') + "\"}";
  int commands = 0;
  while (!recorder.is_full() && commands < 100) recorder.command(long_command, 0.1 * ++commands, scene);
  EXPECT_EQ(commands, 16);
  Recorder late(as_read_back(scene), "late");
  late.step(longest_recording - 0.1, 0.001, scene);
  EXPECT_FALSE(late.is_full());
  late.step(longest_recording, 0.001, scene);
  EXPECT_TRUE(late.is_full());
  const Recorded recorded = std::move(late).finish(longest_recording + 5.0);
  EXPECT_TRUE(parse_recording(write_recording(recorded.recording), "late"));
}

// --- files that are wrong

std::string sentence_for(const Json& document) {
  const Expected<Recording> recording = parse_recording(document.dump(), "x.recording.json");
  return recording ? "" : recording.error().message;
}

TEST(Recording, AnInvalidFileIsRefusedInOneSentence) {
  const Json good = Json::parse(dragged_elephant().text);
  ASSERT_EQ(sentence_for(good), "");
  const auto changed = [&](const std::string& pointer, const Json& value) {
    Json document = good;
    document[Json::json_pointer(pointer)] = value;
    return sentence_for(document);
  };
  const std::string place = "x.recording.json:1: ";
  EXPECT_EQ(sentence_for(Json{{"limber", 1}}), place + "not a recording: \"limber_recording\": 1 is missing");
  EXPECT_EQ(changed("/limber_recording", 2),
            place + "limber_recording: this is a recording of version 2; this Limber reads version 1");
  EXPECT_EQ(changed("/hash", "12"), place + "hash: expected 16 hexadecimal digits");
  EXPECT_EQ(changed("/steps", 1e9), place + "steps: expected a whole number from 0 to 2000000");
  EXPECT_EQ(changed("/commands/3/step", -1).find(place + "commands[3].step: expected a whole number from "),
            0u);
  EXPECT_EQ(changed("/commands/3/step", 0.5).find(place + "commands[3].step: expected a whole number from "),
            0u);
  EXPECT_EQ(changed("/snapshots/times/0", -1).find(place + "snapshots.times[0]: expected a time from 0 to "),
            0u);
  EXPECT_EQ(changed("/snapshots/steps", Json::array()),
            place +
                "snapshots.steps: expected as many numbers in \"times\", \"steps\" and \"commands\", and at "
                "least one");
  EXPECT_EQ(changed("/scene/figure", "models/human.json"),
            place + "scene.figure: a recording must contain its figure, not refer to models/human.json");
  EXPECT_NE(changed("/extra", 1), "");
}

// Whatever is put in the place of whatever: a sentence, or a recording that can be replayed. Never a crash.
TEST(Recording, HostileFilesDoNoHarm) {
  Json good = Json::parse(dragged_elephant().text);
  good.at("scene") = Json::parse(
      write_scene(load_scene(fs::path(LIMBER_SOURCE_DIR) / "tests/session/data/arm.json").value()));
  const std::vector<Json>& kinds = test::one_of_each_kind();
  std::size_t next = 0;
  int refused = 0, replayed = 0;
  for (const auto& pointer : test::all_values(good)) {
    Json document = good;
    document[pointer] = kinds[next++ % kinds.size()];
    const std::string text = document.dump();
    const Expected<Recording> recording = parse_recording(text, "x");
    if (!recording) {
      EXPECT_EQ(recording.error().message.find('\n'), std::string::npos);
      ++refused;
      continue;
    }
    EXPECT_FALSE(replay(*recording).is_same);
    ++replayed;
  }
  EXPECT_GT(refused, 50);
  EXPECT_GT(replayed, 5);
  for (const char* text : {"", "{", "[]", "null", "{\"limber_recording\": {}}", "\xff\xfe"})
    EXPECT_FALSE(parse_recording(text, "x"));
}

TEST(Recording, AReplayCanBeStopped) {
  const Made made = dragged_elephant();
  ReplayOptions options;
  options.go_on = [](std::uint64_t) { return false; };
  const Replayed replayed = replay(made.recording, options);
  EXPECT_TRUE(replayed.was_stopped);
  EXPECT_FALSE(replayed.is_same);
}

TEST(Recording, AReplayCanBeStoppedBetweenCommands) {
  const Made made = dragged_elephant();
  Recording recording = made.recording;
  recording.steps = 0;
  for (RecordedCommand& command : recording.commands) command.step = 0;
  int asked = 0;
  const Replayed replayed = replay(recording, {.go_on = [&](std::uint64_t) { return ++asked < 3; }});
  EXPECT_TRUE(replayed.was_stopped);
}

// --- opening

struct Opened {
  Opened() {
    folder.files["long.recording.json"] = dragged_elephant().text;
    answer = session.apply(R"({"id": 1, "do": "record-open", "file": "long.recording.json"})");
    EXPECT_FALSE(answer.refused) << answer.words;
  }
  Json time() { return test::message_of(session, "time"); }
  std::string refusal() const {
    try {
      return message(answer);
    } catch (const std::exception& problem) {
      return problem.what();
    }
  }
  test::FolderInMemory folder;
  Session session{test::small_scene(), "crane", &folder};
  Answer answer;
};
const char* const not_to_its_end = "the recording was not replayed to its end: it is not open any more";

TEST(RecordingOpened, IsNotReplayedOnceNobodyWaitsForAnswers) {
  Opened opened;
  opened.session.give_up_questions();
  EXPECT_EQ(opened.refusal(), not_to_its_end);
}

TEST(RecordingOpened, IsNotReplayedOnceAnotherSceneIsOpen) {
  Opened opened;
  EXPECT_FALSE(opened.time().at("replaying").is_null());
  EXPECT_EQ(tell(opened.session, "undo"), "");
  EXPECT_EQ(opened.refusal(), not_to_its_end);
  EXPECT_EQ(tell(opened.session, "redo"), "");
  EXPECT_EQ(tell(opened.session, {{"do", "play"}, {"source", "recording"}}),
            "there is no recording yet: make one, or open a file");
  const Answer again =
      opened.session.apply(R"({"id": 2, "do": "record-open", "file": "long.recording.json"})");
  EXPECT_TRUE(Json::parse(message(again)).at("result").at("same"));
  EXPECT_EQ(tell(opened.session, {{"do", "play"}, {"source", "recording"}}), "");
}

TEST(RecordingOpened, ThatNobodyReplaysIsNotWaitedFor) {
  Opened opened;
  steps(opened.session, 3);
  EXPECT_EQ(opened.time().at("replaying"), 0);
  opened.answer.later = nullptr;  // as a host does with too many questions
  steps(opened.session, 3);
  EXPECT_TRUE(opened.time().at("replaying").is_null());
  EXPECT_EQ(opened.time().at("mode"), "live");
}

TEST(RecordingOpened, KeyframesArePlayedWhileItIsStillReplayed) {
  Opened opened;
  for (const double time : {0.0, 1.0}) {
    EXPECT_EQ(tell(opened.session, {{"do", "key-add"}, {"time", time}}), "");
  }
  EXPECT_EQ(tell(opened.session, {{"do", "play"}, {"source", "keyframes"}, {"from", 0.0}}), "");
  for (int i = 0; i < 10; ++i) opened.session.step(0.05);
  EXPECT_NEAR(opened.time().at("position"), 0.5, 1e-9);
  EXPECT_TRUE(opened.time().at("replaying").is_null());
}

// --- recordings kept: each was a bug report once, or stands for what must not change

TEST(Recording, OldRecordingsStillReplayToTheSameBits) {
  int count = 0;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(fs::path(LIMBER_SOURCE_DIR) / "tests/session/data")) {
    if (!entry.path().string().ends_with(".recording.json")) continue;
    const Expected<Recording> recording =
        parse_recording(test::contents_of(entry.path()), entry.path().filename().string());
    ASSERT_TRUE(recording) << recording.error().message;
    const Replayed replayed = replay(*recording);
    EXPECT_TRUE(replayed.is_same) << entry.path() << ": " << hash_text(replayed.recorded.recording.hash)
                                  << " " << replayed.words;
    ++count;
  }
  EXPECT_GE(count, 1);
}

}  // namespace
}  // namespace limber
