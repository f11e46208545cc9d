#pragma once
// Random postures within the limits of a figure; the same on every machine for the same seed.

#include <cstdint>

#include "limber/figure/figure.h"
#include "limber/math/random.h"

namespace limber {

class PostureRandom {
 public:
  // Without limits, values stay around `middle`: angles within half a turn, lengths within `room` [m].
  PostureRandom(const Figure& figure, const Posture& middle, double room, std::uint64_t seed);

  double uniform() { return random_.uniform(); }  // in [0, 1)
  double between(double least, double most) { return random_.between(least, most); }
  void fill(Posture& posture);

 private:
  Figure figure_;
  Posture middle_;
  double room_;
  Random random_;
};

}  // namespace limber
