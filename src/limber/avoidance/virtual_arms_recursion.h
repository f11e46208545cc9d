#pragma once
// The weighted, damped fit of all end-points of an arm, in time proportional to the number of its joints:
//
//   minimise  sum_i w_i |dX_i - E_i V_k(i)|^2 + lambda^2 |dtheta|^2,      V_k = V_{k-1} + s_k dtheta_k
//
//   s_k = (w_k, u_k)  screw of degree of freedom k (kinematics.h)      V_k  motion of the link beyond it
//   E_i V = u + w x X_i   motion of end-point i, of which the arm's axes are taken (virtual_arms_chain.h)
//
// It is the fit of virtual_arms_inverse.h for full column rank or lambda > 0, with the same answer. An
// end-point depends on the joints before it through V alone, six numbers. So joints are eliminated from the
// tip to the base, with what the end-points beyond ask of V kept as six rows,  M V ~ z:
//
//   add the rows of end-points on link k to M, and reduce to six rows         orthogonal transformations
//   [lambda 0 | 0; M s_k  M | z]  ->  [r t | y; 0  M' | z']:   dtheta_k = (y - t V_{k-1})/r
//
// then dtheta follows from the base to the tip. Reflections with the heaviest rows first, not normal
// equations: weights may differ by many orders of magnitude.

#include <span>
#include <vector>

#include "limber/avoidance/virtual_arms_chain.h"

namespace limber {

class ArmRecursion {
 public:
  explicit ArmRecursion(int most_columns);  // the only function that allocates

  // `weights` and `wanted`: one per row of the arm's Jacobian. `positions`: of the end-points. Writes one
  // number per column of the arm. False: the rank is not full, as undamped problems may be; `step` is not
  // written.
  bool solve(const ArmChain& chain, const Kinematics& kinematics, std::span<const Vec3> positions,
             const Eigen::Ref<const VecX>& weights, const Eigen::Ref<const VecX>& wanted, double damping,
             Eigen::Ref<VecX> step) noexcept;

 private:
  static constexpr int most_rows = 9;  // six, and those of one end-point
  struct Eliminated {
    Eigen::Matrix<double, 6, 1> t;
    double r, y;
  };
  void add_point(const ArmChain& chain, const Vec3& position, const double* weights,
                 const double* wanted) noexcept;
  bool eliminate(const Eigen::Matrix<double, 6, 1>& screw, double damping, Eliminated& result) noexcept;

  Eigen::Matrix<double, 6, 7> kept_;  // M and z
  double largest_ = 0.0;              // of all entries seen: what rounding is measured against
  std::vector<Eliminated> eliminated_;
};

}  // namespace limber
