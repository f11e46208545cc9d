#pragma once
// The plain loop for strict priorities: reflections applied in place to the transposed rows of all levels,
// no projector and no basis.
//
//   [J_1; J_2; ...] = L Q,  pivoting among the rows of a level;  L_i u = e_i level by level;  dq = Q^T u

#include <array>
#include <numeric>
#include <span>
#include <vector>

#include "limber/math/types.h"

namespace limber::peers {

struct Level {
  RowMatrix jacobian;
  VecX error;
};

class PlainPriorities {
 public:
  const VecX& solve(std::span<const Level> levels) {
    n_ = static_cast<int>(levels[0].jacobian.cols());
    int rows = 0;
    for (const Level& level : levels) rows += static_cast<int>(level.jacobian.rows());
    columns_.resize(n_, rows);
    reflectors_.resize(n_, n_);
    scales_.resize(n_);
    u_.setZero(n_);
    int first = 0;
    for (const Level& level : levels) {
      columns_.middleCols(first, level.jacobian.rows()) = level.jacobian.transpose();
      first += static_cast<int>(level.jacobian.rows());
    }
    first = used_ = 0;
    for (const Level& level : levels) {
      solve_level(first, level.error);
      first += static_cast<int>(level.error.size());
    }
    for (int k = used_ - 1; k >= 0; --k) reflect(k, u_.data());
    return u_;
  }

 private:
  static constexpr double smallest = 1e-9;  // of the largest row of a level: below it a row depends on others

  void reflect(int k, double* column) const {
    const auto h = reflectors_.col(k).tail(n_ - k);
    Eigen::Map<VecX> rest(column + k, n_ - k);
    rest -= (scales_[k] * h.dot(rest)) * h;
  }

  void solve_level(int first, const VecX& error) {
    const int m = static_cast<int>(error.size()), all = static_cast<int>(columns_.cols());
    order_.resize(static_cast<std::size_t>(m));
    std::iota(order_.begin(), order_.end(), first);
    sizes_.resize(all);
    for (const int c : order_) sizes_[c] = columns_.col(c).tail(n_ - used_).squaredNorm();
    const double largest = sizes_.segment(first, m).maxCoeff();
    const int start = used_;
    int rank = 0;
    for (; rank < m && used_ < n_; ++rank, ++used_) {
      const auto best = std::max_element(order_.begin() + rank, order_.end(),
                                         [&](int a, int b) { return sizes_[a] < sizes_[b]; });
      std::iter_swap(order_.begin() + rank, best);
      const int pivot = order_[static_cast<std::size_t>(rank)];
      if (sizes_[pivot] <= smallest * smallest * largest) break;
      make_reflector(pivot, columns_.col(pivot).tail(n_ - used_).squaredNorm());
      for (auto c = order_.begin() + rank + 1; c != order_.end(); ++c) {
        reflect(used_, columns_.col(*c).data());
        sizes_[*c] = columns_.col(*c).tail(n_ - used_ - 1).squaredNorm();
      }
      for (int c = first + m; c < all; ++c) reflect(used_, columns_.col(c).data());
    }
    // What earlier levels have done already.
    e_.resize(m);
    for (int i = 0; i < m; ++i) {
      const int c = order_[static_cast<std::size_t>(i)];
      e_[i] = error[c - first] - columns_.col(c).head(start).dot(u_.head(start));
    }
    triangle_.setZero(m, rank);
    for (int i = 0; i < m; ++i) {
      for (int t = 0; t < std::min(i + 1, rank); ++t)
        triangle_(i, t) = columns_(start + t, order_[static_cast<std::size_t>(i)]);
    }
    if (rank == m) {
      u_.segment(start, rank) = triangle_.triangularView<Eigen::Lower>().solve(e_);
    } else if (rank > 0) {
      u_.segment(start, rank) = triangle_.householderQr().solve(e_);
    }
  }

  void make_reflector(int pivot, double square) {
    auto w = columns_.col(pivot);
    const double length = w[used_] > 0.0 ? -std::sqrt(square) : std::sqrt(square);
    auto h = reflectors_.col(used_);
    h.tail(n_ - used_) = w.tail(n_ - used_);
    h[used_] -= length;
    scales_[used_] = 1.0 / (square - length * w[used_]);
    w[used_] = length;
    w.tail(n_ - used_ - 1).setZero();
  }

  int n_ = 0, used_ = 0;
  Eigen::MatrixXd columns_, reflectors_, triangle_;
  VecX scales_, sizes_, u_, e_;
  std::vector<int> order_;
};

}  // namespace limber::peers
