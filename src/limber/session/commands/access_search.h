#pragma once
// A search for accessible space on another thread: how far it is, and whether it is still wanted.

#include <atomic>
#include <cstddef>

namespace limber {

struct AccessSearch {
  std::atomic<bool> is_wanted = true;
  std::atomic<bool> is_filling = true;  // false: the boundary is being refined
  std::atomic<std::size_t> cells = 0;   // reached so far
  std::atomic<double> share = 0.0;      // 0..1
};

}  // namespace limber
