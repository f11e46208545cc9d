// The recording's file, written and read.

#include "limber/session/recording.h"

#include <stdexcept>

#include "limber/base/number_text.h"
#include "limber/base/version.h"
#include "limber/files/files.h"
#include "limber/files/format/scene_json.h"
#include "limber/session/state/read_hash.h"

namespace limber {

namespace {

using json::Kind;
using json::Output;
using json::Value;

constexpr int format_version = 1;
// They come 60 times a second.
constexpr std::size_t most_snapshots = 70 * static_cast<std::size_t>(longest_recording);
const json::ObjectKeys recording_keys{"recording",
                                      {"limber_recording", "version", "made_with", "title", "scene",
                                       "commands", "snapshots", "frames", "steps", "duration", "hash"}};
const json::ObjectKeys command_keys{"recorded_command", {"step", "time", "command"}};
const json::ObjectKeys snapshots_keys{"recorded_snapshots", {"times", "steps", "commands"}};

Output written_again(const json::Node& node) {
  switch (node.kind()) {
    case Kind::null:
      return Output::null();
    case Kind::truth:
      return Output::truth(node.truth());
    case Kind::number:
      return Output::number(node.number());
    case Kind::text:
      return Output::text(node.text());
    case Kind::list: {
      Output list = Output::list();
      for (const json::Node& child : node.children()) list.add(written_again(child));
      return list;
    }
    case Kind::object: {
      Output object = Output::object();
      for (const json::Node& child : node.children()) object.set(child.name(), written_again(child));
      return object;
    }
  }
  return Output::null();
}

Output write_command(const RecordedCommand& command) {
  const Expected<json::Tree> tree = json::reading([&] { return json::parse(command.text, "command"); });
  if (!tree) throw std::invalid_argument("a recorded command is not valid JSON: " + tree.error().message);
  Output object = Output::object();
  object.set("step", Output::number(static_cast<double>(command.step)))
      .set("time", Output::number(command.time));
  return object.set("command", written_again(tree->root()));
}

Output write_snapshots(const std::vector<RecordedSnapshot>& snapshots) {
  std::vector<double> times, steps, commands;
  for (const RecordedSnapshot& snapshot : snapshots) {
    times.push_back(snapshot.time);
    steps.push_back(static_cast<double>(snapshot.steps));
    commands.push_back(static_cast<double>(snapshot.commands));
  }
  Output object = Output::object();
  object.set("times", Output::numbers(times)).set("steps", Output::numbers(steps));
  return object.set("commands", Output::numbers(commands));
}

// A whole number from `min` to `max`, which may not fit an int.
std::uint64_t read_count(const Value& value, std::uint64_t min, std::uint64_t max) {
  const double number = value.number();
  if (!(number >= static_cast<double>(min) && number <= static_cast<double>(max)) ||
      number != std::floor(number))
    value.fail("expected a whole number from " + std::to_string(min) + " to " + std::to_string(max));
  return static_cast<std::uint64_t>(number);
}

double read_time(const Value& value, double from, double to) {
  const double time = value.number();
  if (!(time >= from && time <= to))
    value.fail("expected a time from " + exact_text(from) + " to " + exact_text(to) + " s");
  return time;
}

void read_commands(const Value& document, Recording& recording) {
  document.at("commands").require_list();
  std::uint64_t step = 0;
  double time = 0.0;
  std::size_t bytes = 0;
  document.for_each("commands", [&](const Value& object) {
    object.require_object(command_keys);
    step = read_count(object.at("step"), step, recording.steps);
    time = read_time(object.at("time"), time, recording.duration);
    const Value command = object.at("command");
    command.require_object();
    recording.commands.push_back({step, time, written_again(command.node()).to_string()});
    bytes += recording.commands.back().text.size();
  });
  if (bytes > 4 * most_recorded_bytes)
    document.at("commands").fail("the commands are longer than a recording may be");
}

void read_snapshots(const Value& document, Recording& recording) {
  const bool is_old = document.find("frames").has_value();  // as older versions called them
  const Value object = document.at(is_old ? "frames" : "snapshots");
  object.require_object(snapshots_keys);
  const Value times = object.at("times"), steps = object.at("steps"), commands = object.at("commands");
  for (const Value* list : {&times, &steps, &commands}) {
    list->require_list();
    if (list->size() != times.size() || list->size() == 0)
      list->fail("expected as many numbers in \"times\", \"steps\" and \"commands\", and at least one");
  }
  const auto values = static_cast<std::size_t>(recording.start.figure.value_count());
  if (times.size() > most_snapshots || times.size() > 2 * most_kept_bytes / (sizeof(double) * (values + 8)))
    times.fail("too many snapshots for a recording");
  RecordedSnapshot last;
  for (std::size_t i = 0; i < times.size(); ++i) {
    last.time = read_time(times[i], last.time, recording.duration);
    last.steps = read_count(steps[i], last.steps, recording.steps);
    last.commands = read_count(commands[i], last.commands, recording.commands.size());
    recording.snapshots.push_back(last);
  }
}

Expected<Figure> no_other_files(const std::string& file) {
  return Error{"a recording must contain its figure, not refer to " + file};
}

Recording read_recording(const Value& document) {
  document.require_object();
  if (!document.find("limber_recording"))
    document.fail("not a recording: \"limber_recording\": 1 is missing");
  const Value version = document.at("limber_recording");
  if (version.number() != format_version) {
    version.fail("this is a recording of version " + exact_text(version.number()) +
                 "; this Limber reads version " + std::to_string(format_version));
  }
  document.require_object(recording_keys);
  if (const auto written_by = document.find("version")) written_by->text();
  Recording recording{.title = document.at("title").text(),
                      .start = json::read_scene(document.at("scene"), no_other_files)};
  recording.steps = read_count(document.at("steps"), 0, most_recorded_steps);
  recording.duration = read_time(document.at("duration"), 0.0, longest_recording);
  recording.hash = read_hash(document.at("hash"));
  if (const auto made_with = document.find("made_with")) recording.made_with = made_with->text();
  read_commands(document, recording);
  read_snapshots(document, recording);
  return recording;
}

}  // namespace

std::string hash_text(std::uint64_t hash) {
  return hex_text(hash, 16);
}

Scene as_read_back(const Scene& scene) {
  Scene whole = scene;
  whole.figure_file.clear();
  whole.root.clear();
  return parse_scene(write_scene(whole), "scene", "").value();
}

std::string write_recording(const Recording& recording) {
  Output document = Output::object();
  document.set("limber_recording", Output::number(format_version));
  document.set("version", Output::text(version())).set("title", Output::text(recording.title));
  if (!recording.made_with.empty()) document.set("made_with", Output::text(recording.made_with));
  document.set("steps", Output::number(static_cast<double>(recording.steps)));
  document.set("duration", Output::number(recording.duration));
  document.set("hash", Output::text(hash_text(recording.hash)));
  document.set("scene", json::write_scene(recording.start));
  Output commands = Output::list();
  for (const RecordedCommand& command : recording.commands) commands.add(write_command(command));
  document.set("commands", std::move(commands));
  return document.set("snapshots", write_snapshots(recording.snapshots)).to_string();
}

Expected<Recording> parse_recording(std::string_view text, const std::string& name) {
  return json::reading([&] {
    const json::Tree tree = json::parse(text, name);
    return read_recording(Value(tree.root(), name));
  });
}

}  // namespace limber
