#pragma once
// Postures anywhere inside the limits of a figure, the same on every machine for the same seed.

#include <cstdint>

#include "limber/figure/figure.h"

namespace limber {

class PostureRandom {
 public:
  // What is unlimited stays around `middle`: angles within half a turn, lengths within `room` [m].
  PostureRandom(const Figure& figure, const Posture& middle, double room, std::uint64_t seed);

  double uniform();  // in [0, 1)
  double between(double least, double most) { return least + (most - least) * uniform(); }
  void fill(Posture& posture);

 private:
  Figure figure_;
  Posture middle_;
  double room_;
  std::uint64_t state_;
};

}  // namespace limber
