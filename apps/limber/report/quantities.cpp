// Angles, lengths, masses, ranges and counts as text.

#include "report/quantities.h"

#include <cmath>

namespace limber::cli {

namespace {

std::string degrees_number(double radians, int decimals) {
  return without_trailing_zeros(fixed_text(radians / degree, decimals));
}

}  // namespace

std::string degrees_text(double radians) {
  return degrees_number(radians, 1) + "°";
}

std::string mass_text(double kilograms) {
  if (kilograms > 0.0 && kilograms < 0.1) return number_text(1000.0 * kilograms, 3) + " g";
  return number_text(kilograms, kilograms >= 100.0 ? 4 : 3) + " kg";
}

std::string length_text(double meters) {
  const bool is_rounding = std::abs(meters) < 1e-12;
  return number_text(is_rounding ? 0.0 : meters, 3) + " m";
}

std::string vector_text(const Vec3& value, int decimals) {
  return "(" + fixed_text(value.x(), decimals) + ", " + fixed_text(value.y(), decimals) + ", " +
         fixed_text(value.z(), decimals) + ")";
}

std::string range_text(const Range& range, Measure measure, int decimals) {
  if (!range.is_limited()) return "unlimited";
  const bool is_angle = measure == Measure::angle;
  const auto is_small = [](double limit) { return std::isinf(limit) || std::abs(limit) < 1.0; };
  const bool in_millimetres = !is_angle && is_small(range.min) && is_small(range.max);
  const auto number = [&](double limit) {
    return is_angle ? degrees_number(limit, decimals)
                    : number_text(in_millimetres ? 1000.0 * limit : limit, 4);
  };
  const std::string unit = is_angle ? "°" : in_millimetres ? " mm" : " m";
  if (std::isinf(range.min)) return "at most " + number(range.max) + unit;
  if (std::isinf(range.max)) return "at least " + number(range.min) + unit;
  if (range.min == range.max) return "always " + number(range.min) + unit;
  if (range.min == -range.max) return "±" + number(range.max) + unit;
  return number(range.min) + "…" + number(range.max) + unit;
}

std::string error_text(double error) {
  constexpr double rounding = 1e-12;
  return error > 0.0 && error < rounding ? "< " + number_text(rounding, 1) : number_text(error, 3);
}

std::string count_text(std::size_t count, const std::string& singular, const std::string& plural) {
  const std::string many = plural.empty() ? singular + "s" : plural;
  return std::to_string(count) + " " + (count == 1 ? singular : many);
}

}  // namespace limber::cli
