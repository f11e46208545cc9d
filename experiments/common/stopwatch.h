#pragma once
// The time of a call on a machine that is busy with other work.

#include <algorithm>

#include "limber/base/thread_time.h"

namespace limber::experiments {

// [s] per call: the shortest of several samples of many calls, after one to warm up. Disturbances only make a
// sample longer, so the shortest is the most accurate. `budget` [s]: about how long to measure.
template <class Call>
double seconds_per_call(Call&& call, double budget) {
  const auto time = [&](long count) {
    const double start = thread_seconds();
    for (long k = 0; k < count; ++k) call();
    return thread_seconds() - start;
  };
  constexpr int samples = 8;
  const double once = std::max(time(1), 1e-8);
  const long count = std::clamp(static_cast<long>(budget / samples / once), 1L, 100'000L);
  double best = once;
  for (int sample = 0; sample < samples; ++sample)
    best = std::min(best, time(count) / static_cast<double>(count));
  return best;
}

}  // namespace limber::experiments
