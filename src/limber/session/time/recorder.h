#pragma once
// Makes a recording, and keeps in memory what was shown of it, at the rate of a display.

#include <string>
#include <string_view>

#include "limber/base/expected.h"
#include "limber/session/library.h"
#include "limber/session/recording.h"
#include "limber/session/time/posture_hash.h"

namespace limber {

class Recorder {
 public:
  // `start` must come from as_read_back.
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
  std::size_t snapshot_bytes_ = 0;
};

// Saves the timing of a recording. `replace`: in place of an earlier one, but of no other file.
Expected<std::string> save_timing(Library& library, const std::string& file, const Recorded& recorded,
                                  bool replace);

}  // namespace limber
