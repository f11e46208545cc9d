#pragma once
// Which inequalities each level of the last problem ended with: where the same level of the next, similar
// problem starts. Rows come and go between the two; one with a name is known again by it, the others by their
// order among those without.

#include <cstdint>
#include <span>
#include <vector>

#include "limber/solver/least_squares/level_problem.h"

namespace limber {

class WarmStart {
 public:
  // Allocates for the largest problem; nothing below does.
  WarmStart(int max_unknowns, int max_rows, int max_levels);

  void forget() noexcept;
  // A new problem begins: finds its rows among the last one's. It is_usable() if the two are alike.
  void recognise(const LevelProblem& problem) noexcept;
  bool is_usable() const noexcept { return remembers_; }

  bool held_anything(int level) const noexcept { return at(held_anything_, level) != 0; }
  // What a level ended with last time (level count: the pull): the side, -1 or 1, of the bound of an unknown,
  // 0 for none; whether a row of the present problem was held.
  int held_side(int level, int unknown) const noexcept { return sides_(level, unknown); }
  bool was_row_held(int level, int row) const noexcept {
    const int before = at(before_, row);
    return before >= 0 && rows_(level, before) != 0;
  }

  // What a level of the present problem ended with: first nothing.
  void clear_level(int level) noexcept;
  void set_side(int level, int unknown, int side) noexcept {
    sides_(level, unknown) = static_cast<std::int8_t>(side);
    if (side != 0) at(held_anything_, level) = 1;
  }
  void set_row_held(int level, int row) noexcept {
    rows_(level, row) = 1;
    at(held_anything_, level) = 1;
  }
  void copy_level(int from, int to) noexcept;
  // All levels are recorded: the problem becomes the last one.
  void keep(const LevelProblem& problem) noexcept;

 private:
  bool remembers_ = false;
  int unknowns_ = 0, levels_ = 0;     // of the last problem
  std::vector<std::uint64_t> names_;  // of its rows
  std::vector<int> before_;           // per row of the present problem: its number in the last one; -1: new
  Eigen::Matrix<std::int8_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> sides_, rows_;
  std::vector<std::uint8_t> held_anything_;  // per level: some of them are not 0
};

}  // namespace limber
