// The motion, the parameters and the limits of a single joint.

#include "limber/figure/joint_motion.h"

#include <algorithm>
#include <cmath>

#include "limber/math/portable.h"
#include "limber/math/rotation.h"
#include "limber/math/swing_twist.h"

namespace limber {

namespace {

void append(std::vector<double>& list, const Quat& q) {
  list.insert(list.end(), {q.x(), q.y(), q.z(), q.w()});
}

void append(std::vector<double>& list, const Vec3& v) {
  list.insert(list.end(), {v.x(), v.y(), v.z()});
}

// J(q), as if the joint were not inverted.
Transform forward_motion(const Joint& joint, std::span<const double> values) {
  switch (joint.type) {
    case JointType::fixed:
      return {};
    case JointType::revolute:
      return {axis_rotation(joint.axis, values[0]), Vec3::Zero()};
    case JointType::prismatic:
      return Transform::at(joint.axis * values[0]);
    case JointType::elbow:
      return {axis_rotation(joint.axis, values[0]) * axis_rotation(joint.twist_axis, values[1]),
              Vec3::Zero()};
    case JointType::swing:
      return {exp_rotation(Vec3(values[0], values[1], 0)), Vec3::Zero()};
    case JointType::ball:
      return {quaternion_at(values.data()).toRotationMatrix(), Vec3::Zero()};
    case JointType::free:
      return {quaternion_at(values.data() + 3).toRotationMatrix(), Vec3(values[0], values[1], values[2])};
  }
  return {};
}

// Angle of the rotation about `axis` nearest to `rotation`.
double angle_about(const Vec3& axis, const Quat& rotation) {
  return wrap_angle(2.0 * portable::atan2(rotation.vec().dot(axis), rotation.w()));
}

}  // namespace

Transform joint_motion(const Joint& joint, std::span<const double> values) {
  const Transform motion = forward_motion(joint, values);
  return joint.inverted ? motion.inverse() : motion;
}

int parameter_count(JointType type) {
  return dof_count(type);
}

std::vector<double> parameters_of_values(JointType type, std::span<const double> values) {
  const bool has_orientation = type == JointType::ball || type == JointType::free;
  if (!has_orientation) return {values.begin(), values.end()};
  const std::size_t first = type == JointType::free ? 3 : 0;
  std::vector<double> parameters(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(first));
  append(parameters, log_rotation(quaternion_at(values.data() + first)));
  return parameters;
}

std::vector<double> values_of_parameters(JointType type, std::span<const double> parameters) {
  const bool has_orientation = type == JointType::ball || type == JointType::free;
  if (!has_orientation) return {parameters.begin(), parameters.end()};
  const std::size_t first = type == JointType::free ? 3 : 0;
  std::vector<double> values(parameters.begin(), parameters.begin() + static_cast<std::ptrdiff_t>(first));
  append(values, exp_quaternion(Vec3(parameters[first], parameters[first + 1], parameters[first + 2])));
  return values;
}

std::vector<double> nearest_values(const Joint& joint, const Transform& motion) {
  const Transform wanted = joint.inverted ? motion.inverse() : motion;
  const Quat rotation(wanted.rotation);
  std::vector<double> values;
  switch (joint.type) {
    case JointType::fixed:
      break;
    case JointType::revolute:
      values = {angle_about(joint.axis, rotation)};
      break;
    case JointType::prismatic:
      values = {joint.axis.dot(wanted.translation)};
      break;
    case JointType::elbow: {
      // R a2 does not depend on the twist: the flexion is the turn about a1 that brings a2 there.
      const auto across = [&](const Vec3& v) -> Vec3 { return v - joint.axis * joint.axis.dot(v); };
      const Vec3 from = across(joint.twist_axis), to = across(wanted.rotation * joint.twist_axis);
      const double flexion = portable::atan2(joint.axis.dot(from.cross(to)), from.dot(to));
      const Mat3 rest = axis_rotation(joint.axis, -flexion) * wanted.rotation;
      values = {flexion, angle_about(joint.twist_axis, Quat(rest))};
      break;
    }
    case JointType::swing: {
      const Vec2 swing = swing_twist(rotation).swing;
      values = {swing.x(), swing.y()};
      break;
    }
    case JointType::free:
      append(values, wanted.translation);
      append(values, rotation);
      break;
    case JointType::ball:
      append(values, rotation);
      break;
  }
  return values;
}

std::vector<double> inside_limits(const Joint& joint, std::span<const double> values) {
  std::vector<double> result(values.begin(), values.end());
  switch (joint.type) {
    case JointType::fixed:
    case JointType::free:
      break;
    case JointType::revolute:
    case JointType::prismatic:
    case JointType::elbow:
      for (std::size_t i = 0; i < result.size(); ++i) result[i] = joint.ranges[i].clamp(result[i]);
      break;
    case JointType::swing: {
      const Vec2 boxed(joint.ranges[0].clamp(result[0]), joint.ranges[1].clamp(result[1]));
      const Vec2 swing = nearest_allowed(joint.swing_limit, boxed);
      result = {swing.x(), swing.y()};
      break;
    }
    case JointType::ball: {
      const Quat before = quaternion_at(values.data());
      const Quat after = nearest_allowed(joint.swing_limit, joint.twist_limit, before);
      result.clear();
      append(result, after);
      break;
    }
  }
  return result;
}

double limit_excess(const Joint& joint, std::span<const double> values) {
  const std::vector<double> allowed = inside_limits(joint, values);
  if (joint.type == JointType::ball) {
    const Quat from = quaternion_at(values.data()), to = quaternion_at(allowed.data());
    return from.coeffs() == to.coeffs() ? 0.0 : log_rotation(Quat(to * from.conjugate())).norm();
  }
  double excess = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) excess = std::max(excess, std::abs(values[i] - allowed[i]));
  return excess;
}

std::span<const double> values_of(const Figure& figure, const Posture& posture, JointId joint) {
  return {posture.values.data() + figure.first_value(joint),
          static_cast<std::size_t>(value_count(figure.joint(joint).type))};
}

Transform pose_by_products(const Figure& figure, const Posture& posture, SegmentId segment) {
  Transform pose;
  for (SegmentId s = segment; s.is_valid(); s = figure.parent(s)) {
    const JointId j = figure.joint_of(s);
    const Transform motion = joint_motion(figure.joint(j), values_of(figure, posture, j));
    pose = figure.before(j) * motion * figure.after(j) * pose;
  }
  return pose;
}

}  // namespace limber
