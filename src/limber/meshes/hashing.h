#pragma once
// Tells contents apart, quickly and with the same bits everywhere: FNV's mixing, four bytes at a time. Not
// against somebody who looks for two contents of one hash.

#include <cstdint>

namespace limber {

class WordHash {
 public:
  void add(std::uint32_t word) {
    value_ = (value_ ^ word) * 0x100000001b3;
    value_ ^= value_ >> 29;
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325;
};

}  // namespace limber
