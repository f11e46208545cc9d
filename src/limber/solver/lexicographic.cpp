#include "limber/solver/lexicographic.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace limber {

namespace {

using ConstVector = Eigen::Map<const VecX>;
using Vector = Eigen::Map<VecX>;

constexpr double infinity = std::numeric_limits<double>::infinity();

// An inequality violated by less than this, times the length of its row, holds.
constexpr double violation_tolerance = 1e-9;
// A constraint whose multiplier is larger than this share of the gradient of its level is needed for ever.
constexpr double permanent_share = 1e-6;
// What is left of a row, relative to the longest of its level, that the levels below must not change.
constexpr double freeze_tolerance = 1e-11;
// Of a level whose rows may move different unknowns, relative to its longest row.
constexpr double least_damping = 1e-7;

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
  rounds_ = 0;
  gave_up_ = false;
  asked_length_ = longest_row_ = 0.0;
  settled_ = true;
  return good;
}

double Lexicographic::smallest_remainder() const noexcept {
  return std::max(rank_tolerance * level().size, noise_tolerance * longest_row_);
}

Lexicographic::Status Lexicographic::solve() noexcept {
  if (!prepare()) {
    remembers_ = false;
    return Status::bad_input;
  }
  remembers_ = remembers_ && unknowns_ == unknowns_before_ && rows_.size() == rows_before_ &&
               levels_.size() == levels_before_;
  const int count = static_cast<int>(levels_.size());
  home_.head(unknowns_).setZero();
  for (int l = 0; l < count; ++l) solve_level(l);
  pull_target_.head(unknowns_) = pull_.head(unknowns_) + home_.head(unknowns_);
  solve_pull(pull_target_, true);
  remembers_ = true;
  unknowns_before_ = unknowns_;
  rows_before_ = rows_.size();
  levels_before_ = levels_.size();
  return gave_up_ ? Status::gave_up : Status::optimal;
}

void Lexicographic::solve_level(int level) noexcept {
  Level& own = levels_[at(level)];
  // Damping is about the way from the shortest point that those above allow, and unknowns that must not move
  // stay where that one has them: or the answer would depend on how the point was found.
  const bool damped = own.damping.rule != LevelDamping::Rule::none || own.restricted;
  if (damped && !settled_) solve_pull(home_, false);
  level_ = level;
  if (own.first_row == own.end_row) {
    level_points_.row(level).head(unknowns_) = x_.head(unknowns_).transpose();
    remember();
    return;
  }
  longest_row_ = std::max(longest_row_, own.size);
  start_.head(unknowns_) = x_.head(unknowns_);
  moved_ = false;
  for (int r = own.first_row; r < own.end_row; ++r) {
    Row& row = rows_[at(r)];
    row.target = row.residual = row.rhs - product(row_of(r), x_);
    row.counts = !row.at_most;
    if (own.size > 1e-6 * longest_row_) asked_length_ = std::max(asked_length_, std::abs(row.rhs) / own.size);
    own_ready_[at(r - own.first_row)] = 0;
  }
  choose_violated();
  stack_.truncate(frozen_);
  lock_restricted();
  const int before = rounds_;
  exchange();
  own.rank = own_rank_;
  own.lambda = own_lambda_;
  settled_ = settled_ && rounds_ == before + 1 && working_.empty() && !own.restricted;
  level_steps_.row(level).head(unknowns_) = (x_.head(unknowns_) - start_.head(unknowns_)).transpose();
  level_points_.row(level).head(unknowns_) = x_.head(unknowns_).transpose();
  record_multipliers();
  remember();
  freeze_level();
  if (own.restricted) settle_restricted(level);
}

void Lexicographic::solve_pull(const VecX& target, bool report) noexcept {
  level_ = static_cast<int>(levels_.size());
  target_ = &target;
  stack_.truncate(frozen_);
  std::fill_n(unmoved_.begin(), unknowns_, std::uint8_t{0});
  locked_ = frozen_;
  const bool is_there =
      working_.empty() && (frozen_ == unknowns_ || (settled_ && target.head(unknowns_).isZero(0)));
  if (is_there) {
    placed_ = 0;
    objective_placed_ = false;
    place();
  } else {
    exchange();
  }
  settled_ = true;
  if (!report) return;
  record_multipliers();
  remember();
}

