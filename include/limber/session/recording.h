#pragma once
// A recording: the scene a session started from and all that was done to it, each command with the step
// before which it was carried out. No posture is in it but the first: the same commands before the same steps
// give the same bits (docs/decisions/0003-determinism.md), and the hash tells whether they did. That makes a
// recording small, and a bug report (docs/decisions/0008-recordings.md). The file format is in docs/json.md.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "limber/scene/scene.h"

namespace limber {

// How long a recording may become; then it ends by itself. What is written never exceeds what is read again.
inline constexpr double longest_recording = 1800.0;              // [s]
inline constexpr std::uint64_t most_recorded_steps = 2'000'000;  // 33 minutes of moving at full speed
inline constexpr std::size_t most_recorded_bytes = std::size_t{16} << 20;  // of commands
inline constexpr std::size_t most_kept_bytes = std::size_t{256} << 20;     // of frames in memory

struct RecordedCommand {
  std::uint64_t step = 0;  // it was carried out after so many steps
  double time = 0.0;       // [s] since the start
  std::string text;        // the command, a JSON object
};

// What was shown at a time: the posture after so many steps and commands.
struct RecordedFrame {
  double time = 0.0;  // [s] since the start
  std::uint64_t steps = 0;
  std::size_t commands = 0;
};

struct Recording {
  std::string title;
  Scene start;
  std::vector<RecordedCommand> commands = {};  // in order of steps and time
  std::vector<RecordedFrame> frames = {};      // likewise; the first is that of the start
  std::uint64_t steps = 0;
  double duration = 0.0;   // [s]
  std::uint64_t hash = 0;  // of the postures after every command and every step
};

std::string hash_text(std::uint64_t hash);  // 16 hexadecimal digits

// A scene as it is when it has been written and read again: the start of a recording must be those bits, for
// files round rotations (docs/json.md). Its figure is inside. Throws std::invalid_argument for what no file
// can hold.
Scene as_read_back(const Scene& scene);

// What is written reads back as the same recording, to the last bit, and gives the same text again.
std::string write_recording(const Recording& recording);
// `name` stands for the file in the sentence when something is wrong.
Expected<Recording> parse_recording(std::string_view text, const std::string& name);

}  // namespace limber
