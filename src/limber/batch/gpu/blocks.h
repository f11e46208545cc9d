#pragma once
// Memory of the GPU, or page-locked memory beside it, that is used again.

#include <algorithm>
#include <cstddef>
#include <map>
#include <mutex>

#include "limber/batch/gpu/driver.h"

namespace limber::batch::gpu {

// Memory that a batch has given back, for the next one: locking pages takes longer than solving what fits
// into them.
class Blocks {
 public:
  // Where there is no more memory, what is free is released first.
  template <class Allocate, class Release>
  Result take(std::size_t bytes, unsigned long long& where, const Allocate& allocate,
              const Release& release) {
    bytes = std::max<std::size_t>(bytes, 16);
    const std::lock_guard lock(mutex_);
    const auto found = free_.lower_bound(bytes);
    if (found != free_.end() && found->first <= 2 * bytes) {
      where = found->second;
      sizes_[where] = found->first;
      free_.erase(found);
      return 0;
    }
    Result result = allocate(bytes);
    if (result != 0 && !free_.empty()) {
      for (const auto& [size, block] : free_) release(block);
      free_.clear();
      result = allocate(bytes);
    }
    if (result == 0) sizes_[where] = bytes;
    return result;
  }
  // Gives a block back; where many are free, the smallest is released.
  template <class Release>
  void give(unsigned long long where, const Release& release) {
    constexpr std::size_t most_free = 24;
    const std::lock_guard lock(mutex_);
    free_.emplace(sizes_[where], where);
    sizes_.erase(where);
    if (free_.size() <= most_free) return;
    release(free_.begin()->second);
    free_.erase(free_.begin());
  }

 private:
  std::mutex mutex_;
  std::multimap<std::size_t, unsigned long long> free_;  // by size
  std::map<unsigned long long, std::size_t> sizes_;      // of those in use
};

}  // namespace limber::batch::gpu
