// Newton's method for the few numbers y; see box_level.h.

#include "limber/solver/least_squares/box_level.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "limber/math/dot.h"
#include "limber/solver/least_squares/row_kernels.h"

namespace limber {

namespace {

// Pivots of A A^T below this, relative to the largest: A has a condition above 1e4, and 1e-8 of the answer's
// digits are left to correct, which one more round does. Beyond that the general way is more accurate.
constexpr double smallest_pivot = 1e-8;
// A x + mu y = b is met to this, relative to the sizes of its parts.
constexpr double equation_met = 1e-14;
// ... or, where rounding stops it from getting nearer, to this.
constexpr double equation_nearly_met = 1e-12;
constexpr int most_newton_rounds = 24;   // of Newton's method; mostly one to five
constexpr int most_damping_rounds = 40;  // for mu
constexpr int most_touches = 3;          // to make up for rounding afterwards
constexpr double near_bound = 1e-6;      // |x| = bound, relative, so far as rounding is to blame
constexpr double bound_met = 1e-13;      // |x| = bound, relative

double largest_of(const double* values, int count) {
  double largest = 0.0;
  for (int i = 0; i < count; ++i) largest = std::max(largest, std::abs(values[i]));
  return largest;
}

}  // namespace

BoxLevel::BoxLevel(int max_unknowns)
    : point_(static_cast<std::size_t>(row_kernels::padded(max_unknowns)), 0.0),
      pulled_x_(VecX::Zero(max_unknowns)),
      level_x_(VecX::Zero(max_unknowns)),
      zero_(VecX::Zero(max_unknowns)) {
  held_.reserve(static_cast<std::size_t>(max_unknowns));
  held_before_.reserve(static_cast<std::size_t>(max_unknowns));
}

double BoxLevel::lambda(int level) const noexcept {
  return level == level_ ? std::sqrt(mu_) : 0.0;
}

// A level with equalities, the only one. Rows of zeros have nothing to ask of anyone.
bool BoxLevel::choose_rows(const LevelProblem& problem) noexcept {
  level_ = -1;
  count_ = 0;
  for (int r = 0; r < problem.row_count(); ++r) {
    const LevelProblem::Row& row = problem.row(r);
    if (row.restricted) return false;
    if (row.at_most) {
      if (!(row.rhs >= 0.0)) return false;
      continue;
    }
    if (level_ >= 0 && row.level != level_) return false;
    if (count_ == most_rows) return false;
    level_ = row.level;
    rows_[count_] = problem.coefficients(r);
    b_[count_] = row.rhs;
    numbers_[count_++] = r;
  }
  if (level_ < 0) return false;
  row_kernels::gram(rows_, count_, length_, &gram_[0][0], most_rows);
  int kept = 0, from[most_rows];
  bool finite = true;
  for (int i = 0; i < count_; ++i) {
    finite = finite && std::isfinite(gram_[i][i]) && std::isfinite(b_[i]);
    if (gram_[i][i] == 0.0) continue;
    from[kept] = i;
    if (kept == i) {
      ++kept;
      continue;
    }
    for (int j = 0; j < kept; ++j) gram_[kept][j] = gram_[i][from[j]];
    gram_[kept][kept] = gram_[i][i];
    rows_[kept] = rows_[i];
    b_[kept] = b_[i];
    numbers_[kept++] = numbers_[i];
  }
  count_ = kept;
  return finite && count_ > 0;
}

bool BoxLevel::solve(const LevelProblem& problem) noexcept {
  problem_ = &problem;
  unknowns_ = problem.unknowns();
  length_ = row_kernels::padded(unknowns_);
  rounds_ = 1;
  if (unknowns_ == 0 || !choose_rows(problem)) return false;
  if (!solve_level(problem.level(level_).damping)) return false;
  write(level_x_);
  rank_ = std::min(count_, unknowns_ - static_cast<int>(held_.size()));
  std::copy_n(y_, count_, level_y_);
  pulled_ = problem.has_pull() && !problem.pull().head(unknowns_).isZero(0);
  if (squeezed_) {
    explain_pull();
  } else if (pulled_) {
    if (!solve_pull()) return false;
    write(pulled_x_);
    std::copy_n(y_, count_, pull_y_);
  }
  return keeps_inequalities(level_x_) && (!pulled_ || keeps_inequalities(x()));
}

void BoxLevel::write(VecX& out) const noexcept {
  std::copy_n(point_.data(), unknowns_, out.data());
}

bool BoxLevel::keeps_inequalities(const VecX& x) const noexcept {
  for (int r = 0; r < problem_->row_count(); ++r) {
    const LevelProblem::Row& row = problem_->row(r);
    if (!row.at_most) continue;
    const double value = problem_->product(r, x);
    if (!(value - row.rhs <= LevelProblem::violation_tolerance)) return false;
  }
  return true;
}

// -> held_. True: others than before.
bool BoxLevel::find_held() noexcept {
  if (!any_held_ && held_.empty()) return false;
  std::swap(held_, held_before_);
  held_.clear();
  const double *lower = problem_->lower().data(), *upper = problem_->upper().data();
  for (int i = 0; any_held_ && i < unknowns_; ++i) {
    if (point_[static_cast<std::size_t>(i)] <= lower[i] || point_[static_cast<std::size_t>(i)] >= upper[i]) {
      held_.push_back(i);
    }
  }
  return held_ != held_before_;
}

// -> free_gram_ without the columns held.
bool BoxLevel::factorise(double mu) noexcept {
  for (int r = 0; r < count_; ++r) std::copy_n(gram_[r], r + 1, free_gram_[r]);
  if (2 * held_.size() <= static_cast<std::size_t>(unknowns_)) {
    for (const int i : held_) {
      for (int r = 0; r < count_; ++r) {
        for (int s = 0; s <= r; ++s) free_gram_[r][s] -= rows_[r][i] * rows_[s][i];
      }
    }
  } else {
    for (int r = 0; r < count_; ++r) std::fill_n(free_gram_[r], r + 1, 0.0);
    std::size_t next = 0;
    for (int i = 0; i < unknowns_; ++i) {
      if (next < held_.size() && held_[next] == i) {
        ++next;
        continue;
      }
      for (int r = 0; r < count_; ++r) {
        for (int s = 0; s <= r; ++s) free_gram_[r][s] += rows_[r][i] * rows_[s][i];
      }
    }
  }
  return factor_.factorise(free_gram_, count_, mu, smallest_pivot);
}

// Newton from y as it is: x = box(z + A^T y) with A x + mu y = b. The factor is that of held_ and mu.
bool BoxLevel::settle(const double* b, double mu, const double* z) noexcept {
  double last = std::numeric_limits<double>::infinity();
  for (int round = 0; round < most_newton_rounds; ++round) {
    const row_kernels::Boxed boxed = row_kernels::combine(
        rows_, count_, length_, y_, z, problem_->lower().data(), problem_->upper().data(), point_.data());
    if (!boxed.zero_inside || !std::isfinite(boxed.square)) return false;
    any_held_ = boxed.any_held;
    square_ = boxed.square;
    row_kernels::multiply(rows_, count_, length_, point_.data(), product_);
    double left[most_rows], size = 0.0;
    for (int r = 0; r < count_; ++r) {
      left[r] = b[r] - product_[r] - mu * y_[r];
      size = std::max(size, std::abs(b[r]) + std::sqrt(gram_[r][r] * square_));
    }
    const double off = largest_of(left, count_);
    if (find_held()) {
      ++rounds_;
      if (!factorise(mu)) return false;
    } else if (off <= equation_met * size || (off >= 0.5 * last && off <= equation_nearly_met * size)) {
      return true;
    }
    last = off;
    factor_.solve(left);
    for (int r = 0; r < count_; ++r) y_[r] += left[r];
  }
  return false;
}

BoxSqueeze::Problem BoxLevel::squeezed_problem() const noexcept {
  return {rows_, count_, unknowns_, b_, problem_->lower().data(), problem_->upper().data()};
}

// The point inside the bounds where Newton's method met them is where it begins.
bool BoxLevel::squeeze() noexcept {
  if (!squeeze_.solve(squeezed_problem(), point_.data())) return false;
  square_ = dot(point_.data(), point_.data(), unknowns_);
  row_kernels::multiply(rows_, count_, length_, point_.data(), product_);
  squeezed_ = true;
  any_held_ = true;
  find_held();
  return true;
}

// z - x = A^T nu + what held bounds take: y = -nu.
void BoxLevel::explain_pull() noexcept {
  double away[BoxSqueeze::most];
  for (int i = 0; i < unknowns_; ++i) away[i] = level_x_[i] - (pulled_ ? problem_->pull()[i] : 0.0);
  squeeze_.explain(squeezed_problem(), away, pull_y_);
}

// From the factor of all unknowns and the y that belongs to it. False: x is longer than the bound, or not
// found.
bool BoxLevel::solve_undamped(double bound) noexcept {
  const bool found = settle(b_, 0.0, nullptr) || (!held_.empty() && squeeze());
  if (found && square_ <= bound * bound) return true;
  squeezed_ = false;
  return false;
}

// |A x - b| least with |x| <= bound. Without damping |A^T y|^2 = y . b, which tells what to try first.
bool BoxLevel::solve_bounded(double bound) noexcept {
  const bool may_damp = bound > 0.0 && std::isfinite(bound), regular = factorise(0.0);
  if (regular) factor_.solve(y_);
  const bool damped_first = !regular || dot(y_, b_, count_) > bound * bound;
  if (!damped_first && solve_undamped(bound)) return true;
  if (may_damp && solve_within(bound)) return true;
  if (!damped_first || !regular) return false;
  mu_ = 0.0;
  held_.clear();
  factorise(0.0);
  std::copy_n(b_, count_, y_);
  factor_.solve(y_);
  return solve_undamped(bound);
}

bool BoxLevel::solve_level(const LevelDamping& damping) noexcept {
  squeezed_ = false;
  held_.clear();
  mu_ = damping.rule == LevelDamping::Rule::fixed ? damping.lambda * damping.lambda : 0.0;
  if (!std::isfinite(mu_)) return false;
  std::copy_n(b_, count_, y_);
  if (damping.rule == LevelDamping::Rule::step_bound) return solve_bounded(damping.bound);
  if (!factorise(mu_)) return false;
  factor_.solve(y_);
  return settle(b_, mu_, nullptr) || (mu_ == 0.0 && !held_.empty() && squeeze());
}

// b less what the held unknowns do, and the square of their length.
void BoxLevel::subtract_held(const double* b, double* left, double& square) const noexcept {
  std::copy_n(b, count_, left);
  square = 0.0;
  for (const int i : held_) {
    const double value = point_[static_cast<std::size_t>(i)];
    square += value * value;
    for (int r = 0; r < count_; ++r) left[r] -= value * rows_[r][i];
  }
}

// The same where it takes damping: |x| = bound.
bool BoxLevel::solve_within(double bound) noexcept {
  held_.clear();
  any_held_ = false;
  for (int round = 0; round < most_newton_rounds; ++round) {
    double left[most_rows], square;
    subtract_held(b_, left, square);
    if (square >= bound * bound) return false;
    if (!find_damping(left, std::sqrt(bound * bound - square))) return false;
    ++rounds_;
    const row_kernels::Boxed boxed =
        row_kernels::combine(rows_, count_, length_, y_, nullptr, problem_->lower().data(),
                             problem_->upper().data(), point_.data());
    if (!boxed.zero_inside || !std::isfinite(boxed.square)) return false;
    any_held_ = boxed.any_held;
    square_ = boxed.square;
    if (!find_held()) return meet_bound(bound, square);
  }
  return false;
}

// mu is right to the rounding of A A^T; with x corrected for that, a last step or two make it so to that of
// A.
bool BoxLevel::meet_bound(double bound, double held_square) noexcept {
  // Less damping would do, though the rows cannot be factorised with less.
  if (mu_ > 0.0 && std::sqrt(square_) < (1.0 - near_bound) * bound) return false;
  for (int round = 0; round < most_touches && settle(b_, mu_, nullptr); ++round) {
    const double length = std::sqrt(square_);
    if (mu_ == 0.0 ? length <= bound : std::abs(length - bound) <= equation_nearly_met * bound) return true;
    if (std::abs(length - bound) > near_bound * bound) return false;
    const double free_square = square_ - held_square;
    const double more = free_square / tridiagonal_.measure(mu_).fall * (length - bound) / bound;
    if (!(mu_ + more > 0.0) || !std::isfinite(more)) return false;
    mu_ += more;
    if (!factor_.factorise(free_gram_, count_, mu_, 0.0)) return false;
  }
  return false;
}

// mu with |A_F^T y| = bound, where (A_F A_F^T + mu) y = b. -> mu_, y_, and the factor.
bool BoxLevel::find_damping(const double* b, double bound) noexcept {
  double largest = 0.0, trace = 0.0, pulled = 0.0;
  const bool regular = factorise(0.0);
  for (int r = 0; r < count_; ++r) {
    largest = std::max(largest, gram_[r][r]);
    trace += free_gram_[r][r];
    pulled += free_gram_[r][r] * b[r] * b[r];
    for (int s = 0; s < r; ++s) pulled += 2.0 * free_gram_[r][s] * b[r] * b[s];
  }
  // From below: where nothing less can be factorised the damping is at least as much, and with s the largest
  // singular value of A_F  |x| >= |A_F^T b| / (s^2 + mu).
  mu_ = regular ? 0.0 : smallest_pivot * largest;
  mu_ = std::max(mu_, std::sqrt(std::max(0.0, pulled)) / bound - trace);
  tridiagonal_.reduce(free_gram_, b, count_);
  for (int round = 0; round < most_damping_rounds; ++round) {
    const SmallTridiagonal::Length length = tridiagonal_.measure(mu_);
    const double more = length.norm * length.norm / length.fall * (length.norm - bound) / bound;
    // Found, or less would do: where bounds are met afterwards, what is left asks for more.
    if (length.norm <= bound * (1 + bound_met) || mu_ + more == mu_) {
      std::copy_n(b, count_, y_);
      if (!factor_.factorise(free_gram_, count_, mu_, 0.5 * smallest_pivot)) return false;
      factor_.solve(y_);
      return true;
    }
    if (!(length.fall > 0.0) || !std::isfinite(more)) return false;
    mu_ += more;
  }
  return false;
}

// From where the level is: the point nearest to z with the same A x.
bool BoxLevel::solve_pull() noexcept {
  double reached[most_rows];
  std::copy_n(product_, count_, reached);
  std::fill_n(y_, count_, 0.0);
  held_.clear();
  return factorise(0.0) && settle(reached, 0.0, problem_->pull().data());
}

// What x_i would be without its bounds.
double BoxLevel::wanted(bool of_pull, int unknown) const noexcept {
  const double* y = of_pull && (pulled_ || squeezed_) ? pull_y_ : level_y_;
  double sum = of_pull && pulled_ ? problem_->pull()[unknown] : 0.0;
  for (int r = 0; r < count_; ++r) sum += y[r] * rows_[r][unknown];
  return sum;
}

// Of an unknown that can only be zero both bounds hold it: the one it pushes against counts.
int BoxLevel::side(bool of_pull, int unknown) const noexcept {
  const double value = of_pull ? x()[unknown] : level_x_[unknown];
  const bool at_upper = value >= problem_->upper()[unknown], at_lower = value <= problem_->lower()[unknown];
  if (at_upper && at_lower) {
    const double push = squeezed_ ? squeeze_.push(unknown) : wanted(of_pull, unknown) - value;
    return push >= 0.0 ? 1 : -1;
  }
  return at_upper ? 1 : at_lower ? -1 : 0;
}

double BoxLevel::bound_multiplier(int level, int unknown) const noexcept {
  const bool of_pull = level == problem_->level_count();
  if (level == level_ && squeezed_) return side(false, unknown) * squeeze_.push(unknown);
  if (!of_pull && (level != level_ || mu_ == 0.0)) return 0.0;
  const int held = side(of_pull, unknown);
  if (held == 0) return 0.0;
  const double value = of_pull ? x()[unknown] : level_x_[unknown];
  return (of_pull ? 1.0 : mu_) * held * (wanted(of_pull, unknown) - value);
}

double BoxLevel::product(int row) const noexcept {
  for (int r = 0; r < count_; ++r) {
    if (numbers_[r] == row) return product_[r];
  }
  return problem_->product(row, x());
}

double BoxLevel::row_multiplier(int level, int row) const noexcept {
  if (level != problem_->level_count()) return 0.0;
  for (int r = 0; r < count_; ++r) {
    if (numbers_[r] == row) return -(pulled_ || squeezed_ ? pull_y_ : level_y_)[r];
  }
  return 0.0;
}

}  // namespace limber
