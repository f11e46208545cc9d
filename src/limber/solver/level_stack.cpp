#include "limber/solver/level_stack.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace limber {

namespace {

double dot(const double* a, const double* b, int count) {
  return Eigen::Map<const VecX>(a, count).dot(Eigen::Map<const VecX>(b, count));
}

std::size_t at(int index) {
  return static_cast<std::size_t>(index);
}

}  // namespace

LevelStack::LevelStack(int max_unknowns, int max_rows, int max_levels)
    : rows_(RowMatrix::Zero(max_rows, max_unknowns)),
      rhs_(VecX::Zero(max_rows)),
      scale_(VecX::Zero(max_rows)),
      x_(VecX::Zero(max_unknowns)),
      y_(VecX::Zero(max_unknowns)),
      normal_rhs_(VecX::Zero(max_unknowns)),
      reflector_scale_(VecX::Zero(max_unknowns)),
      order_(at(max_rows)),
      pivot_row_(at(max_unknowns)),
      normal_(std::min(max_rows, max_unknowns), std::min(max_rows, max_unknowns)),
      small_(VecX::Zero(max_unknowns)),
      block_(VecX::Zero(max_rows)),
      transformed_(VecX::Zero(max_unknowns)) {
  levels_.reserve(at(max_levels));
}

void LevelStack::clear(int unknowns) noexcept {
  assert(unknowns <= rows_.cols());
  unknowns_ = unknowns;
  row_count_ = 0;
  used_columns_ = 0;
  levels_.clear();
}

void LevelStack::begin_level(const LevelDamping& damping) noexcept {
  assert(levels_.size() < levels_.capacity());
  levels_.push_back({.first_row = row_count_, .damping = damping});
}

void LevelStack::add_row(const double* coefficients, double rhs, double scale) noexcept {
  assert(row_count_ < rows_.rows() && !levels_.empty());
  std::copy(coefficients, coefficients + unknowns_, rows_.data() + row_count_ * rows_.cols());
  rhs_[row_count_] = rhs;
  scale_[row_count_] = scale;
  order_[at(row_count_)] = row_count_;
  ++row_count_;
  ++levels_.back().row_count;
}

// Makes row `pivot` zero beyond `column` by a reflection, and applies it to the rows from `from_row` on.
void LevelStack::reflect_rows(int pivot, int column, int from_row) noexcept {
  const int count = unknowns_ - column;
  double* const v = rows_.data() + pivot * rows_.cols() + column;
  const double norm = std::sqrt(dot(v, v, count));
  const double alpha = v[0];
  const double beta = alpha >= 0 ? -norm : norm;  // away from alpha: nothing cancels
  const double tau = (beta - alpha) / beta;
  const double inverse = 1.0 / (alpha - beta);
  for (int c = 1; c < count; ++c) v[c] *= inverse;
  v[0] = 1.0;
  for (int r = from_row; r < row_count_; ++r) {
    if (r == pivot) continue;
    double* const row = rows_.data() + r * rows_.cols() + column;
    const double amount = tau * dot(row, v, count);
    Eigen::Map<VecX>(row, count) -= amount * Eigen::Map<const VecX>(v, count);
  }
  v[0] = beta;
  reflector_scale_[column] = tau;
}

void LevelStack::factorise(Level& level) noexcept {
  level.first_column = used_columns_;
  level.rank = 0;
  double scale = 0.0;
  for (int r = level.first_row; r < row_end(level); ++r) scale = std::max(scale, scale_[r]);
  const double smallest = rank_tolerance * scale;
  while (level.rank < level.row_count && used_columns_ < unknowns_) {
    const int next = level.first_row + level.rank;
    int pivot = next;
    double largest = -1.0;
    for (int r = next; r < row_end(level); ++r) {
      const double* row = rows_.data() + r * rows_.cols() + used_columns_;
      const double size = dot(row, row, unknowns_ - used_columns_);
      if (size > largest) {
        largest = size;
        pivot = r;
      }
    }
    if (!(largest > smallest * smallest)) break;
    if (pivot != next) {
      rows_.row(pivot).head(unknowns_).swap(rows_.row(next).head(unknowns_));
      std::swap(rhs_[pivot], rhs_[next]);
      std::swap(scale_[pivot], scale_[next]);
      std::swap(order_[at(pivot)], order_[at(next)]);
    }
    reflect_rows(next, used_columns_, next + 1);
    pivot_row_[at(used_columns_)] = next;
    ++level.rank;
    ++used_columns_;
  }
}

