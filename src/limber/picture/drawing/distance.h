#pragma once
// The signed distance of a point from a solid, negative inside, and its gradient.
//
//   ellipsoid, outside:  the nearest point is x_i = r_i^2 q_i/(r_i^2 + lambda), where
//       h(lambda) = sum (r_i q_i/(r_i^2 + lambda))^2 - 1 = 0.  h is decreasing and convex: after one Newton
//       step lambda is below the root and increases towards it. So the result is hardly ever more than the
//       distance, and a ray may step that far.
//   inside, to first order:  g(q) = |q/r|,  value = (g - 1)/|grad g|

#include "limber/picture/drawing/round_cone.h"
#include "limber/shapes/shape.h"

namespace limber::picture {

struct Distance {
  double value = 0.0;             // [m]
  Vec3 gradient = Vec3::UnitZ();  // unit, away from the solid
};

Distance distance(const RoundCone& cone, const Vec3& point);
Distance distance(const Shape& shape, const Vec3& point);  // meshes as their box

}  // namespace limber::picture
