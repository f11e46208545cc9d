#pragma once
// (G + mu) y = b for many mu, with a symmetric G of few rows: T = Q^T G Q is tridiagonal, computed once, and
// every mu after that costs a handful of operations per row (Golub and Van Loan, 8.3.1).

#include <algorithm>
#include <cmath>

#include "limber/solver/least_squares/small_cholesky.h"

namespace limber {

class SmallTridiagonal {
 public:
  // Reads the lower triangle of `matrix`.
  void reduce(const SmallCholesky::Matrix& matrix, const double* b, int count) noexcept {
    count_ = count;
    with_small_count(count, [&](auto n) { reduce_rows(matrix, b, n); });
  }

  // For a mu: |y| in the norm of G, and its fall, -d(|y|_G^2 / 2) / d mu.
  struct Length {
    double norm, fall;
  };
  Length measure(double mu) const noexcept {
    return with_small_count(count_, [&](auto n) { return measure_rows(mu, n); });
  }

 private:
  static constexpr int most = SmallCholesky::most;

  template <class Count>
  void reduce_rows(const SmallCholesky::Matrix& matrix, const double* b, Count count) noexcept {
    for (int i = 0; i < count; ++i) {
      right_[i] = b[i];
      for (int j = 0; j <= i; ++j) rest_[i][j] = matrix[i][j];
    }
    for (int k = 0; k + 2 < count; ++k) eliminate(k, count);
    for (int k = 0; k < count; ++k) diagonal_[k] = rest_[k][k];
    if (count > 1) below_[count - 2] = rest_[count - 1][count - 2];
  }

  // A reflection that leaves one number below the diagonal in column k.
  template <class Count>
  void eliminate(int k, Count count) noexcept {
    double v[most], p[most], square = 0.0;
    for (int i = k + 1; i < count; ++i) {
      v[i] = rest_[i][k];
      square += v[i] * v[i];
    }
    const double norm = std::sqrt(square);
    below_[k] = v[k + 1] >= 0.0 ? -norm : norm;
    const double scale = square - v[k + 1] * below_[k];  // |v|^2 / 2, once v is what is reflected along
    if (!(scale > 0.0)) return;                          // it is zero already
    const double inverse = 1.0 / scale;
    v[k + 1] -= below_[k];
    double along = 0.0, right = 0.0;
    for (int i = k + 1; i < count; ++i) {
      p[i] = rest_[i][i] * v[i];
      for (int j = k + 1; j < i; ++j) {
        p[i] += rest_[i][j] * v[j];
        p[j] += rest_[i][j] * v[i];
      }
    }
    for (int i = k + 1; i < count; ++i) {
      p[i] *= inverse;
      along += p[i] * v[i];
      right += v[i] * right_[i];
    }
    along *= 0.5 * inverse;
    right *= inverse;
    for (int i = k + 1; i < count; ++i) p[i] -= along * v[i];
    for (int i = k + 1; i < count; ++i) {
      right_[i] -= right * v[i];
      for (int j = k + 1; j <= i; ++j) rest_[i][j] -= v[i] * p[j] + p[i] * v[j];
    }
  }

  template <class Count>
  Length measure_rows(double mu, Count count) const noexcept {
    double ratio[most], inverse[most], z[most], slope[most];
    for (int i = 0; i < count; ++i) {
      const double pivot = diagonal_[i] + mu - (i > 0 ? ratio[i - 1] * below_[i - 1] : 0.0);
      inverse[i] = 1.0 / pivot;
      if (i + 1 < count) ratio[i] = below_[i] * inverse[i];
      z[i] = right_[i];
    }
    const auto solve = [&](double* x) {
      for (int i = 1; i < count; ++i) x[i] -= ratio[i - 1] * x[i - 1];
      for (int i = 0; i < count; ++i) x[i] *= inverse[i];
      for (int i = count - 2; i >= 0; --i) x[i] -= ratio[i] * x[i + 1];
    };
    solve(z);
    for (int i = 0; i < count; ++i) slope[i] = z[i];
    solve(slope);
    double square = 0.0, fall = 0.0;
    for (int i = 0; i < count; ++i) {
      double moved = diagonal_[i] * z[i];
      if (i > 0) moved += below_[i - 1] * z[i - 1];
      if (i + 1 < count) moved += below_[i] * z[i + 1];
      square += moved * z[i];
      fall += moved * slope[i];
    }
    return {std::sqrt(std::max(0.0, square)), fall};
  }

  int count_ = 0;
  SmallCholesky::Matrix rest_;
  double diagonal_[most] = {}, below_[most] = {}, right_[most] = {};
};

}  // namespace limber
