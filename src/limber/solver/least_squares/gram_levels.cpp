// Forward substitution level by level, on the products of rows; see gram_levels.h.

#include "limber/solver/least_squares/gram_levels.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "limber/solver/least_squares/row_kernels.h"

namespace limber {

namespace gram {

// A level whose rows are this much shorter than those above (squares): what is negligible is not for it alone
// to say.
constexpr double too_short = 1e-12;
// A x is what it should be to this, relative to the sizes of its parts ...
constexpr double met = 1e-14;
// ... or, where rounding stops it from getting nearer, to this.
constexpr double nearly_met = 1e-12;
constexpr int most_corrections = 4;  // mostly one

}  // namespace gram

GramLevels::GramLevels(int max_unknowns, int max_levels)
    : c_(static_cast<std::size_t>((max_levels + 1) * most_rows), 0.0),
      multipliers_(c_.size(), 0.0),
      levels_(static_cast<std::size_t>(max_levels)),
      block_(most_rows, most_rows),
      steps_(RowMatrix::Zero(max_levels + 1, row_kernels::padded(max_unknowns))),
      points_(RowMatrix::Zero(max_levels + 1, row_kernels::padded(max_unknowns))),
      point_(static_cast<std::size_t>(row_kernels::padded(max_unknowns)), 0.0),
      x_(VecX::Zero(max_unknowns)) {}

// Equalities of at least two levels, and inequalities that x = 0 keeps.
bool GramLevels::choose_rows() noexcept {
  count_ = rounds_ = 0;
  any_inequality_ = false;
  for (int level = 0; level < problem_->level_count(); ++level) {
    at(levels_, level) = {.first = count_, .end = count_};
    for (int r = problem_->level(level).first_row; r < problem_->level(level).end_row; ++r) {
      const LevelProblem::Row& row = problem_->row(r);
      if (row.restricted || !std::isfinite(row.rhs)) return false;
      if (row.at_most) {
        if (row.rhs < 0.0) return false;
        any_inequality_ = true;
        continue;
      }
      if (count_ == most_rows) return false;
      rows_[count_] = problem_->coefficients(r);
      b_[count_] = row.rhs;
      numbers_[count_++] = r;
    }
    at(levels_, level).end = count_;
    rounds_ += at(levels_, level).first < count_;
  }
  return rounds_ > 1;
}

bool GramLevels::factorise() noexcept {
  factors_.begin(rows_, count_, length_, unknowns_);
  double longest = 0.0;
  for (int l = 0; l < problem_->level_count(); ++l) {
    Level& level = at(levels_, l);
    level.first_pivot = factors_.columns;
    if (!factors_.add_level(level.first, level.end)) return false;
    level.end_pivot = factors_.columns;
    double own = 0.0;
    for (int r = level.first; r < level.end; ++r) own = std::max(own, factors_.products[r][r]);
    longest = std::max(longest, own);
    if (level.first < level.end && !(own > gram::too_short * longest)) return false;
  }
  for (int k = 0; k < factors_.columns; ++k) pivot_rows_[k] = rows_[factors_.pivot[k]];
  return true;
}

bool GramLevels::solve(const LevelProblem& problem) noexcept {
  problem_ = &problem;
  unknowns_ = problem.unknowns();
  length_ = row_kernels::padded(unknowns_);
  if (!choose_rows() || !factorise() || !solve_levels()) return false;
  pulled_ = problem.has_pull() && !problem.pull().head(unknowns_).isZero(0);
  if (pulled_) return solve_pull();
  const int last = problem.level_count() - 1;
  x_.head(unknowns_) = Eigen::Map<const VecX>(point(last), unknowns_);
  std::copy_n(of_level(c_, last), most_rows, pull_c_);
  return true;
}

bool GramLevels::solve_levels() noexcept {
  for (int l = 0; l < problem_->level_count(); ++l) {
    Level& level = at(levels_, l);
    double* const c = of_level(c_, l);
    double* const x = points_.data() + l * points_.cols();
    double* const step = steps_.data() + l * steps_.cols();
    std::fill_n(c, most_rows, 0.0);
    const LevelDamping& damping = problem_->level(l).damping;
    if (level.first < level.end && damping.rule == LevelDamping::Rule::fixed) level.lambda = damping.lambda;
    if (level.first_pivot < level.end_pivot) {
      if (!solve_level(level, damping)) return false;
      std::copy_n(u_, level.end_pivot, c);
      factors_.apply_transposed_inverse(level.end_pivot, c);
      if (!reach(level.end_pivot, nullptr, c, x)) return false;
    } else if (l > 0) {  // nothing to do, or to do it with
      std::copy_n(c - most_rows, most_rows, c);
      std::copy_n(x - points_.cols(), length_, x);
    } else {
      std::fill_n(x, length_, 0.0);
    }
    const double* const before = x - points_.cols();
    for (int i = 0; i < length_; ++i) step[i] = l == 0 ? x[i] : x[i] - before[i];
    explain(l);
  }
  return true;
}

// -> u_ and wanted_ of its directions.
bool GramLevels::solve_level(Level& level, const LevelDamping& damping) noexcept {
  const int first = level.first_pivot, end = level.end_pivot;
  double done[most_rows] = {};  // D u
  for (int k = 0; k < first; ++k) done[k] = factors_.diagonal[k] * u_[k];
  double square = 0.0;
  for (int i = first; i < end; ++i) {
    const int r = factors_.pivot[i];
    done[i] = b_[r] - factors_.along(r, done, i);
    u_[i] = done[i] * factors_.inverse[i];
    square += done[i] * u_[i];
    wanted_[i] = b_[r];
  }
  if (!std::isfinite(square) || std::isnan(damping.lambda) || std::isnan(damping.bound)) return false;
  const bool fits =
      damping.rule == LevelDamping::Rule::none ||
      (damping.rule == LevelDamping::Rule::step_bound && square <= damping.bound * damping.bound) ||
      (damping.rule == LevelDamping::Rule::fixed && damping.lambda == 0.0);
  if (fits && end - first == level.end - level.first) return true;
  if (damping.rule == LevelDamping::Rule::step_bound && !(damping.bound > 0.0)) return false;
  minimise(level, damping, done);
  return std::isfinite(level.lambda);
}

// The whole step would be too long, or there are more rows than directions. `done`: D u of those above.
void GramLevels::minimise(Level& level, const LevelDamping& damping, const double* done) noexcept {
  const int first = level.first_pivot, size = level.end_pivot - first, rows = level.end - level.first;
  block_.resize(rows, size);
  double root[most_rows], v[most_rows];
  for (int j = 0; j < size; ++j) root[j] = std::sqrt(factors_.diagonal[first + j]);
  for (int i = 0; i < rows; ++i) {
    const int r = level.first + i;
    block_.right_side(i) = b_[r] - factors_.along(r, done, first);
    for (int j = 0; j < size; ++j) block_.entry(i, j) = factors_.lower[r][first + j] * root[j];
  }
  block_.reduce();
  if (damping.rule == LevelDamping::Rule::step_bound) {
    level.lambda = block_.solve_within(damping.bound, 0.0, v);
  } else {
    block_.solve(level.lambda, v);
  }
  double along[most_rows] = {};  // D u
  std::copy_n(done, first, along);
  for (int j = 0; j < size; ++j) {
    u_[first + j] = v[j] / root[j];
    along[first + j] = v[j] * root[j];
  }
  for (int i = first; i < level.end_pivot; ++i) wanted_[i] = factors_.along(factors_.pivot[i], along, i + 1);
}

// x = z + A^T c, c being corrected until A x is what is wanted of the first `count` pivots. False: it is not,
// or a bound or inequality is in the way.
bool GramLevels::reach(int count, const double* z, double* c, double* x) noexcept {
  double last = std::numeric_limits<double>::infinity();
  for (int round = 0; round <= gram::most_corrections; ++round) {
    const row_kernels::Boxed boxed = row_kernels::combine(
        pivot_rows_, count, length_, c, z, problem_->lower().data(), problem_->upper().data(), x);
    if (!boxed.zero_inside || boxed.any_held || !std::isfinite(boxed.square)) return false;
    double left[most_rows], off = 0.0, size = 0.0;
    row_kernels::multiply(pivot_rows_, count, length_, x, left);
    for (int i = 0; i < count; ++i) {
      const double own = factors_.products[factors_.pivot[i]][factors_.pivot[i]];
      size = std::max(size, std::abs(wanted_[i]) + std::sqrt(own * boxed.square));
      left[i] = wanted_[i] - left[i];
      off = std::max(off, std::abs(left[i]));
    }
    if (off <= gram::met * size || (off >= 0.5 * last && off <= gram::nearly_met * size))
      return !any_inequality_ || keeps_inequalities(x);
    last = off;
    factors_.apply_inverse(count, left);
    for (int i = 0; i < count; ++i) c[i] += left[i];
  }
  return false;
}

// The point nearest to z with the same A x.
bool GramLevels::solve_pull() noexcept {
  const double* const z = problem_->pull().data();
  const int count = factors_.columns;
  row_kernels::multiply(pivot_rows_, count, length_, z, pull_c_);
  for (int i = 0; i < count; ++i) pull_c_[i] = wanted_[i] - pull_c_[i];
  factors_.apply_inverse(count, pull_c_);
  if (!reach(count, z, pull_c_, point_.data())) return false;
  std::copy_n(point_.data(), unknowns_, x_.data());
  return true;
}

bool GramLevels::keeps_inequalities(const double* x) const noexcept {
  for (int r = 0; r < problem_->row_count(); ++r) {
    const LevelProblem::Row& row = problem_->row(r);
    if (!row.at_most) continue;
    double value;
    const double* const coefficients = problem_->coefficients(r);
    row_kernels::multiply(&coefficients, 1, length_, x, &value);
    if (!(value - row.rhs <= LevelProblem::violation_tolerance)) return false;
  }
  return true;
}

// A_l^T r_l = sum over rows above of nu_i a_i + lambda_l^2 d_l, along the directions above:
// L^T nu = L_l^T r_l.
void GramLevels::explain(int l) noexcept {
  const Level& level = at(levels_, l);
  double* const nu = of_level(multipliers_, l);
  std::fill_n(nu, most_rows, 0.0);
  const int rows = level.end - level.first, above = level.first_pivot;
  const bool got_all = level.lambda == 0.0 && rows == level.end_pivot - level.first_pivot;
  if (rows == 0 || got_all) return;
  double left[most_rows];
  row_kernels::multiply(rows_ + level.first, rows, length_, point(l), left);
  for (int i = 0; i < rows; ++i) {
    left[i] = b_[level.first + i] - left[i];
    for (int k = 0; k < above; ++k) nu[k] += left[i] * factors_.lower[level.first + i][k];
  }
  factors_.apply_transposed_inverse(above, nu);
}

double GramLevels::row_multiplier(int level, int row) const noexcept {
  for (int k = 0; k < factors_.columns; ++k) {
    if (numbers_[factors_.pivot[k]] != row) continue;
    if (level == problem_->level_count()) return -pull_c_[k];
    return multipliers_[static_cast<std::size_t>(level * most_rows + k)];
  }
  return 0.0;
}

}  // namespace limber
