#pragma once
// One joint at a time: its motion J(q), and its values as people write them. The plain way, used for editing,
// set-up and as the independent check of kinematics/, which does the same for whole figures without ever
// stopping.

#include <span>
#include <vector>

#include "limber/figure/figure.h"
#include "limber/figure/joint.h"
#include "limber/math/transform.h"

namespace limber {

// J(q), or J(q)^-1 for an inverted joint. `values` as a posture stores them.
Transform joint_motion(const Joint& joint, std::span<const double> values);

// Values <-> parameters: the same, except that orientations are quaternions there and rotation vectors here.
std::vector<double> parameters_of_values(JointType type, std::span<const double> values);
std::vector<double> values_of_parameters(JointType type, std::span<const double> parameters);
int parameter_count(JointType type);

// The values of `joint` whose motion comes nearest to a given one: a changed joint type keeps what it can
// hold.
std::vector<double> nearest_values(const Joint& joint, const Transform& motion);

// The values brought inside the joint's limits; values already inside keep their bits.
std::vector<double> inside_limits(const Joint& joint, std::span<const double> values);
// How far outside they are, in rad or m.
double limit_excess(const Joint& joint, std::span<const double> values);

// What a posture stores for one joint.
std::span<const double> values_of(const Figure& figure, const Posture& posture, JointId joint);

// World pose of one segment by the product of the transforms above it.
Transform pose_by_products(const Figure& figure, const Posture& posture, SegmentId segment);

}  // namespace limber
