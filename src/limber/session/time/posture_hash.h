#pragma once
// One number for all bits of many postures: their values, eight bytes each, least significant first, so that
// every machine counts the same.

#include <bit>
#include <cstdint>

#include "limber/base/fnv.h"
#include "limber/figure/posture.h"

namespace limber {

class PostureHash {
 public:
  void add(const Posture& posture) {
    for (const double value : posture.values) add(std::bit_cast<std::uint64_t>(value));
  }
  std::uint64_t value() const { return hash_.value(); }

 private:
  void add(std::uint64_t bits) {
    for (int byte = 0; byte < 8; ++byte, bits >>= 8) hash_.add(static_cast<std::uint8_t>(bits & 0xff));
  }
  Fnv1a hash_;
};

}  // namespace limber
