// Joint type by joint type: the best value, brought inside the limits.

#include "limber/avoidance/classics/turn_joint.h"

#include <cmath>

#include "limber/figure/joint_motion.h"
#include "limber/math/portable.h"
#include "limber/math/rotation.h"

namespace limber::classics {

namespace {

constexpr double no_lever = 1e-12;  // [m] a point this near to an axis or centre cannot be led by it

// The shortest turn about the origin that brings the direction of `a` to that of `b`, as a rotation vector.
Vec3 turn_between(const Vec3& a, const Vec3& b) noexcept {
  if (a.norm() < no_lever || b.norm() < no_lever) return Vec3::Zero();
  const Vec3 normal = a.cross(b);
  const double sine = normal.norm(), angle = portable::atan2(sine, a.dot(b));
  if (sine < 1e-12 * a.norm() * b.norm()) return Vec3::Zero();  // aligned; opposite: no turn is the best
  return normal * (angle / sine);
}

void turn_hinge(const Joint& joint, const Transform& base, const Vec3& point, const Vec3& target,
                double& angle) noexcept {
  const Vec3 axis = base.rotation * joint.axis;
  const double turn = best_angle(axis, base.translation, point, target);
  angle = joint.ranges[0].clamp(angle + (joint.inverted ? -turn : turn));
}

void turn_elbow(const Joint& joint, const Transform& base, Vec3 point, const Vec3& target,
                std::span<double> values) noexcept {
  const int outer = joint.inverted ? 0 : 1;
  for (const int k : {outer, 1 - outer}) {
    const Transform before = joint_motion(joint, values);
    // The axis nearer to the base is fixed there; the other one has been turned by it.
    Vec3 axis = k == 0 ? joint.axis : joint.twist_axis;
    if (k == outer) {
      const Vec3& inner_axis = k == 0 ? joint.twist_axis : joint.axis;
      const double inner = values[static_cast<std::size_t>(1 - k)];
      axis = axis_rotation(inner_axis, joint.inverted ? -inner : inner) * axis;
    }
    const double turn = best_angle(base.rotation * axis, base.translation, point, target);
    double& value = values[static_cast<std::size_t>(k)];
    value = at(joint.ranges, k).clamp(value + (joint.inverted ? -turn : turn));
    point = base * (joint_motion(joint, values) * (before.inverse() * (base.inverse() * point)));
  }
}

void turn_swing(const Joint& joint, const Transform& base, const Vec3& point, const Vec3& target,
                std::span<double> values) noexcept {
  const Vec3 turn =
      base.rotation.transpose() * turn_between(point - base.translation, target - base.translation);
  const Vec3 now(values[0], values[1], 0.0);
  // Of an inverted joint the outer side moves by the inverse, about axes that are those of -s.
  const Mat3 axes = left_jacobian(joint.inverted ? Vec3(-now) : now);
  const Vec3 wanted = joint.inverted ? Vec3(-turn) : turn;
  const Eigen::Matrix<double, 3, 2> two = axes.leftCols<2>();
  Vec2 next = now.head<2>() + (two.transpose() * two).inverse() * (two.transpose() * wanted);
  for (int i = 0; i < 2; ++i) next[i] = at(joint.ranges, i).clamp(next[i]);
  next = nearest_allowed(joint.swing_limit, next);
  values[0] = next[0];
  values[1] = next[1];
}

// By a rotation vector in the axes of the base.
void turn_ball(const Joint& joint, const Vec3& turn, std::span<double> values) noexcept {
  const Quat now = quaternion_at(values.data());
  const Quat by = exp_quaternion(joint.inverted ? Vec3(-turn) : turn);
  const Quat next = nearest_allowed(joint.swing_limit, joint.twist_limit,
                                    (joint.inverted ? now * by : by * now).normalized());
  Eigen::Map<Eigen::Vector4d>(values.data()) = next.coeffs();
}

}  // namespace

double best_angle(const Vec3& axis, const Vec3& center, const Vec3& point, const Vec3& target) noexcept {
  Vec3 a = point - center, b = target - center;
  a -= axis.dot(a) * axis;
  b -= axis.dot(b) * axis;
  if (a.norm() < no_lever || b.norm() < no_lever) return 0.0;
  return portable::atan2(axis.dot(a.cross(b)), a.dot(b));
}

Transform turn_joint(const Joint& joint, const Transform& base, const Vec3& point, const Vec3& target,
                     std::span<double> values) noexcept {
  const Transform before = joint_motion(joint, values);
  switch (joint.type) {
    case JointType::fixed:
      return {};
    case JointType::revolute:
      turn_hinge(joint, base, point, target, values[0]);
      break;
    case JointType::prismatic: {
      const double shift = (base.rotation * joint.axis).dot(target - point);
      values[0] = joint.ranges[0].clamp(values[0] + (joint.inverted ? -shift : shift));
      break;
    }
    case JointType::elbow:
      turn_elbow(joint, base, point, target, values);
      break;
    case JointType::swing:
      turn_swing(joint, base, point, target, values);
      break;
    case JointType::ball:
      turn_ball(joint,
                base.rotation.transpose() * turn_between(point - base.translation, target - base.translation),
                values);
      break;
    case JointType::free: {
      // J = (R, t): the outer side shifts by dt; of an inverted joint by -R^T dt.
      Vec3 shift = base.rotation.transpose() * (target - point);
      if (joint.inverted) shift = -(quaternion_at(values.data() + 3).toRotationMatrix() * shift);
      for (int i = 0; i < 3; ++i) values[static_cast<std::size_t>(i)] += shift[i];
      break;
    }
  }
  return base * joint_motion(joint, values) * before.inverse() * base.inverse();
}

Transform twist_ball(const Joint& joint, const Transform& base, const Vec3& axis, double angle,
                     std::span<double> values) noexcept {
  const Transform before = joint_motion(joint, values);
  turn_ball(joint, base.rotation.transpose() * (angle * axis), values);
  return base * joint_motion(joint, values) * before.inverse() * base.inverse();
}

}  // namespace limber::classics
