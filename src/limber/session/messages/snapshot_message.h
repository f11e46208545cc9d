#pragma once
// The snapshot message, binary and little-endian: web/src/protocol/snapshot.ts has the layout.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "limber/session/messages/snapshot.h"

namespace limber {

// What the sender knows.
struct SnapshotNumbers {
  std::uint32_t sequence = 0;
  double time = 0.0;               // [s]
  double step_microseconds = 0.0;  // mean of the last steps
  double steps_per_second = 0.0;
  // [m] of all steps since the snapshot sent before; infinity: nothing came near
  double least_clearance = std::numeric_limits<double>::infinity();
};
// `bytes` keeps its capacity.
void write_snapshot(const Snapshot& snapshot, const SnapshotNumbers& numbers, std::vector<std::byte>& bytes);

}  // namespace limber
