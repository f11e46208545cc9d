#pragma once
// Replays a recording in a session of its own, without threads or clocks: each command before the same step
// as when it was recorded.

#include <functional>
#include <string>

#include "limber/session/recording.h"

namespace limber {

struct ReplayOptions {
  // Called now and then with the steps taken; false stops there. May be empty.
  std::function<bool(std::uint64_t steps)> go_on;
};

struct Replayed {
  Recorded recorded;     // as it is this time: steps, hash, snapshots, time spent solving
  bool is_same = false;  // the hash equals the recorded one
  bool was_stopped = false;
  std::string words;  // what went differently than recorded, one sentence; empty: nothing
  Scene end;          // the scene at the end
};

Replayed replay(const Recording& recording, const ReplayOptions& options = {});

}  // namespace limber
