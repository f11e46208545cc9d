// The maximum-rank inverse (virtual_arms_inverse.h): rank by SVD, weighted least squares by Householder QR.

#include "limber/avoidance/virtual_arms_inverse.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace limber {

MaximumRankInverse::MaximumRankInverse(int most_rows, int most_columns)
    : svd_({.method = SvdMethod::golub_reinsch}),
      a_(Eigen::MatrixXd::Zero(most_rows + most_columns, most_columns)),
      qr_(a_),
      right_(VecX::Zero(most_rows + most_columns)),
      part_(VecX::Zero(most_columns)),
      projected_(VecX::Zero(most_columns)),
      all_weights_(right_),
      all_wanted_(right_),
      row_order_(static_cast<std::size_t>(most_rows + most_columns)),
      column_order_(static_cast<std::size_t>(most_columns)) {
  svd_.prepare(most_rows, most_columns);
}

void MaximumRankInverse::decompose(const RowMatrixView& jacobian, double tolerance) noexcept {
  svd_.decompose(jacobian);
  const SvdFactors& f = svd_.factors();
  rank_ = 0;
  while (rank_ < f.rank() && f.sigma(rank_) > tolerance * f.sigma(0)) ++rank_;
}

RankCase MaximumRankInverse::case_of(int rows, int columns) const noexcept {
  if (rank_ == 0) return RankCase::immovable;
  if (rank_ == rows) return RankCase::redundant;
  return rank_ == columns ? RankCase::over_constrained : RankCase::singular;
}

namespace {

// The reflection H = I - beta v v^T that turns x into a multiple of the first unit vector. Leaves v in x and
// returns the multiple; beta is 0 if x is zero.
template <class Vector>
double reflect(Vector&& x, double& beta) {
  const double norm = x.norm();
  beta = 0.0;
  if (norm == 0.0) return 0.0;
  const double first = x[0] >= 0.0 ? -norm : norm;  // away from x: no cancellation
  x[0] -= first;
  beta = 2.0 / x.squaredNorm();
  return first;
}

}  // namespace

// Householder QR with rows sorted by weight and column pivoting: accurate for rows of very different size
// (Powell and Reid 1969).
void MaximumRankInverse::fit(int rows, int columns, const VecView& weights, const VecView& wanted,
                             VecTarget answer) noexcept {
  for (int r = 0; r < rows; ++r) at(row_order_, r) = r;
  std::sort(row_order_.begin(), row_order_.begin() + rows, [&](int one, int other) {
    return weights[one] != weights[other] ? weights[one] > weights[other] : one < other;
  });
  auto qr = qr_.topLeftCorner(rows, columns);
  auto right = right_.head(rows);
  for (int r = 0; r < rows; ++r) {
    const int from = at(row_order_, r);
    const double factor = std::sqrt(weights[from]);
    qr.row(r) = factor * a_.row(from).head(columns);
    right[r] = factor * wanted[from];
  }
  for (int c = 0; c < columns; ++c) at(column_order_, c) = c;
  for (int k = 0; k < columns; ++k) {
    int longest = k;
    double length = -1.0;
    for (int c = k; c < columns; ++c) {
      const double own = qr.col(c).tail(rows - k).squaredNorm();
      if (own > length) length = own, longest = c;
    }
    if (longest != k) {
      qr.col(k).swap(qr.col(longest));
      std::swap(at(column_order_, k), at(column_order_, longest));
    }
    double beta = 0.0;
    auto pivot = qr.col(k).tail(rows - k);
    const double diagonal = reflect(pivot, beta);
    for (int c = k + 1; c < columns; ++c) {
      auto column = qr.col(c).tail(rows - k);
      column -= (beta * pivot.dot(column)) * pivot;
    }
    auto rest = right.tail(rows - k);
    rest -= (beta * pivot.dot(rest)) * pivot;
    qr(k, k) = diagonal;
  }
  for (int k = columns - 1; k >= 0; --k) {
    double sum = right[k];
    for (int c = k + 1; c < columns; ++c) sum -= qr(k, c) * part_[c];
    part_[k] = qr(k, k) != 0.0 ? sum / qr(k, k) : 0.0;
  }
  for (int k = 0; k < columns; ++k) answer[at(column_order_, k)] = part_[k];
}

// projected_ <- the part of u in the null space. Needs the decomposition.
void MaximumRankInverse::project(const VecView& free_motion) noexcept {
  auto free = projected_.head(free_motion.size());
  free = free_motion;
  const auto v = svd_.factors().v();
  for (int i = 0; i < rank_; ++i) free -= v.col(i).dot(free) * v.col(i);
}

void MaximumRankInverse::solve_damped(const RowMatrixView& jacobian, const VecView& weights,
                                      const VecView& wanted, double damping, VecTarget step) noexcept {
  const int rows = static_cast<int>(jacobian.rows()), columns = static_cast<int>(jacobian.cols());
  a_.topLeftCorner(rows, columns) = jacobian;
  a_.block(rows, 0, columns, columns).setZero();
  a_.block(rows, 0, columns, columns).diagonal().setConstant(damping);
  all_weights_.head(rows) = weights;
  all_weights_.segment(rows, columns).setOnes();
  all_wanted_.head(rows) = wanted;
  all_wanted_.segment(rows, columns).setZero();
  fit(rows + columns, columns, all_weights_, all_wanted_, step);
}

RankCase MaximumRankInverse::solve(const RowMatrixView& jacobian, const VecView& weights,
                                   const VecView& wanted, const VecView& free_motion,
                                   const MaximumRankOptions& options, VecTarget step) noexcept {
  const int rows = static_cast<int>(jacobian.rows()), columns = static_cast<int>(jacobian.cols());
  const bool has_free_motion = !free_motion.isZero(0.0), is_damped = options.damping > 0.0;
  if (!is_damped || has_free_motion) {
    decompose(jacobian, options.rank_tolerance);
    project(free_motion);
  }
  if (is_damped) {
    solve_damped(jacobian, weights, wanted, options.damping, step);
    if (has_free_motion) step += projected_.head(columns);
    return RankCase::damped;
  }
  const RankCase rank_case = case_of(rows, columns);
  const auto u = svd_.factors().u(), v = svd_.factors().v();
  const auto sigma = svd_.factors().sigma();
  switch (rank_case) {
    case RankCase::immovable:
    case RankCase::damped:
      step.setZero();
      break;
    case RankCase::redundant:
      step.setZero();
      for (int i = 0; i < rank_; ++i) step += (u.col(i).dot(wanted) / sigma[i]) * v.col(i);
      break;
    case RankCase::over_constrained:
      a_.topLeftCorner(rows, columns) = jacobian;
      fit(rows, columns, weights, wanted, step);
      break;
    case RankCase::singular: {
      for (int i = 0; i < rank_; ++i) a_.col(i).head(rows) = std::sqrt(sigma[i]) * u.col(i);
      auto possible = a_.col(rank_).head(rank_);  // dX_b, in a column that J_a does not use: rank_ < columns
      fit(rows, rank_, weights, wanted, possible);
      step.setZero();
      for (int i = 0; i < rank_; ++i) step += (possible[i] / std::sqrt(sigma[i])) * v.col(i);
      break;
    }
  }
  step += projected_.head(columns);
  return rank_case;
}

}  // namespace limber
