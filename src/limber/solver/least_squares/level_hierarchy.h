#pragma once
// Solves the levels of a problem one after the other: what each starts from, and what of it stays.
//
// Level l starts from the point x_(l-1) that those above chose, the shortest if they leave a choice, and
// finds its own step d with
//
//   minimise |S_l d - (b_l - A_l x_(l-1))|^2 + the same for violated rows of C_l + lambda_l^2 |d|^2
//   such that no row above changes,  rows C above that hold go on holding,  bounds hold
//
// S_l: A_l without the columns a row may not use. Then A_l x_l and what C_l x_l is violated by stay as they
// are for ever: what comes below, damped or not, cannot change it.

#include <vector>

#include "limber/solver/least_squares/level_answer.h"
#include "limber/solver/least_squares/level_multipliers.h"
#include "limber/solver/least_squares/level_search.h"

namespace limber {

class LevelHierarchy final : public LevelAnswer {
 public:
  explicit LevelHierarchy(const LevelRoom& room);  // allocates; nothing below does
  LevelHierarchy(const LevelHierarchy&) = delete;  // parts refer to each other

  LevelProblem& problem() noexcept { return problem_; }
  const LevelProblem& problem() const noexcept { return problem_; }
  bool solve() noexcept;  // false: the problem has something in it that is not a number; x = 0
  void forget() noexcept { warm_.forget(); }
  bool remembers() const noexcept { return warm_.is_usable(); }
  // Some inequality was met in the problem remembered.
  bool held_anything() const noexcept { return remembers() && anything_held_; }

  bool has_given_up() const noexcept { return search_.has_given_up(); }

  const VecX& x() const noexcept override { return point_.x(); }
  double product(int row) const noexcept override { return problem_.product(row, point_.x()); }
  const VecX& pull_target() const noexcept override { return pull_target_; }
  bool is_pulled() const noexcept override { return true; }
  int rounds() const noexcept override { return search_.rounds(); }
  bool is_active(int row) const noexcept override { return factors_.working().is_held(row); }
  int held_side(int unknown) const noexcept override { return factors_.working().side(unknown); }
  int rank(int level) const noexcept override { return at(outcomes_, level).rank; }
  double lambda(int level) const noexcept override { return at(outcomes_, level).lambda; }
  const double* step(int level) const noexcept override { return steps_.data() + level * steps_.cols(); }
  const double* point(int level) const noexcept override { return points_.data() + level * points_.cols(); }
  double row_multiplier(int level, int row) const noexcept override { return multipliers_.row(level, row); }
  double bound_multiplier(int level, int unknown) const noexcept override {
    return multipliers_.bound(level, unknown);
  }
  double restriction_multiplier(int level, int unknown) const noexcept override {
    return multipliers_.restriction(level, unknown);
  }

 private:
  void begin_problem() noexcept;
  void solve_level(int level) noexcept;
  void solve_pull(const VecX& target) noexcept;
  void settle_restricted(int level) noexcept;
  void freeze_level() noexcept;
  bool mark_permanent() noexcept;
  bool mark_hard() noexcept;
  bool anything_damped() const noexcept;
  void keep_point() noexcept;
  void remember() noexcept;  // for the warm start of the same level

  struct Outcome {
    int rank = 0;
    double lambda = 0.0;
  };
  LevelProblem problem_;
  LevelPoint point_;
  LevelFactors factors_;
  LevelAim aim_;
  LevelSearch search_;
  LevelMultipliers multipliers_;
  WarmStart warm_;
  VecX home_;  // where unknowns go that nothing asks for: 0, or where a restricted level left them
  VecX pull_target_;
  bool anything_held_ = false;  // by some level so far
  bool settled_ = true;         // x is the shortest of all points the levels so far leave
  std::vector<Outcome> outcomes_;
  RowMatrix steps_, points_;  // d_l, x_l
};

}  // namespace limber