// The shortest step would share out what a restricted level did among unknowns it may not use. So those it
// may use take the shortest way there, and that is where everything after it starts from. (Damping, which a
// level of rows with different unknowns always has, leaves no choice.)
void Lexicographic::settle_restricted(int level) noexcept {
  if (levels_[at(level)].lambda == 0.0) {
    level_ = level;
    stack_.truncate(frozen_);
    lock_restricted();
    level_ = static_cast<int>(levels_.size());
    target_ = &home_;
    exchange();
  }
  home_.head(unknowns_) = x_.head(unknowns_);
  settled_ = true;
}

// Unknowns that no row of the level may move become rows of their own, for as long as the level is solved.
void Lexicographic::lock_restricted() noexcept {
  const Level& own = level();
  std::fill_n(unmoved_.begin(), unknowns_, std::uint8_t{0});
  locked_ = frozen_;
  bool any_free = false;
  for (int r = own.first_row; r < own.end_row; ++r) any_free = any_free || !rows_[at(r)].restricted;
  if (any_free) return;
  for (int i = 0; i < unknowns_; ++i) {
    bool allowed = false;
    for (int r = own.first_row; r < own.end_row; ++r) allowed = allowed || allowed_(r, i);
    if (allowed) continue;
    unmoved_[at(i)] = 1;
    double* const row = stack_.incoming(0);
    std::fill(row, row + unknowns_, 0.0);
    row[i] = 1.0;
    stack_.transform(row, 0, stack_.columns());
    if (stack_.factorise(1, rank_tolerance) == 1) owner_[at(stack_.columns() - 1)] = -1;
  }
  locked_ = stack_.columns();
}

// The multipliers of the level, from the factorisation of its optimum, to where they can be asked for.
void Lexicographic::record_multipliers() noexcept {
  const int n = unknowns_;
  bool any_restricted = false;
  if (!is_pull()) {
    double left = 0.0;
    const Level& own = level();
    for (int r = own.first_row; r < own.end_row; ++r) {
      if (rows_[at(r)].counts) left += rows_[at(r)].residual * rows_[at(r)].residual;
      any_restricted = any_restricted || rows_[at(r)].restricted;
    }
    if (left == 0.0) return;
  }
  explain_level(0);
  for (int c = 0; c < own_column_; ++c) {
    const int owner = owner_[at(c)];
    if (owner < 0) continue;
    if (owner < n) {
      bound_multipliers_(level_, owner) = gradient_[c];
    } else {
      row_multipliers_(level_, owner - n) = gradient_[c];
    }
  }
  if (!any_restricted) return;
  // What the whole rows would ask of the unknowns, less everything that is explained.
  auto left = restriction_multipliers_.row(level_).head(n);
  const Level& own = level();
  for (int r = own.first_row; r < own.end_row; ++r) {
    if (rows_[at(r)].counts) left += rows_[at(r)].residual * ConstVector(row_of(r), n).transpose();
  }
  for (int r = 0; r < own.first_row; ++r) {
    if (row_multipliers_(level_, r) != 0.0) {
      left -= row_multipliers_(level_, r) * ConstVector(row_of(r), n).transpose();
    }
  }
  for (int i = 0; i < n; ++i) {
    left[i] -=
        held_[at(i)] * bound_multipliers_(level_, i) + own.lambda * own.lambda * level_steps_(level_, i);
    bool all_allowed = true;
    for (int r = own.first_row; r < own.end_row; ++r) {
      all_allowed = all_allowed && (!rows_[at(r)].restricted || allowed_(r, i));
    }
    if (all_allowed) left[i] = 0.0;
  }
}

