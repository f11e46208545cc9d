#pragma once
// The common case of LevelProblem: a single level has rows that count, few of them, all equalities.
//
//   minimise |A x - b|^2 + mu |x|^2,      lower <= x <= upper      mu: damping; 0 where none is needed
//   then |x - z|^2 among the points with the same A x
//
// Both are a search for as many numbers y as A has rows: with r = b - A x, and x_i free where it is inside,
//
//   x = box(z + A^T y),      A x + mu y = b                              (mu > 0: mu y = r, and z = 0)
//
// whose left side is piecewise linear in y with slope A_F A_F^T + mu (F: the free unknowns). Newton's method
// finds y in as many rounds as the set F takes to settle, each a pass over the rows: one where no bound is
// met. Nothing is kept from one problem to the next.
//
// Where a step bound asks for damping, mu is the root of |x| = bound (More and Sorensen's iteration on
// 1/|x|).
//
// Inequalities that x = 0 keeps may be there too, at any level: if the answer without them keeps them, it is
// the answer with them.
//
// Where bounds leave no point that satisfies undamped rows, y does not exist: BoxSqueeze finds x, for few
// unknowns.
//
// A A^T squares the condition of A: where its pivots say that too little is left, or y does not exist (bounds
// do not leave a point that satisfies undamped rows), solve() declines and Lexicographic goes the general
// way.

#include <vector>

#include "limber/solver/least_squares/box_squeeze.h"
#include "limber/solver/least_squares/level_answer.h"
#include "limber/solver/least_squares/level_problem.h"
#include "limber/solver/least_squares/small_cholesky.h"
#include "limber/solver/least_squares/small_tridiagonal.h"

namespace limber {

class BoxLevel final : public LevelAnswer {
 public:
  static constexpr int most_rows = SmallCholesky::most;

  explicit BoxLevel(int max_unknowns);  // allocates; nothing below does

  // False: not such a problem, or not well enough conditioned.
  bool solve(const LevelProblem& problem) noexcept;

  // After solve():
  const VecX& x() const noexcept override { return pulled_ && !squeezed_ ? pulled_x_ : level_x_; }
  double product(int row) const noexcept override;
  const VecX& pull_target() const noexcept override { return problem_->pull(); }
  bool is_pulled() const noexcept override { return pulled_; }  // z is not zero
  int rounds() const noexcept override { return rounds_; }      // sets of free unknowns tried
  bool is_active(int row) const noexcept override { return !problem_->row(row).at_most; }
  int held_side(int unknown) const noexcept override { return side(true, unknown); }
  int rank(int level) const noexcept override { return level == level_ ? rank_ : 0; }
  double lambda(int level) const noexcept override;
  const double* step(int level) const noexcept override {
    return level == level_ ? level_x_.data() : zero_.data();
  }
  const double* point(int level) const noexcept override {
    return level < level_ ? zero_.data() : level_x_.data();
  }
  double row_multiplier(int level, int row) const noexcept override;  // only of the pull: nothing is above
  double bound_multiplier(int level, int unknown) const noexcept override;
  double restriction_multiplier(int, int) const noexcept override { return 0.0; }

 private:
  bool choose_rows(const LevelProblem& problem) noexcept;
  bool solve_level(const LevelDamping& damping) noexcept;
  bool solve_bounded(double bound) noexcept;
  bool solve_within(double bound) noexcept;
  bool meet_bound(double bound, double held_square) noexcept;
  bool solve_undamped(double bound) noexcept;
  bool squeeze() noexcept;
  BoxSqueeze::Problem squeezed_problem() const noexcept;
  bool solve_pull() noexcept;
  bool settle(const double* b, double mu, const double* z) noexcept;
  bool find_held() noexcept;
  bool factorise(double mu) noexcept;
  void subtract_held(const double* b, double* left, double& square) const noexcept;
  bool find_damping(const double* b, double bound) noexcept;
  bool keeps_inequalities(const VecX& x) const noexcept;
  void explain_pull() noexcept;
  void write(VecX& out) const noexcept;
  int side(bool of_pull, int unknown) const noexcept;
  double wanted(bool of_pull, int unknown) const noexcept;

  const LevelProblem* problem_ = nullptr;
  int level_ = 0;  // the one that has rows
  int unknowns_ = 0, length_ = 0, rounds_ = 0;
  int rank_ = 0;                        // of the rows on free unknowns
  int count_ = 0;                       // rows of A: those of the level that are not zero
  const double* rows_[most_rows] = {};  // of A
  int numbers_[most_rows] = {};         // in the problem
  double b_[most_rows] = {}, y_[most_rows] = {}, product_[most_rows] = {};  // product: A x
  double mu_ = 0.0, square_ = 0.0;                                          // square: |x|^2
  double level_y_[most_rows] = {}, pull_y_[most_rows] = {};
  bool any_held_ = false, pulled_ = false;
  bool squeezed_ = false;  // x is from squeeze_, and unique
  BoxSqueeze squeeze_;
  SmallCholesky::Matrix gram_ = {}, free_gram_ = {};
  SmallCholesky factor_;
  SmallTridiagonal tridiagonal_;
  std::vector<double> point_;            // x, padded
  std::vector<int> held_, held_before_;  // unknowns at a bound
  VecX pulled_x_, level_x_, zero_;
};

}  // namespace limber
