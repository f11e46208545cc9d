// The members of the working set, and the rows and bounds behind their numbers.

#include "limber/solver/least_squares/working_set.h"

#include <algorithm>

namespace limber {

WorkingSet::WorkingSet(const LevelProblem& problem, int max_unknowns, int max_rows)
    : problem_(problem),
      sides_(static_cast<std::size_t>(max_unknowns), 0),
      permanent_(static_cast<std::size_t>(max_unknowns), 0),
      rows_(static_cast<std::size_t>(max_rows)) {
  members_.reserve(static_cast<std::size_t>(max_unknowns + 1));
}

void WorkingSet::begin_problem() noexcept {
  members_.clear();
  held_bounds_ = 0;
  std::fill_n(sides_.begin(), problem_.unknowns(), std::int8_t{0});
  std::fill_n(permanent_.begin(), problem_.unknowns(), std::uint8_t{0});
  for (int r = 0; r < problem_.row_count(); ++r) at(rows_, r) = {.held = !problem_.row(r).at_most};
}

void WorkingSet::add_bound(int unknown, int side) noexcept {
  at(sides_, unknown) = static_cast<std::int8_t>(side);
  ++held_bounds_;
  members_.push_back(unknown);
}

void WorkingSet::add_row(int row) noexcept {
  at(rows_, row).held = true;
  members_.push_back(problem_.unknowns() + row);
}

void WorkingSet::remove(int position) noexcept {
  const int constraint = member(position), n = problem_.unknowns();
  if (constraint < n) {
    at(sides_, constraint) = 0;
    --held_bounds_;
  } else {
    at(rows_, constraint - n).held = false;
  }
  members_.erase(members_.begin() + position);
}

// The numbers of bounds are the smallest, and rows come in the order of theirs.
void WorkingSet::put_bounds_first() noexcept {
  std::sort(members_.begin(), members_.end());
}

void WorkingSet::drop_permanent() noexcept {
  std::erase_if(members_, [&](int constraint) { return is_permanent(constraint); });
}

bool WorkingSet::is_permanent(int constraint) const noexcept {
  const int n = problem_.unknowns();
  return constraint < n ? at(permanent_, constraint) != 0 : at(rows_, constraint - n).permanent;
}

void WorkingSet::set_permanent(int constraint, bool permanent) noexcept {
  const int n = problem_.unknowns();
  if (constraint < n) {
    at(permanent_, constraint) = permanent;
  } else {
    at(rows_, constraint - n).permanent = permanent;
  }
}

void WorkingSet::set_hard(int row, bool hard, double limit) noexcept {
  at(rows_, row).hard = hard;
  at(rows_, row).limit = limit;
}

double WorkingSet::bound(int unknown) const noexcept {
  return side(unknown) > 0 ? problem_.upper()[unknown] : problem_.lower()[unknown];
}

double WorkingSet::gap(int constraint, const VecX& x) const noexcept {
  const int n = problem_.unknowns();
  if (constraint < n) {
    return side(constraint) > 0 ? problem_.upper()[constraint] - x[constraint]
                                : x[constraint] - problem_.lower()[constraint];
  }
  return limit(constraint - n) - problem_.product(constraint - n, x);
}

double WorkingSet::size_of(int constraint) const noexcept {
  const int n = problem_.unknowns();
  return constraint < n ? 1.0 : problem_.row(constraint - n).size;
}

void WorkingSet::write_row(int constraint, double* row) const noexcept {
  const int n = problem_.unknowns();
  if (constraint < n) {
    std::fill(row, row + n, 0.0);
    row[constraint] = side(constraint);
  } else {
    const double* const from = problem_.coefficients(constraint - n);
    std::copy(from, from + n, row);
  }
}

}  // namespace limber
