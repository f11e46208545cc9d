#pragma once
// Swing and twist of a limb whose own axis is the z axis of its joint frame.
//
//   R = R_swing R_twist = exp(s_x, s_y, 0) R_z(tau)
//
// The limb points along d = R z, which depends on the swing alone; tau turns the limb about itself. Every
// rotation has one such pair with |s| < pi, except that at |s| = pi (limb along -z) swing and twist cannot be
// told apart: near that point the twist turns twice for each turn of d around it. Place joint frames so that
// -z is out of range.

#include "limber/math/types.h"

namespace limber {

struct SwingTwist {
  Vec2 swing = Vec2::Zero();  // (s_x, s_y) [rad]: rotation vector of the swing, perpendicular to z; |s| <= pi
  double twist = 0.0;         // tau [rad], in (-pi, pi]
};

// Decomposes a unit quaternion (q and -q give the same answer). Where the limb points along -z to within
// rounding the twist is undefined: `twist_at_singularity` is kept and the swing chosen so that the pair still
// composes to q.
SwingTwist swing_twist(const Quat& rotation, double twist_at_singularity = 0.0);

Quat compose(const SwingTwist& parts);

// d(s_x, s_y, tau)/dw for an angular velocity w in the joint's base frame: the inverse of [L_1(s) L_2(s) d].
// Its determinant is |s|/sin|s|: it grows without bound towards |s| = pi.
Mat3 swing_twist_rates(const SwingTwist& parts);

// Limb direction d of a swing, and the swing that points the limb along the unit vector d (|s| <= pi; for d =
// -z the swing is about x).
Vec3 swing_direction(const Vec2& swing);
Vec2 swing_of_direction(const Vec3& direction);

// Angle between two unit vectors, exact also for tiny and near-pi angles.
double angle_between(const Vec3& a, const Vec3& b);

// The same angle in (-pi, pi].
double wrap_angle(double angle);

}  // namespace limber
