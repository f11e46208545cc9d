#pragma once
// Rotation vectors (axis times angle) k, rotation matrices and unit quaternions.
//
//   theta = |k|,  A = sin(theta)/theta,  B = (1 - cos theta)/theta^2,  C = (theta - sin theta)/theta^3
//   exp(k) = I + A [k] + B [k]^2             the rotation
//   L(k)   = I + B [k] + C [k]^2             the left Jacobian: d exp(k) = [L(k) dk] exp(k)
//
// L(-k) = L(k)^T is the right Jacobian (moving frame). Below 0.02 rad series are used, exact to rounding.

#include "limber/math/types.h"

namespace limber {

Mat3 exp_rotation(const Vec3& k);
Mat3 left_jacobian(const Vec3& k);

// The inverse of left_jacobian; defined for |k| < 2 pi.
Mat3 left_jacobian_inverse(const Vec3& k);

// The rotation vector of R, of angle at most pi. At pi (to rounding) both signs of the axis are right: the
// one whose first non-zero component is positive is chosen.
Vec3 log_rotation(const Mat3& rotation);
Vec3 log_rotation(const Quat& rotation);

// The unit quaternion of the rotation vector k.
Quat exp_quaternion(const Vec3& k);

// Rotation by `angle` about a unit axis.
Mat3 axis_rotation(const Vec3& unit_axis, double angle);

// R_D(a, b): the shortest rotation that carries direction a to direction b, about a x b. For opposite
// directions it is about a perpendicular axis that depends on `a` alone.
Mat3 direct_rotation(const Vec3& a, const Vec3& b);

// Any unit vector perpendicular to `v`, chosen the same way every time.
Vec3 any_perpendicular(const Vec3& v);

}  // namespace limber
