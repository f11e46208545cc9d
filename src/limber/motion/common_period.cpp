#include "limber/motion/common_period.h"

#include <algorithm>
#include <cmath>

namespace limber {

namespace {

constexpr int most_rounds_of_slowest = 60;
constexpr double same_period = 1e-9;      // of the period: closer is the same
constexpr double longest_cycle = 3600.0;  // [s]

bool is_whole(double ratio) {
  return std::abs(ratio - std::round(ratio)) <= same_period * std::max(1.0, ratio);
}

}  // namespace

double common_period(const std::vector<const TargetPath*>& paths) {
  double longest = 0.0;
  for (const TargetPath* path : paths) {
    if (path->period() == 0.0) return 0.0;
    longest = std::max(longest, path->period());
  }
  for (int rounds = 1; rounds <= most_rounds_of_slowest && rounds * longest <= longest_cycle; ++rounds) {
    const double period = rounds * longest;
    if (std::all_of(paths.begin(), paths.end(),
                    [&](const TargetPath* path) { return is_whole(period / path->period()); }))
      return period;
  }
  return 0.0;
}

}  // namespace limber
