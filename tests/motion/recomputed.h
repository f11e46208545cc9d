#pragma once
// The numbers of a motion's frames, computed again without the library's kinematics, paths and differences:
// textbook formulas on Eigen's types and the standard library's functions. The library only says what the
// figure, the paths and the postures are.

#include <Eigen/Dense>
#include <Eigen/Geometry>
#include <cmath>
#include <vector>

#include "limber/figure/figure.h"
#include "limber/motion/path.h"
#include "limber/tasks/task_list.h"

namespace limber::recomputed {

using Pose = Eigen::Isometry3d;

inline Pose pose_of(const Transform& x) {
  Pose pose = Pose::Identity();
  pose.linear() = x.rotation;
  pose.translation() = x.translation;
  return pose;
}

inline Eigen::Matrix3d turn_by(const Vec3& vector) {
  const double angle = vector.norm();
  if (angle < 1e-14) return Eigen::Matrix3d::Identity();
  return Eigen::AngleAxisd(angle, vector / angle).toRotationMatrix();
}

// The rotation vector of a quaternion, the shorter way.
inline Vec3 turned(Eigen::Quaterniond q) {
  if (q.w() < 0.0) q.coeffs() = -q.coeffs();
  const double sine = q.vec().norm();
  return sine < 1e-14 ? Vec3(2.0 * q.vec()) : Vec3(2.0 * std::atan2(sine, q.w()) / sine * q.vec());
}

inline Eigen::Quaterniond quaternion_at(const double* v) {
  return Eigen::Quaterniond(v[3], v[0], v[1], v[2]).normalized();
}

inline Pose joint_motion(const Joint& joint, const double* v) {
  Pose pose = Pose::Identity();
  switch (joint.type) {
    case JointType::fixed:
      break;
    case JointType::revolute:
      pose.linear() = turn_by(v[0] * joint.axis);
      break;
    case JointType::prismatic:
      pose.translation() = v[0] * joint.axis;
      break;
    case JointType::elbow:
      pose.linear() = turn_by(v[0] * joint.axis) * turn_by(v[1] * joint.twist_axis);
      break;
    case JointType::swing:
      pose.linear() = turn_by(Vec3(v[0], v[1], 0.0));
      break;
    case JointType::ball:
      pose.linear() = quaternion_at(v).toRotationMatrix();
      break;
    case JointType::free:
      pose.translation() = Vec3(v[0], v[1], v[2]);
      pose.linear() = quaternion_at(v + 3).toRotationMatrix();
      break;
  }
  return joint.inverted ? pose.inverse() : pose;
}

inline Pose segment_pose(const Figure& figure, const Posture& posture, SegmentId segment) {
  const JointId joint = figure.joint_of(segment);
  const Pose own = pose_of(figure.before(joint)) *
                   joint_motion(figure.joint(joint), posture.values.data() + figure.first_value(joint)) *
                   pose_of(figure.after(joint));
  const SegmentId parent = figure.parent(segment);
  return parent.is_valid() ? segment_pose(figure, posture, parent) * own : own;
}

// From one posture to another, one number for each degree of freedom.
inline Eigen::VectorXd step_between(const Figure& figure, const Posture& from, const Posture& to) {
  std::vector<double> step;
  for (const JointId j : figure.joints()) {
    const double *a = from.values.data() + figure.first_value(j),
                 *b = to.values.data() + figure.first_value(j);
    const JointType type = figure.joint(j).type;
    const int scalars = type == JointType::fixed                               ? 0
                        : type == JointType::ball                              ? 0
                        : type == JointType::free                              ? 3
                        : type == JointType::elbow || type == JointType::swing ? 2
                                                                               : 1;
    for (int i = 0; i < scalars; ++i) step.push_back(b[i] - a[i]);
    if (type != JointType::ball && type != JointType::free) continue;
    const Vec3 turn = turned(quaternion_at(b + scalars) * quaternion_at(a + scalars).conjugate());
    step.insert(step.end(), turn.data(), turn.data() + 3);
  }
  return Eigen::Map<Eigen::VectorXd>(step.data(), static_cast<Eigen::Index>(step.size()));
}

// x(t) of a path that is no path of turns.
inline Vec3 point_of(const CircleCurve& c, double time) {
  const Vec3 towards = std::abs(c.normal.x()) > 0.9 ? Vec3::UnitY() : Vec3::UnitX();
  const Vec3 u = (towards - c.normal * c.normal.dot(towards)).normalized();
  const double angle = 2.0 * M_PI * time / c.period + c.phase;
  return c.center + c.radius * (std::cos(angle) * u + std::sin(angle) * c.normal.cross(u));
}

inline Vec3 point_of(const SineCurve& c, double time) {
  Vec3 point = c.center;
  for (const SineCurve::Term& term : c.terms)
    point += std::sin(2.0 * M_PI * time / term.period + term.phase) * term.amplitude;
  return point;
}

// The second derivatives M_i at the keys of a cubic spline, from one dense system:
//   h_(i-1) M_(i-1) + 2 (h_(i-1) + h_i) M_i + h_i M_(i+1) = 6 (chord_i - chord_(i-1))
inline Vec3 point_of(const KeyCurve& c, double time) {
  const int count = static_cast<int>(c.times.size());
  const bool loops = c.period > 0.0;
  const auto t = [&](int i) {
    const int round = i >= 0 ? i / count : -((count - 1 - i) / count);
    return c.times[static_cast<std::size_t>(i - round * count)] + round * c.period;
  };
  const auto x = [&](int i) { return c.points[static_cast<std::size_t>(((i % count) + count) % count)]; };
  if (loops) {
    while (time < t(0)) time += c.period;
    while (time >= t(0) + c.period) time -= c.period;
  } else {
    if (time <= t(0)) return x(0);
    if (time >= t(count - 1)) return x(count - 1);
  }
  if (count == 1) return x(0);
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(count, count), b = Eigen::MatrixXd::Zero(count, 3);
  for (int i = 0; i < count; ++i) {
    if (!loops && (i == 0 || i == count - 1)) {
      a(i, i) = 1.0;
      continue;
    }
    const double before = t(i) - t(i - 1), after = t(i + 1) - t(i);
    a(i, (i + count - 1) % count) += before;
    a(i, i) += 2.0 * (before + after);
    a(i, (i + 1) % count) += after;
    b.row(i) = 6.0 * ((x(i + 1) - x(i)) / after - (x(i) - x(i - 1)) / before).transpose();
  }
  const Eigen::MatrixXd m = a.fullPivLu().solve(b);
  int i = 0;
  while (i + 1 < (loops ? count : count - 1) && time >= t(i + 1)) ++i;
  const Vec3 left = m.row(i).transpose(), right = m.row((i + 1) % count).transpose();
  const double h = t(i + 1) - t(i), p = t(i + 1) - time, q = time - t(i);
  return (left * p * p * p + right * q * q * q) / (6.0 * h) + (x(i) / h - h / 6.0 * left) * p +
         (x(i + 1) / h - h / 6.0 * right) * q;
}

// Cubic Hermite pieces with the slopes of the neighbours.
inline Vec3 point_of(const SampledCurve& c, double time) {
  const int count = static_cast<int>(c.times.size());
  const auto t = [&](int i) { return c.times[static_cast<std::size_t>(i)]; };
  const auto x = [&](int i) { return c.points[static_cast<std::size_t>(i)]; };
  if (time <= t(0)) return x(0);
  if (time >= t(count - 1)) return x(count - 1);
  int i = 0;
  while (time >= t(i + 1)) ++i;
  const auto slope = [&](int k) {
    const int a = std::max(k - 1, 0), b = std::min(k + 1, count - 1);
    return Vec3((x(b) - x(a)) / (t(b) - t(a)));
  };
  const double h = t(i + 1) - t(i), s = (time - t(i)) / h;
  return (2 * s * s * s - 3 * s * s + 1) * x(i) + (s * s * s - 2 * s * s + s) * h * slope(i) +
         (3 * s * s - 2 * s * s * s) * x(i + 1) + (s * s * s - s * s) * h * slope(i + 1);
}

inline Vec3 point_of(const TargetPath& path, double time) {
  return std::visit([&](const auto& curve) { return point_of(curve, time); }, path.curve());
}

// How far a reach, an orientation (of a path that is not of keys) or a joint is off.
inline double error_of(const Task& task, const TargetPath* path, double time, const Figure& figure,
                       const Posture& posture) {
  if (const auto* joint = std::get_if<JointValue>(&task)) {
    const double target = path ? point_of(*path, time).x() : joint->target;
    return std::abs(target - posture.values[figure.first_value(joint->joint) + joint->coordinate]);
  }
  if (const auto* orient = std::get_if<Orient>(&task)) {
    const Frame& frame = figure.frame(orient->frame.frame);
    const Eigen::Matrix3d now = segment_pose(figure, posture, frame.segment).linear() * frame.pose.rotation;
    const Eigen::Matrix3d wanted =
        path ? turn_by(point_of(*path, time)) : Eigen::Matrix3d(orient->target.toRotationMatrix());
    return turned(Eigen::Quaterniond(Eigen::Matrix3d(wanted * now.transpose()))).norm();
  }
  const auto& reach = std::get<Reach>(task);
  const Frame& frame = figure.frame(reach.frame.frame);
  const Vec3 now = segment_pose(figure, posture, frame.segment) * frame.pose.translation;
  Vec3 off = (path ? point_of(*path, time) : reach.target) - now;
  for (int i = 0; i < 3; ++i) {
    if (!reach.axes[i]) off[i] = 0.0;
  }
  return off.norm();
}

}  // namespace limber::recomputed
