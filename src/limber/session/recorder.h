#pragma once
// Makes a recording, and keeps what was shown of it in memory, at the rate of a display.

#include <vector>

#include "limber/session/posture_hash.h"
#include "limber/session/recording.h"

namespace limber {

// A frame of a recording as it is played.
struct ShownFrame {
  double time = 0.0;  // [s]
  std::uint64_t steps = 0;
  double solving = 0.0;  // [s] spent in the solver since the frame before
  Figure figure;         // of that moment
  Posture posture;
};

struct Recorded {
  Recording recording;
  std::vector<ShownFrame> frames;
};

class Recorder {
 public:
  // `start` must be as_read_back.
  Recorder(Scene start, std::string title);

  // What happened, in order; `time` [s] since the start, `scene` as it is afterwards.
  void command(std::string_view text, double time, const Scene& scene);
  void step(double time, double solving, const Scene& scene);

  double duration() const { return recorded_.recording.duration; }
  std::uint64_t steps() const { return recorded_.recording.steps; }
  bool is_full() const;  // nothing more may be added

  Recorded finish(double time) &&;

 private:
  void show(double time, double solving, const Scene& scene);

  Recorded recorded_;
  PostureHash hash_;
  std::size_t command_bytes_ = 0;
  std::size_t frame_bytes_ = 0;
};

// Ge's timing file (A.1: "the time spent on inverse kinematic computation while recording is written to a
// file"): a line for every frame with its number, time, steps so far and the time spent solving since the
// frame before; above them the methods used and the sum, so that files of different methods can be compared.
std::string timing_text(const Recorded& recorded);

}  // namespace limber
