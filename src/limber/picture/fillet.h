#pragma once
// The rounded crease between two solids that belong together: where a leg leaves the body.
//
//   f(p) = min(d1, d2) - h^2 k'/4,   h = max(0, 1 - |d1 - d2|/k'),   k' = k sqrt(1 - (g1.g2)^2)
//
//   d, g  distance from each solid and its gradient        k  [m] how far the rounding reaches
//
// k' vanishes where the two surfaces run along each other, so that solids which continue one another do not
// swell where they overlap, and limbs that merely lie side by side do not melt together.

#include "limber/picture/bvh.h"
#include "limber/picture/drawable.h"

namespace limber::picture {

struct Fillet {
  int one = 0, other = 0;  // indices into the drawables
  double reach = 0.0;      // k [m]
  Bounds box;              // f differs from min(d1, d2) only in here

  struct Hit {
    double distance;
    Vec3 normal;
    double share;  // of the colour of `other`, 0..1
  };
  // The first point in the box, nearer than `farthest`, where the ray enters f < 0, to `precision` [m].
  std::optional<Hit> cast(const std::vector<Drawable>& drawables, const Ray& ray, double farthest,
                          double precision) const;
};

// For all neighbours: shapes of one segment, and of a segment and its parent.
std::vector<Fillet> fillets_between(const std::vector<Drawable>& drawables);

}  // namespace limber::picture