// y_l from (T^T T + lambda^2 I) y_l = T^T b: small, and well conditioned once lambda counts.
void LevelStack::solve_damped(const Level& level, double lambda) noexcept {
  const int k = level.rank;
  auto normal = normal_.topLeftCorner(k, k);
  const auto t = rows_.block(level.first_row, level.first_column, level.row_count, k);
  // Beyond the diagonal of a pivot row its reflector is stored, which is not part of T.
  for (int i = 0; i < k; ++i) {
    for (int j = i; j < k; ++j) {
      double sum = 0.0;
      for (int r = j; r < level.row_count; ++r) sum += t(r, i) * t(r, j);
      normal(j, i) = sum;
    }
    normal(i, i) += lambda * lambda;
  }
  Eigen::internal::llt_inplace<double, Eigen::Lower>::blocked(normal);
  auto y = y_.segment(level.first_column, k);
  y = normal_rhs_.head(k);
  normal.triangularView<Eigen::Lower>().solveInPlace(y);
  normal.triangularView<Eigen::Lower>().transpose().solveInPlace(y);
}

void LevelStack::solve_level(Level& level) noexcept {
  const int k = level.rank, first = level.first_column, m = level.row_count;
  level.lambda = 0.0;
  if (k == 0) return;
  // What the levels above leave of the right-hand side.
  for (int r = level.first_row; r < row_end(level); ++r) {
    rhs_[r] -= dot(rows_.data() + r * rows_.cols(), y_.data(), first);
  }
  const auto t = rows_.block(level.first_row, first, m, k);
  const auto b = rhs_.segment(level.first_row, m);
  const bool needs_normal = k < m || level.damping.rule != LevelDamping::Rule::none;
  if (needs_normal) {
    for (int i = 0; i < k; ++i) {
      double sum = 0.0;
      for (int r = i; r < m; ++r) sum += t(r, i) * b[r];
      normal_rhs_[i] = sum;
    }
  }
  if (level.damping.rule == LevelDamping::Rule::fixed && level.damping.lambda > 0) {
    level.lambda = level.damping.lambda;
    solve_damped(level, level.lambda);
    return;
  }
  if (k == m) {
    for (int i = 0; i < k; ++i) {
      double sum = b[i];
      for (int j = 0; j < i; ++j) sum -= t(i, j) * y_[first + j];
      y_[first + i] = sum / t(i, i);
    }
  } else {
    // Dependent rows: least squares. One step of refinement wins back what forming T^T T costs.
    solve_damped(level, 0.0);
    for (int i = 0; i < k; ++i) small_[i] = y_[first + i];
    for (int r = 0; r < m; ++r) {
      double left = b[r];
      for (int j = 0; j <= std::min(r, k - 1); ++j) left -= t(r, j) * small_[j];
      block_[r] = left;
    }
    for (int i = 0; i < k; ++i) {
      double sum = 0.0;
      for (int r = i; r < m; ++r) sum += t(r, i) * block_[r];
      transformed_[i] = sum;
    }
    auto normal = normal_.topLeftCorner(k, k);
    auto correction = transformed_.head(k);
    normal.triangularView<Eigen::Lower>().solveInPlace(correction);
    normal.triangularView<Eigen::Lower>().transpose().solveInPlace(correction);
    y_.segment(first, k) += correction;
  }
  if (level.damping.rule != LevelDamping::Rule::step_bound) return;
  // Smallest lambda with |y_l| <= bound: Newton on 1/|y| = 1/bound, which is nearly linear in lambda^2.
  const double bound = level.damping.bound;
  double mu = 0.0;
  for (int round = 0; round < 8; ++round) {
    const double norm = y_.segment(first, k).norm();
    if (norm <= bound * (1 + 1e-3)) break;
    if (round == 0 && k == m) solve_damped(level, 0.0);
    auto q = small_.head(k);
    q = y_.segment(first, k);
    normal_.topLeftCorner(k, k).triangularView<Eigen::Lower>().solveInPlace(q);
    const double slope = q.squaredNorm();
    if (!(slope > 0)) break;
    mu += (norm * norm / slope) * (norm - bound) / bound;
    solve_damped(level, std::sqrt(mu));
  }
  level.lambda = std::sqrt(mu);
}

