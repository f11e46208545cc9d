#pragma once
// The point of an ellipsoid's surface nearest to a point y, in the ellipsoid's own axes (radii r_1, r_2,
// r_3):
//
//   x + lambda g = y,   g_i = x_i / r_i^2 (the outward normal, unscaled),   sum of (x_i/r_i)^2 = 1.
//
// With mu = lambda + r_min^2 the last condition is |z(mu)| = 1, z_i = r_i y_i / (r_i^2 - r_min^2 + mu), whose
// largest root gives the nearest point, both outside (lambda > 0) and inside (-r_min^2 <= lambda < 0). We
// solve for mu and not lambda because mu keeps its relative accuracy for flat ellipsoids and for y near the
// middle plane. 1/|z| is nearly linear in mu, and Newton's method on it approaches the root from the left
// without overshooting.

#include "limber/math/types.h"

namespace limber {

struct EllipsoidPoint {
  Vec3 point;       // x
  Vec3 normal;      // g/|g|, unit, outward
  double distance;  // [m] normal . (y - x): negative inside
  Vec3 shrink;      // r_i^2 / (r_i^2 + lambda): dx/dy while the normal is held
};

// Radii may be zero: a disc, a needle, a point.
EllipsoidPoint nearest_on_ellipsoid(const Vec3& radii, const Vec3& y) noexcept;

}  // namespace limber
