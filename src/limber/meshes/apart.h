#pragma once
// Work on bytes that nobody vouches for, in a process of its own: what it breaks, it breaks there. It has so
// much time and memory, writes no file, and sends back bytes. Of what this process has open it keeps only the
// standard streams, and it does not outlive this process.

#include <atomic>
#include <functional>
#include <string>

#include "limber/base/expected.h"

namespace limber {

struct ApartLimits {
  double seconds = 30.0;                         // of the clock, and of the processor
  std::size_t memory = 0;                        // [bytes] beyond what this process has
  std::size_t answer = 0;                        // [bytes] of the longest answer
  const std::atomic<bool>* is_wanted = nullptr;  // once it is false the work is ended
};

// What `work` returns. An Error says how it ended otherwise: "took longer than 30 s", "broke down".
Expected<std::string> done_apart(const std::function<std::string()>& work, const ApartLimits& limits);

}  // namespace limber
