// Keeps commands and snapshots of what happens; writes the timing file.

#include "limber/session/time/recorder.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "limber/base/version.h"
#include "limber/files/format/solver_json.h"

namespace limber {

namespace {

constexpr std::size_t bytes_around_a_command = 128;  // in the file
constexpr std::string_view timing_beginning = "# Limber timing 1\n";
constexpr double snapshot_time = 1.0 / 60.0;  // [s] snapshots are at least so far apart

// The options that differ from the defaults, as in scene files, on one line.
std::string solver_in_words(const Scene& scene) {
  const json::Output options = json::write_solver(scene);
  if (options.is_empty()) return "with default options";
  std::string words;
  for (const char c : options.to_string()) {
    const bool is_space = c == '\n' || c == ' ';
    if (!is_space)
      words += c;
    else if (!words.empty() && words.back() != ' ')
      words += ' ';
  }
  return words;
}

// Files are read by people: microseconds are precise enough.
double to_microseconds(double time) {
  return std::round(time * 1e6) / 1e6;
}

}  // namespace

Recorder::Recorder(Scene start, std::string title)
    : recorded_{.recording = {.title = std::move(title), .start = std::move(start)}, .snapshots = {}} {
  show(0.0, 0.0, recorded_.recording.start);
}

void Recorder::command(std::string_view text, double time, const Scene& scene) {
  Recording& recording = recorded_.recording;
  recording.duration = std::max(recording.duration, to_microseconds(time));
  recording.commands.push_back({recording.steps, recording.duration, std::string(text)});
  command_bytes_ += text.size() + bytes_around_a_command;
  hash_.add(scene.posture);
  show(recording.duration, 0.0, scene);
}

void Recorder::step(double time, double solving, const Scene& scene) {
  Recording& recording = recorded_.recording;
  recording.duration = std::max(recording.duration, to_microseconds(time));
  ++recording.steps;
  hash_.add(scene.posture);
  show(recording.duration, solving, scene);
}

// Of what happens between two snapshots, the end is shown; the first snapshot is the start.
void Recorder::show(double time, double solving, const Scene& scene) {
  const Recording& recording = recorded_.recording;
  std::vector<ShownSnapshot>& shown = recorded_.snapshots;
  std::vector<RecordedSnapshot>& written = recorded_.recording.snapshots;
  if (shown.size() < 2 || time >= shown.back().time + snapshot_time) {
    shown.push_back({.time = time, .figure = scene.figure, .posture = {}});
    written.push_back({.time = time});
    snapshot_bytes_ += sizeof(ShownSnapshot) + sizeof(RecordedSnapshot) +
                       sizeof(double) * static_cast<std::size_t>(scene.posture.values.size());
  }
  ShownSnapshot& last = shown.back();
  last.steps = written.back().steps = recording.steps;
  written.back().commands = recording.commands.size();
  last.solving += solving;
  last.figure = scene.figure;
  last.posture = scene.posture;
}

bool Recorder::is_full() const {
  const Recording& recording = recorded_.recording;
  return recording.duration >= longest_recording || recording.steps >= most_recorded_steps ||
         command_bytes_ >= most_recorded_bytes || snapshot_bytes_ >= most_kept_bytes;
}

Recorded Recorder::finish(double time) && {
  Recording& recording = recorded_.recording;
  recording.duration =
      std::clamp(to_microseconds(time), recording.duration, std::max(recording.duration, longest_recording));
  recording.hash = hash_.value();
  recording.made_with = build_name();
  return std::move(recorded_);
}

std::string timing_text(const Recorded& recorded) {
  const Recording& recording = recorded.recording;
  double total = 0.0;
  for (const ShownSnapshot& snapshot : recorded.snapshots) total += snapshot.solving;
  const double mean = recording.steps > 0 ? total / static_cast<double>(recording.steps) : 0.0;
  char line[160];
  std::string text(timing_beginning);
  text += "# scene " + recording.title + ", recording " + hash_text(recording.hash) + "\n";
  text += "# solver " + solver_in_words(recording.start) + "\n";
  std::snprintf(line, sizeof line,
                "# %zu snapshots, %llu steps, %.6f s solving in %.3f s, %.1f us per step\n",
                recorded.snapshots.size(), static_cast<unsigned long long>(recording.steps), total,
                recording.duration, 1e6 * mean);
  text += line;
  text += "# snapshot  time_s     steps  solving_us\n";
  std::size_t number = 0;
  for (const ShownSnapshot& snapshot : recorded.snapshots) {
    std::snprintf(line, sizeof line, "%8zu %9.6f %9llu %11.1f\n", ++number, snapshot.time,
                  static_cast<unsigned long long>(snapshot.steps), 1e6 * snapshot.solving);
    text += line;
  }
  return text;
}

Expected<std::string> save_timing(Library& library, const std::string& file, const Recorded& recorded,
                                  bool replace) {
  const Expected<std::string> there = library.read(file, Library::Where::folder);
  const bool is_timing = there && there->starts_with(timing_beginning);
  return library.write(file, timing_text(recorded), replace && is_timing);
}

}  // namespace limber
