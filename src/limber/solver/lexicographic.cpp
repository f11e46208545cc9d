#include "limber/solver/lexicographic.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace limber {

namespace {

using ConstVector = Eigen::Map<const VecX>;

constexpr double infinity = std::numeric_limits<double>::infinity();

// Of a level whose rows may move different unknowns, relative to its longest row.
constexpr double least_damping = 1e-7;
// What is left of a level, relative to what its rows ask for, when it got all.
constexpr double negligible_residual = 1e-9;

}  // namespace

Lexicographic::Lexicographic(int max_unknowns, int max_rows, int max_levels)
    : coefficients_(RowMatrix::Zero(max_rows, max_unknowns)),
      restricted_(RowMatrix::Zero(max_rows, max_unknowns)),
      allowed_(max_rows, max_unknowns),
      lower_(VecX::Zero(max_unknowns)),
      upper_(VecX::Zero(max_unknowns)),
      pull_(VecX::Zero(max_unknowns)),
      x_(VecX::Zero(max_unknowns)),
      home_(VecX::Zero(max_unknowns)),
      pull_target_(VecX::Zero(max_unknowns)),
      start_(VecX::Zero(max_unknowns)),
      step_(VecX::Zero(max_unknowns)),
      y_(VecX::Zero(max_unknowns)),
      offset_(VecX::Zero(max_unknowns)),
      gradient_(VecX::Zero(max_unknowns)),
      working_rows_(RowMatrix::Zero(max_unknowns + 1, max_unknowns)),
      held_(at(max_unknowns), 0),
      permanent_(at(max_unknowns), 0),
      unmoved_(at(max_unknowns), 0),
      row_held_(at(max_rows), 0),
      refused_(at(max_unknowns + max_rows), 0),
      own_rows_(RowMatrix::Zero(max_rows, max_unknowns)),
      own_ready_(at(max_rows), 0),
      owner_(at(max_unknowns), -1),
      held_before_(max_levels + 1, max_unknowns),
      row_held_before_(max_levels + 1, max_rows),
      row_multipliers_(RowMatrix::Zero(max_levels + 1, max_rows)),
      bound_multipliers_(RowMatrix::Zero(max_levels + 1, max_unknowns)),
      restriction_multipliers_(RowMatrix::Zero(max_levels + 1, max_unknowns)),
      level_steps_(RowMatrix::Zero(max_levels + 1, max_unknowns)),
      level_points_(RowMatrix::Zero(max_levels + 1, max_unknowns)),
      stack_(max_unknowns, max_rows),
      block_(max_rows, max_unknowns) {
  rows_.reserve(at(max_rows));
  levels_.reserve(at(max_levels));
  working_.reserve(at(max_unknowns + 1));
  counting_.reserve(at(max_rows));
  remainders_.reserve(at(max_rows));
  names_before_.reserve(at(max_rows));
  allowed_.setZero();
  forget();
}

void Lexicographic::clear(int unknowns) noexcept {
  assert(unknowns <= coefficients_.cols());
  unknowns_ = unknowns;
  rows_.clear();
  levels_.clear();
  lower_.head(unknowns).setConstant(-infinity);
  upper_.head(unknowns).setConstant(infinity);
  pull_.head(unknowns).setZero();
}

void Lexicographic::forget() noexcept {
  held_before_.setZero();
  row_held_before_.setZero();
  remembers_ = false;
}

void Lexicographic::set_bounds(int unknown, double lower, double upper) noexcept {
  lower_[unknown] = lower;
  upper_[unknown] = upper;
}

void Lexicographic::begin_level(const LevelDamping& damping) noexcept {
  assert(levels_.size() < levels_.capacity());
  const int row = static_cast<int>(rows_.size());
  levels_.push_back({.damping = damping, .first_row = row, .end_row = row});
}

double* Lexicographic::new_row(double rhs, bool at_most) noexcept {
  assert(rows_.size() < rows_.capacity() && !levels_.empty());
  const int row = static_cast<int>(rows_.size());
  rows_.push_back({.level = static_cast<int>(levels_.size()) - 1, .at_most = at_most, .rhs = rhs});
  levels_.back().end_row = row + 1;
  double* const place = coefficients_.data() + row * coefficients_.cols();
  std::fill(place, place + unknowns_, 0.0);
  return place;
}

double* Lexicographic::add_equality(double rhs) noexcept {
  return new_row(rhs, false);
}

double* Lexicographic::add_at_most(double rhs) noexcept {
  return new_row(rhs, true);
}

void Lexicographic::restrict_last_row(const std::uint8_t* allowed) noexcept {
  rows_.back().restricted = true;
  std::copy(allowed, allowed + unknowns_,
            allowed_.data() + static_cast<Eigen::Index>(rows_.size() - 1) * allowed_.cols());
}

void Lexicographic::set_pull(const VecX& z) noexcept {
  pull_.head(unknowns_) = z.head(unknowns_);
}

const double* Lexicographic::own_row_of(int row) const noexcept {
  return rows_[at(row)].restricted ? restricted_.data() + row * restricted_.cols() : row_of(row);
}

double Lexicographic::product(const double* row, const VecX& x) const noexcept {
  return ConstVector(row, unknowns_).dot(x.head(unknowns_));
}

