#pragma once
// Least squares in strict order, equalities only, by one orthogonal factorisation of all levels.
//
//   level 1: minimise |A_1 x - b_1|,  then among its minimisers level 2: minimise |A_2 x - b_2|,  ...,
//   then, with the freedom left, |x - z|.
//
// The rows are multiplied from the right by Householder reflections H that turn them, level after level, into
//
//       [ T_1               ]
//   A Q [ L_21 T_2          ]        x = Q y,     T_l: m_l x k_l lower trapezoidal, k_l the rank of level l
//   in the space
//       [ L_31 L_32 T_3 ... ]                     the levels above leave free (row pivoting decides it)
//
// so y_l solves min |T_l y_l - (b_l - L_l y)| with everything above fixed: no projector and no basis is ever
// formed. The same factors give the multipliers that say which row above holds level l back (see
// `multipliers`).
//
// Damping acts on y_l alone, never on the space left to the levels below.

#include <vector>

#include "limber/math/types.h"

namespace limber {

// How large the step of one level may get near a singularity.
struct LevelDamping {
  enum class Rule {
    none,
    fixed,       // lambda
    step_bound,  // the smallest lambda with |y_l| <= bound; zero when the undamped step is short enough
  };
  Rule rule = Rule::none;
  double lambda = 0.0;
  double bound = 0.0;
};

class LevelStack {
 public:
  // Allocates for the largest problem; nothing below does.
  LevelStack(int max_unknowns, int max_rows, int max_levels);

  // Starts a problem. Unknowns are numbered 0 .. unknowns-1.
  void clear(int unknowns) noexcept;
  // Levels from the most important on. Rows are added to the last level begun.
  void begin_level(const LevelDamping& damping) noexcept;
  // A row a.x = rhs; the caller fills the coefficients. `scale` is the size of the row before anything was
  // taken out of it: what is left of it counts as zero below rank_tolerance * scale.
  void add_row(const double* coefficients, double rhs, double scale) noexcept;

  // Factorises and solves; z: where the freedom left is pulled to (nullptr: 0).
  void solve(const double* z) noexcept;

  const VecX& solution() const noexcept { return x_; }
  int level_count() const noexcept { return static_cast<int>(levels_.size()); }
  int rank(int level) const noexcept { return levels_[static_cast<std::size_t>(level)].rank; }
  double lambda(int level) const noexcept { return levels_[static_cast<std::size_t>(level)].lambda; }

  // What holds level `level` back (level_count(): the pull to z). One number per row of the levels above, in
  // the order they were added: nu with  A_l^T r_l = sum over rows above of nu_i a_i  on the space of the
  // unknowns, r_l = b_l - A_l x. `residual`: the residual of every row of the level, in the order added (not
  // used for the pull).
  void multipliers(int level, const double* residual, const double* pull, double* nu) noexcept;

  static constexpr double rank_tolerance = 1e-9;

 private:
  struct Level {
    int first_row = 0;
    int row_count = 0;
    int first_column = 0;  // of y_l
    int rank = 0;
    double lambda = 0.0;
    LevelDamping damping;
  };

  void factorise(Level& level) noexcept;
  void solve_level(Level& level) noexcept;
  void solve_damped(const Level& level, double lambda) noexcept;
  void reflect_rows(int pivot, int column, int from_row) noexcept;
  void reflect(int column, VecX& y) const noexcept;           // one reflection
  void apply_reflections(VecX& y) const noexcept;             // y <- Q y
  void apply_reflections_transposed(VecX& y) const noexcept;  // y <- Q^T y
  int row_end(const Level& level) const noexcept { return level.first_row + level.row_count; }

  int unknowns_ = 0;
  int row_count_ = 0;
  RowMatrix rows_;  // factorised in place; beyond the diagonal of a pivot row its reflector is kept
  VecX rhs_, scale_, x_, y_, normal_rhs_;
  VecX reflector_scale_;        // tau of each reflection
  std::vector<int> order_;      // position -> number of the row as added
  std::vector<int> pivot_row_;  // column of y -> position of its pivot row
  std::vector<Level> levels_;
  Eigen::MatrixXd normal_;  // k x k: T^T T + lambda^2 I, and its Cholesky factor
  VecX small_, block_, transformed_;
  int used_columns_ = 0;
};

}  // namespace limber
