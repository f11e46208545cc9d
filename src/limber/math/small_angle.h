#pragma once
// Internal: when an angle is small, for functions with theta in a denominator.

namespace limber {

// [rad] Below this angle the closed forms lose digits and the series are exact to rounding.
inline constexpr double series_below = 0.02;

// [rad] Below this angle theta/sin(theta) is 1 to rounding.
inline constexpr double tiny_angle = 1e-8;

}  // namespace limber
