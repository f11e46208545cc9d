#pragma once
// One number that changes with time, as FBX has it: keys, and between them a constant, a line or a cubic.

#include <vector>

#include "limber/files/fbx/objects.h"

namespace limber::fbx {

struct Curve {
  enum class Between : unsigned char { constant, constant_next, straight, cubic };
  struct Key {
    double time;  // [s]
    double value;
    Between between = Between::straight;                   // from here to the next
    double slope_in = 0.0, slope_out = 0.0;                // [1/s] of a cubic
    double weight_in = 1.0 / 3.0, weight_out = 1.0 / 3.0;  // of the way to the neighbour, where it bends
  };
  std::vector<Key> keys;  // times increasing; not empty

  double at(double time) const;
};

// FBX counts time in parts of a second.
double ticks_per_second(const Tree& tree);

// Of an "AnimationCurve"; no keys: it has none. `rate`: ticks per second. `notes` as elsewhere, each at most
// once.
Curve read_curve(const Element& element, double rate, std::vector<std::string>& notes);

}  // namespace limber::fbx
