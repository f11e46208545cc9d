#pragma once
// Damped least squares for one small dense block:
//
//   minimise |T y - b|^2 + lambda^2 |y|^2,      T: rows x columns, rows >= columns
//
// with lambda given, or the least for which |y| <= bound. T = U B V^T with B upper bidiagonal is computed
// once; every lambda after that costs a handful of operations per column (Elden 1977). Orthogonal throughout:
// the condition of T is never squared.

#include "limber/math/types.h"

namespace limber {

class DampedBlock {
 public:
  // Allocates for the largest problem; nothing below does.
  DampedBlock(int max_rows, int max_columns);

  // T as a place to fill, and b.
  void resize(int rows, int columns) noexcept;
  double& entry(int row, int column) noexcept { return block_(row, column); }
  double& right_side(int row) noexcept { return rhs_[row]; }

  // Bidiagonalises; T and b are gone.
  void reduce() noexcept;
  // The solution for this lambda.
  void solve(double lambda, double* y) noexcept;
  // The solution for the least lambda >= `least` with |y| <= bound, which is returned.
  double solve_within(double bound, double least, double* y) noexcept;

 private:
  void solve_bidiagonal(double lambda) noexcept;  // solution_ <- y in coordinates V
  double slope() noexcept;                        // y^T (B^T B + lambda^2)^-1 y
  void leave_coordinates(double* y) const noexcept;

  int rows_ = 0, columns_ = 0;
  RowMatrix block_;  // rows padded with zeros; the reflections from the right, once reduced
  VecX rhs_, right_scale_, diagonal_, above_;
  VecX factor_diagonal_, factor_above_, solution_;
  VecX column_, product_;  // scratch
};

}  // namespace limber
