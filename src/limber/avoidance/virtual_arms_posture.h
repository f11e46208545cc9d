#pragma once
// The posture of an arm by what is asked of points along it (Tsuji, Nakayama and Ito 1990, section 3): some
// end-points stay, some go to the base, the tip goes to its goal, and the weights say who matters.
//
//   dtheta = argmin sum_i w_i |dX_i - J_i dtheta|^2,   the shortest of them, and u where it costs nothing
//
//   ArmPosture arm(figure, chain);
//   arm.ask(i, base - arm.position(i), 1.0);   arm.ask(tip, goal - arm.position(tip), 100.0);
//   arm.displace(dtheta);
//
// Joints driven by  tau = K dtheta - B thetadot  (dynamics/simulation.h) make it the paper's control.

#include <vector>

#include "limber/avoidance/virtual_arms_chain.h"
#include "limber/avoidance/virtual_arms_inverse.h"

namespace limber {

class ArmPosture {
 public:
  // The end-points of the chain as they are now. Allocates; nothing below does.
  ArmPosture(const Figure& figure, ArmChain chain, const MaximumRankOptions& options = {});

  const ArmChain& chain() const noexcept { return chain_; }
  int count() const noexcept { return static_cast<int>(positions_.size()); }

  // Where everything is; all requests start anew: stay, with weight 1.
  void update(const Kinematics& kinematics) noexcept;
  const Vec3& position(int point) const noexcept { return positions_[static_cast<std::size_t>(point)]; }

  // `turn` [rad] counts where the arm's space has an angle.
  void ask(int point, const Vec3& displacement, double weight, double turn = 0.0) noexcept;

  // dtheta, dof_count() elements; joints that do not move the arm get u.
  RankCase displace(Eigen::Ref<VecX> step) noexcept;
  RankCase displace(const VecX& free_motion, Eigen::Ref<VecX> step) noexcept;

  const RowMatrix& jacobian() const noexcept { return jacobian_; }
  int rank() const noexcept { return inverse_.rank(); }

 private:
  ArmChain chain_;
  MaximumRankOptions options_;
  MaximumRankInverse inverse_;
  std::vector<Vec3> positions_;
  RowMatrix jacobian_;
  VecX weights_, wanted_, none_, free_, arm_step_;
};

}  // namespace limber
