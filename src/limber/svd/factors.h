#pragma once
// The factors of a singular value decomposition:
//
//   J = U diag(sigma) V^T = sum_i sigma_i u_i v_i^T,   sigma_1 >= ... >= sigma_k >= 0,   k = min(m, n)
//
//   J  m x n            u_i  m-vectors, orthonormal            v_i  n-vectors, orthonormal
//
// `rank` is the number of sigma_i > tolerance. The v_i or u_i beyond it may be zero.

#include <limits>
#include <vector>

#include "limber/base/ids.h"
#include "limber/math/types.h"

namespace limber {

inline constexpr double double_epsilon = std::numeric_limits<double>::epsilon();

using RowMatrixView = Eigen::Ref<const RowMatrix, 0, Eigen::OuterStride<>>;

class SvdFactors {
 public:
  using Columns = Eigen::Map<const Eigen::MatrixXd>;
  using Values = Eigen::Map<const VecX>;

  // Allocates for the largest matrix; nothing below does.
  void prepare(int max_rows, int max_columns);
  void resize(int rows, int columns) noexcept;  // sets everything to zero

  int rows() const noexcept { return rows_; }
  int columns() const noexcept { return columns_; }
  int count() const noexcept { return count_; }  // k
  int rank() const noexcept { return rank_; }
  double tolerance() const noexcept { return tolerance_; }

  Columns u() const noexcept { return {u_.data(), rows_, count_}; }     // m x k
  Values sigma() const noexcept { return {sigma_.data(), count_}; }     // k, descending
  Columns v() const noexcept { return {v_.data(), columns_, count_}; }  // n x k
  const double* u(int i) const noexcept { return u_.data() + static_cast<std::ptrdiff_t>(i) * rows_; }
  const double* v(int i) const noexcept { return v_.data() + static_cast<std::ptrdiff_t>(i) * columns_; }
  double* u(int i) noexcept { return u_.data() + static_cast<std::ptrdiff_t>(i) * rows_; }
  double* v(int i) noexcept { return v_.data() + static_cast<std::ptrdiff_t>(i) * columns_; }
  double& sigma(int i) noexcept { return at(sigma_, i); }
  double sigma(int i) const noexcept { return at(sigma_, i); }

  // sigma_1 / sigma_k; infinite if the rank is less than k, 1 for a matrix without elements.
  double condition() const noexcept;
  // The smallest singular value above the tolerance; 0 if there is none.
  double smallest_counted() const noexcept { return rank_ > 0 ? sigma(rank_ - 1) : 0.0; }

  // Call sort() before decide_rank(). A negative tolerance means max(m, n) eps sigma_1.
  void sort() noexcept;
  void decide_rank(double tolerance) noexcept;

 private:
  int max_rows_ = 0, max_columns_ = 0;
  int rows_ = 0, columns_ = 0, count_ = 0, rank_ = 0;
  double tolerance_ = 0.0;
  std::vector<double> u_, sigma_, v_;  // columns one after the other
};

}  // namespace limber
