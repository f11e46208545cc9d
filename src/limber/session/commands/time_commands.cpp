// Recording, playback and keyframes.

#include "limber/base/number_text.h"
#include "limber/files/format/format_keys.h"
#include "limber/files/format/posture_json.h"
#include "limber/files/json/writer.h"
#include "limber/kinematics/kinematics.h"
#include "limber/session/commands/reading.h"
#include "limber/session/commands/verbs.h"
#include "limber/session/time/keyframes.h"
#include "limber/session/time/replay_with.h"
#include "limber/session/workspace.h"

namespace limber {

namespace {

using json::Output;
using json::Value;

// --- recordings

void record_start(Workspace& workspace, const Value&, Answer&) {
  workspace.timeline.start_recording(workspace);
}

void record_stop(Workspace& workspace, const Value&, Answer& answer) {
  workspace.timeline.stop_recording(workspace);
  const Recording& recording = workspace.timeline.tape(workspace).recording;
  Output result = Output::object();
  result.set("duration", Output::number(recording.duration));
  result.set("steps", Output::number(static_cast<double>(recording.steps)));
  answer.result = result.set("hash", Output::text(hash_text(recording.hash))).to_string();
}

Library& library_of(const Workspace& workspace) {
  if (!workspace.library) throw Refusal("there is no folder to open from or save to");
  return *workspace.library;
}

void record_save(Workspace& workspace, const Value& command, Answer&) {
  const std::string name = without_recording_ending(command.at("file").name());
  bool replace = false;
  if (const auto value = command.find("replace")) replace = value->truth();
  const Recorded& tape = workspace.timeline.tape(workspace);
  Library& library = library_of(workspace);
  const std::string file = name + std::string(recording_ending);
  const auto written = library.write(file, write_recording(tape.recording), replace);
  if (!written) throw Refusal(written.error().message);
  const auto timing = save_timing(library, name + std::string(timing_ending), tape, replace);
  if (!timing)
    workspace.news.notify("warning",
                          "The recording was saved, but not its timing file: " + timing.error().message);
  workspace.timeline.set_tape_name(file);
  workspace.news.files_changed();
  workspace.news.time_changed();
}

void record_open(Workspace& workspace, const Value& command, Answer& answer) {
  const std::string file = command.at("file").name();
  const Expected<std::string> text = library_of(workspace).read(file, Library::Where::folder);
  if (!text) throw Refusal(text.error().message);
  Expected<Recording> recording = parse_recording(*text, file);
  if (!recording) throw Refusal(recording.error().message);
  const ReplayWith with = read_replay_with(command);
  if (workspace.timeline.is_recording())
    throw Refusal("stop the recording first: it belongs to the open scene");
  answer.later = [opening = workspace.timeline.open(workspace, std::move(*recording), file, with)] {
    return opening->run();
  };
}

// --- playback

PlaySource read_source(const Value& command) {
  static constexpr std::array<std::string_view, 2> words = {"recording", "keyframes"};
  return static_cast<PlaySource>(command.at("source").word(words, "source"));
}

void play(Workspace& workspace, const Value& command, Answer&) {
  std::optional<double> from;
  if (const auto value = command.find("from")) from = value->not_negative();
  workspace.timeline.show(workspace, read_source(command), from, true);
}

void pause(Workspace& workspace, const Value&, Answer&) {
  workspace.timeline.pause(workspace);
}

void seek(Workspace& workspace, const Value& command, Answer&) {
  const double position = command.at("position").not_negative();
  workspace.timeline.show(workspace, read_source(command), position, false);
}

void live(Workspace& workspace, const Value&, Answer&) {
  workspace.timeline.live(workspace);
}

void set_loop(Workspace& workspace, const Value& command, Answer&) {
  workspace.timeline.set_loop(command.at("loop").truth());
  workspace.news.time_changed();
}

void set_speed(Workspace& workspace, const Value& command, Answer&) {
  const Value value = command.at("speed");
  const double speed = value.number();
  if (!(speed >= Player::slowest && speed <= Player::fastest)) {
    value.fail("expected a speed from " + exact_text(Player::slowest) + " to " + exact_text(Player::fastest));
  }
  workspace.timeline.set_speed(speed);
  workspace.news.time_changed();
}

// --- keyframes

constexpr int largest_key_number = 1'000'000;
// Keys set by hand have a ghost each. Those of a motion, one for every frame, would be a fog round the
// figure: of it these many are shown, the first, the last, and others evenly between.
constexpr std::size_t most_single_ghosts = 25, ghosts_of_motion = 10;

std::string at_time(double time) {
  return " at " + fixed_text(time, 2) + " s";
}

void add_key(Workspace& workspace, const Value& command, Answer& answer) {
  const double time = command.at("time").number();
  std::vector<Keyframe> keys = workspace.now().scene.keys;
  const int number = limber::add_key(keys, time, workspace.shown());
  workspace.timeline.commit_keys(workspace, std::move(keys), {.words = "set key" + at_time(time)});
  answer.result = "{\"number\": " + std::to_string(number) + "}";
}

void move_key(Workspace& workspace, const Value& command, Answer&) {
  const double time = command.at("time").number();
  std::vector<Keyframe> keys = workspace.now().scene.keys;
  limber::move_key(keys, command.at("number").integer(1, largest_key_number), time);
  workspace.timeline.commit_keys(
      workspace, std::move(keys),
      {.words = "move key to" + at_time(time).substr(3), .gesture = gesture_of(command)});
}

void remove_key(Workspace& workspace, const Value& command, Answer&) {
  std::vector<Keyframe> keys = workspace.now().scene.keys;
  const int number = command.at("number").integer(1, largest_key_number);
  limber::remove_key(keys, number);
  workspace.timeline.commit_keys(workspace, std::move(keys),
                                 {.words = "remove key " + std::to_string(number)});
}

// All keys at once, in place of those there were.
void set_all_keys(Workspace& workspace, const Value& command, Answer&) {
  const Figure& figure = workspace.now().scene.figure;
  std::vector<Keyframe> keys;
  command.for_each("keys", [&](const Value& object) {
    object.require_object(json::key_keys);
    Posture posture = figure.rest_posture();
    json::read_posture(object.at("posture"), figure, posture);
    limber::add_key(keys, object.at("time").number(), std::move(posture));
  });
  if (keys.empty()) throw Refusal("there must be one key at least");
  workspace.timeline.commit_keys(workspace, std::move(keys), {.words = "set all keys"});
}

// Where the segments are at each key, or at some of a motion.
void key_ghosts(Workspace& workspace, const Value&, Answer& answer) {
  const Scene& scene = workspace.now().scene;
  Kinematics kinematics(scene.figure);
  Output ghosts = Output::list();
  const std::size_t keys = scene.keys.size(), shown = keys <= most_single_ghosts ? keys : ghosts_of_motion;
  for (std::size_t k = 0; k < shown; ++k) {
    kinematics.update(scene.keys[shown == keys ? k : k * (keys - 1) / (shown - 1)].posture);
    std::vector<double> points;
    for (const SegmentId segment : scene.figure.segments()) {
      const Vec3 at = kinematics.segment_pose(segment).translation;
      points.insert(points.end(), at.begin(), at.end());
    }
    ghosts.add(Output::row(points));
  }
  Output result = Output::object();
  answer.result = result.set("ghosts", std::move(ghosts)).to_string();
}

}  // namespace

std::span<const Verb> time_verbs() {
  static const std::vector<Verb> verbs = {
      {"record-start", {}, record_start, not_recorded},
      {"record-stop", {}, record_stop, not_recorded},
      {"record-save", {"file", "replace"}, record_save, not_recorded},
      {"record-open", {"file", "technique", "svd", "svd_mode"}, record_open, not_recorded},
      {"play", {"source", "from"}, play, not_recorded},
      {"pause", {}, pause, not_recorded},
      {"seek", {"source", "position"}, seek, not_recorded},
      {"live", {}, live, not_recorded},
      {"loop-set", {"loop"}, set_loop, not_recorded},
      {"speed-set", {"speed"}, set_speed, not_recorded},
      {"key-add", {"time"}, add_key},
      {"key-move", {"number", "time"}, move_key},
      {"key-remove", {"number"}, remove_key},
      {"key-set-all", {"keys"}, set_all_keys},
      {"key-ghosts", {}, key_ghosts, not_recorded},
  };
  return verbs;
}

}  // namespace limber
