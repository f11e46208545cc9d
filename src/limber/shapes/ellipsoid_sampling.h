#pragma once
// Whether two ellipsoids overlap, by sampling, as Ge (2000) does for body parts. A point of ellipsoid i is
//
//   x = c_i + R_i (r_i o u),  |u| = 1          o: componentwise
//
// and a point x is inside ellipsoid j if |(R_j^T (x - c_j)) / r_j| < 1. Tests points of each surface against
// the other ellipsoid, and both centres, since one may contain the other. Misses overlaps smaller than the
// sample spacing, which closest() does not. Kept for comparison.
//
// (The thesis divides by the radii before rotating back, which ignores the orientation; we rotate first.)

#include "limber/shapes/closest.h"
#include "limber/shapes/shape.h"

namespace limber {

struct EllipsoidSampling {
  int latitudes = 16;   // >= 2: rings between the poles, poles apart
  int longitudes = 32;  // >= 3: samples on each ring
};

bool overlap_by_sampling(const Ellipsoid& a, const Ellipsoid& b,
                         const EllipsoidSampling& sampling = {}) noexcept;

// The distance by the same samples: that of the sample nearest to the other ellipsoid, from either side.
// Never less than closest() has it; too large by up to the spacing of the samples. The nearest sample is
// chosen by the first-order distance (rho - 1) rho/|h|, rho = |p/r|, h = p/r^2, and measured exactly.
Closest closest_by_sampling(const Solid& a, const Solid& b, const EllipsoidSampling& sampling = {}) noexcept;

}  // namespace limber