// What the level reached stays: its rows, and the inequalities it needs, join the frozen columns.
void Lexicographic::freeze_level() noexcept {
  const int n = unknowns_;
  const Level& own = level();
  bool as_it_lies = locked_ == frozen_;  // the stack may be just what is needed already
  // A level that is neither damped nor restricted has used all that its rows allow: what it pushes against
  // can only be left by giving some of it up.
  const bool exhausts = own.lambda == 0.0 && !own.restricted;
  const double needed = permanent_share * gradient_scale() + 100 * gradient_rounding();
  for (const int c : working_) {
    const bool permanent =
        exhausts && (c < n ? bound_multipliers_(level_, c) > needed
                           : row_multipliers_(level_, c - n) * rows_[at(c - n)].size > needed);
    if (c < n) {
      permanent_[at(c)] = permanent;
    } else {
      rows_[at(c - n)].permanent = permanent;
    }
    as_it_lies = as_it_lies && permanent;
  }
  for (int r = own.first_row; r < own.end_row; ++r) {
    Row& row = rows_[at(r)];
    as_it_lies = as_it_lies && !row.restricted;
    if (!row.at_most) continue;
    const double value = product(row_of(r), x_);
    const bool violated = value - row.rhs > violation_tolerance * std::max(1.0, row.size);
    as_it_lies = as_it_lies && violated == row.counts;
    row.counts = violated;
    row.hard = !violated;
    row.limit = std::max(row.rhs, value);
    row_held_[at(r)] = violated;
  }
  settled_ = settled_ && as_it_lies;
  if (as_it_lies) {
    working_.clear();
    freeze_remainders(own_rank_);
    return;
  }
  stack_.truncate(frozen_);
  std::size_t kept = 0;
  for (const int c : working_) {
    const bool permanent = c < n ? permanent_[at(c)] != 0 : rows_[at(c - n)].permanent;
    if (!permanent) {
      working_[kept++] = c;
      continue;
    }
    double* const row = stack_.incoming(0);
    if (c < n) {
      std::fill(row, row + n, 0.0);
      row[c] = held_[at(c)];
    } else {
      std::copy(row_of(c - n), row_of(c - n) + n, row);
    }
    stack_.transform(row, 0, stack_.columns());
    if (stack_.factorise(1, rank_tolerance * (c < n ? 1.0 : rows_[at(c - n)].size)) == 1) {
      owner_[at(stack_.columns() - 1)] = c;
    }
  }
  working_.resize(kept);
  const int first = stack_.columns();
  counting_.clear();
  const bool halfway = !own.restricted;  // what lies in own_rows_ has been through the frozen columns
  for (int r = own.first_row; r < own.end_row; ++r) {
    if (!rows_[at(r)].counts) continue;
    const double* const row = halfway ? own_rows_.data() + (r - own.first_row) * own_rows_.cols() : row_of(r);
    std::copy(row, row + n, stack_.incoming(static_cast<int>(counting_.size())));
    counting_.push_back(r);
  }
  stack_.transform_rows(stack_.incoming(0), static_cast<int>(counting_.size()), stack_.stride(),
                        halfway ? frozen_ : 0, first);
  const int rank = stack_.factorise(static_cast<int>(counting_.size()), smallest_remainder());
  for (int i = 0; i < rank; ++i) owner_[at(first + i)] = n + counting_[at(stack_.arrival(i))];
  freeze_remainders(rank);
}

// Rows that were too nearly dependent to be solved for are to stay as they are all the same.
void Lexicographic::freeze_remainders(int rank) noexcept {
  remainders_.clear();
  for (int i = rank; i < static_cast<int>(counting_.size()); ++i) {
    remainders_.push_back(counting_[at(stack_.arrival(i))]);
  }
  const int first = stack_.columns();
  const int count = stack_.factorise(static_cast<int>(remainders_.size()), freeze_tolerance * level().size);
  for (int i = 0; i < count; ++i) owner_[at(first + i)] = unknowns_ + remainders_[at(stack_.arrival(i))];
  frozen_ = stack_.columns();
}

}  // namespace limber
