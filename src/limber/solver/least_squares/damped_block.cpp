// Householder bidiagonalisation once, then Givens rotations for every lambda.

#include "limber/solver/least_squares/damped_block.h"

#include <cmath>

namespace limber {

DampedBlock::DampedBlock(int max_rows, int max_columns)
    : block_(Eigen::MatrixXd::Zero(max_rows, max_columns)),
      rhs_(VecX::Zero(max_rows)),
      left_scale_(VecX::Zero(max_columns)),
      right_scale_(VecX::Zero(max_columns)),
      diagonal_(VecX::Zero(max_columns)),
      above_(VecX::Zero(max_columns)),
      factor_diagonal_(VecX::Zero(max_columns)),
      factor_above_(VecX::Zero(max_columns)),
      solution_(VecX::Zero(max_columns)),
      scratch_(VecX::Zero(max_rows)) {}

void DampedBlock::resize(int rows, int columns) noexcept {
  rows_ = rows;
  columns_ = columns;
}

namespace {

// Turns v into the reflection I - scale v v^T that maps v as it was to (result, 0, ..., 0).
template <class V>
double make_reflection(V&& v, double& result) {
  const double norm = v.norm();
  if (!(norm > 0)) {
    result = 0.0;
    return 0.0;
  }
  result = v[0] >= 0 ? -norm : norm;
  const double scale = (result - v[0]) / result;
  v.tail(v.size() - 1) *= 1.0 / (v[0] - result);
  v[0] = 1.0;
  return scale;
}

}  // namespace

void DampedBlock::reduce() noexcept {
  const int m = rows_, k = columns_;
  for (int j = 0; j < k; ++j) {
    auto column = block_.col(j).segment(j, m - j);
    left_scale_[j] = make_reflection(column, diagonal_[j]);
    for (int c = j + 1; c < k; ++c) {
      auto other = block_.col(c).segment(j, m - j);
      other -= (left_scale_[j] * column.dot(other)) * column;
    }
    auto b = rhs_.segment(j, m - j);
    b -= (left_scale_[j] * column.dot(b)) * column;
    if (j + 1 == k) break;
    auto row = block_.row(j).segment(j + 1, k - j - 1);
    right_scale_[j] = make_reflection(row, above_[j]);
    if (j + 1 < m) {
      auto rest = block_.block(j + 1, j + 1, m - j - 1, k - j - 1);
      auto product = scratch_.head(m - j - 1);
      product.setZero();
      for (int c = 0; c < rest.cols(); ++c) product += row[c] * rest.col(c);
      for (int c = 0; c < rest.cols(); ++c) rest.col(c) -= (right_scale_[j] * row[c]) * product;
    }
  }
}

namespace {

// std::hypot guards against numbers that do not occur here, and takes its time.
double length(double a, double b) {
  return std::sqrt(a * a + b * b);
}

}  // namespace

// lambda I is rotated into B row by row: what a row of it becomes is one number, `extra`, in the next column.
void DampedBlock::solve_bidiagonal(double lambda) noexcept {
  const int k = columns_;
  double extra = lambda, extra_rhs = 0.0;
  for (int i = 0; i < k; ++i) {
    const double h = length(diagonal_[i], extra);
    const double c = h > 0 ? diagonal_[i] / h : 1.0, s = h > 0 ? extra / h : 0.0;
    factor_diagonal_[i] = h;
    solution_[i] = c * rhs_[i] + s * extra_rhs;
    if (i + 1 == k) break;
    factor_above_[i] = c * above_[i];
    const double fill = -s * above_[i], fill_rhs = c * extra_rhs - s * rhs_[i];
    extra = length(fill, lambda);
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
