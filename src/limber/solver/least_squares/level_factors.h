#pragma once
// The factorisation that all levels share (LevelStack), and what lies in it, from the first column on:
//
//   bounds in front     of the working set, where there are many
//   frozen rows         of the levels above, and the inequalities they need: not to be changed
//   locked unknowns     that no row of the level may move
//   the working set     inequalities held as equalities
//   the level's rows    those that count
//
// The reflection of a bound has two numbers in it as long as no other row came before, and costs next to
// nothing. So it pays to factorise a few frozen rows again after many bounds.
//
// Owns the working set: what joins or leaves it is placed in the factorisation anew.

#include <vector>

#include "limber/solver/least_squares/level_point.h"
#include "limber/solver/least_squares/level_stack.h"
#include "limber/solver/least_squares/working_set.h"

namespace limber {

class LevelFactors {
 public:
  // Allocates; nothing below does.
  LevelFactors(const LevelProblem& problem, const LevelPoint& point, const LevelRoom& room);
  LevelFactors(const LevelProblem& problem, const LevelPoint& point, int max_unknowns, int max_rows)
      : LevelFactors(problem, point, LevelRoom(max_unknowns, max_rows, 0)) {}

  void begin_problem() noexcept;
  void begin_level() noexcept;  // only frozen rows are in; the level's rows have to be placed anew
  void lock_nothing() noexcept;
  void lock_restricted(int level) noexcept;  // the unknowns that no row of the level may move
  bool is_locked(int unknown) const noexcept { return at(unmoved_, unknown) != 0; }
  void
  begin_search() noexcept;  // the working set as it is, in the coordinates of what is frozen and locked now

  const WorkingSet& working() const noexcept { return working_; }
  WorkingSet& working() noexcept { return working_; }
  bool has_room() const noexcept;  // for another member of the working set
  void hold_bound(int unknown, int side) noexcept;
  void hold_row(int row) noexcept;
  void release(int position) noexcept;

  // Brings everything to its place, unless it is there.
  void place() noexcept;
  bool is_placed() const noexcept { return placed_all_; }
  void forget_rows() noexcept { placed_all_ = false; }  // other rows count than before

  const LevelStack& stack() const noexcept { return stack_; }
  int frozen() const noexcept { return frozen_; }  // columns
  int locked() const noexcept { return locked_; }  // frozen columns and those of locked unknowns
  // Where members of the working set begin, and the column of each. Frozen columns may lie between.
  int first_member_column() const noexcept { return front_ > 0 ? 0 : locked_; }
  int column_of(int member) const noexcept { return member < front_ ? member : locked_ + member; }
  int member_at(int column) const noexcept {  // -1: it is frozen
    return column < front_ ? column : column < front_ + locked_ ? -1 : column - locked_;
  }
  int own_column() const noexcept { return own_column_; }  // where the level's rows begin
  int own_rank() const noexcept { return own_rank_; }
  int counting_rows() const noexcept { return static_cast<int>(counting_.size()); }
  // The row of the problem that lies i-th among the level's rows.
  int counting_row(int i) const noexcept { return at(counting_, stack_.arrival(i)); }
  int owner(int column) const noexcept { return at(owner_, column); }  // a constraint, -1: locked

  // The level is done: its rows, and the members of the working set that are permanent, are frozen.
  void freeze_nothing_counts() noexcept;  // there are no rows to freeze: as if placed
  void freeze_as_placed() noexcept;       // what lies in the stack is just what is needed
  void freeze_again() noexcept;           // in another arrangement than the level had

 private:
  void arrange() noexcept;
  bool put_in_front(int bounds) noexcept;
  void restore_frozen() noexcept;
  void forget_transformed() noexcept;
  int base() const noexcept { return front_ + locked_; }  // columns before members that are not in front
  void transform_new_members() noexcept;
  void place_members() noexcept;
  void place_own_rows(int kept) noexcept;
  void reduce_own_rows(int kept) noexcept;
  void transform_own_rows() noexcept;
  void freeze_remainders(int rank) noexcept;

  const LevelProblem& problem_;
  const LevelPoint& point_;
  WorkingSet working_;
  LevelStack stack_;
  int max_held_;
  std::vector<int> owner_;             // per column
  std::vector<std::uint8_t> unmoved_;  // per unknown: locked
  int frozen_ = 0, locked_ = 0;
  int front_ = 0;                        // members of the working set that lie before the frozen rows
  bool front_left_ = false;              // one of them has left since
  bool may_lie_in_front_ = false;        // it has not been tried in vain
  std::vector<int> frozen_owner_;        // owners of the frozen columns, while something lies in front
  std::vector<double> frozen_diagonal_;  // and what was left of their rows without it
  int ready_ = 0;                        // of the working set: those whose rows are in working_rows_
  int placed_ = 0;                       // ... and those that are in the stack
  bool placed_all_ = false;
  int own_column_ = 0, own_rank_ = 0;
  int unknowns_ = 0;                     // of the last problem
  RowMatrix working_rows_;               // in the coordinates after `base()` columns; padded
  RowMatrix own_rows_;                   // of the level, likewise
  std::vector<std::uint8_t> own_ready_;  // which of them have been transformed
  RowMatrix reduced_rows_;               // the same, after the first members of the working set, too
  std::vector<int> reduced_by_;          // per row: how many members that is; 0: nothing is there yet
  std::vector<int> counting_;            // rows the level minimises, as they were added to the stack
  std::vector<int> remainders_;          // those of them that are combinations of others, nearly
};

}  // namespace limber
