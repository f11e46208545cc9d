// Householder bidiagonalisation once, then Givens rotations for every lambda.

#include "limber/solver/least_squares/damped_block.h"

#include <algorithm>
#include <cmath>

#include "limber/math/lanes.h"

namespace limber {

namespace bidiagonal {

// Rows end with zeros, so that whole groups of four can be read from any column on.
inline int width(int columns) {
  return (columns + 3) / 4 * 4 + 4;
}

LIMBER_ALWAYS_INLINE double dot(const double* a, const double* b, int count) {
  Four sum = {};
  for (int i = 0; i < count; i += 4) sum += *four(a + i) * *four(b + i);
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

// a += amount b
LIMBER_ALWAYS_INLINE void add(double amount, const double* b, int count, double* a) {
  for (int i = 0; i < count; i += 4) *four(a + i) += amount * *four(b + i);
}

// Turns v into the reflection I - scale v v^T that maps v as it was to (result, 0, ..., 0).
LIMBER_ALWAYS_INLINE double make_reflection(double* v, int count, double& result) {
  const double norm = std::sqrt(dot(v, v, count));
  if (!(norm > 0)) {
    result = 0.0;
    return 0.0;
  }
  result = v[0] >= 0 ? -norm : norm;
  const double scale = (result - v[0]) / result, factor = 1.0 / (v[0] - result);
  for (int i = 1; i < count; ++i) v[i] *= factor;
  v[0] = 1.0;
  return scale;
}

struct Bidiagonal {
  int rows, columns;
  double* block;  // row after row
  Eigen::Index stride;
  double *rhs, *right_scale, *diagonal, *above;
  double *column, *product;  // scratch, padded
};

// Column j below the diagonal, then row j right of it, become zero; the right reflections lie in the rows.
LIMBER_TWO_VERSIONS
static void reduce(const Bidiagonal& b) {
  for (int j = 0; j < b.columns; ++j) {
    double* const corner = b.block + j * b.stride + j;  // what is left begins here
    const int high = b.rows - j, wide = b.columns - j - 1;
    for (int i = 0; i < high; ++i) b.column[i] = corner[i * b.stride];
    std::fill_n(b.column + high, 3, 0.0);
    const double scale = make_reflection(b.column, high, b.diagonal[j]);
    double along = 0.0;
    for (int i = 0; i < high; ++i) along += b.column[i] * b.rhs[j + i];
    for (int i = 0; i < high; ++i) b.rhs[j + i] -= scale * along * b.column[i];
    if (wide == 0) break;
    std::fill_n(b.product, wide + 3, 0.0);
    for (int i = 0; i < high; ++i) add(b.column[i], corner + i * b.stride + 1, wide, b.product);
    for (int i = 0; i < high; ++i) add(-scale * b.column[i], b.product, wide, corner + i * b.stride + 1);
    double* const v = corner + 1;
    b.right_scale[j] = make_reflection(v, wide, b.above[j]);
    for (int i = 1; i < high; ++i) {
      double* const row = corner + i * b.stride + 1;
      add(-b.right_scale[j] * dot(row, v, wide), v, wide, row);
    }
  }
}

// std::hypot guards against numbers that do not occur here, and takes its time.
inline double length(double a, double b) {
  return std::sqrt(a * a + b * b);
}

}  // namespace bidiagonal

DampedBlock::DampedBlock(int max_rows, int max_columns)
    : block_(RowMatrix::Zero(max_rows, bidiagonal::width(max_columns))),
      rhs_(VecX::Zero(max_rows)),
      right_scale_(VecX::Zero(max_columns)),
      diagonal_(VecX::Zero(max_columns)),
      above_(VecX::Zero(max_columns)),
      factor_diagonal_(VecX::Zero(max_columns)),
      factor_above_(VecX::Zero(max_columns)),
      solution_(VecX::Zero(max_columns)),
      column_(VecX::Zero(max_rows + 4)),
      product_(VecX::Zero(bidiagonal::width(max_columns))) {}

void DampedBlock::resize(int rows, int columns) noexcept {
  rows_ = rows;
  columns_ = columns;
  for (int i = 0; i < rows; ++i)
    block_.row(i).segment(columns, bidiagonal::width(columns) - columns).setZero();
}

void DampedBlock::reduce() noexcept {
  bidiagonal::reduce({rows_, columns_, block_.data(), block_.cols(), rhs_.data(), right_scale_.data(),
                      diagonal_.data(), above_.data(), column_.data(), product_.data()});
}

// lambda I is rotated into B row by row: what a row of it becomes is one number, `extra`, in the next column.
void DampedBlock::solve_bidiagonal(double lambda) noexcept {
  const int k = columns_;
  double extra = lambda, extra_rhs = 0.0;
  for (int i = 0; i < k; ++i) {
    const double h = bidiagonal::length(diagonal_[i], extra);
    const double c = h > 0 ? diagonal_[i] / h : 1.0, s = h > 0 ? extra / h : 0.0;
    factor_diagonal_[i] = h;
    solution_[i] = c * rhs_[i] + s * extra_rhs;
    if (i + 1 == k) break;
    factor_above_[i] = c * above_[i];
    const double fill = -s * above_[i], fill_rhs = c * extra_rhs - s * rhs_[i];
    extra = bidiagonal::length(fill, lambda);
    extra_rhs = extra > 0 ? fill / extra * fill_rhs : 0.0;
  }
  for (int i = k - 1; i >= 0; --i) {
    double sum = solution_[i];
    if (i + 1 < k) sum -= factor_above_[i] * solution_[i + 1];
    solution_[i] = factor_diagonal_[i] > 0 ? sum / factor_diagonal_[i] : 0.0;
  }
}

double DampedBlock::slope() noexcept {
  double sum = 0.0, before = 0.0;
  for (int i = 0; i < columns_; ++i) {
    double value = solution_[i];
    if (i > 0) value -= factor_above_[i - 1] * before;
    before = factor_diagonal_[i] > 0 ? value / factor_diagonal_[i] : 0.0;
    sum += before * before;
  }
  return sum;
}

void DampedBlock::leave_coordinates(double* y) const noexcept {
  const int k = columns_;
  Eigen::Map<VecX> out(y, k);
  out = solution_.head(k);
  for (int j = k - 2; j >= 0; --j) {
    const auto v = block_.row(j).segment(j + 1, k - j - 1);
    auto part = out.segment(j + 1, k - j - 1);
    const double amount = right_scale_[j] * v.dot(part);
    part -= amount * v.transpose();
  }
}

void DampedBlock::solve(double lambda, double* y) noexcept {
  solve_bidiagonal(lambda);
  leave_coordinates(y);
}

// Newton on 1/|y| = 1/bound, which is nearly linear and concave in lambda^2: from below it approaches
// the solution from there, and quadratically.
double DampedBlock::solve_within(double bound, double least, double* y) noexcept {
  double square = least * least;
  solve_bidiagonal(least);
  for (int round = 0; round < 60; ++round) {
    const double norm = solution_.head(columns_).norm();
    if (!(norm > bound * (1 + 1e-14))) break;
    const double derivative = slope();
    if (!(derivative > 0)) break;
    const double step = norm * norm / derivative * (norm - bound) / bound;
    if (!std::isfinite(step) || square + step == square) break;
    square += step;
    solve_bidiagonal(std::sqrt(square));
  }
  leave_coordinates(y);
  return std::sqrt(square);
}

}  // namespace limber
