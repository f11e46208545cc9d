// Propagates velocities and velocity-dependent accelerations from the root to the leaves (body_motion.h).

#include "limber/dynamics/body_motion.h"

#include <cmath>

#include "limber/figure/compiled.h"
#include "limber/math/portable.h"

namespace limber {

// L(k) = 1 + B [k] + C [k]^2, so
//   (d/dt L) k' = B' k x k' + C' k x (k x k') + C k' x (k x k')
// where ' is the rate, and the rate of a function of theta = |k| is (1/theta dB/dtheta) (k . k').
Vec3 left_jacobian_rate_times(const Vec3& k, const Vec3& rate) {
  const double theta = k.norm(), t = theta * theta;
  double c, b_slope, c_slope;     // C, B'/theta, C'/theta
  constexpr double small = 0.05;  // [rad] below it the series is exact to rounding, and the quotients are not
  if (theta < small) {
    c = 1.0 / 6.0 - t / 120.0 * (1.0 - t / 42.0 * (1.0 - t / 72.0));
    b_slope = -1.0 / 12.0 + t / 180.0 * (1.0 - t / 37.333333333333336);
    c_slope = -1.0 / 60.0 + t / 1260.0 * (1.0 - t / 48.0);
  } else {
    const double sine = portable::sin(theta), half_sine = portable::sin(0.5 * theta);
    const double a = sine / theta, b = 2.0 * half_sine * half_sine / t;
    c = (theta - sine) / (t * theta);
    b_slope = (a - 2.0 * b) / t;
    c_slope = (b - 3.0 * c) / t;
  }
  const double along = k.dot(rate);
  const Vec3 turn = k.cross(rate);
  return along * b_slope * turn + along * c_slope * k.cross(turn) + c * rate.cross(turn);
}

namespace {

// r_i of the header.
Vec6 own_bias(const Kinematics& kinematics, const FigureData& data, std::size_t s, const Posture& posture,
              const VecX& velocity) {
  Vec6 result = Vec6::Zero();
  const Joint& joint = data.joints[s];
  const int dof = data.first_dof[s];
  const RowMatrix& screws = kinematics.screws();
  const auto base = [&] {
    const SegmentId parent{data.parent[s]};
    return !parent.is_valid() ? data.before[s] : kinematics.segment_pose(parent) * data.before[s];
  };
  const auto turning = [&](const Vec3& acceleration) {  // about the joint's centre
    result.head<3>() = acceleration;
    result.tail<3>() = base().translation.cross(acceleration);
  };
  switch (joint.type) {
    case JointType::elbow: {
      const Vec3 first = screws.block<3, 1>(0, dof), second = screws.block<3, 1>(0, dof + 1);
      const Vec3 product = first.cross(second) * (velocity[dof] * velocity[dof + 1]);
      turning(joint.inverted ? Vec3(-product) : product);
      break;
    }
    case JointType::swing: {
      const double* values = posture.values.data() + data.first_value[s];
      const Vec3 swing(values[0], values[1], 0.0), rate(velocity[dof], velocity[dof + 1], 0.0);
      // Inverted, the angular velocity is -L(-s) s'.
      turning(base().rotation * left_jacobian_rate_times(joint.inverted ? Vec3(-swing) : swing, rate));
      break;
    }
    case JointType::free: {
      Vec3 shift = Vec3::Zero(), turn = Vec3::Zero();
      for (int k = 0; k < 3; ++k) {
        shift += velocity[dof + k] * screws.block<3, 1>(3, dof + k);
        turn += velocity[dof + 3 + k] * screws.block<3, 1>(0, dof + 3 + k);
      }
      result.tail<3>() = joint.inverted ? turn.cross(shift) : shift.cross(turn);
      break;
    }
    default:
      break;
  }
  return result;
}

}  // namespace

BodyMotion::BodyMotion(const Figure& figure)
    : velocity_(static_cast<std::size_t>(figure.segment_count()), Vec6::Zero()), bias_(velocity_) {}

void BodyMotion::update(const Kinematics& kinematics, const Posture& posture, const VecX& velocity) noexcept {
  const FigureData& data = data_of(kinematics.figure());
  const RowMatrix& screws = kinematics.screws();
  for (std::size_t s = 0; s < velocity_.size(); ++s) {
    Vec6 own = Vec6::Zero();
    for (int c = data.first_dof[s]; c < data.first_dof[s + 1]; ++c) own += velocity[c] * screws.col(c);
    const int parent = data.parent[s];
    const Vec6 above = parent < 0 ? Vec6(Vec6::Zero()) : at(velocity_, parent);
    velocity_[s] = above + own;
    bias_[s] = cross_motion(above, own) + own_bias(kinematics, data, s, posture, velocity);
  }
}

}  // namespace limber
