// The triangle of two bones and the goal, and the turn of the shoulder that lays it out.

#include "limber/avoidance/classics/two_bones.h"

#include <algorithm>
#include <cmath>

#include "limber/avoidance/classics/turn_joint.h"
#include "limber/math/portable.h"
#include "limber/math/rotation.h"

namespace limber::classics {

namespace {

constexpr double least_lever = 1e-6;    // [m] of the point and of the joint above, from the hinge's axis
constexpr double parallel_axes = 1e-9;  // sine of the angle between two axes

bool is_hinge(const Joint& joint) {
  return joint.type == JointType::revolute || joint.type == JointType::elbow;
}

double distance_from_axis(const Vec3& axis, const Vec3& center, const Vec3& point) {
  return axis.cross(point - center).norm();
}

}  // namespace

HingeTurns hinge_turns(const Vec3& axis, const Vec3& hinge, const Vec3& center, const Vec3& point,
                       double distance) noexcept {
  // p(turn) = h + along + across cos(turn) + (axis x across) sin(turn), seen from the joint above.
  const Vec3 lever = point - hinge, along = axis.dot(lever) * axis, across = lever - along;
  const Vec3 fixed = hinge + along - center;
  const double a = fixed.squaredNorm() + across.squaredNorm(), b = 2.0 * fixed.dot(across),
               c = 2.0 * fixed.dot(axis.cross(across));
  const double size = portable::hypot(b, c);
  if (!(size > 0.0)) return {};
  // b cos x + c sin x = size cos(x - phase)
  const double phase = portable::atan2(c, b);
  const double wanted = std::clamp((distance * distance - a) / size, -1.0, 1.0);
  const double side = portable::acos(wanted);
  const auto wrapped = [](double turn) { return std::remainder(turn, 2.0 * portable::acos(-1.0)); };
  HingeTurns result{{wrapped(phase + side), wrapped(phase - side)}};
  if (std::abs(result.turns[1]) < std::abs(result.turns[0])) std::swap(result.turns[0], result.turns[1]);
  return result;
}

TwoBones::Limb TwoBones::find_limb(const Kinematics& kinematics, const Vec3& point) const noexcept {
  const std::vector<JointId>& chain = joints();
  for (std::size_t h = chain.size(); h-- > 0;) {
    const Joint& hinge = figure_.joint(chain[h]);
    // The axis of an inverted elbow is not at its base.
    if (!is_hinge(hinge) || (hinge.type == JointType::elbow && hinge.inverted)) continue;
    const Transform base = base_of(chain[h], kinematics);
    const Vec3 axis = base.rotation * hinge.axis;
    if (distance_from_axis(axis, base.translation, point) < least_lever) continue;
    for (std::size_t u = h; u-- > 0;) {
      const Joint& upper = figure_.joint(chain[u]);
      const Transform upper_base = base_of(chain[u], kinematics);
      if (distance_from_axis(axis, base.translation, upper_base.translation) < least_lever) continue;
      const bool parallel = upper.type == JointType::revolute &&
                            axis.cross(upper_base.rotation * upper.axis).norm() < parallel_axes;
      if (upper.type == JointType::ball || parallel) return {chain[u], chain[h], true};
      if (upper.type == JointType::revolute) break;  // crossed axes: no closed form here
    }
  }
  return {};
}

bool TwoBones::lead(const AvoidanceQuestion& question, const Goal& goal) noexcept {
  const Limb limb = find_limb(question.kinematics, goal.point);
  if (!limb.is_found) return false;
  const Joint& hinge = figure_.joint(limb.hinge);
  const Transform base = base_of(limb.hinge, question.kinematics),
                  upper_base = base_of(limb.upper, question.kinematics);
  const Vec3 axis = base.rotation * hinge.axis;
  Vec3 center = upper_base.translation;
  if (figure_.joint(limb.upper).type == JointType::revolute)  // only what happens in the plane counts
    center += axis.dot(goal.target - center) * axis;
  const HingeTurns found =
      hinge_turns(axis, base.translation, center, goal.point, (goal.target - center).norm());
  double& angle = values_of(limb.hinge)[0];
  const double sign = hinge.inverted ? -1.0 : 1.0, before = angle;
  const auto is_allowed = [&](double turn) {
    const double next = before + sign * turn;
    return hinge.ranges[0].clamp(next) == next;
  };
  const double turn =
      is_allowed(found.turns[0]) || !is_allowed(found.turns[1]) ? found.turns[0] : found.turns[1];
  angle = hinge.ranges[0].clamp(before + sign * turn);
  const Vec3 lever = goal.point - base.translation;
  const Vec3 point = base.translation + axis_rotation(axis, sign * (angle - before)) * lever;
  turn_joint(figure_.joint(limb.upper), upper_base, point, goal.target, values_of(limb.upper));
  return true;
}

}  // namespace limber::classics
