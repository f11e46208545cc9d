#pragma once
// The plain loop for a seven-joint arm: what the arithmetic costs without a library around it.
//
// Levenberg-Marquardt in its 6 x 6 form, (J J^T + l I) y = e, dq = J^T y, l = 0.05 |e|^2/2 + 1e-6 (Sugihara
// 2011). Joints that press against a limit are left out of J; an attempt that stalls starts again somewhere
// else.

#include <random>
#include <vector>

#include "limber/figure/figure.h"
#include "measure.h"

namespace limber::peers {

class PlainArm {
 public:
  static constexpr int n = 7;
  using Values = Eigen::Matrix<double, n, 1>;
  using Jacobian = Eigen::Matrix<double, 6, n>;
  using Error = Eigen::Matrix<double, 6, 1>;

  PlainArm(const Figure& figure, FrameId frame) {
    Transform before;
    int i = 0;
    for (const JointId j : figure.joints()) {  // an arm is one chain
      before = before * figure.before(j);
      const Joint& joint = figure.joint(j);
      if (joint.type == JointType::revolute) {
        const Transform turned{Quat::FromTwoVectors(Vec3::UnitZ(), joint.axis).toRotationMatrix(),
                               Vec3::Zero()};
        fixed_.push_back(before * turned);
        before = turned.inverse();
        low[i] = joint.ranges[0].min;
        high[i++] = joint.ranges[0].max;
      }
      before = before * figure.after(j);
    }
    tip_ = before * figure.frame(frame).pose;
  }

  Values low, high;
  Values middle() const { return 0.5 * (low + high); }
  template <class Random>
  Values anywhere(Random& random) const {
    Values q;
    for (int i = 0; i < n; ++i) q[i] = std::uniform_real_distribution<double>(low[i], high[i])(random);
    return q;
  }

  Transform pose(const Values& q, Jacobian* jacobian = nullptr) const {
    Mat3 r = Mat3::Identity();
    Vec3 p = Vec3::Zero(), axes[n], origins[n];
    for (int i = 0; i < n; ++i) {
      p += r * fixed_[static_cast<std::size_t>(i)].translation;
      const Mat3 b = r * fixed_[static_cast<std::size_t>(i)].rotation;
      const double c = std::cos(q[i]), s = std::sin(q[i]);
      r.col(0) = c * b.col(0) + s * b.col(1);
      r.col(1) = c * b.col(1) - s * b.col(0);
      r.col(2) = b.col(2);
      axes[i] = r.col(2);
      origins[i] = p;
    }
    p += r * tip_.translation;
    for (int i = 0; jacobian && i < n; ++i) {
      jacobian->col(i).head<3>() = axes[i].cross(p - origins[i]);
      jacobian->col(i).tail<3>() = axes[i];
    }
    return {r * tip_.rotation, p};
  }

  // Whether a start was found that leads to the goal within `budget` [us].
  bool solve(const Transform& goal, double tolerance, double budget, Values& q) {
    const double begin = now_us();
    while (!attempt(goal, tolerance, q)) {
      if (now_us() - begin > budget) return false;
      q = anywhere(random_);
    }
    return true;
  }

  static Vec3 turn_between(const Mat3& from, const Mat3& to) {
    const Mat3 r = to * from.transpose();
    const Vec3 w(r(2, 1) - r(1, 2), r(0, 2) - r(2, 0), r(1, 0) - r(0, 1));
    const double s = 0.5 * w.norm(), c = 0.5 * (r.trace() - 1.0);
    if (s > 1e-7) return w * (0.5 * std::atan2(s, c) / s);
    if (c > 0.0) return 0.5 * w;
    const Eigen::AngleAxisd half_turn(r);
    return half_turn.angle() * half_turn.axis();
  }

 private:
  bool attempt(const Transform& goal, double tolerance, Values& q) const {
    double best = std::numeric_limits<double>::infinity();
    int idle = 0;
    for (int step = 0; step < 40; ++step) {
      Jacobian j;
      const Transform now = pose(q, &j);
      Error e;
      e << goal.translation - now.translation, turn_between(now.rotation, goal.rotation);
      if (e.head<3>().norm() <= tolerance && e.tail<3>().norm() <= tolerance) return true;
      const double energy = 0.5 * e.squaredNorm();
      idle = energy < 0.9 * best ? 0 : idle + 1;
      if (idle > 6) return false;
      if (idle == 0) best = energy;
      const Values dq = step_inside(j, e, 0.05 * energy + 1e-6, q);
      for (int i = 0; i < n; ++i) q[i] = std::clamp(q[i] + std::clamp(dq[i], -1.0, 1.0), low[i], high[i]);
    }
    return false;
  }

  Values step_inside(Jacobian& j, const Error& e, double damping, const Values& q) const {
    Values dq;
    for (int pass = 0; pass < 4; ++pass) {
      Eigen::Matrix<double, 6, 6> m = j * j.transpose();
      m.diagonal().array() += damping;
      dq = j.transpose() * m.ldlt().solve(e);
      bool is_stopped = false;
      for (int i = 0; i < n; ++i) {
        if ((q[i] > low[i] || dq[i] >= 0.0) && (q[i] < high[i] || dq[i] <= 0.0)) continue;
        j.col(i).setZero();
        is_stopped = true;
      }
      if (!is_stopped) break;
    }
    return dq;
  }

  std::vector<Transform> fixed_;  // from the frame of a joint to the next, z along its axis
  Transform tip_;
  std::mt19937_64 random_{7};
};

}  // namespace limber::peers
