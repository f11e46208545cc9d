#pragma once
// splitmix64: the same numbers on every machine, where the standard library's distributions may differ.

#include <cstdint>

namespace limber {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  double uniform() noexcept {  // in [0, 1)
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return static_cast<double>(z >> 11) * 0x1.0p-53;
  }
  double between(double low, double high) noexcept { return low + (high - low) * uniform(); }

 private:
  std::uint64_t state_;
};

}  // namespace limber
