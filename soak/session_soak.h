#pragma once
// Sessions in memory, as fast as they go: no server, no clock. This is where the millions of steps are made.

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "findings.h"

namespace limber::soak {

struct SessionCounts {
  std::atomic<std::uint64_t> sessions = 0, steps = 0, commands = 0, refused = 0, rests_checked = 0,
                             recordings_replayed = 0, undone = 0;
};

// One random session in one of the scenes, from this seed alone: the same seed does the same again.
void run_session(const std::vector<std::filesystem::path>& scenes, std::uint64_t seed, Findings& findings,
                 SessionCounts& counts);

}  // namespace limber::soak
