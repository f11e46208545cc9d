#pragma once
// A place in time that moves on by itself, and what a recording shows there.

#include <cstdint>
#include <span>

#include "limber/session/recorder.h"

namespace limber {

struct Player {
  bool playing = false;   // else it stands at `position`: someone scrubs
  double position = 0.0;  // [s]
  double duration = 0.0;  // [s]
  bool loop = false;      // kept, as speed is, from one thing played to the next
  double speed = 1.0;     // [s/s] in the range below

  static constexpr double slowest = 0.05, fastest = 20.0;

  // Begins anew with something of this duration.
  void load(double new_duration, double start, bool plays);
  void seek(double to);  // the nearest place there is
  void advance(double seconds);
};

// The last frame not later than `time`, carried over to `figure` where the recording had another one then.
Posture posture_at(std::span<const ShownFrame> frames, double time, const Figure& figure);

}  // namespace limber
