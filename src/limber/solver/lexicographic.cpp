#include "limber/solver/lexicographic.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace limber {

namespace {

constexpr double multiplier_tolerance = 1e-9;
constexpr int most_releases = 8;  // of one row in one problem: more means it goes round in circles

std::size_t at(int index) {
  return static_cast<std::size_t>(index);
}

}  // namespace

Lexicographic::Lexicographic(int max_unknowns, int max_rows, int max_levels)
    : coefficients_(RowMatrix::Zero(max_rows, max_unknowns)),
      lower_(VecX::Zero(max_unknowns)),
      upper_(VecX::Zero(max_unknowns)),
      pull_(VecX::Zero(max_unknowns)),
      x_(VecX::Zero(max_unknowns)),
      candidate_(VecX::Zero(max_unknowns)),
      step_(VecX::Zero(max_unknowns)),
      held_(at(max_unknowns), 0),
      active_(at(max_rows), 0),
      released_(at(max_unknowns + max_rows), 0),
      packed_(VecX::Zero(max_unknowns)),
      residuals_(VecX::Zero(max_rows)),
      gradient_(VecX::Zero(max_unknowns)),
      row_multipliers_(RowMatrix::Zero(max_levels + 1, max_rows)),
      bound_multipliers_(RowMatrix::Zero(max_levels + 1, max_unknowns)),
      nu_(VecX::Zero(max_rows)),
      stack_(max_unknowns, max_rows, max_levels) {
  rows_.reserve(at(max_rows));
  damping_.reserve(at(max_levels));
  free_.reserve(at(max_unknowns));
  stacked_.reserve(at(max_rows));
}

void Lexicographic::clear(int unknowns) noexcept {
  unknowns_ = unknowns;
  level_count_ = 0;
  rows_.clear();
  damping_.clear();
  lower_.head(unknowns).setConstant(-std::numeric_limits<double>::infinity());
  upper_.head(unknowns).setConstant(std::numeric_limits<double>::infinity());
  pull_.head(unknowns).setZero();
}

void Lexicographic::forget() noexcept {
  std::fill(held_.begin(), held_.end(), std::int8_t{0});
  std::fill(active_.begin(), active_.end(), std::uint8_t{0});
}

void Lexicographic::set_bounds(int unknown, double lower, double upper) noexcept {
  assert(lower <= 0 && upper >= 0);
  lower_[unknown] = lower;
  upper_[unknown] = upper;
}

void Lexicographic::begin_level(const LevelDamping& damping) noexcept {
  damping_.push_back(damping);
  ++level_count_;
}

double* Lexicographic::new_row(double rhs, bool at_most) noexcept {
  assert(rows_.size() < rows_.capacity() && level_count_ > 0);
  const int row = static_cast<int>(rows_.size());
  rows_.push_back({level_count_ - 1, at_most, rhs, 0.0});
  coefficients_.row(row).head(unknowns_).setZero();
  return coefficients_.data() + row * coefficients_.cols();
}

double* Lexicographic::add_equality(double rhs) noexcept {
  return new_row(rhs, false);
}

double* Lexicographic::add_at_most(double rhs) noexcept {
  return new_row(rhs, true);
}

void Lexicographic::set_pull(const VecX& z) noexcept {
  pull_.head(unknowns_) = z.head(unknowns_);
}

double Lexicographic::product(int row) const noexcept {
  return coefficients_.row(row).head(unknowns_).dot(x_.head(unknowns_));
}

double Lexicographic::residual(int row) const noexcept {
  const double left = rows_[at(row)].rhs - product(row);
  return rows_[at(row)].at_most && left > 0 ? 0.0 : left;
}

