#pragma once
// Rules for the damping lambda_i of an inverse x = sum_i gain_i v_i (u_i.e), gain_i = sigma_i/(sigma_i^2 +
// lambda_i^2), which without damping grows without bound as a singular value goes to zero.
//
//   sigma_i   singular values above the tolerance           e   the wanted displacement, |e| its length
//   lambda_i  damping, in the unit of sigma                 b   bound on |x|
//
// Each rule gives zero where no damping is needed. x is continuous in J and e through singularities, except
// with the step bound: the vanishing direction gets all that the bound allows until it vanishes, and then
// changes sign.

#include <cstdint>

#include "limber/svd/inverse.h"

namespace limber {

// Maciejewski and Klein 1988: from the smallest singular value alone. Guarantees |x| <= b. With d = |e|/b:
//   0  where sigma_min >= d;    sqrt(sigma_min (d - sigma_min))  where d/2 < sigma_min < d;    else d/2
double lambda_from_smallest_singular_value(double smallest, double error_length, double bound) noexcept;

// The smallest lambda with |x| <= b: Newton on 1/|x| = 1/b, which is nearly linear in lambda^2 and approaches
// the solution from one side. Guarantees |x| <= b (1 + 1e-12), and that no smaller lambda does.
double lambda_for_step_bound(const SvdFactors& j, const VecView& e, double bound) noexcept;

// Numerical filtering: only directions whose singular value is below `threshold` are damped,
//   lambda_i^2 = lambda^2 (1 - (sigma_i/threshold)^2).
// Guarantees, for lambda < threshold, that no gain exceeds the larger of 1/threshold and
// 1/(2 lambda sqrt(1 - (lambda/threshold)^2)).
double filtered_lambda(double sigma, double threshold, double lambda) noexcept;

// A rule, chosen at run time.
struct StepDamping {
  enum class Rule : std::uint8_t {
    none,
    fixed,                    // lambda
    smallest_singular_value,  // bound
    step_bound,               // bound
    numerical_filtering,      // lambda, threshold
  };
  Rule rule = Rule::none;
  double lambda = 0.1;     // [unit of J] > 0
  double bound = 0.3;      // [unit of x] > 0
  double threshold = 0.0;  // [unit of J] 0: twice lambda
};

// x = damped inverse of J times e by a rule; returns the (largest) lambda that was used.
double damped_step(const SvdFactors& j, const StepDamping& damping, const VecView& e, VecTarget x) noexcept;

}  // namespace limber
