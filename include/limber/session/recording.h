#pragma once
// A recording: the scene a session started from and every command, with the number of steps taken before it.
// Only the first posture is in it: the same commands before the same steps give the same bits
// (docs/decisions/0003-determinism.md), and the hash tells whether they did. So a recording is small, and it
// can serve as a bug report (docs/decisions/0008-recordings.md). The file format is in docs/json.md.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "limber/scene/scene.h"

namespace limber {

// A recording ends by itself at the first of these limits, so that every file written can be read.
inline constexpr double longest_recording = 1800.0;              // [s]
inline constexpr std::uint64_t most_recorded_steps = 2'000'000;  // 33 minutes of moving at full speed
inline constexpr std::size_t most_recorded_bytes = std::size_t{16} << 20;  // of commands
inline constexpr std::size_t most_kept_bytes = std::size_t{256} << 20;     // of snapshots in memory

struct RecordedCommand {
  std::uint64_t step = 0;  // carried out after this many steps
  double time = 0.0;       // [s] since the start
  std::string text;        // the command, a JSON object
};

// What was shown at a time: the posture after this many steps and commands.
struct RecordedSnapshot {
  double time = 0.0;  // [s] since the start
  std::uint64_t steps = 0;
  std::size_t commands = 0;
};

struct Recording {
  std::string title;
  Scene start;
  std::vector<RecordedCommand> commands = {};    // in order of steps and time
  std::vector<RecordedSnapshot> snapshots = {};  // likewise; the first is the start
  std::uint64_t steps = 0;
  double duration = 0.0;       // [s]
  std::uint64_t hash = 0;      // of the postures after every command and every step
  std::string made_with = {};  // build_name() of the Limber that recorded it; empty: not known
};

// A snapshot of a recording as it is played.
struct ShownSnapshot {
  double time = 0.0;  // [s]
  std::uint64_t steps = 0;
  double solving = 0.0;  // [s] spent in the solver since the snapshot before
  Figure figure;         // of that moment
  Posture posture;
};

// A recording and what it shows, at the rate of a display.
struct Recorded {
  Recording recording;
  std::vector<ShownSnapshot> snapshots;
};

// Ge's timing file (A.1: "the time spent on inverse kinematic computation while recording is written to a
// file"): a line for every snapshot with its number, time, steps so far and the time spent solving since the
// one before; above them the methods used and the sum, so that files of different methods can be compared.
std::string timing_text(const Recorded& recorded);

std::string hash_text(std::uint64_t hash);  // 16 hexadecimal digits

// A scene as it is after being written and read again: a recording must start from those bits, because files
// round rotations (docs/json.md). The figure is inside. Throws std::invalid_argument for what no file can
// hold.
Scene as_read_back(const Scene& scene);

// Reading the text back gives the same recording to the last bit; writing that gives the same text.
std::string write_recording(const Recording& recording);
// `name` stands for the file in error messages.
Expected<Recording> parse_recording(std::string_view text, const std::string& name);

// Replays a recording in a session of its own, without threads or clocks: each command before the same step
// as when it was recorded.

// Another technique or singular value decomposition than recorded. Commands of the recording that would
// choose a technique or set solver options then change nothing.
struct ReplayWith {
  std::optional<Technique> technique = {};
  std::optional<SvdMethod> svd = {};
  std::optional<SvdMode> svd_mode = {};
  bool is_changed() const { return technique || svd || svd_mode; }
};

struct ReplayOptions {
  // Called now and then with the steps taken; false stops there. May be empty.
  std::function<bool(std::uint64_t steps)> go_on;
  ReplayWith with = {};
};

struct Replayed {
  Recorded recorded;     // as it is this time: steps, hash, snapshots, time spent solving
  bool is_same = false;  // the hash equals the recorded one
  bool was_stopped = false;
  std::string words;  // what went differently than recorded, one sentence; empty: nothing
  Scene end;          // the scene at the end
};

// Throws std::runtime_error, one sentence, for a scene that Session does not take.
Replayed replay(const Recording& recording, const ReplayOptions& options = {});

}  // namespace limber
