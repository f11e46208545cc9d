#pragma once
// The convex hull of two spheres: a tapered capsule. Smooth trunks are made of these.
//
//   u = (b - a)/L,  s = (r_a - r_b)/L,  c = sqrt(1 - s^2)      s: sine of the cone's half angle
//   y = (p - a).u,  rho = distance of p from the axis
//   cone:   rho c + y s = r_a     where     s r_a <= y <= s r_a + L c^2   (between the circles of contact)

#include <optional>

#include "limber/shapes/shape.h"

namespace limber::picture {

struct RoundCone {
  Vec3 a = Vec3::Zero();
  Vec3 b = Vec3::Zero();
  double radius_a = 0.0;  // [m]
  double radius_b = 0.0;  // [m]
};

// One sphere contains the other, so there is no cone, only the larger sphere.
bool is_sphere(const RoundCone& cone);

Bounds bounds(const RoundCone& cone);
std::optional<RayHit> cast_ray(const RoundCone& cone, const Vec3& origin, const Vec3& direction);

}  // namespace limber::picture