double Lexicographic::residual(int row) const noexcept {
  const double left = rows_[at(row)].rhs - product(row_of(row), x_);
  return rows_[at(row)].at_most && left > 0 ? 0.0 : left;
}

double Lexicographic::level_residual(int level) const noexcept {
  double sum = 0.0;
  for (int r = levels_[at(level)].first_row; r < levels_[at(level)].end_row; ++r) {
    sum += residual(r) * residual(r);
  }
  return std::sqrt(sum);
}

// Everything that depends on the description alone. False: there is something in it that is not a number.
bool Lexicographic::prepare() noexcept {
  const int n = unknowns_;
  bool good = true;
  for (int i = 0; i < n; ++i) {
    good = good && !std::isnan(lower_[i]) && !std::isnan(upper_[i]) && std::isfinite(pull_[i]);
    lower_[i] = std::min(lower_[i], 0.0);
    upper_[i] = std::max(upper_[i], 0.0);
  }
  for (Level& level : levels_) {
    level.rank = 0;
    level.lambda = 0.0;
    level.size = 0.0;
    level.restricted = false;
    bool alike = true;
    for (int r = level.first_row; r < level.end_row; ++r) {
      Row& row = rows_[at(r)];
      row.size = ConstVector(row_of(r), n).norm();
      row.counts = row.hard = row.permanent = false;
      good = good && std::isfinite(row.size) && std::isfinite(row.rhs);
      level.size = std::max(level.size, row.size);
      if (!row.restricted) continue;
      const std::uint8_t* allowed = allowed_.data() + r * allowed_.cols();
      double* own = restricted_.data() + r * restricted_.cols();
      for (int i = 0; i < n; ++i) own[i] = allowed[i] ? row_of(r)[i] : 0.0;
      level.restricted = true;
    }
    for (int r = level.first_row + 1; level.restricted && r < level.end_row; ++r) {
      const bool both = rows_[at(r)].restricted && rows_[at(r - 1)].restricted;
      alike = alike && both && allowed_.row(r).head(n) == allowed_.row(r - 1).head(n);
    }
    level.least_lambda = level.restricted && !alike ? least_damping * level.size : 0.0;
    good = good && !std::isnan(level.damping.lambda) && !std::isnan(level.damping.bound);
  }
  const auto count = static_cast<Eigen::Index>(levels_.size()) + 1;
  row_multipliers_.topLeftCorner(count, static_cast<Eigen::Index>(rows_.size())).setZero();
  bound_multipliers_.topLeftCorner(count, n).setZero();
  restriction_multipliers_.topLeftCorner(count, n).setZero();
  level_steps_.topLeftCorner(count, n).setZero();
  level_points_.topLeftCorner(count, n).setZero();
  std::fill_n(held_.begin(), n, std::int8_t{0});
  std::fill_n(permanent_.begin(), n, std::uint8_t{0});
  for (std::size_t r = 0; r < rows_.size(); ++r) row_held_[r] = !rows_[r].at_most;
  x_.head(n).setZero();
  stack_.clear(n);
  working_.clear();
  frozen_ = 0;
  known_rows_ = 0;
  rounds_ = 0;
  gave_up_ = false;
  asked_length_ = longest_row_ = 0.0;
  settled_ = true;
  return good;
}

// Which row is which of the last problem, if the two are alike enough for what it ended with to be of use.
void Lexicographic::recognise() noexcept {
  remembers_ = remembers_ && unknowns_ == unknowns_before_ && levels_.size() == levels_before_;
  if (!remembers_) return;
  const int count = static_cast<int>(names_before_.size());
  int next = 0;  // of those without a name
  const auto skip_named = [&] {
    while (next < count && names_before_[at(next)] != 0) ++next;
  };
  int guess = 0;  // rows with a name mostly come in the same order
  for (Row& row : rows_) {
    row.before = -1;
    if (row.name == 0) {
      skip_named();
      remembers_ = remembers_ && next < count;
      row.before = next++;
      continue;
    }
    for (int tried = 0; tried < count && row.before < 0; ++tried, guess = (guess + 1) % count) {
      if (names_before_[at(guess)] == row.name) row.before = guess;
    }
  }
  skip_named();
  remembers_ = remembers_ && next >= count;
}

Lexicographic::Status Lexicographic::solve() noexcept {
  if (!prepare()) {
    remembers_ = false;
    return Status::bad_input;
  }
  recognise();
  const int count = static_cast<int>(levels_.size());
  home_.head(unknowns_).setZero();
  for (int l = 0; l < count; ++l) solve_level(l);
  pull_target_.head(unknowns_) = pull_.head(unknowns_) + home_.head(unknowns_);
  solve_pull(pull_target_, true);
  // Where a level gets all it asks for many sets would do: the one that led to the end leads there at once.
  for (int l = 0; l < count; ++l) {
    if (level_residual(l) > negligible_residual * levels_[at(l)].size * asked_length_) continue;
    held_before_.row(l) = held_before_.row(count);
    row_held_before_.row(l) = row_held_before_.row(count);
  }
  remembers_ = true;
  unknowns_before_ = unknowns_;
  names_before_.clear();
  for (const Row& row : rows_) names_before_.push_back(row.name);
  levels_before_ = levels_.size();
  return gave_up_ ? Status::gave_up : Status::optimal;
}

}  // namespace limber
