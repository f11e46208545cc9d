#include "limber/svd/inverse.h"

namespace limber {

namespace {

double dot(const double* a, const VecView& b) {
  return Eigen::Map<const VecX>(a, b.size()).dot(b);
}

template <class Gain>
void apply_inverse(const SvdFactors& j, const VecView& e, VecTarget& x, Gain&& gain) {
  x.setZero();
  for (int i = 0; i < j.rank(); ++i) {
    x += (gain(i) * dot(j.u(i), e)) * Eigen::Map<const VecX>(j.v(i), j.columns());
  }
}

}  // namespace

double damped_gain(double sigma, double lambda) noexcept {
  if (sigma == 0.0) return 0.0;
  const double ratio = lambda / sigma;
  return 1.0 / (sigma * (1.0 + ratio * ratio));
}

void pseudo_inverse(const SvdFactors& j, const VecView& e, VecTarget x) noexcept {
  apply_inverse(j, e, x, [&](int i) { return 1.0 / j.sigma(i); });
}

void damped_inverse(const SvdFactors& j, double lambda, const VecView& e, VecTarget x) noexcept {
  apply_inverse(j, e, x, [&](int i) { return damped_gain(j.sigma(i), lambda); });
}

// One direction after the other, each removed from what is left: more exact if the directions are only nearly
// orthogonal, as after a single sweep of rotations.
void project_on_null_space(const SvdFactors& j, VecTarget z) noexcept {
  for (int i = 0; i < j.rank(); ++i) z -= dot(j.v(i), z) * Eigen::Map<const VecX>(j.v(i), j.columns());
}

void damped_null_space(const SvdFactors& j, double lambda, VecTarget z) noexcept {
  for (int i = 0; i < j.rank(); ++i) {
    const double share = j.sigma(i) * damped_gain(j.sigma(i), lambda);
    z -= (share * dot(j.v(i), z)) * Eigen::Map<const VecX>(j.v(i), j.columns());
  }
}

}  // namespace limber
