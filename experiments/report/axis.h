#pragma once
// One axis of a plot: its ticks and labels, and the mapping from numbers to pixels.

#include <optional>
#include <string>
#include <vector>

#include "limber/figure/joint.h"

namespace limber::experiments {

enum class Spacing { linear, logarithmic };

struct Tick {
  double value = 0.0;
  std::string label;
};

// Round numbers (1, 2 or 5 times a power of ten) inside the range, about `count` of them, ends included.
std::vector<Tick> linear_ticks(const Range& range, int count);
// Powers of ten, thinned to about `count`; over less than two decades 1, 2 and 5 times them.
std::vector<Tick> logarithmic_ticks(const Range& range, int count);

// From numbers to pixels.
class Scale {
 public:
  // `range` as it is; a range without width is widened around its value.
  Scale(Spacing spacing, Range range, double first_pixel, double last_pixel);

  double pixel(double value) const;   // of a value that can be shown
  bool can_show(double value) const;  // finite, and positive on a logarithmic axis
  const Range& range() const { return range_; }
  std::vector<Tick> ticks(int count) const;

 private:
  Spacing spacing_;
  Range range_;
  double first_pixel_, last_pixel_;
};

// The smallest range that contains all values that can be shown, with a small margin (none at zero if all
// values are on one side of it). Without values: 0 to 1, or 1 to 10.
Range range_of(const std::vector<double>& values, Spacing spacing);

}  // namespace limber::experiments
