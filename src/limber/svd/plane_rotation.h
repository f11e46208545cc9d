#pragma once
// A rotation in the plane of two coordinates, or of two vectors: (a, b) <- (c a + s b, c b - s a).

#include <cmath>

namespace limber {

struct PlaneRotation {
  double c = 1.0, s = 0.0;

  // Turns (a, b) into (hypot(a, b), 0). Not for numbers whose squares overflow.
  static PlaneRotation that_empties_second(double a, double b) noexcept {
    const double length = std::sqrt(a * a + b * b);
    return length > 0.0 ? PlaneRotation{a / length, b / length} : PlaneRotation{};
  }

  // Makes two vectors orthogonal, the longer one first:  p (c^2 - s^2) - q c s = 0.
  // p: their dot product, q = |a|^2 - |b|^2, not both zero.
  static PlaneRotation that_makes_orthogonal(double p, double q) noexcept {
    const double v = std::sqrt(4.0 * p * p + q * q);
    if (q >= 0.0) {
      const double c = std::sqrt((v + q) / (2.0 * v));
      return {c, p / (v * c)};
    }
    const double s = std::copysign(std::sqrt((v - q) / (2.0 * v)), p);
    return {p / (v * s), s};
  }

  void apply(double& a, double& b) const noexcept {
    const double x = a, y = b;
    a = c * x + s * y;
    b = c * y - s * x;
  }

  // The two must not overlap.
  void apply(double* __restrict__ a, double* __restrict__ b, int count) const noexcept {
    for (int i = 0; i < count; ++i) {
      const double x = a[i], y = b[i];
      a[i] = c * x + s * y;
      b[i] = c * y - s * x;
    }
  }
};

}  // namespace limber
