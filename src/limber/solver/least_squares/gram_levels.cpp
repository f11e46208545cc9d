// Forward substitution level by level, on the products of rows; see gram_levels.h.

#include "limber/solver/least_squares/gram_levels.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "limber/math/lanes.h"
#include "limber/solver/least_squares/row_kernels.h"

namespace limber {

namespace gram {

// Pivots of A A^T below this, relative to the longest row of their level: what is left of a row is less than
// 1e-4 of it, and the general way is more accurate.
constexpr double smallest_pivot = 1e-8;
// A level whose rows are shorter than this, relative to those above (squares): scales are no matter for sums
// of products.
constexpr double too_short = 1e-12;
// A x is what it should be to this, relative to the sizes of its parts ...
constexpr double met = 1e-14;
// ... or, where rounding stops it from getting nearer, to this.
constexpr double nearly_met = 1e-12;
constexpr int most_corrections = 4;  // mostly one

// The first `count` products of a and b; both are padded with zeros.
LIMBER_ALWAYS_INLINE double dot(const double* a, const double* b, int count) {
  Four sum = {};
  for (int i = 0; i < count; i += 4) sum += four(a + i) * four(b + i);
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

struct Factors {
  const double (&products)[GramLevels::most_rows][GramLevels::most_rows];
  double (&lower)[GramLevels::most_rows][GramLevels::most_rows];
  double (&diagonal)[GramLevels::most_rows];
};

// L and D, row by row. Entries of a row of L from its diagonal on are zero.
LIMBER_TWO_VERSIONS
static void factorise(const Factors& f, int count) {
  double inverse[GramLevels::most_rows];
  for (int i = 0; i < count; ++i) {
    double* const row = f.lower[i];  // first L D, which needs no division
    std::fill_n(row, GramLevels::most_rows, 0.0);
    for (int j = 0; j < i; ++j) row[j] = f.products[i][j] - dot(row, f.lower[j], j);
    double pivot = f.products[i][i];
    for (int j = 0; j < i; ++j) {
      const double scaled = row[j] * inverse[j];
      pivot -= row[j] * scaled;
      row[j] = scaled;
    }
    f.diagonal[i] = pivot;
    inverse[i] = 1.0 / pivot;
  }
}

}  // namespace gram

GramLevels::GramLevels(int max_unknowns, int max_levels)
    : c_(static_cast<std::size_t>((max_levels + 1) * most_rows), 0.0),
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
    at(levels_, level) = {count_, count_, 0.0};
    for (int r = problem_->level(level).first_row; r < problem_->level(level).end_row; ++r) {
      const LevelProblem::Row& row = problem_->row(r);
      if (row.restricted || !std::isfinite(row.rhs)) return false;
      if (row.at_most) {
        if (row.rhs < 0.0) return false;
        any_inequality_ = true;
        continue;
      }
      if (count_ == most_rows || count_ == unknowns_) return false;
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
  row_kernels::gram(rows_, count_, length_, &products_[0][0], most_rows);
  gram::factorise({products_, lower_, diagonal_}, count_);
  double longest = 0.0;
  bool good = true;
  for (int level = 0; level < problem_->level_count(); ++level) {
    double own = 0.0, least = std::numeric_limits<double>::infinity();
    for (int i = at(levels_, level).first; i < at(levels_, level).end; ++i) {
      own = std::max(own, products_[i][i]);
      least = std::min(least, diagonal_[i]);
      good = good && std::isfinite(products_[i][i]) && diagonal_[i] > gram::smallest_pivot * own;
    }
    longest = std::max(longest, own);
    good = good && least > gram::smallest_pivot * own &&
           (at(levels_, level).first == at(levels_, level).end || own > gram::too_short * longest);
  }
  return good;
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
  std::copy_n(c_.data() + last * most_rows, most_rows, pull_c_);
  return true;
}

bool GramLevels::solve_levels() noexcept {
  for (int level = 0; level < problem_->level_count(); ++level) {
    double* const c = c_.data() + level * most_rows;
    double* const x = points_.data() + level * points_.cols();
    double* const step = steps_.data() + level * steps_.cols();
    Level& own = at(levels_, level);
    if (own.first == own.end) {
      std::fill_n(step, length_, 0.0);
      if (level == 0) {
        std::fill_n(x, length_, 0.0);
        std::fill_n(c, most_rows, 0.0);
      } else {
        std::copy_n(x - points_.cols(), length_, x);
        std::copy_n(c - most_rows, most_rows, c);
      }
      continue;
    }
    if (!solve_level(own, problem_->level(level).damping)) return false;
    std::fill_n(c, most_rows, 0.0);
    std::copy_n(u_, own.end, c);
    for (int i = own.end - 1; i > 0; --i) {
      for (int k = 0; k < i; ++k) c[k] -= lower_[i][k] * c[i];
    }
    if (!reach(own.end, nullptr, c, x)) return false;
    const double* const before = x - points_.cols();
    for (int i = 0; i < length_; ++i) step[i] = level == 0 ? x[i] : x[i] - before[i];
  }
  return true;
}

// -> u_ and wanted_ of its rows.
bool GramLevels::solve_level(Level& level, const LevelDamping& damping) noexcept {
  const int first = level.first, end = level.end;
  double done[most_rows] = {};  // D u
  for (int k = 0; k < first; ++k) done[k] = diagonal_[k] * u_[k];
  double square = 0.0;
  for (int i = first; i < end; ++i) {
    double sum = b_[i];
    for (int k = 0; k < i; ++k) sum -= lower_[i][k] * done[k];
    done[i] = sum;
    u_[i] = sum / diagonal_[i];
    square += sum * u_[i];
    wanted_[i] = b_[i];
  }
  if (!std::isfinite(square) || std::isnan(damping.lambda) || std::isnan(damping.bound)) return false;
  const bool fits =
      damping.rule == LevelDamping::Rule::none ||
      (damping.rule == LevelDamping::Rule::step_bound && square <= damping.bound * damping.bound) ||
      (damping.rule == LevelDamping::Rule::fixed && damping.lambda == 0.0);
  if (fits) return true;
  if (damping.rule == LevelDamping::Rule::step_bound && !(damping.bound > 0.0)) return false;
  damp(level, damping);
  return std::isfinite(level.lambda);
}

// v = D^(1/2) u of a level whose whole step would be too long.
void GramLevels::damp(Level& level, const LevelDamping& damping) noexcept {
  const int first = level.first, size = level.end - level.first;
  block_.resize(size, size);
  double root[most_rows], v[most_rows];
  for (int j = 0; j < size; ++j) root[j] = std::sqrt(diagonal_[first + j]);
  for (int i = 0; i < size; ++i) {
    double sum = b_[first + i];
    for (int k = 0; k < first; ++k) sum -= lower_[first + i][k] * diagonal_[k] * u_[k];
    block_.right_side(i) = sum;
    for (int j = 0; j < size; ++j)
      block_.entry(i, j) = j < i ? lower_[first + i][first + j] * root[j] : j == i ? root[i] : 0.0;
  }
  block_.reduce();
  if (damping.rule == LevelDamping::Rule::fixed) {
    level.lambda = damping.lambda;
    block_.solve(damping.lambda, v);
  } else {
    level.lambda = block_.solve_within(damping.bound, 0.0, v);
  }
  for (int j = 0; j < size; ++j) u_[first + j] = v[j] / root[j];
  for (int i = first; i < level.end; ++i) {
    double sum = diagonal_[i] * u_[i];
    for (int k = 0; k < i; ++k) sum += lower_[i][k] * diagonal_[k] * u_[k];
    wanted_[i] = sum;
  }
}

// values <- (A A^T)^-1 values, of the first `count` rows.
void GramLevels::apply_inverse(int count, double* values) const noexcept {
  for (int i = 1; i < count; ++i) {
    for (int k = 0; k < i; ++k) values[i] -= lower_[i][k] * values[k];
  }
  for (int i = 0; i < count; ++i) values[i] /= diagonal_[i];
  for (int i = count - 1; i > 0; --i) {
    for (int k = 0; k < i; ++k) values[k] -= lower_[i][k] * values[i];
  }
}

// x = z + A^T c, c being corrected until A x is what is wanted of the first `count` rows. False: it is not,
// or a bound or inequality is in the way.
bool GramLevels::reach(int count, const double* z, double* c, double* x) noexcept {
  double last = std::numeric_limits<double>::infinity();
  for (int round = 0; round <= gram::most_corrections; ++round) {
    const row_kernels::Boxed boxed = row_kernels::combine(
        rows_, count, length_, c, z, problem_->lower().data(), problem_->upper().data(), x);
    if (!boxed.zero_inside || boxed.any_held || !std::isfinite(boxed.square)) return false;
    double left[most_rows], off = 0.0, size = 0.0;
    row_kernels::multiply(rows_, count, length_, x, left);
    for (int i = 0; i < count; ++i) {
      size = std::max(size, std::abs(wanted_[i]) + std::sqrt(products_[i][i] * boxed.square));
      left[i] = wanted_[i] - left[i];
      off = std::max(off, std::abs(left[i]));
    }
    if (off <= gram::met * size || (off >= 0.5 * last && off <= gram::nearly_met * size))
      return !any_inequality_ || keeps_inequalities(x);
    last = off;
    apply_inverse(count, left);
    for (int i = 0; i < count; ++i) c[i] += left[i];
  }
  return false;
}

// The point nearest to z with the same A x.
bool GramLevels::solve_pull() noexcept {
  const double* const z = problem_->pull().data();
  row_kernels::multiply(rows_, count_, length_, z, pull_c_);
  for (int i = 0; i < count_; ++i) pull_c_[i] = wanted_[i] - pull_c_[i];
  apply_inverse(count_, pull_c_);
  if (!reach(count_, z, pull_c_, point_.data())) return false;
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

// With d_l = A^T (c_l - c_(l-1)) and r_l = lambda_l^2 (c_l)_l:  A_l^T r_l = lambda_l^2 (d_l - what of it is
// combined from rows above).
double GramLevels::row_multiplier(int level, int row) const noexcept {
  const int* const found = std::find(numbers_, numbers_ + count_, row);
  const auto i = found - numbers_;
  if (i == count_) return 0.0;
  if (level == problem_->level_count()) return -pull_c_[i];
  const Level& own = at(levels_, level);
  if (i >= own.first) return 0.0;
  const double* const c = c_.data() + level * most_rows + i;
  return own.lambda > 0.0 ? -own.lambda * own.lambda * (c[0] - (level > 0 ? c[-most_rows] : 0.0)) : 0.0;
}

}  // namespace limber
