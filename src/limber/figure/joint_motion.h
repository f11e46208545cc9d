#pragma once
// One joint at a time: its motion J(q), and its values as parameters. Used for editing and set-up, and in
// tests as an independent check of kinematics/, which does the same for whole figures.

#include <span>
#include <vector>

#include "limber/figure/figure.h"
#include "limber/figure/joint.h"
#include "limber/math/transform.h"

namespace limber {

// J(q), or J(q)^-1 for an inverted joint. `values` as a posture stores them.
Transform joint_motion(const Joint& joint, std::span<const double> values);

// Values (of a posture) <-> parameters (of files): orientations are quaternions in the one and rotation
// vectors in the other; everything else is the same.
std::vector<double> parameters_of_values(JointType type, std::span<const double> values);
std::vector<double> values_of_parameters(JointType type, std::span<const double> parameters);
int parameter_count(JointType type);

// The values of `joint` whose motion is nearest to a given one; used when the type of a joint changes.
std::vector<double> nearest_values(const Joint& joint, const Transform& motion);

// The values brought inside the joint's limits; values already inside keep their bits.
std::vector<double> inside_limits(const Joint& joint, std::span<const double> values);
// How far outside they are, in rad or m.
double limit_excess(const Joint& joint, std::span<const double> values);

// A quaternion as postures store it: x, y, z, w.
inline Quat quaternion_at(const double* xyzw) {
  return Quat(xyzw[3], xyzw[0], xyzw[1], xyzw[2]);
}

// What a posture stores for one joint.
std::span<const double> values_of(const Figure& figure, const Posture& posture, JointId joint);

// World pose of one segment: the product of all transforms from the root to it.
Transform pose_by_products(const Figure& figure, const Posture& posture, SegmentId segment);

}  // namespace limber
