#pragma once
// Forces and motion of any figure:
//
//   M(q) q'' + h(q, q') = tau          M mass matrix, h what gravity and velocities take, tau joint torques
//
//   forward      q'' from tau by the articulated-body algorithm, O(n) (Featherstone 1983)
//   inverse      tau from q'' by the recursive Newton-Euler algorithm, O(n)
//   mass_matrix  M by composite rigid bodies, O(n depth)
//
// The three know nothing of each other but how segments move (body_motion.h): each checks the others. Torques
// and velocities live in the tangent of the posture (joint.h): of a revolute joint [N m], of a prismatic one
// [N], of a ball the moment along the axes of its base frame.
//
// M is singular where a joint moves no mass: the acceleration of such a degree of freedom is answered as 0,
// and forward() says how many there were. `extra_inertia` (rotors of motors, or dt B for a damping B that is
// to act implicitly) is added to the diagonal of M and cures that.

#include <vector>

#include "limber/dynamics/body_motion.h"

namespace limber {

class Dynamics {
 public:
  // The only place that allocates. gravity [m/s^2], in the world.
  explicit Dynamics(Figure figure, const Vec3& gravity = Vec3(0, 0, -9.81));

  const Figure& figure() const noexcept { return kinematics_.figure(); }
  const Kinematics& kinematics() const noexcept { return kinematics_; }
  const Vec3& gravity() const noexcept { return gravity_; }

  // One per degree of freedom, >= 0 [kg m^2] or [kg]; zero to start with.
  VecX extra_inertia;

  // The state everything below is about.
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
  struct Turned {    // what the articulated-body algorithm keeps of a degree of freedom
    Vec6 momentum;   // U = I S
    double inertia;  // D = S . U; 0: it moves no mass
    double rest;     // tau - S . p
  };
  Vec6 at_rest() const noexcept;  // the acceleration of the ground that gravity amounts to

  Kinematics kinematics_;
  BodyMotion motion_;
  Vec3 gravity_;
  Matrices inertia_, gathered_;  // of each segment; articulated or composite, of each branch
  Vectors force_, acceleration_;
  std::vector<Turned, Eigen::aligned_allocator<Turned>> turned_;  // one per degree of freedom
  std::vector<double> size_;  // of each branch: the largest number its inertia is made of
};

}  // namespace limber
