#pragma once
// Numbers as a person reads them: a few digits and a unit.

#include <string>

#include "limber/figure/limits.h"
#include "limber/math/types.h"

namespace limber::cli {

// At most `digits` significant ones, without trailing zeros; powers of ten only below 1e-4 and from 1e7 on.
std::string number_text(double value, int digits = 4);
// With exactly so many decimals, so that columns line up; a zero has no sign.
std::string fixed_text(double value, int decimals);

std::string degrees_text(double radians);                  // "12.5°"
std::string mass_text(double kilograms);                   // "82.1 kg", "12.5 g"
std::string length_text(double meters);                    // "0.16 m"
std::string vector_text(const Vec3& value, int decimals);  // "(0.100, 0.000, 1.250)"

enum class Measure { angle, length };
// "±20°", "-30…90°", "at most 45°", "0…120 mm", "unlimited". Angles with so many decimals at most.
std::string range_text(const Range& range, Measure measure, int decimals = 1);

std::string count_text(std::size_t count, const std::string& singular,
                       const std::string& plural = "");  // "3 frames"

}  // namespace limber::cli
