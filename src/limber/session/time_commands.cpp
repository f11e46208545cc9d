// Recording, playing and keys.

#include "limber/base/number_text.h"
#include "limber/files/json/writer.h"
#include "limber/session/command.h"
#include "limber/session/session_time.h"

namespace limber {

namespace {

using json::Output;
using json::Value;

// --- recordings

void record_start(SessionParts& parts, const Value&, Answer&) {
  time_of(parts).start_recording(parts);
}

void record_stop(SessionParts& parts, const Value&, Answer& answer) {
  time_of(parts).stop_recording(parts);
  const Recording& recording = time_of(parts).tape(parts).recording;
  Output result = Output::object();
  result.set("duration", Output::number(recording.duration));
  result.set("steps", Output::number(static_cast<double>(recording.steps)));
  answer.result = result.set("hash", Output::text(hash_text(recording.hash))).to_string();
}

Library& library_of(const SessionParts& parts) {
  if (!parts.library) throw Refusal("this session has no folder for files");
  return *parts.library;
}

constexpr std::string_view recording_ending = ".recording.json", timing_ending = ".timing.txt";

// "reach", "reach.json" and "reach.recording.json" all mean reach.
std::string without_ending(std::string name) {
  for (const std::string_view ending : {recording_ending, std::string_view(".json")}) {
    if (name.ends_with(ending)) return name.substr(0, name.size() - ending.size());
  }
  return name;
}

void record_save(SessionParts& parts, const Value& command, Answer&) {
  const std::string name = without_ending(command.at("file").name());
  bool replace = false;
  if (const auto value = command.find("replace")) replace = value->truth();
  const Recorded& tape = time_of(parts).tape(parts);
  Library& library = library_of(parts);
  const std::string file = name + std::string(recording_ending);
  const auto written = library.write(file, write_recording(tape.recording), replace);
  if (!written) throw Refusal(written.error().message);
  const auto timing = library.write(name + std::string(timing_ending), timing_text(tape), true);
  if (!timing)
    parts.notify("warning", "The recording is saved, its timing file is not: " + timing.error().message);
  time_of(parts).set_tape_name(file);
  parts.changed.files = parts.changed.time = true;
}

void record_open(SessionParts& parts, const Value& command, Answer& answer) {
  const std::string file = command.at("file").name();
  const Expected<std::string> text = library_of(parts).read(file, Library::Where::folder);
  if (!text) throw Refusal(text.error().message);
  Expected<Recording> recording = parse_recording(*text, file);
  if (!recording) throw Refusal(recording.error().message);
  if (time_of(parts).is_recording()) time_of(parts).stop_recording(parts);
  answer.later = [opening = time_of(parts).open(parts, std::move(*recording), file)] {
    return opening->run();
  };
}

// --- playing

PlaySource read_source(const Value& command) {
  static constexpr std::array<std::string_view, 2> words = {"recording", "keyframes"};
  return static_cast<PlaySource>(command.at("source").word(words, "source"));
}

void play(SessionParts& parts, const Value& command, Answer&) {
  std::optional<double> from;
  if (const auto value = command.find("from")) from = value->not_negative();
  time_of(parts).show(parts, read_source(command), from, true);
}

void pause(SessionParts& parts, const Value&, Answer&) {
  time_of(parts).pause(parts);
}

void seek(SessionParts& parts, const Value& command, Answer&) {
  const double position = command.at("position").not_negative();
  time_of(parts).show(parts, read_source(command), position, false);
}

void live(SessionParts& parts, const Value&, Answer&) {
  time_of(parts).live(parts);
}

void set_loop(SessionParts& parts, const Value& command, Answer&) {
  time_of(parts).set_loop(command.at("loop").truth());
  parts.changed.time = true;
}

void set_speed(SessionParts& parts, const Value& command, Answer&) {
  const Value value = command.at("speed");
  const double speed = value.number();
  if (!(speed >= Player::slowest && speed <= Player::fastest)) {
    value.fail("expected a speed from " + exact_text(Player::slowest) + " to " +
               exact_text(Player::fastest));
  }
  time_of(parts).set_speed(speed);
  parts.changed.time = true;
}

// --- keys

constexpr int largest_key_number = 1'000'000;

std::string at_time(double time) {
  char text[32];
  std::snprintf(text, sizeof text, " at %.2f s", time);
  return text;
}

void add_key(SessionParts& parts, const Value& command, Answer& answer) {
  const double time = command.at("time").number();
  std::vector<Keyframe> keys = parts.now.scene.keys;
  const int number = limber::add_key(keys, time, parts.shown());
  time_of(parts).commit_keys(parts, std::move(keys), {.words = "set key" + at_time(time)});
  answer.result = "{\"number\": " + std::to_string(number) + "}";
}

void move_key(SessionParts& parts, const Value& command, Answer&) {
  const double time = command.at("time").number();
  std::vector<Keyframe> keys = parts.now.scene.keys;
  limber::move_key(keys, command.at("number").integer(1, largest_key_number), time);
  time_of(parts).commit_keys(
      parts, std::move(keys),
      {.words = "move key to" + at_time(time).substr(3), .gesture = gesture_of(command)});
}

void remove_key(SessionParts& parts, const Value& command, Answer&) {
  std::vector<Keyframe> keys = parts.now.scene.keys;
  const int number = command.at("number").integer(1, largest_key_number);
  limber::remove_key(keys, number);
  time_of(parts).commit_keys(parts, std::move(keys), {.words = "remove key " + std::to_string(number)});
}

}  // namespace

std::span<const Verb> time_verbs() {
  static const Verb::Traits of_the_show = {.is_recorded = false};
  static const std::vector<Verb> verbs = {
      {"record-start", {}, record_start, of_the_show},
      {"record-stop", {}, record_stop, of_the_show},
      {"record-save", {"file", "replace"}, record_save, of_the_show},
      {"record-open", {"file"}, record_open, of_the_show},
      {"play", {"source", "from"}, play, of_the_show},
      {"pause", {}, pause, of_the_show},
      {"seek", {"source", "position"}, seek, of_the_show},
      {"live", {}, live, of_the_show},
      {"loop-set", {"loop"}, set_loop, of_the_show},
      {"speed-set", {"speed"}, set_speed, of_the_show},
      {"key-add", {"time"}, add_key},
      {"key-move", {"number", "time"}, move_key},
      {"key-remove", {"number"}, remove_key},
  };
  return verbs;
}

}  // namespace limber
