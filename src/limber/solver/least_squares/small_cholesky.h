#pragma once
// L D L^T = G + mu I for a symmetric G of few rows, and what is solved with it.

#include <algorithm>

namespace limber {

class SmallCholesky {
 public:
  static constexpr int most = 16;  // rows
  using Matrix = double[most][most];

  // Reads the lower triangle of `matrix`. False: a pivot is smaller than `smallest` times the largest entry
  // of the diagonal (or not a number): the rows behind G are nearly dependent.
  bool factorise(const Matrix& matrix, int count, double mu, double smallest) noexcept {
    count_ = count;
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

  // x <- (G + mu I)^-1 x
  void solve(double* x) const noexcept {
    for (int i = 1; i < count_; ++i) {
      for (int k = 0; k < i; ++k) x[i] -= lower_[i][k] * x[k];
    }
    for (int i = 0; i < count_; ++i) x[i] *= inverse_[i];
    for (int i = count_ - 1; i > 0; --i) {
      for (int k = 0; k < i; ++k) x[k] -= lower_[i][k] * x[i];
    }
  }

 private:
  int count_ = 0;
  Matrix lower_ = {};
  double diagonal_[most] = {}, inverse_[most] = {};
};

}  // namespace limber
