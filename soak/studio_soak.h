#pragma once
// A running studio with several windows, killed and started again.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "findings.h"

namespace limber::soak {

struct StudioCounts {
  int lives = 0;  // starts of the program
  int kills = 0;
  std::uint64_t answers = 0, snapshots = 0, scenes_undone = 0, recordings_replayed = 0;
  std::vector<double> latencies;  // [s] of answered commands
  std::size_t most_memory = 0;    // [bytes] of a studio
};

// One life of a studio, about `seconds` long: windows come and go and act at random, a recording is made, saved
// and replayed, everything is undone, and in the end the program is killed or asked to end. The next start must
// find what was done a second before.
void run_studio(const std::filesystem::path& limber, const std::vector<std::filesystem::path>& scenes,
                double seconds, std::uint64_t seed, Findings& findings, StudioCounts& counts);

}  // namespace limber::soak
