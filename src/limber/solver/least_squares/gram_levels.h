#pragma once
// The common case of LevelProblem with several levels: few equalities, well conditioned, and no bound or
// inequality in the way.
//
//   A = L Q,     A A^T = L D L^T         A: rows of all levels, Q Q^T = D,  L: lower triangular, ones on its
//                                        diagonal
//   x = Q^T u = A^T c,     L^T c = u,     A x = L D u,     |x|^2 = u^T D u
//
// Level by level, S = L_ll D_l^(1/2) and v = D_l^(1/2) u_l:
//
//   S v = b_l - what the levels above do, or, where damping is needed, minimise |S v - ...|^2 + lambda^2 |v|^2
//
// so that the step of a level leaves all rows above alone, without a projector and without a reflection: all
// that is done in the space of the unknowns are the products of rows, and x_l = A^T c.
//
// A A^T squares the condition of A. Where its pivots say that too little is left, where an answer breaks a
// bound or an inequality, or where rows may not move some unknowns, solve() declines: LevelHierarchy is for
// all cases. Otherwise A x is compared with what it should be, and c corrected until it is that.

#include <vector>

#include "limber/solver/least_squares/damped_block.h"
#include "limber/solver/least_squares/level_answer.h"
#include "limber/solver/least_squares/level_problem.h"

namespace limber {

class GramLevels final : public LevelAnswer {
 public:
  static constexpr int most_rows = 32;

  GramLevels(int max_unknowns, int max_levels);  // allocates; nothing below does

  // False: not such a problem.
  bool solve(const LevelProblem& problem) noexcept;

  // After solve():
  const VecX& x() const noexcept override { return x_; }
  double product(int row) const noexcept override { return problem_->product(row, x_); }
  const VecX& pull_target() const noexcept override { return problem_->pull(); }
  bool is_pulled() const noexcept override { return pulled_; }  // z is not zero
  int rounds() const noexcept override { return rounds_; }      // levels that have rows
  bool is_active(int row) const noexcept override { return !problem_->row(row).at_most; }
  int held_side(int) const noexcept override { return 0; }
  int rank(int level) const noexcept override { return at(levels_, level).end - at(levels_, level).first; }
  double lambda(int level) const noexcept override { return at(levels_, level).lambda; }
  const double* step(int level) const noexcept override { return steps_.data() + level * steps_.cols(); }
  const double* point(int level) const noexcept override { return points_.data() + level * points_.cols(); }
  double row_multiplier(int level, int row) const noexcept override;
  double bound_multiplier(int, int) const noexcept override { return 0.0; }
  double restriction_multiplier(int, int) const noexcept override { return 0.0; }

 private:
  struct Level {
    int first = 0, end = 0;  // rows of A
    double lambda = 0.0;
  };
  bool choose_rows() noexcept;
  bool factorise() noexcept;
  bool solve_levels() noexcept;
  bool solve_level(Level& level, const LevelDamping& damping) noexcept;
  void damp(Level& level, const LevelDamping& damping) noexcept;
  bool solve_pull() noexcept;
  bool reach(int count, const double* z, double* c, double* x) noexcept;
  void apply_inverse(int count, double* values) const noexcept;
  bool keeps_inequalities(const double* x) const noexcept;

  const LevelProblem* problem_ = nullptr;
  int unknowns_ = 0, length_ = 0, count_ = 0, rounds_ = 0;
  bool pulled_ = false, any_inequality_ = false;
  const double* rows_[most_rows] = {};  // of A
  int numbers_[most_rows] = {};         // in the problem
  double b_[most_rows] = {};
  double products_[most_rows][most_rows] = {};           // A A^T, its lower triangle
  alignas(32) double lower_[most_rows][most_rows] = {};  // L, less its diagonal
  double diagonal_[most_rows] = {};                      // D
  double u_[most_rows] = {};
  double wanted_[most_rows] = {};  // A x
  double pull_c_[most_rows] = {};  // z - x = -A^T c
  std::vector<double> c_;          // per level, most_rows each: x_l = A^T c
  std::vector<Level> levels_;
  DampedBlock block_;
  RowMatrix steps_, points_;  // d_l, x_l; padded
  std::vector<double> point_;
  VecX x_;
};

}  // namespace limber
