// One level of the hierarchy: a primal active set.
//
// The point x always keeps every inequality. The working set is a guess which of them hold with equality;
// with it the level is plain least squares, whose optimum `aim` finds. Then
//   - go there, until an inequality that is not in the set is met: it joins;
//   - or until rows of the level itself that may be violated become so or cease to be: what is minimised is
//   smooth
//     there, so the best point along the way is taken and the rows that count are chosen anew;
//   - having arrived, ask the multipliers which member of the set is held for nothing: the worst one leaves.
// What is minimised falls with every step that is not zero, so no set comes twice, unless many inequalities
// meet in one point. There, after a while, members are chosen by their number alone, which ends such circles
// (Bland 1977), and a member whose release is undone at once is not released again before x has moved.

#include <algorithm>
#include <cassert>
#include <cmath>

#include "limber/solver/lexicographic.h"

namespace limber {

namespace {

using ConstVector = Eigen::Map<const VecX>;
using Vector = Eigen::Map<VecX>;

// A constraint that changes by less than this along a step, relative to the step, does not stop it: it is a
// combination of those held, to rounding.
constexpr double parallel = 1e-11;
constexpr double independent = 1e-12;  // and so a shorter remainder of its row does not count
// Multipliers this small, relative to the gradient, are zero.
constexpr double multiplier_tolerance = 1e-10;
constexpr double rounding = 1e-14;

}  // namespace

// How far it is to an inequality: 0 when it is met.
double Lexicographic::gap(int constraint) const noexcept {
  const int n = unknowns_;
  if (constraint < n) {
    return held_[at(constraint)] > 0 ? upper_[constraint] - x_[constraint]
                                     : x_[constraint] - lower_[constraint];
  }
  return rows_[at(constraint - n)].limit - product(row_of(constraint - n), x_);
}

// True: others than before.
bool Lexicographic::choose_violated() noexcept {
  bool changed = false;
  for (int r = level().first_row; r < level().end_row; ++r) {
    Row& row = rows_[at(r)];
    if (!row.at_most || row.counts == (row.residual < 0)) continue;
    row.counts = !row.counts;
    changed = true;
  }
  if (changed) objective_placed_ = false;
  return changed;
}

void Lexicographic::update_residuals() noexcept {
  if (is_pull()) return;
  auto moved = offset_.head(unknowns_);
  moved = x_.head(unknowns_) - start_.head(unknowns_);
  for (int r = level().first_row; r < level().end_row; ++r) {
    rows_[at(r)].residual = rows_[at(r)].target - product(own_row_of(r), offset_);
  }
}

// The length that multipliers are compared with: |A^T r| is at most this.
double Lexicographic::gradient_scale() const noexcept {
  if (is_pull()) return (*target_ - x_).head(unknowns_).norm();
  double sum = 0.0;
  for (int r = level().first_row; r < level().end_row; ++r) {
    if (rows_[at(r)].counts) sum += rows_[at(r)].residual * rows_[at(r)].residual;
  }
  return level().size * std::sqrt(sum);
}

void Lexicographic::hold(int constraint) noexcept {
  working_.push_back(constraint);
  if (constraint >= unknowns_) row_held_[at(constraint - unknowns_)] = 1;
  transform_working_row(static_cast<int>(working_.size()) - 1);
}

// A residual that is zero but for rounding has a gradient of rounding only, this long.
double Lexicographic::gradient_rounding() const noexcept {
  const double length = x_.head(unknowns_).norm();
  if (is_pull()) return 100 * rounding * (length + target_->head(unknowns_).norm());
  double right_sides = 0.0;
  for (const int r : counting_) right_sides = std::max(right_sides, std::abs(rows_[at(r)].rhs));
  return 100 * rounding * level().size * (right_sides + level().size * length);
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
  own_rank_ = stack_.factorise(count, rank_tolerance * level().size);
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

// The inequality met first on the way. Of those met together the one met most head-on, or (by_number) the
// first.
Lexicographic::Obstacle Lexicographic::first_obstacle(bool by_number) const noexcept {
  const int n = unknowns_;
  Obstacle first;
  double best_slope = 0.0;
  const double least = parallel * step_.head(n).norm();
  const auto consider = [&](int constraint, double room, double slope, double size) {
    if (room >= slope) return;
    const double t = std::max(0.0, room / slope);
    const bool tie = first.constraint >= 0 && std::abs(t - first.at) <= rounding;
    if (tie ? !by_number && slope / size > best_slope : t < first.at) {
      first = {tie ? std::min(t, first.at) : t, constraint};
      best_slope = slope / size;
    }
  };
  for (int i = 0; i < n; ++i) {
    if (held_[at(i)] != 0) continue;
    if (step_[i] > least) consider(i, upper_[i] - x_[i], step_[i], 1.0);
    if (step_[i] < -least) consider(i, x_[i] - lower_[i], -step_[i], 1.0);
  }
  for (int r = 0; r < static_cast<int>(rows_.size()); ++r) {
    const Row& row = rows_[at(r)];
    if (!row.hard || row_held_[at(r)]) continue;
    const double slope = product(row_of(r), step_);
    if (slope > least * row.size) consider(n + r, row.limit - product(row_of(r), x_), slope, row.size);
  }
  return first;
}

// How far to go, at most `longest`: as far as what the level minimises falls. Rows that become violated on
// the way, or cease to be, are noted.
double Lexicographic::search_along(double longest) noexcept {
  if (is_pull()) return longest;
  const int first = level().first_row, end = level().end_row;
  bool crosses = false, any = false;
  for (int r = first; r < end; ++r) {
    Row& row = rows_[at(r)];
    if (!row.at_most) continue;
    any = true;
    row.slope = product(own_row_of(r), step_);
    const double violation = -row.residual + longest * row.slope,
                 tolerance = 10 * rounding * std::max(1.0, row.size);
    crosses = crosses || (row.counts ? violation < -tolerance : violation > tolerance);
  }
  if (!any || !crosses) return longest;
  // Half the derivative of what is minimised: slope + t curvature, until the next row changes sides.
  double slope = 0.0, curvature = 0.0;
  for (int r = first; r < end; ++r) {
    Row& row = rows_[at(r)];
    if (!row.at_most) row.slope = product(own_row_of(r), step_);
    if (!row.counts) continue;
    slope -= row.residual * row.slope;
    curvature += row.slope * row.slope;
  }
  if (own_lambda_ > 0 && level().damping.rule != LevelDamping::Rule::step_bound) {
    const double square = own_lambda_ * own_lambda_;
    slope += square * (x_ - start_).head(unknowns_).dot(step_.head(unknowns_));
    curvature += square * step_.head(unknowns_).squaredNorm();
  }
  double t = 0.0;
  for (;;) {
    double next = longest;
    int changing = -1;
    for (int r = first; r < end; ++r) {
      const Row& row = rows_[at(r)];
      if (!row.at_most || row.slope == 0.0 || row.counts != (row.slope < 0)) continue;
      const double when = std::max(t, row.residual / row.slope);
      if (when < next) next = when, changing = r;
    }
    const double best = curvature > 0 ? -slope / curvature : longest;
    if (best <= next || changing < 0) return std::clamp(best, t, longest);
    t = next;
    Row& row = rows_[at(changing)];
    const double sign = row.counts ? -1.0 : 1.0;
    slope -= sign * row.residual * row.slope;
    curvature += sign * row.slope * row.slope;
    row.counts = !row.counts;
    objective_placed_ = false;
  }
}

void Lexicographic::advance(double amount) noexcept {
  const int n = unknowns_;
  for (int i = 0; i < n; ++i) {
    if (step_[i] == 0.0) continue;
    x_[i] = std::clamp(x_[i] + amount * step_[i], lower_[i], upper_[i]);
  }
  moved_ = true;
  update_residuals();
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

// The position of the member of the working set that is held for nothing; -1: there is none.
int Lexicographic::unwanted(bool by_number) noexcept {
  if (working_.empty()) return -1;
  explain_level(locked_);
  double worst = -multiplier_tolerance * gradient_scale() - gradient_rounding();
  int position = -1;
  for (int q = 0; q < static_cast<int>(working_.size()); ++q) {
    const int constraint = working_[at(q)];
    if (refused_[at(constraint)]) continue;
    const double size = constraint < unknowns_ ? 1.0 : rows_[at(constraint - unknowns_)].size;
    const double multiplier = gradient_[locked_ + q] * size;
    if (multiplier >= worst) continue;
    if (by_number) {
      if (position < 0 || constraint < working_[at(position)]) position = q;
    } else {
      worst = multiplier;
      position = q;
    }
  }
  return position;
}

void Lexicographic::exchange() noexcept {
  const int n = unknowns_;
  const int constraints = n + static_cast<int>(rows_.size());
  std::fill_n(refused_.begin(), constraints, std::uint8_t{0});
  // What the level above left in the working set, in the new coordinates.
  placed_ = 0;
  objective_placed_ = false;
  own_lambda_ = 0.0;
  for (int q = 0; q < static_cast<int>(working_.size()); ++q) transform_working_row(q);
  bool arrived = start_warm();
  const int most_rounds = rounds_ + 4 * constraints + 100;
  int idle = 0, last_released = -1;
  for (;;) {
    if (++rounds_ > most_rounds) {
      gave_up_ = true;
      place();
      return;
    }
    const bool by_number = idle > 20 + static_cast<int>(working_.size());
    if (!arrived) {
      place();
      aim(false);
      const Obstacle obstacle = first_obstacle(by_number);
      const double amount = search_along(obstacle.at);
      advance(amount);
      const bool stands_still = amount * step_.head(n).norm() <= rounding * (1 + x_.head(n).norm());
      if (stands_still) {
        ++idle;
      } else {
        idle = 0;
        std::fill_n(refused_.begin(), constraints, std::uint8_t{0});
      }
      if (obstacle.constraint >= 0 && amount >= obstacle.at) {
        const int c = obstacle.constraint;
        if (stands_still && c == last_released) refused_[at(c)] = 1;
        if (c < n) {
          held_[at(c)] = step_[c] > 0 ? 1 : -1;
          x_[c] = step_[c] > 0 ? upper_[c] : lower_[c];
        }
        hold(c);
        continue;
      }
      if (!objective_placed_ || amount < 1.0) continue;
    }
    arrived = false;
    const int position = unwanted(by_number);
    if (position < 0) return;
    last_released = working_[at(position)];
    release(position);
  }
}

void Lexicographic::remember() noexcept {
  for (int i = 0; i < unknowns_; ++i) held_before_(level_, i) = held_[at(i)];
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    row_held_before_(level_, static_cast<Eigen::Index>(r)) = rows_[r].hard && row_held_[r];
  }
}

// Starts from the set the same level ended with last time, if that leads somewhere: to the optimum of that
// set, through at most a few inequalities that are new.
bool Lexicographic::start_warm() noexcept {
  const int n = unknowns_;
  if (!remembers_ || (is_pull() && target_ == &home_)) return false;
  const auto room = [&] { return static_cast<int>(working_.size()) < n - locked_; };
  bool any = false;
  for (int i = 0; i < n && room(); ++i) {
    const int side = held_before_(level_, i);
    if (side == 0 || held_[at(i)] != 0 || !std::isfinite(side > 0 ? upper_[i] : lower_[i])) continue;
    held_[at(i)] = static_cast<std::int8_t>(side);
    hold(i);
    any = true;
  }
  for (int r = 0; r < static_cast<int>(rows_.size()) && room(); ++r) {
    if (!row_held_before_(level_, r) || !rows_[at(r)].hard || row_held_[at(r)]) continue;
    hold(n + r);
    any = true;
  }
  if (!any) return false;
  bool arrived = false;
  for (int attempt = 0; attempt < 10 && !arrived; ++attempt) {
    ++rounds_;
    place();
    if (!aim(true)) break;
    const Obstacle obstacle = first_obstacle(false);
    advance(obstacle.at);
    arrived = obstacle.constraint < 0;
    if (arrived || !room()) break;
    if (obstacle.constraint < n) {
      held_[at(obstacle.constraint)] = step_[obstacle.constraint] > 0 ? 1 : -1;
    }
    hold(obstacle.constraint);
  }
  const LevelDamping* damping = is_pull() ? nullptr : &level().damping;
  if (damping && damping->rule == LevelDamping::Rule::step_bound &&
      (x_ - start_).head(n).norm() > damping->bound) {
    x_.head(n) = start_.head(n);
    update_residuals();
    moved_ = false;
    arrived = false;
  }
  for (int q = static_cast<int>(working_.size()) - 1; q >= 0; --q) {
    const int c = working_[at(q)];
    if (gap(c) > rounding * (c < n ? 1.0 : std::max(1.0, rows_[at(c - n)].size))) {
      release(q);
      arrived = false;
    } else if (c < n) {
      x_[c] = held_[at(c)] > 0 ? upper_[c] : lower_[c];
    }
  }
  const bool others_count = !is_pull() && choose_violated();
  return arrived && !others_count;
}

}  // namespace limber
