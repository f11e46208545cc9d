#pragma once
// Quantities for people: a few digits and a unit.

#include <numbers>
#include <string>

#include "limber/base/number_text.h"
#include "limber/figure/joint.h"
#include "limber/math/types.h"

namespace limber::cli {

inline constexpr double degree = std::numbers::pi / 180.0;  // [rad]

std::string degrees_text(double radians);                  // "12.5°"
std::string mass_text(double kilograms);                   // "82.1 kg", "12.5 g"
std::string length_text(double meters);                    // "0.16 m"
std::string vector_text(const Vec3& value, int decimals);  // "(0.100, 0.000, 1.250)"

enum class Measure { angle, length };
// "±20°", "-30…90°", "at most 45°", "0…120 mm", "unlimited". Angles with so many decimals at most.
std::string range_text(const Range& range, Measure measure, int decimals = 1);

// An error with three digits; below rounding "< 1e-12".
std::string error_text(double error);

std::string count_text(std::size_t count, const std::string& singular,
                       const std::string& plural = "");  // "3 frames"

}  // namespace limber::cli
