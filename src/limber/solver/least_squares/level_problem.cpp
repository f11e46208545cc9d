// Rows as they are added, and what follows from them.

#include "limber/solver/least_squares/level_problem.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "limber/solver/least_squares/row_kernels.h"

namespace limber {

namespace {

// Of a level whose rows may move different unknowns, relative to its longest row: enough to leave no choice,
// too little to be noticed.
constexpr double least_damping = 1e-7;

// Held bounds that a lean solver has room for: rows of as many numbers as there are unknowns, 4 MiB of them,
// and at least 32 rows however many unknowns there are.
constexpr int lean_numbers = 1 << 19, least_held = 32;

}  // namespace

LevelRoom LevelRoom::lean(int max_unknowns, int max_rows, int max_levels) {
  LevelRoom room(max_unknowns, max_rows, max_levels);
  room.held = std::min(max_unknowns, std::max(least_held, lean_numbers / std::max(1, max_unknowns)));
  room.restrictions = false;
  return room;
}

LevelProblem::LevelProblem(const LevelRoom& room)
    : coefficients_(RowMatrix::Zero(room.rows, row_kernels::padded(room.unknowns))),
      restricted_(RowMatrix::Zero(room.restrictions ? room.rows : 0, coefficients_.cols())),
      allowed_(restricted_.rows(), restricted_.cols()),
      lower_(VecX::Zero(coefficients_.cols())),
      upper_(VecX::Zero(coefficients_.cols())),
      pull_(VecX::Zero(coefficients_.cols())) {
  rows_.reserve(static_cast<std::size_t>(room.rows));
  levels_.reserve(static_cast<std::size_t>(room.levels));
  allowed_.setZero();
}

void LevelProblem::clear(int unknowns) noexcept {
  assert(unknowns <= coefficients_.cols());
  unknowns_ = unknowns;
  rows_.clear();
  levels_.clear();
  const int length = row_kernels::padded(unknowns);
  lower_.head(length).setConstant(-std::numeric_limits<double>::infinity());
  upper_.head(length).setConstant(std::numeric_limits<double>::infinity());
  if (has_pull_) pull_.setZero();
  has_pull_ = false;
}

void LevelProblem::set_bounds(int unknown, double lower, double upper) noexcept {
  lower_[unknown] = lower;
  upper_[unknown] = upper;
}

void LevelProblem::begin_level(const LevelDamping& damping) noexcept {
  assert(levels_.size() < levels_.capacity());
  levels_.push_back({.damping = damping, .first_row = row_count(), .end_row = row_count()});
}

double* LevelProblem::add_row(double rhs, bool at_most) noexcept {
  double* const place = add_full_row(rhs, at_most);
  std::fill(place, place + unknowns_, 0.0);
  return place;
}

double* LevelProblem::add_full_row(double rhs, bool at_most) noexcept {
  assert(rows_.size() < rows_.capacity() && !levels_.empty());
  const int row = row_count();
  rows_.push_back({.level = level_count() - 1, .at_most = at_most, .rhs = rhs});
  levels_.back().end_row = row + 1;
  double* const place = coefficients_.data() + row * coefficients_.cols();
  std::fill(place + unknowns_, place + row_kernels::padded(unknowns_), 0.0);
  return place;
}

void LevelProblem::restrict_last_row(const std::uint8_t* allowed) noexcept {
  assert(row_count() <= allowed_.rows());
  rows_.back().restricted = true;
  std::copy(allowed, allowed + unknowns_, allowed_.data() + (row_count() - 1) * allowed_.cols());
}

const double* LevelProblem::own_coefficients(int row) const noexcept {
  return at(rows_, row).restricted ? restricted_.data() + row * restricted_.cols() : coefficients(row);
}

bool LevelProblem::finish() noexcept {
  bool good = true;
  for (int i = 0; i < unknowns_; ++i) {
    good = good && !std::isnan(lower_[i]) && !std::isnan(upper_[i]) && std::isfinite(pull_[i]);
    lower_[i] = std::min(lower_[i], 0.0);
    upper_[i] = std::max(upper_[i], 0.0);
  }
  for (Level& level : levels_) good = finish_level(level) && good;
  return good;
}

double LevelProblem::level_residual(int level, const LevelAnswer& answer) const noexcept {
  double sum = 0.0;
  for (int r = at(levels_, level).first_row; r < at(levels_, level).end_row; ++r) {
    const double left = residual(r, answer.product(r));
    sum += left * left;
  }
  return std::sqrt(sum);
}

double LevelProblem::length_of(int row) const noexcept {
  return std::sqrt(row_kernels::square(coefficients(row), row_kernels::padded(unknowns_)));
}

bool LevelProblem::finish_level(Level& level) noexcept {
  const int n = unknowns_;
  bool good = !std::isnan(level.damping.lambda) && !std::isnan(level.damping.bound);
  level.size = 0.0;
  level.restricted = false;
  for (int r = level.first_row; r < level.end_row; ++r) {
    Row& row = at(rows_, r);
    row.size = length_of(r);
    good = good && std::isfinite(row.size) && std::isfinite(row.rhs);
    level.size = std::max(level.size, row.size);
    if (!row.restricted) continue;
    double* own = restricted_.data() + r * restricted_.cols();
    for (int i = 0; i < n; ++i) own[i] = may_move(r, i) ? coefficients(r)[i] : 0.0;
    std::fill(own + n, own + row_kernels::padded(n), 0.0);
    level.restricted = true;
  }
  bool alike = true;  // all rows may move the same unknowns
  for (int r = level.first_row + 1; level.restricted && r < level.end_row; ++r) {
    const bool both = at(rows_, r).restricted && at(rows_, r - 1).restricted;
    alike = alike && both && allowed_.row(r).head(n) == allowed_.row(r - 1).head(n);
  }
  level.least_lambda = level.restricted && !alike ? least_damping * level.size : 0.0;
  return good;
}

}  // namespace limber
