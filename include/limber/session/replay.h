#pragma once
// Runs a recording again, without threads or clocks: a session of its own, each command before the step it
// was carried out before.

#include <functional>
#include <string>

#include "limber/session/recorder.h"

namespace limber {

struct ReplayOptions {
  // Called now and then with the steps done; false: stop there. May be empty.
  std::function<bool(std::uint64_t steps)> go_on;
};

struct Replayed {
  Recorded recorded;     // as it came out this time: steps, hash, frames, time spent solving
  bool is_same = false;  // the hash is the recorded one
  bool was_stopped = false;
  std::string words;  // what went otherwise than recorded, one sentence; empty: nothing
  Scene end;          // the scene at the end
};

Replayed replay(const Recording& recording, const ReplayOptions& options = {});

}  // namespace limber
