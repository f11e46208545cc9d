#pragma once
// The SVD of Golub and Reinsch (1970), for a matrix A with at least as many rows as columns (J or J^T):
//
//   A = H B G^T       H, G products of Householder reflections, B upper bidiagonal (diagonal d, above it f)
//   B = W S Z^T       implicit QR steps: products W, Z of plane rotations drive f to zero
//   A = (H W) S (G Z)^T
//
// The rotations act on small square matrices; only the reflections touch the long side, once.

#include <vector>

#include "limber/svd/factors.h"

namespace limber {

class GolubReinsch {
 public:
  void prepare(int max_rows, int max_columns);
  // Factors of scale * matrix, in no particular order. False: not converged.
  bool decompose(const RowMatrixView& matrix, double scale, SvdFactors& factors) noexcept;
  void forget() noexcept {}
  double least_ratio() const noexcept { return 0.0; }

 private:
  double* column(int c) noexcept { return a_.data() + static_cast<std::ptrdiff_t>(c) * long_; }
  double* w(int c) noexcept { return w_.data() + static_cast<std::ptrdiff_t>(c) * short_; }
  double* z(int c) noexcept { return z_.data() + static_cast<std::ptrdiff_t>(c) * short_; }

  void bidiagonalise() noexcept;
  bool diagonalise() noexcept;
  void qr_step(int first, int last) noexcept;
  void empty_row(int row, int last) noexcept;       // d[row] is zero: makes f[row] zero
  void empty_column(int first, int last) noexcept;  // d[last] is zero: makes f[last - 1] zero
  void reflect_left(double* left) noexcept;         // left <- H left, long_ x short_
  void reflect_right(double* right) noexcept;       // right <- G right, short_ x short_

  int long_ = 0, short_ = 0;
  std::vector<double> a_;  // column-major; the reflectors are stored where they made zeros
  std::vector<double> w_, z_, d_, f_, tau_left_, tau_right_;
};

}  // namespace limber
