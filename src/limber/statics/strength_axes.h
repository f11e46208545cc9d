#pragma once
// The axes about which the strength of a ball or swing joint is given, one by one.
//
//   R = S R_z(tau)    how the limb is turned against the joint's base, S = exp(s_x, s_y, 0) (swing_twist.h)
//   a_k               the columns of S in the world: the joint's x and y axes as the swing carries them, and
//                     the limb, about which it twists
//   m_k = a_k . M     the moment M that acts on the limb, about each of them
//
//   load ratio        sqrt(sum over k of (m_k/strength_k)^2); of a ball with equal strengths that of the
//                     whole moment
//
// The a_k do not turn with the twist: with w the turn of the limb against the base, S turns by w - tau' a_z.

#include "limber/kinematics/kinematics.h"
#include "limber/math/swing_twist.h"

namespace limber::statics {

struct StrengthAxes {
  Mat3 axes = Mat3::Identity();     // columns a_k, world
  Vec3 angles = Vec3::Zero();       // s_x, s_y, tau
  Mat3 angle_rates = Mat3::Zero();  // d angles/dw, w in the world
  SegmentId base, limb;             // the inner and the outer part, as the figure was built
  double sign = 1.0;                // of the moment on the limb against that on the tree's outer segment
};

// Of a joint that is a ball or a swing.
StrengthAxes strength_axes(const Figure& figure, const Kinematics& kinematics, JointId joint) noexcept;

}  // namespace limber::statics
