#pragma once
// Work on many tiles by several threads. Any thread may take any tile, so a tile's result must depend on its
// index only.

#include <algorithm>
#include <atomic>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace limber::picture {

// Calls work(0) .. work(count - 1). `progress`, unless empty, is called on this thread with the fraction
// done. The first exception of `work` is rethrown here after all threads have stopped.
template <class Work>
void for_each_tile(int count, int threads, const std::function<void(double)>& progress, Work&& work) {
  std::atomic<int> next = 0, done = 0;
  std::exception_ptr failure;
  std::mutex failing;
  const auto take_tiles = [&](bool reports) {
    try {
      for (int tile = next++; tile < count; tile = next++) {
        work(tile);
        ++done;
        if (reports && progress) progress(static_cast<double>(done) / count);
      }
    } catch (...) {
      const std::lock_guard lock(failing);
      if (!failure) failure = std::current_exception();
      next = count;
    }
  };
  const int available = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const int wanted = std::clamp(threads > 0 ? threads : available, 1, std::max(1, count));
  {
    std::vector<std::jthread> helpers;
    for (int i = 1; i < wanted; ++i) helpers.emplace_back([&] { take_tiles(false); });
    take_tiles(true);
  }
  if (failure) std::rethrow_exception(failure);
  if (progress) progress(1.0);
}

}  // namespace limber::picture
