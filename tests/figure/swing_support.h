#pragma once
// Swings for the tests of limits.

#include <cmath>

#include "limber/math/swing_twist.h"

namespace limber::test {

inline Vec2 polar(double deviation, double azimuth) {
  return deviation * Vec2(std::cos(azimuth), std::sin(azimuth));
}

// Between the limb directions of two swings.
inline double angle_of(const Vec2& a, const Vec2& b) {
  return angle_between(swing_direction(a), swing_direction(b));
}

}  // namespace limber::test
