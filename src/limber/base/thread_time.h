#pragma once
// Time on a machine that is busy with other work.

#include <ctime>
#ifndef CLOCK_THREAD_CPUTIME_ID
#include <chrono>
#endif

namespace limber {

// [s] of processor time of this thread so far: other programs and threads do not count. Where a system does
// not say, the time of day.
inline double thread_seconds() noexcept {
#ifdef CLOCK_THREAD_CPUTIME_ID
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
#else
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
#endif
}

}  // namespace limber
