#pragma once
// Exact outlines of solids in the picture.
//
//   ellipsoid (x - c)^T A (x - c) = 1, eye at 0:  rays v touch it where  v^T C v = 0,
//       C = (A c)(A c)^T - (c^T A c - 1) A            which is an ellipse in the picture
//   disc   x = M (p, q, 1), p^2 + q^2 <= 1, M = [r e1, r e2, c]:  C = M^-T diag(-1, -1, 1) M^-1
//   hull of two spheres:  planes through the eye with  n.c1 = r1,  n.c2 = r2,  |n| = 1  touch both;
//       the outline is an arc of either sphere's ellipse and the two lines between the points c_i - r_i n
//
// All lengths in pixels, y down, angles from x towards y.

#include <optional>

#include "limber/picture/drawing/view.h"

namespace limber::picture {

struct Ellipse {
  Vec2 center = Vec2::Zero();
  Vec2 radii = Vec2::Zero();  // larger first
  double angle = 0.0;         // [rad] of the first radius
  Vec2 at(double parameter) const;
  double parameter_of(const Vec2& point) const;  // of a point on it
};

// The convex hull of two ellipses: from a1 a line to b1, around b to b2, a line to a2, around a to a1.
struct Hull {
  Ellipse a, b;
  Vec2 a1, b1, b2, a2;
};

// None if some of it is not in front of the eye: then the outline is not an ellipse.
std::optional<Ellipse> outline(const View& view, const Ellipsoid& ellipsoid);
std::optional<Ellipse> outline(const View& view, const Sphere& sphere);
std::optional<Ellipse> disc_outline(const View& view, const Vec3& center, const Vec3& unit_normal,
                                    double radius);

// None also if one end hides the other; then the outline is that end's.
std::optional<Hull> outline(const View& view, const RoundCone& cone);
// The hull of the two ends; none also if one end hides the other.
std::optional<Hull> outline(const View& view, const Cylinder& cylinder);

}  // namespace limber::picture
