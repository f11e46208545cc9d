#pragma once
// L D L^T = G + mu I for a symmetric G of few rows, and what is solved with it.
//
// The usual numbers of rows, 3 (a point) and 6 (a pose), are known when this is compiled, which spares the
// loops; the operations and their order are the same.

#include <algorithm>
#include <type_traits>

namespace limber {

// work(count), with a count that the compiler knows where it is a usual one.
template <class Work>
auto with_small_count(int count, Work&& work) {
  if (count == 6) return work(std::integral_constant<int, 6>());
  if (count == 3) return work(std::integral_constant<int, 3>());
  return work(count);
}

class SmallCholesky {
 public:
  static constexpr int most = 16;  // rows
  using Matrix = double[most][most];

  // Reads the lower triangle of `matrix`. False: a pivot is smaller than `smallest` times the largest entry
  // of the diagonal (or not a number): the rows behind G are nearly dependent.
  bool factorise(const Matrix& matrix, int count, double mu, double smallest) noexcept {
    count_ = count;
    return with_small_count(count, [&](auto n) { return factorise_rows(matrix, n, mu, smallest); });
  }

  // x <- (G + mu I)^-1 x
  void solve(double* x) const noexcept {
    with_small_count(count_, [&](auto n) { solve_rows(n, x); });
  }

 private:
  template <class Count>
  bool factorise_rows(const Matrix& matrix, Count count, double mu, double smallest) noexcept {
    double largest = 0.0;
    for (int i = 0; i < count; ++i) largest = std::max(largest, matrix[i][i] + mu);
    bool good = true;
    for (int j = 0; j < count; ++j) {
      double part[most];  // row j of L, times D
      double pivot = matrix[j][j] + mu;
      for (int k = 0; k < j; ++k) {
        part[k] = lower_[j][k] * diagonal_[k];
        pivot -= part[k] * lower_[j][k];
      }
      good = good && pivot > smallest * largest;
      diagonal_[j] = pivot;
      inverse_[j] = 1.0 / pivot;
      for (int i = j + 1; i < count; ++i) {
        double sum = matrix[i][j];
        for (int k = 0; k < j; ++k) sum -= lower_[i][k] * part[k];
        lower_[i][j] = sum * inverse_[j];
      }
    }
    return good;
  }

  template <class Count>
  void solve_rows(Count count, double* x) const noexcept {
    for (int i = 1; i < count; ++i) {
      for (int k = 0; k < i; ++k) x[i] -= lower_[i][k] * x[k];
    }
    for (int i = 0; i < count; ++i) x[i] *= inverse_[i];
    for (int i = count - 1; i > 0; --i) {
      for (int k = 0; k < i; ++k) x[k] -= lower_[i][k] * x[i];
    }
  }

  int count_ = 0;
  Matrix lower_ = {};
  double diagonal_[most] = {}, inverse_[most] = {};
};

}  // namespace limber