void LevelStack::solve(const double* z) noexcept {
  y_.head(unknowns_).setZero();
  for (Level& level : levels_) {
    factorise(level);
    solve_level(level);
  }
  if (z && used_columns_ < unknowns_) {
    transformed_.head(unknowns_) = Eigen::Map<const VecX>(z, unknowns_);
    apply_reflections_transposed(transformed_);
    const int left = unknowns_ - used_columns_;
    y_.segment(used_columns_, left) = transformed_.segment(used_columns_, left);
  }
  x_.head(unknowns_) = y_.head(unknowns_);
  apply_reflections(x_);
}

void LevelStack::reflect(int column, VecX& y) const noexcept {
  const double* v = rows_.data() + pivot_row_[at(column)] * rows_.cols() + column;
  const int beyond = unknowns_ - column - 1;
  const double amount = reflector_scale_[column] * (y[column] + dot(v + 1, y.data() + column + 1, beyond));
  y[column] -= amount;
  y.segment(column + 1, beyond) -= amount * Eigen::Map<const VecX>(v + 1, beyond);
}

void LevelStack::apply_reflections(VecX& y) const noexcept {
  for (int c = used_columns_ - 1; c >= 0; --c) reflect(c, y);
}

void LevelStack::apply_reflections_transposed(VecX& y) const noexcept {
  for (int c = 0; c < used_columns_; ++c) reflect(c, y);
}

void LevelStack::multipliers(int level, const double* residual, const double* pull, double* nu) noexcept {
  const bool is_pull = level == level_count();
  const int columns = is_pull ? used_columns_ : levels_[at(level)].first_column;
  // The gradient of level l in the coordinates y of the levels above.
  auto& g = transformed_;
  if (is_pull) {
    g.head(unknowns_) = Eigen::Map<const VecX>(pull, unknowns_);
    apply_reflections_transposed(g);
  } else {
    const Level& own = levels_[at(level)];
    g.head(columns).setZero();
    for (int r = own.first_row; r < row_end(own); ++r) {
      const double amount = residual[order_[at(r)] - own.first_row];
      g.head(columns) += amount * rows_.row(r).head(columns).transpose();
    }
  }
  const int above = is_pull ? level_count() : level;
  for (int j = above - 1; j >= 0; --j) {
    const Level& other = levels_[at(j)];
    const int k = other.rank, first = other.first_column;
    for (int r = other.first_row; r < row_end(other); ++r) nu[order_[at(r)]] = 0.0;
    // T^T nu = g on the pivot rows, which form a lower triangle: back substitution.
    const auto t = rows_.block(other.first_row, first, k, k);
    for (int i = k - 1; i >= 0; --i) {
      double sum = g[first + i];
      for (int r = i + 1; r < k; ++r) sum -= t(r, i) * small_[r];
      small_[i] = sum / t(i, i);
    }
    for (int i = 0; i < k; ++i) {
      const int r = other.first_row + i;
      nu[order_[at(r)]] = small_[i];
      g.head(first) -= small_[i] * rows_.row(r).head(first).transpose();
    }
  }
}

}  // namespace limber
