#include "limber/meshes/colors.h"

#include <cmath>

namespace limber {

double shown_light(double linear) {
  if (linear <= 0.0031308) return 12.92 * linear;
  // x^(5/12) = y cbrt(y^2) with y = x^(1/4); the cube root by Newton's method, the same bits everywhere.
  const double y = std::sqrt(std::sqrt(linear));
  double root = 1.0;
  for (int i = 0; i < 20; ++i) root -= (root - y * y / (root * root)) / 3.0;
  return 1.055 * y * root - 0.055;
}

}  // namespace limber
