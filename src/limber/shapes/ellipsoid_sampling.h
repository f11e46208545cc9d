#pragma once
// Whether two ellipsoids overlap, by sampling, as Ge (2000) does for body parts. A point of ellipsoid i is
//
//   x = c_i + R_i (r_i o u),  |u| = 1          o: componentwise
//
// and a point x is inside ellipsoid j when |(R_j^T (x - c_j)) / r_j| < 1. Points of each surface are tried
// against the other ellipsoid, and both centres, for one may swallow the other. An overlap smaller than the
// mesh of samples goes unseen; closest() has no such blind spot. Kept for comparison.
//
// (The thesis divides by the radii before it turns back: that ignores the orientation. Here it is the other
// way round.)

#include "limber/shapes/shape.h"

namespace limber {

struct EllipsoidSampling {
  int latitudes = 16;   // >= 2: rings between the poles, poles apart
  int longitudes = 32;  // >= 3: samples on each ring
};

bool overlap_by_sampling(const Ellipsoid& a, const Ellipsoid& b,
                         const EllipsoidSampling& sampling = {}) noexcept;

}  // namespace limber
