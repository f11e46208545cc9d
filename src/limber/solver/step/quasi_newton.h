#pragma once
// The inverse of a matrix of second derivatives B, learnt from how a gradient changes along steps:
//
//   B^-1 c = s      for the last step s and the change c of the gradient along it
//
// (BFGS), kept as its last few updates on top of a diagonal (Nocedal 1980). Positive definite always, so
// that minus B^-1 times a gradient is a way down.

#include "limber/math/types.h"

namespace limber {

class QuasiNewton {
 public:
  explicit QuasiNewton(int unknowns);  // allocates; nothing below does

  void forget() noexcept { count_ = 0; }
  bool is_empty() const noexcept { return count_ == 0; }
  // A change that does not point along its step says that the function is not convex there: it is ignored.
  void learn(const VecX& step, const VecX& change) noexcept;
  // How long steps are against changes of the gradient, by the newest pair: B^-1 is about this times one.
  double newest_scale() const noexcept;
  // vector <- B^-1 vector, where `base` is the diagonal of B^-1 as known without steps.
  void apply(const VecX& base, VecX& vector) noexcept;

 private:
  static constexpr int most = 10;  // updates kept: what freedom tasks leave seldom has more directions
  int slot(int age) const noexcept { return (next_ + most - 1 - age) % most; }  // 0: the newest

  Eigen::MatrixXd steps_, changes_;  // a column each
  double product_[most] = {};        // of step and change
  double weight_[most] = {};
  int count_ = 0, next_ = 0;
};

}  // namespace limber
