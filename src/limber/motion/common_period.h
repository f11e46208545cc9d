#pragma once
// After which several targets are all where they were.

#include <span>
#include <vector>

#include "limber/motion/path.h"

namespace limber {

// [s] The least time that is a whole number of each of these periods, to a billionth of each; 0: one of them
// is 0, or there is no such time within an hour.
double common_period(std::span<const double> periods);
// The same of paths, but for those that stand still; 0: one of them does not repeat, or none moves.
double common_period(const std::vector<const TargetPath*>& paths);

// [s] How long one wave of a path takes, of sines the shortest; 0: it has none.
double shortest_wave(const TargetPath& path);

}  // namespace limber
