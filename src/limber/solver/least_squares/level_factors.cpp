// Places rows in the shared factorisation, and takes them out again.

#include "limber/solver/least_squares/level_factors.h"

#include <algorithm>
#include <cmath>

namespace limber {

namespace {

// A member of the working set of which less is left than this, relative to its row, is a combination of the
// others.
constexpr double independent = 1e-12;
// What is left of a row, relative to the longest of its level, that the levels below must not change.
constexpr double freeze_tolerance = 1e-11;
// So many bounds are worth being put in front.
constexpr int many_bounds = 6;
// What bounds in front must leave of a frozen row: where they take more, they nearly contradict it, and those
// that do are found when they come after it.
constexpr double least_left = 1e-3;

}  // namespace

LevelFactors::LevelFactors(const LevelProblem& problem, const LevelPoint& point, const LevelRoom& room)
    : problem_(problem),
      point_(point),
      working_(problem, room.unknowns, room.rows),
      stack_(room),
      max_held_(room.held),
      owner_(static_cast<std::size_t>(room.unknowns), -1),
      unmoved_(static_cast<std::size_t>(room.unknowns), 0),
      working_rows_(RowMatrix::Zero(std::min(room.unknowns, room.held + room.rows) + 1, stack_.stride())),
      own_rows_(RowMatrix::Zero(room.rows, stack_.stride())),
      own_ready_(static_cast<std::size_t>(room.rows), 0),
      reduced_rows_(RowMatrix::Zero(room.rows, stack_.stride())),
      reduced_by_(static_cast<std::size_t>(room.rows), 0) {
  frozen_owner_.reserve(static_cast<std::size_t>(room.unknowns));
  frozen_diagonal_.reserve(static_cast<std::size_t>(room.unknowns));
  counting_.reserve(static_cast<std::size_t>(room.rows));
  remainders_.reserve(static_cast<std::size_t>(room.rows));
}

void LevelFactors::begin_problem() noexcept {
  working_.begin_problem();
  stack_.clear(problem_.unknowns());
  frozen_ = front_ = 0;
  if (unknowns_ == problem_.unknowns()) return;
  unknowns_ = problem_.unknowns();  // what lies after them must be zero
  working_rows_.setZero();
  own_rows_.setZero();
  reduced_rows_.setZero();
}

// Nothing of the level's rows and of the working set is known in the coordinates of what lies before them.
void LevelFactors::forget_transformed() noexcept {
  const int rows = point_.is_pull() ? 0 : point_.own().end_row - point_.own().first_row;
  std::fill_n(own_ready_.begin(), rows, std::uint8_t{0});
  std::fill_n(reduced_by_.begin(), rows, 0);
  ready_ = placed_ = front_;
}

void LevelFactors::begin_level() noexcept {
  const int rows = point_.is_pull() ? 0 : point_.own().end_row - point_.own().first_row;
  restore_frozen();
  forget_transformed();
  stack_.truncate(frozen_);
  if (rows > 0 || !working_.is_empty()) stack_.seal();
}

void LevelFactors::lock_nothing() noexcept {
  std::fill_n(unmoved_.begin(), problem_.unknowns(), std::uint8_t{0});
  locked_ = frozen_;
}

// They become rows of their own, for as long as the level is solved.
void LevelFactors::lock_restricted(int level) noexcept {
  const int n = problem_.unknowns();
  const LevelProblem::Level& own = problem_.level(level);
  lock_nothing();
  bool any_free = false;
  for (int r = own.first_row; r < own.end_row; ++r) any_free = any_free || !problem_.row(r).restricted;
  if (any_free) return;
  for (int i = 0; i < n; ++i) {
    bool allowed = false;
    for (int r = own.first_row; r < own.end_row; ++r) allowed = allowed || problem_.may_move(r, i);
    if (allowed) continue;
    at(unmoved_, i) = 1;
    double* const row = stack_.incoming(0);
    std::fill(row, row + n, 0.0);
    row[i] = 1.0;
    stack_.transform(row, 0, stack_.columns());
    if (stack_.factorise(1, LevelPoint::rank_tolerance) == 1) at(owner_, stack_.columns() - 1) = -1;
  }
  locked_ = stack_.columns();
}

void LevelFactors::begin_search() noexcept {
  ready_ = placed_ = 0;
  placed_all_ = front_left_ = false;
  may_lie_in_front_ = locked_ == frozen_ && frozen_ > 0;
}

// Puts bounds of the working set in front, where that is possible and pays.
void LevelFactors::arrange() noexcept {
  const bool lay_in_front = front_ > 0;
  if (!lay_in_front) {
    frozen_owner_.assign(owner_.begin(), owner_.begin() + frozen_);
    frozen_diagonal_.clear();
    for (int c = 0; c < frozen_; ++c) frozen_diagonal_.push_back(std::abs(stack_.diagonal(c)));
  }
  front_left_ = false;
  int bounds = 0;
  for (const int c : working_.members()) bounds += c < problem_.unknowns() ? 1 : 0;
  const bool pays = bounds >= std::max(many_bounds, frozen_);
  if (!pays && !lay_in_front) return;
  front_ = bounds;
  if (!pays || !put_in_front(bounds)) {
    front_ = std::max(front_, 1);  // what is frozen is not where it was
    may_lie_in_front_ = may_lie_in_front_ && !pays;
    restore_frozen();
  }
  forget_transformed();
}

// False: a frozen row is nearly a combination of the bounds.
bool LevelFactors::put_in_front(int bounds) noexcept {
  working_.put_bounds_first();
  stack_.truncate(0);
  for (int q = 0; q < bounds; ++q) {
    double* const row = stack_.incoming(0);
    working_.write_row(working_.member(q), row);
    stack_.transform(row, 0, q);
    if (!stack_.take_first(1, 0.0)) return false;
    at(owner_, q) = working_.member(q);
  }
  for (int i = 0; i < frozen_; ++i) working_.write_row(at(frozen_owner_, i), stack_.incoming(i));
  stack_.transform_rows(stack_.incoming(0), frozen_, stack_.stride(), 0, bounds);
  for (int i = 0; i < frozen_; ++i) {
    if (!stack_.take_first(frozen_ - i, least_left * at(frozen_diagonal_, i))) return false;
    at(owner_, bounds + i) = at(frozen_owner_, i);
  }
  return true;
}

// Frozen rows come first again, and nothing after them.
void LevelFactors::restore_frozen() noexcept {
  if (front_ == 0) return;
  front_ = 0;
  front_left_ = false;
  stack_.truncate(0);
  for (int i = 0; i < frozen_; ++i) working_.write_row(at(frozen_owner_, i), stack_.incoming(i));
  for (int i = 0; i < frozen_; ++i) {
    stack_.take_first(frozen_ - i, 0.0);
    at(owner_, i) = at(frozen_owner_, i);
  }
}

void LevelFactors::transform_new_members() noexcept {
  double* const rows = working_rows_.data() + ready_ * working_rows_.cols();
  const int count = working_.size() - ready_;
  for (int i = 0; i < count; ++i)
    working_.write_row(working_.member(ready_ + i), rows + i * working_rows_.cols());
  stack_.transform_rows(rows, count, working_rows_.cols(), 0, base());
  ready_ = working_.size();
}

bool LevelFactors::has_room() const noexcept {
  return working_.size() < problem_.unknowns() - locked_ && working_.held_bounds() < max_held_;
}

void LevelFactors::hold_bound(int unknown, int side) noexcept {
  working_.add_bound(unknown, side);
  placed_all_ = false;
}

void LevelFactors::hold_row(int row) noexcept {
  working_.add_row(row);
  placed_all_ = false;
}

void LevelFactors::release(int position) noexcept {
  const int n = problem_.unknowns();
  working_.remove(position);
  front_left_ = front_left_ || position < front_;
  if (front_left_) {
    placed_all_ = false;
    return;
  }
  if (position < ready_) --ready_;
  for (int i = position; i < ready_; ++i) {
    working_rows_.row(i).head(n) = working_rows_.row(i + 1).head(n);
  }
  placed_ = std::min(placed_, position);
  placed_all_ = false;
}

// Rows that count for the first time, in the coordinates of the frozen rows; those side by side all at once.
void LevelFactors::transform_own_rows() noexcept {
  const int n = problem_.unknowns();
  const int first = point_.own().first_row, count = point_.own().end_row - first;
  const auto is_new = [&](int i) { return point_.counts(first + i) && !at(own_ready_, i); };
  for (int i = 0; i < count;) {
    int end = i;
    for (; end < count && is_new(end); ++end) {
      const double* const row = problem_.own_coefficients(first + end);
      std::copy(row, row + n, own_rows_.data() + end * own_rows_.cols());
      at(own_ready_, end) = 1;
    }
    stack_.transform_rows(own_rows_.data() + i * own_rows_.cols(), end - i, own_rows_.cols(), 0, base());
    i = end + 1;
  }
}

void LevelFactors::place() noexcept {
  if (placed_all_) return;
  if (front_left_ || (may_lie_in_front_ && placed_ == 0)) arrange();
  const int kept = placed_;  // members that are where they were
  stack_.truncate(locked_ + kept);
  place_members();
  own_column_ = stack_.columns();
  own_rank_ = 0;
  counting_.clear();
  placed_all_ = true;
  if (!point_.is_pull()) place_own_rows(kept);
}

// Those of the working set that are not in the stack yet, in their order.
void LevelFactors::place_members() noexcept {
  transform_new_members();
  const int n = problem_.unknowns();
  int left = working_.size() - placed_;
  const auto copy = [&](const double* from, int i) { std::copy(from, from + n, stack_.incoming(i)); };
  for (int i = 0; i < left; ++i) copy(working_rows_.data() + (placed_ + i) * working_rows_.cols(), i);
  stack_.transform_rows(stack_.incoming(0), left, stack_.stride(), base(), stack_.columns());
  for (; left > 0; --left) {
    const int constraint = working_.member(placed_);
    if (stack_.take_first(left, independent * working_.size_of(constraint))) {
      at(owner_, stack_.columns() - 1) = constraint;
      ++placed_;
    } else {
      release(placed_);  // a combination of the others: it holds by itself
      for (int i = 1; i < left; ++i) copy(stack_.incoming(i), i - 1);
    }
  }
}

// The rows that count, with the working set taken out. Mostly one member has joined it since last time: then
// that one is all there is to do.
void LevelFactors::reduce_own_rows(int kept) noexcept {
  const int n = problem_.unknowns(), members = working_.size();
  const int first = point_.own().first_row, count = point_.own().end_row - first;
  const auto row = [&](RowMatrix& rows, int i) { return rows.data() + i * rows.cols(); };
  for (int i = 0; i < count; ++i) {
    int& by = at(reduced_by_, i);
    if (by > kept) by = 0;
    if (by == 0 && point_.counts(first + i)) std::copy_n(row(own_rows_, i), n, row(reduced_rows_, i));
  }
  for (int i = 0, end = 0; i < count; i = std::max(end, i + 1)) {
    const int by = at(reduced_by_, i);
    for (end = i; end < count && point_.counts(first + end) && at(reduced_by_, end) == by; ++end) {
    }
    stack_.transform_rows(row(reduced_rows_, i), end - i, reduced_rows_.cols(),
                          by == 0 ? base() : locked_ + by, own_column_);
    std::fill(reduced_by_.begin() + i, reduced_by_.begin() + end, members);
  }
}

void LevelFactors::place_own_rows(int kept) noexcept {
  const int n = problem_.unknowns();
  transform_own_rows();
  reduce_own_rows(kept);
  for (int r = point_.own().first_row; r < point_.own().end_row; ++r) {
    if (!point_.counts(r)) continue;
    const double* const base = reduced_rows_.data() + (r - point_.own().first_row) * reduced_rows_.cols();
    std::copy(base, base + n, stack_.incoming(counting_rows()));
    counting_.push_back(r);
  }
  own_rank_ = stack_.factorise(counting_rows(), point_.smallest_remainder());
  for (int i = 0; i < own_rank_; ++i) at(owner_, own_column_ + i) = n + counting_row(i);
}

void LevelFactors::freeze_nothing_counts() noexcept {
  locked_ = frozen_;
  own_rank_ = 0;
  counting_.clear();
}

void LevelFactors::freeze_as_placed() noexcept {
  working_.clear();
  front_ = 0;  // what lay there is frozen
  freeze_remainders(own_rank_);
}

void LevelFactors::freeze_again() noexcept {
  const int n = problem_.unknowns();
  const bool halfway = !point_.own().restricted && front_ == 0;  // own_rows_ are through the frozen columns
  restore_frozen();
  stack_.truncate(frozen_);
  for (const int c : working_.members()) {
    if (!working_.is_permanent(c)) continue;
    double* const row = stack_.incoming(0);
    working_.write_row(c, row);
    stack_.transform(row, 0, stack_.columns());
    if (stack_.factorise(1, LevelPoint::rank_tolerance * working_.size_of(c)) == 1) {
      at(owner_, stack_.columns() - 1) = c;
    }
  }
  working_.drop_permanent();
  const int first = stack_.columns();
  counting_.clear();
  for (int r = point_.own().first_row; r < point_.own().end_row; ++r) {
    if (!point_.counts(r)) continue;
    const double* const row = halfway ? own_rows_.data() + (r - point_.own().first_row) * own_rows_.cols()
                                      : problem_.coefficients(r);
    std::copy(row, row + n, stack_.incoming(counting_rows()));
    counting_.push_back(r);
  }
  stack_.transform_rows(stack_.incoming(0), counting_rows(), stack_.stride(), halfway ? frozen_ : 0, first);
  const int rank = stack_.factorise(counting_rows(), point_.smallest_remainder());
  for (int i = 0; i < rank; ++i) at(owner_, first + i) = n + counting_row(i);
  freeze_remainders(rank);
}

// Rows that were too nearly dependent to be solved for are to stay as they are all the same.
void LevelFactors::freeze_remainders(int rank) noexcept {
  remainders_.clear();
  for (int i = rank; i < counting_rows(); ++i) remainders_.push_back(counting_row(i));
  const int first = stack_.columns();
  const int count =
      stack_.factorise(static_cast<int>(remainders_.size()), freeze_tolerance * point_.own().size);
  for (int i = 0; i < count; ++i) {
    at(owner_, first + i) = problem_.unknowns() + at(remainders_, stack_.arrival(i));
  }
  frozen_ = stack_.columns();
}

}  // namespace limber
