#pragma once
// For pairs of solids, the normal of the plane that parted them when they were last measured, in the frame of
// the second. A plane that still parts them by s shows without measuring that their clearance is at least s
// (closest.h), whatever has moved since: it may be out of date, but never wrong.
//
// A table of fixed size; of two pairs with the same place the later one stays.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "limber/math/types.h"

namespace limber {

class SeparatingPlanes {
 public:
  explicit SeparatingPlanes(std::size_t pairs) {  // about so many at a time; the only place that allocates
    std::size_t count = 1024;
    while (count < pairs) count *= 2;
    entries_.resize(count);
  }
  void forget() noexcept {
    for (Entry& entry : entries_) entry.pair = 0;
  }
  // nullptr: none is known. `pair`: not 0.
  const Vec3* find(std::uint64_t pair) const noexcept {
    const Entry& entry = entries_[place(pair)];
    return entry.pair == pair ? &entry.normal : nullptr;
  }
  void remember(std::uint64_t pair, const Vec3& normal) noexcept { entries_[place(pair)] = {pair, normal}; }

 private:
  struct Entry {
    std::uint64_t pair = 0;
    Vec3 normal = Vec3::Zero();
  };
  // The upper bits of a product with an odd number spread names that differ in few bits.
  std::size_t place(std::uint64_t pair) const noexcept {
    return static_cast<std::size_t>((pair * 0x9e3779b97f4a7c15u) >> 32) & (entries_.size() - 1);
  }
  std::vector<Entry> entries_;
};

}  // namespace limber
