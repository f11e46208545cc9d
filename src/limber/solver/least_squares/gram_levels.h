#pragma once
// The common case of LevelProblem with several levels: few equalities, well conditioned, and no bound or
// inequality in the way. With the rows of A as combinations of orthogonal directions (gram_factors.h),
//
//   A = L Q,  Q Q^T = D,      x = Q^T u,      A x = L D u,      |x|^2 = u^T D u
//
// a level decides on the u of its own directions: with v = D^(1/2) u_l and S = L_ll D^(1/2),
//
//   S v = b_l - what the levels above do
//
// or, where damping is needed or no direction is left to some rows, minimise |S v - ...|^2 + lambda^2 |v|^2.
// Its step leaves all rows above alone, without a projector and without a reflection: all that is done in the
// space of the unknowns are the products of rows, and x_l = A^T c, L^T c = u.
//
// A A^T squares the condition of A. Where its pivots say that too little is left, where an answer breaks a
// bound or an inequality, or where rows may not move some unknowns, solve() declines: LevelHierarchy is for
// all cases. Otherwise A x is compared with what it should be, and c corrected until it is that.

#include <vector>

#include "limber/solver/least_squares/damped_block.h"
#include "limber/solver/least_squares/gram_factors.h"
#include "limber/solver/least_squares/level_answer.h"
#include "limber/solver/least_squares/level_problem.h"

namespace limber {

class GramLevels final : public LevelAnswer {
 public:
  static constexpr int most_rows = GramFactors::most;

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
  int rank(int level) const noexcept override {
    return at(levels_, level).end_pivot - at(levels_, level).first_pivot;
  }
  double lambda(int level) const noexcept override { return at(levels_, level).lambda; }
  const double* step(int level) const noexcept override { return steps_.data() + level * steps_.cols(); }
  const double* point(int level) const noexcept override { return points_.data() + level * points_.cols(); }
  double row_multiplier(int level, int row) const noexcept override;
  double bound_multiplier(int, int) const noexcept override { return 0.0; }
  double restriction_multiplier(int, int) const noexcept override { return 0.0; }

 private:
  struct Level {
    int first = 0, end = 0;              // rows of A
    int first_pivot = 0, end_pivot = 0;  // its directions
    double lambda = 0.0;
  };
  bool choose_rows() noexcept;
  bool factorise() noexcept;
  bool solve_levels() noexcept;
  bool solve_level(Level& level, const LevelDamping& damping) noexcept;
  void minimise(Level& level, const LevelDamping& damping, const double* done) noexcept;
  bool solve_pull() noexcept;
  bool reach(int count, const double* z, double* c, double* x) noexcept;
  void explain(int level) noexcept;
  bool keeps_inequalities(const double* x) const noexcept;
  double* of_level(std::vector<double>& values, int level) noexcept {
    return values.data() + level * most_rows;
  }

  const LevelProblem* problem_ = nullptr;
  int unknowns_ = 0, length_ = 0, count_ = 0, rounds_ = 0;
  bool pulled_ = false, any_inequality_ = false;
  const double* rows_[most_rows] = {};  // of A
  int numbers_[most_rows] = {};         // in the problem
  double b_[most_rows] = {};
  GramFactors factors_;
  // By pivot:
  const double* pivot_rows_[most_rows] = {};
  double u_[most_rows] = {};
  double wanted_[most_rows] = {};    // A x
  double pull_c_[most_rows] = {};    // z - x = -A^T c
  std::vector<double> c_;            // per level, most_rows each: x_l = A^T c
  std::vector<double> multipliers_;  // likewise: of the rows above
  std::vector<Level> levels_;
  DampedBlock block_;
  RowMatrix steps_, points_;  // d_l, x_l; padded
  std::vector<double> point_;
  VecX x_;
};

}  // namespace limber
