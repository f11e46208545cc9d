// Gradient and second derivatives of how far a posture is from a reference.

#include "limber/motion/measured_posture.h"

#include <cmath>
#include <stdexcept>

#include "limber/math/portable.h"
#include "limber/math/rotation.h"

namespace limber {

PostureMeasure middle_of_ranges(const Figure& figure) {
  PostureMeasure measure{.reference = figure.rest_posture()};
  measure.weights.assign(static_cast<std::size_t>(figure.dof_count()), 0.0);
  constexpr double most = 4.0;  // so that a narrow joint does not outweigh all others
  double sum[2] = {0.0, 0.0};   // of half widths: angles, lengths
  int count[2] = {0, 0};
  const auto visit = [&](const auto& each) {
    for (const JointId j : figure.joints()) {
      const Joint& joint = figure.joint(j);
      const int scalars = joint.type == JointType::elbow                                            ? 2
                          : joint.type == JointType::revolute || joint.type == JointType::prismatic ? 1
                                                                                                    : 0;
      for (int i = 0; i < scalars; ++i) {
        const Range& range = at(joint.ranges, i);
        if (range.min > -unlimited && range.max < unlimited && range.max > range.min)
          each(j, i, 0.5 * (range.max - range.min), joint.type == JointType::prismatic ? 1 : 0);
      }
    }
  };
  visit([&](JointId, int, double half, int kind) {
    sum[kind] += half;
    ++count[kind];
  });
  visit([&](JointId j, int i, double half, int kind) {
    const double ratio = sum[kind] / count[kind] / half;
    const Range& range = at(figure.joint(j).ranges, i);
    measure.reference.values[figure.first_value(j) + i] = 0.5 * (range.min + range.max);
    at(measure.weights, figure.first_dof(j) + i) = std::min(most, ratio * ratio);
  });
  return measure;
}

MeasuredPosture::MeasuredPosture(const Figure& figure, PostureMeasure measure)
    : figure_(figure), measure_(std::move(measure)) {
  const int n = figure.dof_count();
  if (measure_.power < 2 || measure_.power % 2 != 0)
    throw std::invalid_argument("the power of a posture measure must be even, and 2 at least");
  if (measure_.weights.empty()) measure_.weights.assign(static_cast<std::size_t>(n), 1.0);
  if (measure_.weights.size() != static_cast<std::size_t>(n))
    throw std::invalid_argument("a posture measure needs one weight for each degree of freedom");
  if (measure_.reference.values.size() == 0) measure_.reference = figure.rest_posture();
  for (const JointId j : figure.joints()) {
    const JointType type = figure.joint(j).type;
    if (type == JointType::ball) is_diagonal_ = false;
    if (type != JointType::free) continue;
    for (const DofId dof : figure.dofs(j)) at(measure_.weights, dof) = 0.0;
  }
  if (measure_.custom) is_diagonal_ = false;
  difference_ = gradient_ = diagonal_ = VecX::Zero(n);
  if (!is_diagonal_) full_ = Eigen::MatrixXd::Zero(n, n);
}

void MeasuredPosture::add_ball(const Posture&, JointId joint) {
  const int first = figure_.first_dof(joint), p = measure_.power;
  const Vec3 d = difference_.segment<3>(first);
  const double angle = d.norm(), w = at(measure_.weights, first);
  const double outer = portable::pow(angle, p - 2);
  value_ += w * portable::pow(angle, p);
  gradient_.segment<3>(first) = -w * p * outer * d;
  Mat3 block = outer * left_jacobian_inverse(-d);
  if (p > 2) block += (p - 2) * portable::pow(angle, p - 4) * d * d.transpose();
  full_.block<3, 3>(first, first) = w * p * block;
  diagonal_.segment<3>(first) = full_.block<3, 3>(first, first).diagonal();
}

void MeasuredPosture::look_at(const Posture& posture) {
  const int n = figure_.dof_count(), p = measure_.power;
  value_ = 0.0;
  if (measure_.custom) {
    gradient_.setZero();
    full_.setZero();
    value_ = measure_.custom(posture, gradient_, full_);
    diagonal_ = full_.diagonal();
  } else {
    difference(figure_, posture, measure_.reference, difference_);
    if (p == 2 && is_diagonal_) {
      for (int i = 0; i < n; ++i) {
        const double w = measure_.weights[static_cast<std::size_t>(i)], d = difference_[i];
        value_ += w * d * d;
        gradient_[i] = -2.0 * w * d;
        diagonal_[i] = 2.0 * w;
      }
    } else {
      for (int i = 0; i < n; ++i) {
        const double w = measure_.weights[static_cast<std::size_t>(i)], d = difference_[i];
        const double power = portable::pow(std::abs(d), p - 2);
        value_ += w * power * d * d;
        gradient_[i] = -p * w * power * d;
        diagonal_[i] = p * (p - 1) * w * power;
      }
      if (!is_diagonal_) {
        full_.setZero();
        full_.diagonal() = diagonal_;
        for (const JointId j : figure_.joints()) {
          if (figure_.joint(j).type == JointType::ball) {
            for (int i = 0; i < 3; ++i) {  // counted one by one above
              const int dof = figure_.first_dof(j) + i;
              value_ -= at(measure_.weights, dof) * portable::pow(std::abs(difference_[dof]), p);
            }
            add_ball(posture, j);
          }
        }
      }
    }
  }
  const double floor = std::max(floor_share * diagonal_.maxCoeff(), least_floor);
  for (int i = 0; i < n; ++i) {
    if (diagonal_[i] >= floor) continue;
    if (!is_diagonal_) full_(i, i) += floor - diagonal_[i];
    diagonal_[i] = floor;
  }
}

void MeasuredPosture::hessian(Eigen::MatrixXd& matrix) const {
  if (is_diagonal_) {
    matrix = diagonal_.asDiagonal();
  } else {
    matrix = full_;
  }
}

}  // namespace limber
