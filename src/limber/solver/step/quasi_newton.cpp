#include "limber/solver/step/quasi_newton.h"

#include <algorithm>

namespace limber {

namespace {

constexpr double least_slope = 1e-4;  // of |step| |change|: less is rounding, or not convex

}  // namespace

QuasiNewton::QuasiNewton(int unknowns)
    : steps_(Eigen::MatrixXd::Zero(unknowns, most)), changes_(Eigen::MatrixXd::Zero(unknowns, most)) {}

void QuasiNewton::learn(const VecX& step, const VecX& change) noexcept {
  const double product = step.dot(change);
  if (!(product > least_slope * step.norm() * change.norm())) return;
  steps_.col(next_) = step;
  changes_.col(next_) = change;
  product_[next_] = product;
  next_ = (next_ + 1) % most;
  count_ = std::min(count_ + 1, most);
}

double QuasiNewton::newest_scale() const noexcept {
  return product_[slot(0)] / changes_.col(slot(0)).squaredNorm();
}

void QuasiNewton::apply(const VecX& base, VecX& vector) noexcept {
  for (int age = 0; age < count_; ++age) {
    const int i = slot(age);
    weight_[i] = steps_.col(i).dot(vector) / product_[i];
    vector -= weight_[i] * changes_.col(i);
  }
  vector = base.cwiseProduct(vector);
  for (int age = count_ - 1; age >= 0; --age) {
    const int i = slot(age);
    vector += (weight_[i] - changes_.col(i).dot(vector) / product_[i]) * steps_.col(i);
  }
}

}  // namespace limber
