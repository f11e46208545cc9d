#pragma once
// One joint, turned or shifted so that a point it carries comes as near as it can to a target: what cyclic
// coordinate descent does joint after joint, and what brings a figure onto the points that FABRIK found.
//
//   X_segment = B J(q) ...        B  the joint's base in the world (of an inverted joint J(q)^-1)
//   p' = D p,  D = B J(q') J(q)^-1 B^-1          how everything the joint carries is displaced
//
//   hinge       the angle that brings p nearest to t: both seen along the axis
//   elbow       its second axis, then its first (outside in)
//   prismatic   the distance along the axis
//   swing       the turn from p to t about the joint's centre, as far as its two axes can do it
//   ball        the turn from p to t about the joint's centre
//   free        shifted; it could also turn, but need not
//
// Limits are kept by moving to the nearest allowed value. Nothing here allocates.

#include <span>

#include "limber/figure/figure.h"

namespace limber::classics {

// values: of the joint, as a posture stores them; they are changed. Returns D.
Transform turn_joint(const Joint& joint, const Transform& base, const Vec3& point, const Vec3& target,
                     std::span<double> values) noexcept;

// A ball joint turned by `angle` about a line through its centre, in the world; limits kept. Returns D.
Transform twist_ball(const Joint& joint, const Transform& base, const Vec3& axis, double angle,
                     std::span<double> values) noexcept;

// The angle about the unit `axis` through `center` that brings `point` nearest to `target`; 0 where no angle
// is better than another.
double best_angle(const Vec3& axis, const Vec3& center, const Vec3& point, const Vec3& target) noexcept;

}  // namespace limber::classics
