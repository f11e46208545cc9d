#pragma once
// One number for all bits of many postures: FNV-1a over their values, eight bytes each, least significant
// first, so that every machine counts the same.

#include <bit>
#include <cstdint>

#include "limber/figure/posture.h"

namespace limber {

class PostureHash {
 public:
  void add(const Posture& posture) {
    for (const double value : posture.values) add(std::bit_cast<std::uint64_t>(value));
  }
  std::uint64_t value() const { return value_; }

 private:
  void add(std::uint64_t bits) {
    for (int byte = 0; byte < 8; ++byte, bits >>= 8) value_ = (value_ ^ (bits & 0xff)) * 0x100000001b3;
  }
  std::uint64_t value_ = 0xcbf29ce484222325;
};

}  // namespace limber
