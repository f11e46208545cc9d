// One level with a given working set: plain least squares, damped or not, on the factorisation that all
// levels share.

#include <algorithm>
#include <cmath>

#include "limber/solver/lexicographic.h"

namespace limber {

namespace {

using ConstVector = Eigen::Map<const VecX>;
using Vector = Eigen::Map<VecX>;

// A member of the working set of which less is left than this, relative to its row, is a combination of the
// others.
constexpr double independent = 1e-12;

}  // namespace

void Lexicographic::update_residuals() noexcept {
  if (is_pull()) return;
  auto moved = offset_.head(unknowns_);
  moved = x_.head(unknowns_) - start_.head(unknowns_);
  for (int r = level().first_row; r < level().end_row; ++r) {
    rows_[at(r)].residual = rows_[at(r)].target - product(own_row_of(r), offset_);
  }
}

// How far it is to an inequality: 0 when it is met.
double Lexicographic::gap(int constraint) const noexcept {
  const int n = unknowns_;
  if (constraint < n) {
    return held_[at(constraint)] > 0 ? upper_[constraint] - x_[constraint]
                                     : x_[constraint] - lower_[constraint];
  }
  return rows_[at(constraint - n)].limit - product(row_of(constraint - n), x_);
}

void Lexicographic::hold(int constraint) noexcept {
  working_.push_back(constraint);
  if (constraint >= unknowns_) row_held_[at(constraint - unknowns_)] = 1;
  transform_working_row(static_cast<int>(working_.size()) - 1);
}

void Lexicographic::transform_working_row(int position) noexcept {
  const int n = unknowns_, constraint = working_[at(position)];
  double* const row = working_rows_.data() + position * working_rows_.cols();
  if (constraint < n) {
    std::fill(row, row + n, 0.0);
    row[constraint] = held_[at(constraint)];
  } else {
    std::copy(row_of(constraint - n), row_of(constraint - n) + n, row);
  }
  stack_.transform(row, 0, locked_);
  objective_placed_ = false;
}

void Lexicographic::release(int position) noexcept {
  const int constraint = working_[at(position)];
  if (constraint < unknowns_) {
    held_[at(constraint)] = 0;
  } else {
    row_held_[at(constraint - unknowns_)] = 0;
  }
  working_.erase(working_.begin() + position);
  for (int i = position; i < static_cast<int>(working_.size()); ++i) {
    working_rows_.row(i).head(unknowns_) = working_rows_.row(i + 1).head(unknowns_);
  }
  placed_ = std::min(placed_, position);
  objective_placed_ = false;
}

// Rows that count for the first time, in the coordinates of the frozen rows; those side by side all at once.
void Lexicographic::transform_own_rows() noexcept {
  const int first = level().first_row, count = level().end_row - first;
  const auto is_new = [&](int i) { return rows_[at(first + i)].counts && !own_ready_[at(i)]; };
  for (int i = 0; i < count;) {
    int end = i;
    for (; end < count && is_new(end); ++end) {
      const double* const row = own_row_of(first + end);
      std::copy(row, row + unknowns_, own_rows_.data() + end * own_rows_.cols());
      own_ready_[at(end)] = 1;
    }
    stack_.transform_rows(own_rows_.data() + i * own_rows_.cols(), end - i, own_rows_.cols(), 0, locked_);
    i = end + 1;
  }
}

// Brings the stack to: frozen rows, locked unknowns, working set, rows the level minimises.
void Lexicographic::place() noexcept {
  if (objective_placed_) return;
  const int n = unknowns_;
  stack_.truncate(locked_ + placed_);
  while (placed_ < static_cast<int>(working_.size())) {
    const int constraint = working_[at(placed_)];
    const double size = constraint < n ? 1.0 : rows_[at(constraint - n)].size;
    double* const row = stack_.incoming(0);
    Vector(row, n) = working_rows_.row(placed_).head(n).transpose();
    stack_.transform(row, locked_, stack_.columns());
    if (stack_.factorise(1, independent * size) == 0) {
      const int before = placed_;
      release(placed_);  // a combination of the others: it holds by itself
      placed_ = before;
      continue;
    }
    owner_[at(stack_.columns() - 1)] = constraint;
    ++placed_;
  }
  own_column_ = stack_.columns();
  own_rank_ = 0;
  counting_.clear();
  objective_placed_ = true;
  if (is_pull()) return;
  transform_own_rows();
  for (int r = level().first_row; r < level().end_row; ++r) {
    if (!rows_[at(r)].counts) continue;
    const double* const base = own_rows_.data() + (r - level().first_row) * own_rows_.cols();
    std::copy(base, base + n, stack_.incoming(static_cast<int>(counting_.size())));
    counting_.push_back(r);
  }
  const int count = static_cast<int>(counting_.size());
  stack_.transform_rows(stack_.incoming(0), count, stack_.stride(), locked_, own_column_);
  own_rank_ = stack_.factorise(count, smallest_remainder());
  for (int i = 0; i < own_rank_; ++i) owner_[at(own_column_ + i)] = n + counting_[at(stack_.arrival(i))];
}

// step_ <- the optimum with the working set as equalities, less x. with_gaps: members of the set need not be
// met yet, the step leads there. False: they cannot all be met within the bound on the step.
bool Lexicographic::aim(bool with_gaps) noexcept {
  const int n = unknowns_;
  y_.head(n).setZero();
  if (with_gaps) {
    for (int c = locked_; c < own_column_; ++c) {
      double left = gap(working_[at(c - locked_)]);
      for (int j = locked_; j < c; ++j) left -= stack_.row(c)[j] * y_[j];
      y_[c] = left / stack_.diagonal(c);
    }
  }
  if (is_pull()) {
    offset_.head(n) = target_->head(n) - x_.head(n);
    stack_.to_coordinates(offset_.data());
    y_.segment(own_column_, n - own_column_) = offset_.segment(own_column_, n - own_column_);
  } else if (!aim_level(with_gaps)) {
    return false;
  }
  step_.head(n) = y_.head(n);
  stack_.from_coordinates(step_.data());
  for (int i = 0; i < n; ++i) {
    if (held_[at(i)] != 0) step_[i] = with_gaps && !permanent_[at(i)] ? held_[at(i)] * gap(i) : 0.0;
    if (unmoved_[at(i)]) step_[i] = 0.0;
  }
  return true;
}

bool Lexicographic::aim_level(bool with_gaps) noexcept {
  const int n = unknowns_, w = own_column_, k = own_rank_, m = static_cast<int>(counting_.size());
  const LevelDamping& damping = level().damping;
  const double least = level().least_lambda;
  const bool damped = damping.rule != LevelDamping::Rule::none || least > 0;
  own_lambda_ = 0.0;
  // The step so far, in coordinates: what is damped is the whole step, not only what is added to it now.
  const bool shortens = damped && moved_;
  if (shortens) {
    offset_.head(n) = x_.head(n) - start_.head(n);
    stack_.to_coordinates(offset_.data());
    y_.segment(w + k, n - w - k) = -offset_.segment(w + k, n - w - k);
  } else {
    offset_.head(n).setZero();
  }
  const auto right_side = [&](int i) {
    const double* row = stack_.row(w + i);
    double b = rows_[at(counting_[at(stack_.arrival(i))])].residual;
    if (with_gaps) b -= ConstVector(row + locked_, w - locked_).dot(y_.segment(locked_, w - locked_));
    if (shortens) {
      b += ConstVector(row + w, std::min(i, k)).dot(offset_.segment(w, std::min(i, k)));
      if (i < k) b += stack_.diagonal(w + i) * offset_[w + i];
    }
    return b;
  };
  double* const y = y_.data() + w;
  const auto add_to_offset = [&] {
    const double own = Vector(y, k).squaredNorm();
    Vector(y, k) -= offset_.segment(w, k);
    // Where no damping is needed, what the rows do not see stays as it is: to shorten it would gain nothing.
    if (damping.rule != LevelDamping::Rule::step_bound || own_lambda_ > 0) return;
    const double fixed = (offset_ + y_).segment(locked_, w - locked_).squaredNorm();
    const double unseen = offset_.segment(w + k, n - w - k).squaredNorm();
    if (own + fixed + unseen <= damping.bound * damping.bound) y_.segment(w + k, n - w - k).setZero();
  };
  if (m == k && damping.rule != LevelDamping::Rule::fixed && least == 0) {
    double square = 0.0;
    for (int i = 0; i < k; ++i) {
      const double b = right_side(i) - ConstVector(stack_.row(w + i) + w, i).dot(ConstVector(y, i));
      y[i] = b / stack_.diagonal(w + i);
      square += y[i] * y[i];
    }
    const double fixed = (offset_ + y_).segment(locked_, w - locked_).squaredNorm();
    if (!damped || square + fixed <= damping.bound * damping.bound) {
      if (shortens) add_to_offset();
      return true;
    }
  }
  block_.resize(m, k);
  for (int i = 0; i < m; ++i) {
    const double* row = stack_.row(w + i) + w;
    for (int j = 0; j < k; ++j) block_.entry(i, j) = j < i ? row[j] : 0.0;
    if (i < k) block_.entry(i, i) = stack_.diagonal(w + i);
    block_.right_side(i) = right_side(i);
  }
  block_.reduce();
  if (damping.rule == LevelDamping::Rule::step_bound) {
    const double bound = std::max(damping.bound, 1e-12);
    const double left = bound * bound - (offset_ + y_).segment(locked_, w - locked_).squaredNorm();
    if (with_gaps && left <= 0) return false;
    own_lambda_ = block_.solve_within(std::sqrt(std::max(left, 1e-18 * bound * bound)), least, y);
  } else {
    own_lambda_ = std::max(damping.rule == LevelDamping::Rule::fixed ? damping.lambda : 0.0, least);
    block_.solve(own_lambda_, y);
  }
  if (shortens) add_to_offset();
  return true;
}

// gradient_ <- multipliers of the columns from `first` on.
void Lexicographic::explain_level(int first) noexcept {
  const int n = unknowns_, w = own_column_;
  if (is_pull()) {
    gradient_.head(n) = target_->head(n) - x_.head(n);
    stack_.to_coordinates(gradient_.data());
  } else {
    gradient_.head(w).setZero();
    for (int i = 0; i < static_cast<int>(counting_.size()); ++i) {
      const double left = rows_[at(counting_[at(stack_.arrival(i))])].residual;
      gradient_.head(w) += left * ConstVector(stack_.row(w + i), w);
    }
    if (own_lambda_ > 0 && w > locked_) {
      offset_.head(n) = x_.head(n) - start_.head(n);
      stack_.to_coordinates(offset_.data());
      gradient_.segment(locked_, w - locked_) -=
          own_lambda_ * own_lambda_ * offset_.segment(locked_, w - locked_);
    }
  }
  stack_.explain(gradient_.data(), w, first);
}

}  // namespace limber
