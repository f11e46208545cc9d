#pragma once
// Simulates the motion of a figure under joint torques and gravity.
//
//   Runge-Kutta     fourth order, on the group: for balls the rotation vector k from the posture at the start
//                   of the step obeys k' = L(k)^-1 w, everything else q' = v. Energy drifts with dt^4. Three
//                   revolute joints in one place have gimbal lock, and so have swings at |s| = pi: near there
//                   no step is small enough. Balls have none.
//   semi-implicit   v+ = v + dt (M + dt B)^-1 (tau - B v - h),   q+ = q (+) dt v+
//                   Euler's method with implicit damping B: stable for any stiffness, where Runge-Kutta needs
//                   dt < 2.8 M/B. O(n) by the articulated-body algorithm, because dt B is an extra inertia.
//                   Energy drifts with dt.

#include <functional>

#include "limber/dynamics/dynamics.h"

namespace limber {

struct MotionState {
  Posture posture;
  VecX velocity;  // [rad/s], [m/s]; in the tangent space of the posture
};

class Simulation {
 public:
  // The only function that allocates.
  explicit Simulation(Figure figure, const Vec3& gravity = Vec3(0, 0, -9.81));

  Dynamics& dynamics() noexcept { return dynamics_; }

  // Writes tau for a state, dof_count() numbers [N m] or [N].
  using Torque = std::function<void(const MotionState&, VecX& torque)>;
  static void no_torque(const MotionState&, VecX& torque) { torque.setZero(); }

  // Both advance the state by dt [s] and allocate nothing, unless `torque` does. False: the new state would
  // not be finite, and the old one was kept.
  bool runge_kutta(MotionState& state, double dt, const Torque& torque);
  // `damping` B: one per degree of freedom, >= 0 [N m s/rad], not included in `torque`.
  bool semi_implicit(MotionState& state, double dt, const Torque& torque, const VecX& damping);

  double energy(const MotionState& state) noexcept;  // [J] kinetic and potential

 private:
  // Rates at `shift` (in the tangent space at the start of the step) and `velocity`.
  void rates(const MotionState& start, const VecX& shift, const VecX& velocity, const Torque& torque,
             VecX& shift_rate, VecX& velocity_rate);

  Dynamics dynamics_;
  MotionState stage_;
  VecX torque_, acceleration_, rotor_;
  VecX shift_, velocity_, shift_rate_, velocity_rate_, shift_sum_, velocity_sum_;
};

}  // namespace limber
