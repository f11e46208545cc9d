#pragma once
// Internal: the scalar product of two plain rows of numbers.

#include "limber/math/types.h"

namespace limber {

inline double dot(const double* a, const double* b, int count) {
  return Eigen::Map<const VecX>(a, count).dot(Eigen::Map<const VecX>(b, count));
}

}  // namespace limber
