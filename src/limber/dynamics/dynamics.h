#pragma once
// Forces and motion of any figure:
//
//   M(q) q'' + h(q, q') = tau          M mass matrix, h gravity and velocity terms, tau joint torques
//
//   forward      q'' from tau by the articulated-body algorithm, O(n) (Featherstone 1983)
//   inverse      tau from q'' by the recursive Newton-Euler algorithm, O(n)
//   mass_matrix  M by composite rigid bodies, O(n depth)
//
// The three share only the motion of the segments (body_motion.h), so the tests compare them with each other.
// Torques and velocities are in the tangent space of the posture (joint.h): [N m] for a revolute joint, [N]
// for a prismatic one, the moment along the axes of its base frame for a ball.
//
// M is singular if a joint moves no mass. forward() returns 0 for the acceleration of such degrees of
// freedom, and their number. `extra_inertia` (rotors of motors, or dt B for implicit damping B) is added to
// the diagonal of M and avoids that.

#include <vector>

#include "limber/dynamics/body_motion.h"

namespace limber {

class Dynamics {
 public:
  // The only function that allocates. gravity [m/s^2], in the world.
  explicit Dynamics(Figure figure, const Vec3& gravity = Vec3(0, 0, -9.81));

  const Figure& figure() const noexcept { return kinematics_.figure(); }
  const Kinematics& kinematics() const noexcept { return kinematics_; }
  const Vec3& gravity() const noexcept { return gravity_; }

  // One per degree of freedom, >= 0 [kg m^2] or [kg]; initially zero.
  VecX extra_inertia;

  // Sets the state for everything below.
  void update(const Posture& posture, const VecX& velocity) noexcept;

  // Returns how many degrees of freedom move no mass.
  int forward(const VecX& torque, Eigen::Ref<VecX> acceleration) noexcept;
  void inverse(const VecX& acceleration, Eigen::Ref<VecX> torque) noexcept;
  void mass_matrix(Eigen::Ref<Eigen::MatrixXd> matrix) noexcept;  // n x n

  double kinetic_energy() const noexcept;    // [J], of the segments alone
  double potential_energy() const noexcept;  // [J], 0 with all mass at the world origin

 private:
  using Matrices = std::vector<Mat6, Eigen::aligned_allocator<Mat6>>;
  using Vectors = std::vector<Vec6, Eigen::aligned_allocator<Vec6>>;
  struct Turned {    // per degree of freedom, for the articulated-body algorithm
    Vec6 momentum;   // U = I S
    double inertia;  // D = S . U; 0: it moves no mass
    double rest;     // tau - S . p
  };
  Vec6 at_rest() const noexcept;  // acceleration of the ground that has the same effect as gravity

  Kinematics kinematics_;
  BodyMotion motion_;
  Vec3 gravity_;
  Matrices inertia_, gathered_;  // of each segment; articulated or composite, of each branch
  Vectors force_, acceleration_;
  std::vector<Turned, Eigen::aligned_allocator<Turned>> turned_;  // one per degree of freedom
  std::vector<double> size_;  // of each branch: the largest element of its segments' inertias
};

}  // namespace limber
