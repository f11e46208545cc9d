#pragma once
// What a step of each redundancy method costs by the model of Tevatia and Schaal 2000 (figure 2), in
// operations, for n joints and m = 3 task rows:
//
//   Jacobian 18 n (n + 1), SVD 12 n^2 + 72 n + 243, LU 2/3 n^3 + 2 n^2, alignment 4 n (n - m)^2, dJ 12 n^2

#include "limber/motion/options.h"

namespace limber::experiments {

inline double tevatia_operations(RedundancyMethod method, double n) {
  constexpr double m = 3.0;
  const double jacobian = 18 * n * (n + 1), svd = 12 * n * n + 72 * n + 243,
               lu = 2.0 / 3 * n * n * n + 2 * n * n, alignment = 4 * n * (n - m) * (n - m);
  const double gradient = jacobian + 2 * m * m * n + m * m * m + 6 * m * n + 6 * n;
  const double simplified = jacobian + svd + 3 * n * (n - m) + lu;
  switch (method) {
    case RedundancyMethod::pseudo_inverse:
      return gradient;
    case RedundancyMethod::simplified:
      return simplified;
    case RedundancyMethod::estimated:
      return simplified + alignment + 9 * n * n + 4 * n * (n - m);
    case RedundancyMethod::original:
      return (n + 1) * (jacobian + svd + alignment) + 2 * n * n * (n - m) + lu;
    case RedundancyMethod::klein_first: {
      const double size = n + n * (n - m);
      return 2.0 / 3 * size * size * size;
    }
    case RedundancyMethod::klein_second:
      return simplified + 12 * n * n + 2 * m * n * n + 2 * n * n * (n - m);
    case RedundancyMethod::repeatable:  // ours: the weighted pseudo-inverse, two products of 30 n
      return gradient + 2 * m * n + 2 * 30 * n + 6 * m * n + 20 * n;
  }
  return 0.0;
}

}  // namespace limber::experiments
