// The bookkeeping of one level: residuals, which inequalities count, and the scales of rounding.

#include "limber/solver/least_squares/level_point.h"

#include <algorithm>
#include <cmath>

#include "limber/solver/least_squares/row_kernels.h"

namespace limber {

namespace {

// Rows this much shorter than those above say nothing about how long steps are.
constexpr double too_short_to_ask = 1e-6;

}  // namespace

LevelPoint::LevelPoint(const LevelProblem& problem, int max_unknowns, int max_rows)
    : problem_(problem),
      x_(VecX::Zero(max_unknowns)),
      start_(VecX::Zero(max_unknowns)),
      padded_(VecX::Zero(row_kernels::padded(max_unknowns))),
      coefficients_(static_cast<std::size_t>(max_rows)),
      products_(static_cast<std::size_t>(max_rows)),
      rows_(static_cast<std::size_t>(max_rows)) {}

void LevelPoint::begin_problem() noexcept {
  x_.head(problem_.unknowns()).setZero();
  padded_.setZero();
  for (int r = 0; r < problem_.row_count(); ++r) at(rows_, r).counts = false;
  known_rows_ = 0;
  asked_length_ = longest_row_ = 0.0;
}

void LevelPoint::begin_level(int level) noexcept {
  const int n = problem_.unknowns();
  const LevelProblem::Level& own = problem_.level(level);
  level_ = level;
  known_rows_ = own.end_row;
  if (own.first_row == own.end_row) return;
  longest_row_ = std::max(longest_row_, own.size);
  start_.head(n) = x_.head(n);
  moved_ = false;
  padded_.head(n) = x_.head(n);
  for (int r = own.first_row; r < own.end_row; ++r)
    at(coefficients_, r - own.first_row) = problem_.coefficients(r);
  multiply();
  for (int r = own.first_row; r < own.end_row; ++r) {
    const double rhs = problem_.row(r).rhs;
    Row& row = at(rows_, r);
    row.target = row.residual = rhs - at(products_, r - own.first_row);
    row.counts = !problem_.row(r).at_most;
    if (own.size > too_short_to_ask * longest_row_)
      asked_length_ = std::max(asked_length_, std::abs(rhs) / own.size);
  }
  for (int r = own.first_row; own.restricted && r < own.end_row; ++r)
    at(coefficients_, r - own.first_row) = problem_.own_coefficients(r);
  choose_violated();
}

// -> products_
void LevelPoint::multiply() noexcept {
  row_kernels::multiply(coefficients_.data(), own().end_row - own().first_row,
                        row_kernels::padded(problem_.unknowns()), padded_.data(), products_.data());
}

void LevelPoint::begin_pull(const VecX& target) noexcept {
  level_ = problem_.level_count();
  target_ = &target;
}

bool LevelPoint::anything_counts() const noexcept {
  for (int r = own().first_row; r < own().end_row; ++r) {
    if (counts(r)) return true;
  }
  return false;
}

bool LevelPoint::choose_violated() noexcept {
  bool changed = false;
  for (int r = own().first_row; r < own().end_row; ++r) {
    Row& row = at(rows_, r);
    if (!problem_.row(r).at_most || row.counts == (row.residual < 0)) continue;
    row.counts = !row.counts;
    changed = true;
  }
  return changed;
}

void LevelPoint::write_offset(VecX& offset) const noexcept {
  const int n = problem_.unknowns();
  offset.head(n) = x_.head(n) - start_.head(n);
}

void LevelPoint::update_residuals() noexcept {
  if (is_pull()) return;
  write_offset(padded_);
  multiply();
  for (int r = own().first_row; r < own().end_row; ++r) {
    at(rows_, r).residual = at(rows_, r).target - at(products_, r - own().first_row);
  }
}

void LevelPoint::advance(const VecX& step, double amount) noexcept {
  for (int i = 0; i < problem_.unknowns(); ++i) {
    if (step[i] == 0.0) continue;
    x_[i] = std::clamp(x_[i] + amount * step[i], problem_.lower()[i], problem_.upper()[i]);
  }
  moved_ = true;
  update_residuals();
}

void LevelPoint::return_to_start() noexcept {
  x_.head(problem_.unknowns()) = start_.head(problem_.unknowns());
  update_residuals();
  moved_ = false;
}

double LevelPoint::objective(double lambda) const noexcept {
  const int n = problem_.unknowns();
  if (is_pull()) return (*target_ - x_).head(n).squaredNorm();
  double sum = 0.0;
  for (int r = own().first_row; r < own().end_row; ++r) {
    const double left = residual(r);
    if (!problem_.row(r).at_most || left < 0) sum += left * left;
  }
  if (lambda > 0 && own().damping.rule != LevelDamping::Rule::step_bound) {
    sum += lambda * lambda * (x_ - start_).head(n).squaredNorm();
  }
  return sum;
}

double LevelPoint::gradient_scale() const noexcept {
  if (is_pull()) return (*target_ - x_).head(problem_.unknowns()).norm();
  double sum = 0.0;
  for (int r = own().first_row; r < own().end_row; ++r) {
    if (counts(r)) sum += residual(r) * residual(r);
  }
  return own().size * std::sqrt(sum);
}

double LevelPoint::length_scale() const noexcept {
  return std::max(asked_length_, x_.head(problem_.unknowns()).norm());
}

double LevelPoint::gradient_rounding() const noexcept {
  if (is_pull()) return 100 * rounding * (length_scale() + target_->head(problem_.unknowns()).norm());
  return 100 * rounding * own().size * own().size * length_scale();
}

double LevelPoint::smallest_remainder() const noexcept {
  return std::max(rank_tolerance * own().size, noise_tolerance * longest_row_);
}

}  // namespace limber
