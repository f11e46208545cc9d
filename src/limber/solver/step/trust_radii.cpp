#include "limber/solver/step/trust_radii.h"

#include <algorithm>

namespace limber {

namespace {

constexpr double good = 0.75;              // more than this was kept: the linear model is trusted farther
constexpr double poor = 0.25;              // less than this was kept: it is trusted less far
constexpr double smallest_promise = 1e-9;  // of the error: less is rounding and tells nothing
constexpr double after_failure = 0.2;      // of the step that failed as a whole

}  // namespace

void TrustRadii::adapt(const TaskLevels& levels, const SplitStep& step, const VecX& before,
                       const VecX& predicted, const VecX& after) noexcept {
  for (int level = 0; level < levels.level_count(); ++level) {
    if (before[level] <= levels.level_tolerance(level)) continue;
    const double promised = before[level] - predicted[level];
    if (promised <= smallest_promise * before[level]) continue;
    const double kept = (before[level] - after[level]) / promised;
    const double length = step.taken(level);
    // A level is not to blame for what a longer step below it spoils.
    if (kept < poor && step.longest_taken_below(level) <= length)
      radius_[level] = std::max(shortest, 0.5 * std::min(radius_[level], length));
    if (kept > good) radius_[level] = std::min(longest, 2.0 * radius_[level]);
  }
}

void TrustRadii::shrink(const TaskLevels& levels, const SplitStep& step, const VecX& before) noexcept {
  for (int level = 0; level < levels.level_count(); ++level) {
    if (before[level] <= levels.level_tolerance(level)) continue;
    radius_[level] = std::max(shortest, after_failure * std::min(radius_[level], step.length(level)));
  }
}

}  // namespace limber
