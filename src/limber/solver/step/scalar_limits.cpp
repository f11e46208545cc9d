// Four values at a time, and what is left over one by one.

#include "limber/solver/step/scalar_limits.h"

#include <algorithm>
#include <cmath>

#include "limber/math/lanes.h"

namespace limber {

namespace {

LIMBER_TWO_VERSIONS
void write_room(const double* min, const double* max, const double* values, int count, double* lower,
                double* upper) {
  int i = 0;
  const Four nothing = {};
  for (; i + 4 <= count; i += 4) {
    const Four value = *four(values + i), below = *four(min + i) - value, above = *four(max + i) - value;
    *four(lower + i) = below < nothing ? below : nothing;
    *four(upper + i) = above > nothing ? above : nothing;
  }
  for (; i < count; ++i) {
    const double below = min[i] - values[i], above = max[i] - values[i];
    lower[i] = below < 0.0 ? below : 0.0;
    upper[i] = above > 0.0 ? above : 0.0;
  }
}

LIMBER_TWO_VERSIONS
double clamp_all(const double* min, const double* max, int count, double* values) {
  int i = 0;
  Four largest = {};
  for (; i + 4 <= count; i += 4) {
    const Four value = *four(values + i), low = *four(min + i), high = *four(max + i);
    Four inside = value < low ? low : value;
    inside = value > high ? high : inside;
    const Four move = inside < value ? value - inside : inside - value;
    largest = move > largest ? move : largest;
    *four(values + i) = inside;
  }
  double result = std::max(std::max(largest[0], largest[1]), std::max(largest[2], largest[3]));
  for (; i < count; ++i) {
    const double inside = values[i] < min[i] ? min[i] : values[i] > max[i] ? max[i] : values[i];
    result = std::max(result, std::abs(inside - values[i]));
    values[i] = inside;
  }
  return result;
}

}  // namespace

void ScalarLimits::add(int dof, int value, const Range& range) {
  if (!range.is_limited()) return;
  const bool continues = !runs_.empty() && runs_.back().dof + runs_.back().count == dof &&
                         runs_.back().value + runs_.back().count == value;
  if (!continues) runs_.push_back({dof, value, static_cast<int>(min_.size()), 0});
  ++runs_.back().count;
  min_.push_back(range.min);
  max_.push_back(range.max);
}

void ScalarLimits::write_bounds(const Posture& posture, double* lower, double* upper) const noexcept {
  for (const Run& run : runs_) {
    write_room(min_.data() + run.first, max_.data() + run.first, posture.values.data() + run.value, run.count,
               lower + run.dof, upper + run.dof);
  }
}

double ScalarLimits::bring_inside(Posture& posture) const noexcept {
  double largest = 0.0;
  for (const Run& run : runs_) {
    largest = std::max(largest, clamp_all(min_.data() + run.first, max_.data() + run.first, run.count,
                                          posture.values.data() + run.value));
  }
  return largest;
}

}  // namespace limber
