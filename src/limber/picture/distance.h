#pragma once
// How far a point is from a solid, and which way: negative inside. Outside, `value` never exceeds the true
// distance (it is the true one but for ellipsoids), so a ray may safely step that far.
//
//   ellipsoid:  g(p) = |p/r|,  value = (g - 1)/|grad g|.  g is convex, so this is a lower bound, exact to first
//               order at the surface.

#include "limber/picture/round_cone.h"
#include "limber/shapes/shape.h"

namespace limber::picture {

struct Distance {
  double value = 0.0;  // [m]
  Vec3 gradient = Vec3::UnitZ();  // unit, away from the solid
};

Distance distance(const RoundCone& cone, const Vec3& point);
Distance distance(const Shape& shape, const Vec3& point);  // meshes as their box

}  // namespace limber::picture
