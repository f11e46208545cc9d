#pragma once
// Which inequalities are held as equalities, and which rows of levels above must go on holding.
//
// A constraint is a number: c < unknowns is a bound of unknown c, on the side where it is held; otherwise row
// c - unknowns of the problem.

#include <vector>

#include "limber/solver/least_squares/level_problem.h"

namespace limber {

class WorkingSet {
 public:
  WorkingSet(const LevelProblem& problem, int max_unknowns, int max_rows);  // allocates; nothing below does

  void begin_problem() noexcept;  // empty

  int size() const noexcept { return static_cast<int>(members_.size()); }
  bool is_empty() const noexcept { return members_.empty(); }
  int member(int position) const noexcept { return at(members_, position); }
  const std::vector<int>& members() const noexcept { return members_; }
  void add_bound(int unknown, int side) noexcept;  // side: -1 lower, 1 upper
  void add_row(int row) noexcept;
  void remove(int position) noexcept;
  void clear() noexcept { members_.clear(); }  // what was held stays held
  void put_bounds_first() noexcept;            // in the order of their unknowns
  // Members that a level above needs leave the set, and stay held for ever.
  void drop_permanent() noexcept;

  int held_bounds() const noexcept { return held_bounds_; }  // permanent ones, too
  // Per unknown: -1, 0, 1: the bound it is held at; also when permanent.
  int side(int unknown) const noexcept { return at(sides_, unknown); }
  bool is_held(int row) const noexcept { return at(rows_, row).held; }
  void set_held(int row, bool held) noexcept { at(rows_, row).held = held; }
  bool is_permanent(int constraint) const noexcept;  // a level above needs it
  void set_permanent(int constraint, bool permanent) noexcept;

  // An inequality of a level above that holds must go on holding: a.x <= limit.
  bool is_hard(int row) const noexcept { return at(rows_, row).hard; }
  double limit(int row) const noexcept { return at(rows_, row).limit; }
  void set_hard(int row, bool hard, double limit) noexcept;

  double gap(int constraint, const VecX& x) const noexcept;  // how far it is to it: 0 when it is met
  double bound(int unknown) const noexcept;                  // the value it is held at
  double size_of(int constraint) const noexcept;             // |row|; of a bound: 1
  void write_row(int constraint, double* row) const noexcept;

 private:
  struct Row {
    bool held = false;
    bool hard = false;
    bool permanent = false;
    double limit = 0.0;  // rhs, unless rounding left it a little above
  };
  const LevelProblem& problem_;
  std::vector<int> members_;
  std::vector<std::int8_t> sides_;
  int held_bounds_ = 0;                  // how many of them are not 0
  std::vector<std::uint8_t> permanent_;  // per unknown
  std::vector<Row> rows_;
};

}  // namespace limber