// The problem with the active rows as equalities and the held unknowns taken out.
void Lexicographic::solve_equalities() noexcept {
  free_.clear();
  stacked_.clear();
  for (int i = 0; i < unknowns_; ++i) {
    if (held_[at(i)] == 0) free_.push_back(i);
    candidate_[i] = held_[at(i)] < 0 ? lower_[i] : held_[at(i)] > 0 ? upper_[i] : 0.0;
  }
  const int free_count = static_cast<int>(free_.size());
  stack_.clear(free_count);
  int row = 0;
  for (int level = 0; level < level_count_; ++level) {
    stack_.begin_level(damping_[at(level)]);
    for (; row < static_cast<int>(rows_.size()) && rows_[at(row)].level == level; ++row) {
      if (rows_[at(row)].at_most && !active_[at(row)]) continue;
      const double* a = coefficients_.data() + row * coefficients_.cols();
      for (int f = 0; f < free_count; ++f) packed_[f] = a[free_[at(f)]];
      stack_.add_row(
          packed_.data(),
          rows_[at(row)].rhs - coefficients_.row(row).head(unknowns_).dot(candidate_.head(unknowns_)),
          rows_[at(row)].size);
      stacked_.push_back(row);
    }
  }
  for (int f = 0; f < free_count; ++f) packed_[f] = pull_[free_[at(f)]];
  stack_.solve(packed_.data());
  for (int f = 0; f < free_count; ++f) candidate_[free_[at(f)]] = stack_.solution()[f];
}

// Goes from x towards the optimum of the current set, as far as the inequalities that are not held allow.
// True: one of them stopped it on the way, and is held from now on.
bool Lexicographic::advance() noexcept {
  auto step = step_.head(unknowns_);
  step = candidate_.head(unknowns_) - x_.head(unknowns_);
  double t = 1.0;
  int unknown = -1, row = -1;
  for (int i = 0; i < unknowns_; ++i) {
    if (held_[at(i)] != 0) continue;
    const double bound = step_[i] > 0 ? upper_[i] : lower_[i];
    const bool leaves = step_[i] > 0 ? candidate_[i] > bound + violation_tolerance
                                     : candidate_[i] < bound - violation_tolerance;
    if (!leaves) continue;
    const double until = std::max(0.0, (bound - x_[i]) / step_[i]);
    if (until < t) t = until, unknown = i;
  }
  for (int r = 0; r < static_cast<int>(rows_.size()); ++r) {
    if (!rows_[at(r)].at_most || active_[at(r)]) continue;
    const auto a = coefficients_.row(r).head(unknowns_);
    const double here = a.dot(x_.head(unknowns_)), there = a.dot(candidate_.head(unknowns_));
    if (there <= rows_[at(r)].rhs + violation_tolerance * std::max(1.0, rows_[at(r)].size) || there <= here)
      continue;
    const double until = std::max(0.0, (rows_[at(r)].rhs - here) / (there - here));
    if (until < t) t = until, unknown = -1, row = r;
  }
  if (row < 0 && unknown < 0) {
    x_.head(unknowns_) = candidate_.head(unknowns_);
    return false;
  }
  x_.head(unknowns_) += t * step;
  if (row >= 0) {
    active_[at(row)] = 1;
  } else {
    held_[at(unknown)] = step_[unknown] > 0 ? 1 : -1;
    x_[unknown] = step_[unknown] > 0 ? upper_[unknown] : lower_[unknown];
  }
  return true;
}

void Lexicographic::compute_multipliers() noexcept {
  for (std::size_t s = 0; s < stacked_.size(); ++s) {
    const int row = stacked_[s];
    residuals_[static_cast<Eigen::Index>(s)] = rows_[at(row)].rhs - product(row);
  }
  int first = 0;  // position of the level's first row
  for (int level = 0; level <= level_count_; ++level) {
    int end = first;
    while (end < static_cast<int>(stacked_.size()) && rows_[at(stacked_[at(end)])].level == level) ++end;
    auto gradient = gradient_.head(unknowns_);
    if (level < level_count_) {
      gradient.setZero();
      for (int s = first; s < end; ++s) {
        gradient += residuals_[s] * coefficients_.row(stacked_[at(s)]).head(unknowns_).transpose();
      }
    } else {
      gradient = pull_.head(unknowns_) - x_.head(unknowns_);
    }
    for (std::size_t f = 0; f < free_.size(); ++f)
      packed_[static_cast<Eigen::Index>(f)] = gradient_[free_[f]];
    stack_.multipliers(level, residuals_.data() + first, packed_.data(), nu_.data());
    row_multipliers_.row(level).head(static_cast<Eigen::Index>(rows_.size())).setZero();
    for (int s = 0; s < first; ++s) {
      const int row = stacked_[at(s)];
      row_multipliers_(level, row) = nu_[s];
      gradient -= nu_[s] * coefficients_.row(row).head(unknowns_).transpose();
    }
    for (int i = 0; i < unknowns_; ++i) bound_multipliers_(level, i) = held_[at(i)] != 0 ? gradient[i] : 0.0;
    first = end;
  }
}

