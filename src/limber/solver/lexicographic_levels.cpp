// The hierarchy: what each level starts from, and what of it stays.

#include <algorithm>
#include <cmath>

#include "limber/solver/lexicographic.h"

namespace limber {

namespace {

using ConstVector = Eigen::Map<const VecX>;

// An inequality violated by less than this, times the length of its row, holds.
constexpr double violation_tolerance = 1e-11;
// A constraint whose multiplier is larger than this share of the gradient of its level is needed for ever.
constexpr double permanent_share = 1e-6;
// What is left of a row, relative to the longest of its level, that the levels below must not change.
constexpr double freeze_tolerance = 1e-11;

}  // namespace

double Lexicographic::smallest_remainder() const noexcept {
  return std::max(rank_tolerance * level().size, noise_tolerance * longest_row_);
}

void Lexicographic::solve_level(int level) noexcept {
  Level& own = levels_[at(level)];
  // Damping is about the way from the shortest point that those above allow, and unknowns that must not move
  // stay where that one has them: or the answer would depend on how the point was found.
  const bool damped = own.damping.rule != LevelDamping::Rule::none || own.restricted;
  if (damped && !settled_) solve_pull(home_, false);
  known_rows_ = own.end_row;
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
  const auto counts = [](const Row& row) { return row.counts; };
  if (!own.restricted && std::none_of(rows_.begin() + own.first_row, rows_.begin() + own.end_row, counts)) {
    // Inequalities that all hold: they ask for nothing, and only have to go on holding. (A restricted level
    // settles all the same.)
    level_points_.row(level).head(unknowns_) = x_.head(unknowns_).transpose();
    remember();
    locked_ = frozen_;
    own_rank_ = 0;
    counting_.clear();
    freeze_level();
    return;
  }
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
