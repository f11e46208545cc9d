#pragma once
// Random numbers that are the same on every machine (those of the standard library need not be).

#include <cstdint>

namespace limber::experiments {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  // splitmix64: 53 bits of it.
  double between(double least, double most) {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return least + (most - least) * (static_cast<double>(z >> 11) * 0x1.0p-53);
  }

 private:
  std::uint64_t state_;
};

}  // namespace limber::experiments
