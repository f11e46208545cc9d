#pragma once
// A point against a core: the signed distance and the surface point it is measured to, and the projection
//
//   P(y) = the point of the core nearest to y,      y - P(y) is a normal of the core at P(y),
//
// with its derivative, a symmetric matrix with the normal in its kernel. P is defined everywhere, including
// corners and flat faces, and never increases distances. contact_newton.h needs nothing else to know about a
// solid.

#include "limber/shapes/solid.h"

namespace limber {

struct SurfacePoint {
  Vec3 point;       // on the surface of the core
  Vec3 normal;      // unit, outward; one of them if several are right (the centre of a ball)
  double distance;  // [m] normal . (x - point): negative inside
};
SurfacePoint nearest_surface_point(const Solid& solid, const Vec3& x) noexcept;

struct Projection {
  Vec3 point;       // P(y); y itself inside
  Mat3 derivative;  // dP/dy
};
Projection project(const Solid& solid, const Vec3& y) noexcept;

}  // namespace limber
