// Bounds of displacements from ranges, speeds and accelerations.

#include "limber/motion/joint_bounds.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "limber/figure/joint_coordinate.h"

namespace limber {

namespace {

void check_limits(const std::vector<double>& limits, const Figure& figure, const char* what) {
  if (limits.empty()) return;
  if (limits.size() != static_cast<std::size_t>(figure.dof_count()))
    throw std::invalid_argument(std::string("there must be one ") + what + " for each degree of freedom");
  if (std::any_of(limits.begin(), limits.end(), [](double limit) { return !(limit > 0.0); }))
    throw std::invalid_argument(std::string("the largest ") + what + " of a joint must be above 0");
}

// Rounding of q + d must not cross a limit that d just meets, nor may that of a whole brake: the range would
// stop it harder than the acceleration allows.
constexpr double rounding = 4e-16, rounding_of_brake = 1e-12;

}  // namespace

JointBounds::JointBounds(const Figure& figure, const MotionOptions& options,
                         const std::vector<DofId>& ignored_limits, double dt, double calm, double calm_slide)
    : dt_(dt), speeds_(options.speeds), accelerations_(options.accelerations) {
  check_limits(speeds_, figure, "speed");
  check_limits(accelerations_, figure, "acceleration");
  const int n = figure.dof_count();
  lower_ = upper_ = braking_ = VecX::Zero(n);
  for (int i = 0; i < n; ++i) {
    const JointId joint = figure.joint_of_dof(DofId{i});
    const bool slides = is_length(figure.joint(joint).type, i - figure.first_dof(joint));
    braking_[i] = accelerations_.empty() ? (slides ? calm_slide : calm) * dt * dt : slowing(i);
  }
  kinds_.assign(2 * static_cast<std::size_t>(n), BoundKind::none);
  for (const JointId j : figure.joints()) {
    const Joint& joint = figure.joint(j);
    const bool ignored = std::any_of(ignored_limits.begin(), ignored_limits.end(),
                                     [&](DofId dof) { return figure.joint_of_dof(dof) == j; });
    const int scalars = joint.type == JointType::revolute || joint.type == JointType::prismatic ? 1
                        : joint.type == JointType::elbow || joint.type == JointType::swing      ? 2
                                                                                                : 0;
    for (int i = 0; i < scalars && !ignored; ++i) {
      if (at(joint.ranges, i).is_limited())
        scalars_.push_back({figure.first_dof(j) + i, figure.first_value(j) + i, at(joint.ranges, i)});
    }
  }
}

double JointBounds::brake(double room, double slowing) noexcept {
  if (!(room > 0.0)) return 0.0;
  if (!(slowing < unlimited)) return room;
  const double steps = std::floor(0.5 * (std::sqrt(1.0 + 8.0 * room / slowing) - 1.0));
  return (room + 0.5 * slowing * steps * (steps + 1.0)) / (steps + 1.0);
}

void JointBounds::compute(const Posture& posture, const VecX& last, double calmness) noexcept {
  const int n = static_cast<int>(lower_.size());
  for (int i = 0; i < n; ++i) {
    const double fastest = speeds_.empty() ? unlimited : at(speeds_, i) * dt_;
    lower_[i] = -fastest;
    upper_[i] = fastest;
    at(kinds_, 2 * i) = at(kinds_, 2 * i + 1) = fastest < unlimited ? BoundKind::speed : BoundKind::none;
  }
  for (const Scalar& s : scalars_) {
    const double value = posture.values[s.value];
    const double slack = accelerations_.empty() ? rounding * std::abs(value)
                                                : rounding_of_brake * std::max(1.0, std::abs(value));
    const double up = brake(s.range.max - value - slack, braking_[s.dof]),
                 down = -brake(value - s.range.min - slack, braking_[s.dof]);
    if (up < upper_[s.dof]) {
      upper_[s.dof] = up;
      at(kinds_, 2 * s.dof + 1) = BoundKind::range;
    }
    if (down > lower_[s.dof]) {
      lower_[s.dof] = down;
      at(kinds_, 2 * s.dof) = BoundKind::range;
    }
  }
  if (!(calmness < unlimited)) return;
  for (int i = 0; i < n; ++i) {
    const double change = calmness * braking_[i];
    if (last[i] + change < upper_[i]) {
      upper_[i] = last[i] + change;
      at(kinds_, 2 * i + 1) = BoundKind::acceleration;
    }
    if (last[i] - change > lower_[i]) {
      lower_[i] = last[i] - change;
      at(kinds_, 2 * i) = BoundKind::acceleration;
    }
    // Rounding, or a start at speed: then as hard a brake as there is, and no farther than the range.
    if (lower_[i] > upper_[i]) {
      (last[i] > 0.0 ? upper_[i] : lower_[i]) = last[i] > 0.0 ? lower_[i] : upper_[i];
    }
  }
}

bool JointBounds::are_calm(const VecX& displacement, const VecX& last, double calmness) const noexcept {
  return ((displacement - last).array().abs() <= calmness * braking_.array()).all();
}

double JointBounds::calmest(int dof) const noexcept {
  return std::clamp(0.0, lower_[dof], upper_[dof]);
}

JointBounds::Excess JointBounds::excess(const VecX& displacement, const VecX& last) const noexcept {
  Excess worst;
  for (int i = 0; i < static_cast<int>(displacement.size()); ++i) {
    if (!speeds_.empty())
      worst.speed = std::max(worst.speed, std::abs(displacement[i]) / dt_ - at(speeds_, i));
    if (!accelerations_.empty())
      worst.acceleration = std::max(
          worst.acceleration, std::abs(displacement[i] - last[i]) / (dt_ * dt_) - at(accelerations_, i));
  }
  return worst;
}

}  // namespace limber
