#pragma once
// Controls the posture of an arm by its end-points (Tsuji, Nakayama and Ito 1990, section 3): some stay, some
// move to the base, the tip moves to its goal, weighted against each other.
//
//   dtheta = argmin sum_i w_i |dX_i - J_i dtheta|^2,   the shortest such step, plus u in the null space
//
//   ArmPosture arm(figure, chain);
//   arm.ask(i, base - arm.position(i), 1.0);   arm.ask(tip, goal - arm.position(tip), 100.0);
//   arm.displace(dtheta);
//
// Joints driven by  tau = K dtheta - B thetadot  (dynamics/simulation.h) make it the paper's control.
// Compliance at many points, the other use of virtual arms, needs no inverse (eq. 5): forces F_v at the
// end-points are
//
//   tau = J^T F_v,      F_i = k_i (rest_i - X_i) - b_i dX_i/dt      springs and dampers

#include <span>
#include <vector>

#include "limber/avoidance/virtual_arms_chain.h"
#include "limber/avoidance/virtual_arms_inverse.h"

namespace limber {

class ArmPosture {
 public:
  // Takes the current end-points of the chain. Allocates; nothing below does.
  ArmPosture(const Figure& figure, ArmChain chain, const MaximumRankOptions& options = {});

  const ArmChain& chain() const noexcept { return chain_; }
  int count() const noexcept { return static_cast<int>(positions_.size()); }

  // New positions; resets all requests: stay, with weight 1.
  void update(const Kinematics& kinematics) noexcept;
  const Vec3& position(int point) const noexcept { return at(positions_, point); }

  // `turn` [rad] is used in ArmSpace::plane_pose.
  void ask(int point, const Vec3& displacement, double weight, double turn = 0.0) noexcept;

  // dtheta, dof_count() elements; joints that do not move the arm get u.
  RankCase displace(Eigen::Ref<VecX> step) noexcept;
  RankCase displace(const VecX& free_motion, Eigen::Ref<VecX> step) noexcept;

  // A spring and a damper at an end-point.
  struct Compliance {
    Vec3 rest = Vec3::Zero();  // [m] where the spring pulls to
    double stiffness = 0.0;    // [N/m] k
    double damping = 0.0;      // [N s/m] b
  };
  // tau, dof_count() elements, of forces [N] at the end-points, or of springs and dampers at the joint speeds
  // `velocity`, dof_count() elements. One entry per end-point.
  void torque(std::span<const Vec3> forces, Eigen::Ref<VecX> torque) const noexcept;
  void torque(std::span<const Compliance> springs, const VecX& velocity,
              Eigen::Ref<VecX> torque) const noexcept;

  const RowMatrix& jacobian() const noexcept { return jacobian_; }
  int rank() const noexcept { return inverse_.rank(); }

 private:
  void add_torque(int point, const Vec3& force, Eigen::Ref<VecX> torque) const noexcept;

  ArmChain chain_;
  MaximumRankOptions options_;
  MaximumRankInverse inverse_;
  std::vector<Vec3> positions_;
  RowMatrix jacobian_;
  VecX weights_, wanted_, none_, free_, arm_step_;
};

}  // namespace limber
