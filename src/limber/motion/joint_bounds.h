#pragma once
// How far each degree of freedom may move in one time step: d = q(t + dt) - q(t).
//
//   speed            -v dt <= d <= v dt
//   acceleration     d_last - a dt^2 <= d <= d_last + a dt^2
//   range            d <= brake(max - q),  -d <= brake(q - min)
//
// brake(room): the longest first step from which a joint that slows down by A = a dt^2 a step still stops in
// time,  d + (d - A) + (d - 2A) + ... <= room:
//
//   N = floor((sqrt(1 + 8 room/A) - 1)/2),    brake = (room + A N (N + 1)/2)/(N + 1)
//
// A joint that keeps to it today can keep to it tomorrow, so that the three never contradict each other.

#include <vector>

#include "limber/figure/figure.h"
#include "limber/motion/options.h"

namespace limber {

enum class BoundKind : std::uint8_t { none, speed, acceleration, range };

class JointBounds {
 public:
  // Throws std::invalid_argument for limits that do not fit the figure, or are not above 0.
  // `calm`, `calm_slide`: [rad/s^2], [m/s^2] at which joints without a limit of acceleration brake before
  // the ends of their ranges.
  JointBounds(const Figure& figure, const MotionOptions& options, const std::vector<DofId>& ignored_limits,
              double dt, double calm = unlimited, double calm_slide = unlimited);

  // `last`: the displacement of the step before. `calmness`: as many times braking() a displacement may
  // differ from it.
  void compute(const Posture& posture, const VecX& last, double calmness = unlimited) noexcept;
  bool are_calm(const VecX& displacement, const VecX& last, double calmness) const noexcept;
  double lower(int dof) const noexcept { return lower_[dof]; }
  double upper(int dof) const noexcept { return upper_[dof]; }
  BoundKind lower_kind(int dof) const noexcept { return at(kinds_, 2 * dof); }
  BoundKind upper_kind(int dof) const noexcept { return at(kinds_, 2 * dof + 1); }
  // The displacement nearest to standing still that all of them allow.
  double calmest(int dof) const noexcept;
  // [rad] or [m] by which a displacement may change from one step to the next.
  double slowing(int dof) const noexcept {
    return accelerations_.empty() ? unlimited : at(accelerations_, dof) * dt_ * dt_;
  }
  // The same for joints that brake: at the calm acceleration where there is no limit.
  double braking(int dof) const noexcept { return braking_[dof]; }
  bool has_acceleration_limits() const { return !accelerations_.empty(); }

  // How far a displacement exceeds the limits of speed and acceleration, [1/s] and [1/s^2]; 0: it does not.
  struct Excess {
    double speed = 0.0, acceleration = 0.0;
  };
  Excess excess(const VecX& displacement, const VecX& last) const noexcept;

  static double brake(double room, double slowing) noexcept;

 private:
  double dt_;
  std::vector<double> speeds_, accelerations_;  // empty: no limit
  struct Scalar {
    int dof, value;
    Range range;
  };
  std::vector<Scalar> scalars_;
  VecX lower_, upper_, braking_;
  std::vector<BoundKind> kinds_;
};

}  // namespace limber
