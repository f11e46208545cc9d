// The damping rules of damping.h.

#include "limber/svd/damping.h"

#include <algorithm>
#include <cmath>

#include "limber/math/portable.h"

namespace limber {

double lambda_from_smallest_singular_value(double smallest, double error_length, double bound) noexcept {
  if (!(smallest > 0.0) || !(error_length > 0.0)) return 0.0;
  const double d = error_length / bound;
  if (smallest >= d) return 0.0;
  if (smallest > d / 2) return std::sqrt(smallest) * std::sqrt(d - smallest);
  return d / 2;
}

double lambda_for_step_bound(const SvdFactors& j, const VecView& e, double bound) noexcept {
  if (j.rank() == 0) return 0.0;
  // In units of sigma_1, mu = lambda^2:  |x|^2 = sum_i (s_i c_i/(s_i^2 + mu))^2.
  const double unit = j.sigma(0);
  struct Length {
    double norm, slope;  // slope: -d(norm^2)/d(mu)/2
  };
  const auto length = [&](double mu) {
    Length sum{0.0, 0.0};
    for (int i = 0; i < j.rank(); ++i) {
      const double s = j.sigma(i) / unit;
      const double along = Eigen::Map<const VecX>(j.u(i), j.rows()).dot(e) / unit;
      const double x = s * along / (s * s + mu);
      sum.norm += x * x;
      sum.slope += x * x / (s * s + mu);
    }
    sum.norm = std::sqrt(sum.norm);
    return sum;
  };
  double low = 0.0;                                               // |x| > bound there
  double high = portable::pow(e.norm() / unit / (2 * bound), 2);  // |x| <= |e|/(2 lambda) = bound
  Length now = length(0.0);
  if (!(now.norm > bound)) return 0.0;
  double mu = 0.0;
  for (int round = 0; round < 100 && !(now.norm <= bound); ++round) {
    low = mu;
    // A little more than Newton's step, so that the last one ends inside the bound.
    const double step = now.norm * now.norm / now.slope * (now.norm - bound) / bound;
    mu = low + std::max(step, 1e-15 * low) * (1.0 + 1e-9);
    if (!(mu > low && mu < high)) mu = low + 0.5 * (high - low);
    if (!(mu > low)) mu = high;
    now = length(mu);
  }
  return unit * std::sqrt(now.norm <= bound ? mu : high);
}

double filtered_lambda(double sigma, double threshold, double lambda) noexcept {
  if (!(sigma < threshold)) return 0.0;
  const double ratio = sigma / threshold;
  return lambda * std::sqrt((1.0 - ratio) * (1.0 + ratio));
}

double damped_step(const SvdFactors& j, const StepDamping& damping, const VecView& e, VecTarget x) noexcept {
  using Rule = StepDamping::Rule;
  double lambda = 0.0;
  switch (damping.rule) {
    case Rule::none:
      break;
    case Rule::fixed:
      lambda = damping.lambda;
      break;
    case Rule::smallest_singular_value:
      lambda = lambda_from_smallest_singular_value(j.smallest_counted(), e.norm(), damping.bound);
      break;
    case Rule::step_bound:
      lambda = lambda_for_step_bound(j, e, damping.bound);
      break;
    case Rule::numerical_filtering: {
      const double threshold = damping.threshold > 0 ? damping.threshold : 2.0 * damping.lambda;
      x.setZero();
      for (int i = 0; i < j.rank(); ++i) {
        const double own = filtered_lambda(j.sigma(i), threshold, damping.lambda);
        const double along = Eigen::Map<const VecX>(j.u(i), j.rows()).dot(e);
        x += (damped_gain(j.sigma(i), own) * along) * Eigen::Map<const VecX>(j.v(i), j.columns());
        lambda = std::max(lambda, own);
      }
      return lambda;
    }
  }
  damped_inverse(j, lambda, e, x);
  return lambda;
}

}  // namespace limber
