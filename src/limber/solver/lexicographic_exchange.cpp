// One level of the hierarchy: a primal active set.
//
// The point x always keeps every inequality. The working set is a guess which of them hold with equality;
// with it the level is plain least squares, whose optimum `aim` finds. Then
//   - go there, until an inequality that is not in the set is met: it joins;
//   - or until rows of the level itself that may be violated become so or cease to be: what is minimised is
//     smooth there, so the best point along the way is taken and the rows that count are chosen anew;
//   - having arrived, ask the multipliers which member of the set is held for nothing: the worst one leaves.
// What is minimised falls with every step that is not zero, so no set comes twice, unless many inequalities
// meet in one point. There, after a while, members are chosen by their number alone, which ends such circles
// (Bland 1977), and a member whose release is undone at once is not released again before x has moved.

#include <algorithm>
#include <cmath>
#include <limits>

#include "limber/solver/lexicographic.h"

namespace limber {

namespace {

// A constraint that changes by less than this along a step, relative to the step, does not stop it: it is a
// combination of those held, to rounding. (Longer than what `place` calls independent: what stops a step can
// be held.)
constexpr double parallel = 1e-11;
// Multipliers this small, relative to the gradient, are zero.
constexpr double multiplier_tolerance = 1e-10;
constexpr double rounding = 1e-14;
// A step as long as its bound may come out this much longer.
constexpr double bound_rounding = 1e-9;

}  // namespace

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

// Half the square that falls with every step.
double Lexicographic::objective() const noexcept {
  const int n = unknowns_;
  if (is_pull()) return (*target_ - x_).head(n).squaredNorm();
  double sum = 0.0;
  for (int r = level().first_row; r < level().end_row; ++r) {
    const Row& row = rows_[at(r)];
    if (!row.at_most || row.residual < 0) sum += row.residual * row.residual;
  }
  if (own_lambda_ > 0 && level().damping.rule != LevelDamping::Rule::step_bound) {
    sum += own_lambda_ * own_lambda_ * (x_ - start_).head(n).squaredNorm();
  }
  return sum;
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

// How long steps are that rows ask for: what the rounding errors of x are relative to.
double Lexicographic::length_scale() const noexcept {
  return std::max(asked_length_, x_.head(unknowns_).norm());
}

// A residual that is zero but for rounding has a gradient of rounding only, this long.
double Lexicographic::gradient_rounding() const noexcept {
  if (is_pull()) return 100 * rounding * (length_scale() + target_->head(unknowns_).norm());
  return 100 * rounding * level().size * level().size * length_scale();
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
  // Rows below must not matter, not even for when to give up.
  const int most_rounds = rounds_ + 4 * (n + known_rows_) + 100;
  int idle = 0, last_released = -1;
  double best = std::numeric_limits<double>::infinity();
  const double noise = rounding * (is_pull() ? 1.0 : level().size) * length_scale(),
               negligible = noise * noise;
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
      if (step_.head(n).norm() <= rounding * length_scale()) step_.head(n).setZero();
      const Obstacle obstacle = first_obstacle(by_number);
      const double amount = search_along(obstacle.at);
      advance(amount);
      const double value = objective();
      const bool stands_still = !(value < best * (1 - rounding) - negligible);
      if (stands_still) {
        ++idle;
      } else {
        idle = 0;
        best = value;
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
      if (!objective_placed_ || (amount < 1.0 && !stands_still)) continue;
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
    const std::int8_t side = held_before_(level_, i);
    if (side == 0 || held_[at(i)] != 0 || !std::isfinite(side > 0 ? upper_[i] : lower_[i])) continue;
    held_[at(i)] = side;
    hold(i);
    any = true;
  }
  for (int r = 0; r < static_cast<int>(rows_.size()) && room(); ++r) {
    const Row& row = rows_[at(r)];
    if (row.before < 0 || !row_held_before_(level_, row.before) || !row.hard || row_held_[at(r)]) continue;
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
      (x_ - start_).head(n).norm() > (1 + bound_rounding) * damping->bound) {
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
