#pragma once
// A player's position in time, and what a recording shows there.

#include <cstdint>
#include <span>

#include "limber/session/recording.h"

namespace limber {

struct Player {
  bool playing = false;   // false: paused at `position`
  double position = 0.0;  // [s]
  double duration = 0.0;  // [s]
  bool loop = false;      // kept from one thing played to the next, as speed is
  double speed = 1.0;     // [s/s] in the range below

  static constexpr double slowest = 0.05, fastest = 20.0;

  // Starts over with something of this duration.
  void load(double new_duration, double start, bool plays);
  void seek(double to);  // or the nearest time there is
  void advance(double seconds);
};

// The last snapshot not later than `time`, carried over to `figure` if the recording had another one then.
Posture posture_at(std::span<const ShownSnapshot> snapshots, double time, const Figure& figure);

}  // namespace limber
