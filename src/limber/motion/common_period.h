#pragma once
// After which several targets are all where they were.

#include <vector>

#include "limber/figure/figure.h"
#include "limber/motion/path.h"

namespace limber {

// [s] The least multiple of the longest period that is one of all the others; 0: one of them does not repeat,
// or there is none within an hour and 60 rounds of the slowest.
double common_period(const std::vector<const TargetPath*>& paths);

}  // namespace limber
