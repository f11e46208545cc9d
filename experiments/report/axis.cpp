// Ticks, labels and scales of an axis (axis.h).

#include "experiments/report/axis.h"

#include <algorithm>
#include <cmath>

#include "experiments/report/text.h"
#include "limber/base/number_text.h"

namespace limber::experiments {

namespace {

// A number with this many decimals and a typographic minus sign.
std::string with_decimals(double value, int decimals) {
  std::string label = fixed_text(value, decimals);
  if (label.starts_with('-')) label.replace(0, 1, "\u2212");
  return label;
}

std::string logarithmic_label(double value, int exponent) {
  if (exponent < -3 || exponent > 3) {
    const double mantissa = value / std::pow(10.0, exponent);
    const std::string power = power_of_ten(exponent);
    return std::lround(mantissa) == 1 ? power : std::to_string(std::lround(mantissa)) + "×" + power;
  }
  return with_decimals(value, std::max(0, -exponent));
}

}  // namespace

std::vector<Tick> linear_ticks(const Range& range, int count) {
  std::vector<Tick> ticks;
  const double width = range.max - range.min;
  if (!(width > 0.0) || !std::isfinite(width)) return ticks;
  const double rough = width / std::max(count, 1);
  const int exponent = static_cast<int>(std::floor(std::log10(rough)));
  const double power = std::pow(10.0, exponent);
  const double leading = rough / power;
  const double factor = leading < 1.5 ? 1.0 : leading < 3.5 ? 2.0 : leading < 7.5 ? 5.0 : 10.0;
  const double step = factor * power;
  const int decimals = std::max(0, factor == 10.0 ? -exponent - 1 : -exponent);
  const double slack = 1e-9 * step;  // a round number at an end of the range gets its tick
  const double first = std::ceil((range.min - slack) / step);
  for (double k = first; k * step <= range.max + slack; k += 1.0) {
    ticks.push_back({k * step, with_decimals(k * step, decimals)});
  }
  return ticks;
}

std::vector<Tick> logarithmic_ticks(const Range& range, int count) {
  std::vector<Tick> ticks;
  if (!(range.min > 0.0) || !(range.max > range.min) || !std::isfinite(range.max)) return ticks;
  const double slack = 1e-9;
  const int first = static_cast<int>(std::floor(std::log10(range.min)));
  const int last = static_cast<int>(std::ceil(std::log10(range.max)));
  const bool few = std::log10(range.max / range.min) < 2.0;
  const int every = few ? 1 : std::max(1, (last - first + count - 1) / std::max(count, 1));
  for (int exponent = first; exponent <= last; ++exponent) {
    if (exponent % every != 0) continue;
    for (const double digit : {1.0, 2.0, 5.0}) {
      if (digit > 1.0 && !few) break;
      const double value = digit * std::pow(10.0, exponent);
      if (value < range.min * (1.0 - slack) || value > range.max * (1.0 + slack)) continue;
      ticks.push_back({value, logarithmic_label(value, exponent)});
    }
  }
  return ticks;
}

Scale::Scale(Spacing spacing, Range range, double first_pixel, double last_pixel)
    : spacing_(spacing), range_(range), first_pixel_(first_pixel), last_pixel_(last_pixel) {
  if (spacing_ == Spacing::logarithmic) {
    if (!(range_.min > 0.0)) range_ = {1.0, 10.0};
    if (!(range_.max > range_.min)) range_ = {range_.min / 2.0, range_.min * 2.0};
  } else if (!(range_.max > range_.min)) {
    const double air = std::max(1.0, std::abs(range_.min)) * 0.5;
    range_ = {range_.min - air, range_.min + air};
  }
}

double Scale::pixel(double value) const {
  const double fraction = spacing_ == Spacing::logarithmic
                              ? std::log(value / range_.min) / std::log(range_.max / range_.min)
                              : (value - range_.min) / (range_.max - range_.min);
  return first_pixel_ + fraction * (last_pixel_ - first_pixel_);
}

bool Scale::can_show(double value) const {
  return std::isfinite(value) && (spacing_ == Spacing::linear || value > 0.0);
}

std::vector<Tick> Scale::ticks(int count) const {
  return spacing_ == Spacing::logarithmic ? logarithmic_ticks(range_, count) : linear_ticks(range_, count);
}

Range range_of(const std::vector<double>& values, Spacing spacing) {
  const bool logarithmic = spacing == Spacing::logarithmic;
  Range range{unlimited, -unlimited};
  for (const double value : values) {
    if (!std::isfinite(value) || (logarithmic && value <= 0.0)) continue;
    range.min = std::min(range.min, value);
    range.max = std::max(range.max, value);
  }
  if (range.min > range.max) return logarithmic ? Range{1.0, 10.0} : Range{0.0, 1.0};
  if (logarithmic) return {range.min / 1.25, range.max * 1.25};
  const double air = 0.05 * (range.max - range.min);
  const bool from_zero = range.min >= 0.0 && range.min <= 0.35 * range.max;
  return {from_zero ? 0.0 : range.min - air, range.max + air};
}

}  // namespace limber::experiments