// Lets go of the inequality that is held for nothing: whose first multiplier that is not zero pulls it
// inwards.
bool Lexicographic::release_unwanted() noexcept {
  int worst_level = level_count_ + 1, unknown = -1, row = -1;
  double worst = 0.0;
  const auto consider = [&](int level, double multiplier, int u, int r) {
    if (level < worst_level || (level == worst_level && multiplier < worst)) {
      worst_level = level, worst = multiplier, unknown = u, row = r;
    }
  };
  for (int i = 0; i < unknowns_; ++i) {
    if (held_[at(i)] == 0 || released_[at(i)] >= most_releases) continue;
    for (int level = 0; level <= level_count_; ++level) {
      const double multiplier = bound_multipliers_(level, i) * held_[at(i)];
      if (std::abs(multiplier) <= multiplier_tolerance) continue;
      if (multiplier < 0) consider(level, multiplier, i, -1);
      break;
    }
  }
  for (std::size_t s = 0; s < stacked_.size(); ++s) {
    const int r = stacked_[s];
    if (!rows_[at(r)].at_most || released_[at(unknowns_ + r)] >= most_releases) continue;
    const int own = rows_[at(r)].level;
    for (int level = own; level <= level_count_; ++level) {
      // At its own level a row is part of what is minimised: it is wanted when it is violated, not when it is
      // overfulfilled.
      const double multiplier =
          level == own ? -residuals_[static_cast<Eigen::Index>(s)] : row_multipliers_(level, r);
      if (std::abs(multiplier) <= multiplier_tolerance) continue;
      if (multiplier < 0) consider(level, multiplier, -1, r);
      break;
    }
  }
  if (unknown >= 0) {
    held_[at(unknown)] = 0;
    ++released_[at(unknown)];
  } else if (row >= 0) {
    active_[at(row)] = 0;
    ++released_[at(unknowns_ + row)];
  }
  return unknown >= 0 || row >= 0;
}

Lexicographic::Status Lexicographic::solve() noexcept {
  const int row_count = static_cast<int>(rows_.size());
  std::fill(released_.begin(), released_.begin() + unknowns_ + row_count, std::uint8_t{0});
  for (int r = 0; r < row_count; ++r) {
    rows_[at(r)].size = coefficients_.row(r).head(unknowns_).norm();
    // Standing still violates it: it is part of what is minimised from the start.
    if (!rows_[at(r)].at_most || rows_[at(r)].rhs < 0) active_[at(r)] = 1;
  }
  for (int i = 0; i < unknowns_; ++i) {  // a kept bound may be gone
    if (held_[at(i)] > 0 && !(upper_[i] < std::numeric_limits<double>::infinity())) held_[at(i)] = 0;
    if (held_[at(i)] < 0 && !(lower_[i] > -std::numeric_limits<double>::infinity())) held_[at(i)] = 0;
  }
  x_.head(unknowns_).setZero();
  const int most_rounds = 4 * (unknowns_ + row_count) + 20;
  for (rounds_ = 1; rounds_ <= most_rounds; ++rounds_) {
    solve_equalities();
    if (advance()) continue;
    compute_multipliers();
    if (!release_unwanted()) return Status::optimal;
  }
  return Status::gave_up;
}

}  // namespace limber
