// Drives the search through the levels, and freezes what each of them reached.

#include "limber/solver/least_squares/level_hierarchy.h"

#include <algorithm>
#include <cmath>

namespace limber {

namespace {

// A constraint whose multiplier is larger than this share of the gradient of its level is needed for ever.
constexpr double permanent_share = 1e-6;
// ... and larger than rounding, this many times.
constexpr double clearly = 100;
// What is left of a level, relative to what its rows ask for, when it got all.
constexpr double negligible_residual = 1e-9;

// Damping is about the way from the shortest point that the levels above allow, and unknowns that must not
// move stay where that one has them: or the answer would depend on how the point was found.
bool is_damped(const LevelProblem::Level& level) {
  return level.first_row < level.end_row &&
         (level.damping.rule != LevelDamping::Rule::none || level.restricted);
}

}  // namespace

LevelHierarchy::LevelHierarchy(const LevelRoom& room)
    : problem_(room),
      point_(problem_, room.unknowns, room.rows),
      factors_(problem_, point_, room),
      aim_(problem_, point_, factors_, room.unknowns, room.rows),
      search_(problem_, point_, factors_, aim_, room.unknowns, room.rows),
      multipliers_(room.unknowns, room.rows, room.levels),
      warm_(room.unknowns, room.rows, room.levels),
      home_(VecX::Zero(room.unknowns)),
      pull_target_(VecX::Zero(room.unknowns)),
      outcomes_(static_cast<std::size_t>(room.levels)),
      steps_(RowMatrix::Zero(room.levels + 1, room.unknowns)),
      points_(RowMatrix::Zero(room.levels + 1, room.unknowns)) {}

void LevelHierarchy::begin_problem() noexcept {
  const int n = problem_.unknowns(), count = problem_.level_count() + 1;
  multipliers_.begin_problem(problem_);
  steps_.topLeftCorner(count, n).setZero();
  points_.topLeftCorner(count, n).setZero();
  std::fill_n(outcomes_.begin(), problem_.level_count(), Outcome{});
  point_.begin_problem();
  factors_.begin_problem();
  search_.begin_problem();
  home_.head(n).setZero();
  settled_ = true;
  anything_held_ = false;
}

bool LevelHierarchy::solve() noexcept {
  const bool good = problem_.finish();
  begin_problem();
  if (!good) {
    warm_.forget();
    return false;
  }
  warm_.recognise(problem_);
  const int n = problem_.unknowns(), count = problem_.level_count();
  for (int level = 0; level < count; ++level) solve_level(level);
  pull_target_.head(n) = problem_.pull().head(n) + home_.head(n);
  solve_pull(pull_target_);
  multipliers_.record(problem_, point_, factors_, aim_);
  remember();
  // Where a level gets all it asks for many sets would do: the one that led to the end leads there at once.
  // (Not where levels below start from the shortest point: it takes the set of the level itself.)
  for (int level = 0; anything_held_ && !anything_damped() && level < count; ++level) {
    const double negligible = negligible_residual * problem_.level(level).size * point_.asked_length();
    if (!(problem_.level_residual(level, *this) > negligible)) warm_.copy_level(count, level);
  }
  warm_.keep(problem_);
  return true;
}

// Does some level start from the shortest point that those above allow?
bool LevelHierarchy::anything_damped() const noexcept {
  for (int level = 0; level < problem_.level_count(); ++level) {
    if (is_damped(problem_.level(level))) return true;
  }
  return false;
}

void LevelHierarchy::keep_point() noexcept {
  const int n = problem_.unknowns();
  points_.row(point_.level()).head(n) = point_.x().head(n).transpose();
}

void LevelHierarchy::remember() noexcept {
  const WorkingSet& working = factors_.working();
  const int level = point_.level();
  warm_.clear_level(level);
  for (int i = 0; working.held_bounds() > 0 && i < problem_.unknowns(); ++i)
    warm_.set_side(level, i, working.side(i));
  for (int r = 0; r < problem_.row_count(); ++r) {
    if (working.is_hard(r) && working.is_held(r)) warm_.set_row_held(level, r);
  }
  anything_held_ = anything_held_ || warm_.held_anything(level);
}

void LevelHierarchy::solve_level(int level) noexcept {
  const int n = problem_.unknowns();
  const LevelProblem::Level& own = problem_.level(level);
  if (is_damped(own) && !settled_) solve_pull(home_);
  point_.begin_level(level);
  if (own.first_row == own.end_row) {
    keep_point();
    remember();
    return;
  }
  factors_.begin_level();
  if (!own.restricted && !point_.anything_counts()) {
    // Inequalities that all hold: they ask for nothing, and only have to go on holding. (A restricted level
    // settles all the same.)
    keep_point();
    remember();
    factors_.freeze_nothing_counts();
    freeze_level();
    return;
  }
  factors_.lock_restricted(level);
  const int rounds_before = search_.rounds();
  search_.run(&warm_);
  at(outcomes_, level) = {factors_.own_rank(), aim_.lambda()};
  const bool in_one_round = search_.rounds() == rounds_before + 1;
  settled_ = settled_ && in_one_round && factors_.working().is_empty() && !own.restricted;
  steps_.row(level).head(n) = (point_.x().head(n) - point_.start().head(n)).transpose();
  keep_point();
  multipliers_.record(problem_, point_, factors_, aim_);
  remember();
  freeze_level();
  if (own.restricted) settle_restricted(level);
}

// The point nearest to `target` among those the levels so far leave.
void LevelHierarchy::solve_pull(const VecX& target) noexcept {
  const int n = problem_.unknowns();
  point_.begin_pull(target);
  factors_.begin_level();
  factors_.lock_nothing();
  const bool is_there =
      factors_.working().is_empty() && (factors_.frozen() == n || (settled_ && target.head(n).isZero(0)));
  if (is_there) {
    factors_.begin_search();
    factors_.place();
  } else {
    search_.run(&target == &home_ ? nullptr : &warm_);
  }
  settled_ = true;
}

// The shortest step would share out what a restricted level did among unknowns it may not use. So those it
// may use take the shortest way there, and that is where everything after it starts from. (Damping, which a
// level of rows with different unknowns always has, leaves no choice.)
void LevelHierarchy::settle_restricted(int level) noexcept {
  const int n = problem_.unknowns();
  if (lambda(level) == 0.0) {
    point_.begin_pull(home_);
    factors_.begin_level();
    factors_.lock_restricted(level);
    search_.run(nullptr);
  }
  home_.head(n) = point_.x().head(n);
  settled_ = true;
}

// Which members of the working set the level needs for ever. True: all of them.
bool LevelHierarchy::mark_permanent() noexcept {
  const int n = problem_.unknowns(), level = point_.level();
  // A level that is neither damped nor restricted has used all that its rows allow: what it pushes against
  // can only be left by giving some of it up.
  const bool exhausts = lambda(level) == 0.0 && !point_.own().restricted;
  const double needed = permanent_share * point_.gradient_scale() + clearly * point_.gradient_rounding();
  bool all = true;
  for (const int c : factors_.working().members()) {
    const bool permanent =
        exhausts && (c < n ? multipliers_.bound(level, c) > needed
                           : multipliers_.row(level, c - n) * problem_.row(c - n).size > needed);
    factors_.working().set_permanent(c, permanent);
    all = all && permanent;
  }
  return all;
}

// Inequalities of the level that hold have to go on holding. True: the rows that count are those that are
// placed, whole.
bool LevelHierarchy::mark_hard() noexcept {
  bool as_placed = true;
  for (int r = point_.own().first_row; r < point_.own().end_row; ++r) {
    const LevelProblem::Row& row = problem_.row(r);
    as_placed = as_placed && !row.restricted;
    if (!row.at_most) continue;
    const double value = problem_.product(r, point_.x());
    const bool violated = value - row.rhs > LevelProblem::violation_tolerance * std::max(1.0, row.size);
    as_placed = as_placed && violated == point_.counts(r);
    point_.set_counts(r, violated);
    factors_.working().set_hard(r, !violated, std::max(row.rhs, value));
    factors_.working().set_held(r, violated);
  }
  return as_placed;
}

// What the level reached stays: its rows, and the inequalities it needs, join the frozen columns.
void LevelHierarchy::freeze_level() noexcept {
  bool as_placed = factors_.locked() == factors_.frozen();
  as_placed = mark_permanent() && as_placed;
  as_placed = mark_hard() && as_placed;
  settled_ = settled_ && as_placed;
  if (as_placed) {
    factors_.freeze_as_placed();
  } else {
    factors_.freeze_again();
  }
}

}  // namespace limber
