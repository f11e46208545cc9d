#pragma once
// The factorisation that all levels share (LevelStack), and what lies in it, from the first column on:
//
//   frozen rows         of the levels above, and the inequalities they need: not to be changed
//   locked unknowns     that no row of the level may move
//   the working set     inequalities held as equalities
//   the level's rows    those that count
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
  int frozen() const noexcept { return frozen_; }          // columns
  int locked() const noexcept { return locked_; }          // columns up to the end of the locked unknowns
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
  void transform_new_members() noexcept;
  void place_members() noexcept;
  void place_own_rows() noexcept;
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
  int ready_ = 0;   // of the working set: those whose rows are in working_rows_
  int placed_ = 0;  // ... and those that are in the stack
  bool placed_all_ = false;
  int own_column_ = 0, own_rank_ = 0;
  int unknowns_ = 0;                     // of the last problem
  RowMatrix working_rows_;               // in the coordinates after `locked_` columns; padded
  RowMatrix own_rows_;                   // of the level, likewise
  std::vector<std::uint8_t> own_ready_;  // which of them have been transformed
  std::vector<int> counting_;            // rows the level minimises, as they were added to the stack
  std::vector<int> remainders_;          // those of them that are combinations of others, nearly
};

}  // namespace limber
