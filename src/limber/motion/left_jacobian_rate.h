#pragma once
// How the left Jacobian L(k) = I + B [k] + C [k]^2 of a rotation vector (math/rotation.h) changes with k:
//
//   dL = d(theta^2) (B' [k] + C' [k]^2) + B [dk] + C ([dk] [k] + [k] [dk]),     B' = dB/d(theta^2)

#include <cmath>

#include "limber/math/portable.h"
#include "limber/math/types.h"

namespace limber {

inline Mat3 left_jacobian_rate(const Vec3& k, const Vec3& rate) {
  const double square = k.squaredNorm(), theta = std::sqrt(square);
  double b, c, b_rate, c_rate;
  constexpr double small = 0.1;  // [rad] below it, differences of nearly equal numbers: series, exact there
  if (theta < small) {
    b = 0.5 - square * (1.0 / 24 - square * (1.0 / 720 - square / 40320));
    c = 1.0 / 6 - square * (1.0 / 120 - square * (1.0 / 5040 - square / 362880));
    b_rate = -1.0 / 24 + square * (1.0 / 360 - square * (1.0 / 13440 - square / 907200));
    c_rate = -1.0 / 120 + square * (1.0 / 2520 - square * (1.0 / 120960 - square / 9979200));
  } else {
    const double sine = portable::sin(theta), cosine = portable::cos(theta);
    b = (1.0 - cosine) / square;
    c = (theta - sine) / (square * theta);
    b_rate = (0.5 * sine / theta - b) / square;
    c_rate = (0.5 * b - 1.5 * c) / square;
  }
  const Mat3 cross = cross_matrix(k), turning = cross_matrix(rate);
  return 2.0 * k.dot(rate) * (b_rate * cross + c_rate * cross * cross) + b * turning +
         c * (turning * cross + cross * turning);
}

}  // namespace limber
