#pragma once
// Inverses and null-space projections from a decomposition J = sum sigma_i u_i v_i^T of rank r, without any n
// x n matrix.
//
//   pseudo-inverse     J^+ e         = sum_{i<=r} 1/sigma_i v_i (u_i.e)
//                      the shortest of the least-squares solutions of J x = e
//   damped inverse     J^{+lambda} e = sum_{i<=r} sigma_i/(sigma_i^2 + lambda^2) v_i (u_i.e)
//                      minimises |e - J x|^2 + lambda^2 |x|^2;   |x| <= |e|/(2 lambda)
//   null space         N z           = z - sum_{i<=r} v_i (v_i.z)
//                      J N z = 0
//   damped null space  N_lambda z    = z - sum_{i<=r} sigma_i^2/(sigma_i^2 + lambda^2) v_i (v_i.z)
//                      I - J^{+lambda} J
//
// The last is what some documents use together with the damped inverse. It is not a projector: J N_lambda z
// is not zero, so motion in the "null space" leaks into the task. It is here for comparison.

#include "limber/svd/factors.h"

namespace limber {

using VecView = Eigen::Ref<const VecX>;
using VecTarget = Eigen::Ref<VecX>;

// sigma/(sigma^2 + lambda^2), even if the squares underflow or overflow; at most 1/(2 lambda).
double damped_gain(double sigma, double lambda) noexcept;

// e: m elements, x: n elements, written.
void pseudo_inverse(const SvdFactors& j, const VecView& e, VecTarget x) noexcept;
void damped_inverse(const SvdFactors& j, double lambda, const VecView& e, VecTarget x) noexcept;

// z: n elements, replaced by their projection.
void project_on_null_space(const SvdFactors& j, VecTarget z) noexcept;
void damped_null_space(const SvdFactors& j, double lambda, VecTarget z) noexcept;

}  // namespace limber
