#pragma once
// Work on many things by several threads. Any thread may take any of them, so the result of one must depend
// on its index only.

#include <algorithm>
#include <atomic>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "limber/threads/tickets.h"

namespace limber {

// Calls work(0) .. work(count - 1). `threads`: 0 for one on every processor. `progress`, unless empty, is
// called on this thread with the fraction done. The first exception of `work` is rethrown here after all
// threads have stopped.
template <class Work>
void for_each_in_parallel(int count, int threads, const std::function<void(double)>& progress, Work&& work) {
  std::atomic<int> next = 0, done = 0;
  std::exception_ptr failure;
  std::mutex failing;
  const auto take = [&](bool reports) {
    try {
      for (int i = next++; i < count; i = next++) {
        work(i);
        ++done;
        if (reports && progress) progress(static_cast<double>(done) / count);
      }
    } catch (...) {
      const std::lock_guard lock(failing);
      if (!failure) failure = std::current_exception();
      next = count;
    }
  };
  const int wanted = std::clamp(threads > 0 ? threads : processor_count(), 1, std::max(1, count));
  {
    std::vector<std::jthread> helpers;
    for (int i = 1; i < wanted; ++i) helpers.emplace_back([&] { take(false); });
    take(true);
  }
  if (failure) std::rethrow_exception(failure);
  if (progress) progress(1.0);
}

}  // namespace limber
