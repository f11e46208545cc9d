#pragma once
// Least squares in strict order, with inequalities at any level and bounds that always hold.
//
//   always            lower_i <= x_i <= upper_i
//   level 1:          minimise |A_1 x - b_1|^2 + |max(0, C_1 x - d_1)|^2
//   level 2:          the same with A_2, C_2, among the minimisers of level 1;   and so on
//   at last:          minimise |x - z|^2 among what is left
//
// x = 0 must lie within the bounds (a step that stands still is always allowed). Constraints that must hold
// but may contradict each other are simply the first levels, in the order in which they give way.
//
// Solved by an active set: guess which inequalities hold with equality, solve the equalities (LevelStack),
// then
//   - go towards that solution until an inequality is met, and hold it;
//   - when none is met, ask the multipliers, level by level, whether a row is held for nothing: the first
//   level for which the
//     multiplier is not zero decides. Release the row that is wrong at the highest level.
// Every point on the way keeps the bounds, so stopping early is safe.
// The set is kept from one call to the next (warm start): neighbouring steps have nearly the same one.

#include <cmath>
#include <cstdint>
#include <vector>

#include "limber/solver/level_stack.h"

namespace limber {

class Lexicographic {
 public:
  Lexicographic(int max_unknowns, int max_rows, int max_levels);

  // Describes a problem. Levels from the most important on; rows belong to the last level begun.
  void clear(int unknowns) noexcept;
  void set_bounds(int unknown, double lower, double upper) noexcept;  // lower <= 0 <= upper
  void begin_level(const LevelDamping& damping = {}) noexcept;
  // Return the place for the coefficients, all zero; `rhs` as in a.x = rhs or a.x <= rhs. Rows are numbered
  // in the order added.
  double* add_equality(double rhs) noexcept;
  double* add_at_most(double rhs) noexcept;
  void set_pull(const VecX& z) noexcept;

  enum class Status : std::uint8_t {
    optimal,
    gave_up,  // too many exchanges: the answer keeps the bounds but may not be the optimum
  };
  Status solve() noexcept;

  const VecX& solution() const noexcept { return x_; }
  int rounds() const noexcept { return rounds_; }

  // What became of a row, after solve().
  bool is_active(int row) const noexcept { return active_[static_cast<std::size_t>(row)] != 0; }
  double residual(int row) const noexcept;  // rhs - a.x; of an inequality that holds: 0
  // Which bound an unknown is held at: -1 lower, 0 none, 1 upper.
  int held_bound(int unknown) const noexcept { return held_[static_cast<std::size_t>(unknown)]; }
  int rank(int level) const noexcept { return stack_.rank(level); }
  double lambda(int level) const noexcept { return stack_.lambda(level); }

  // How strongly a row of a higher level, or a bound, holds back `level` (level count: the pull): the
  // derivative of that level's squared residual, halved, with respect to the row's right-hand side. Zero: it
  // does not.
  double row_multiplier(int level, int row) const noexcept { return row_multipliers_(level, row); }
  double bound_multiplier(int level, int unknown) const noexcept {
    return bound_multipliers_(level, unknown);
  }

  VecX level_solution(int level) const {
    if (level >= level_count_) return x_;
    Lexicographic o(unknowns_, (int)rows_.size() + 1, level + 1);
    o.clear(unknowns_);
    for (int i = 0; i < unknowns_; ++i) o.set_bounds(i, lower_[i], upper_[i]);
    int r = 0;
    for (int l = 0; l <= level; ++l) {
      LevelDamping d = damping_[l];
      if (d.rule == LevelDamping::Rule::step_bound) d = {LevelDamping::Rule::fixed, lambda(l), 0};
      o.begin_level(d);
      for (; r < (int)rows_.size() && rows_[r].level == l; ++r) {
        double* p = rows_[r].at_most ? o.add_at_most(rows_[r].rhs) : o.add_equality(rows_[r].rhs);
        for (int i = 0; i < unknowns_; ++i) p[i] = coefficients_(r, i);
      }
    }
    o.set_pull(VecX::Zero(unknowns_));
    o.solve();
    return o.solution();
  }
  void restrict_last_row(const std::uint8_t*) noexcept {}
  double row_product(int row, const VecX& v) const noexcept {
    return coefficients_.row(row).head(unknowns_).dot(v.transpose());
  }
  double level_residual(int level) const noexcept {
    double s = 0;
    for (int r = 0; r < (int)rows_.size(); ++r)
      if (rows_[r].level == level) {
        double e = residual(r);
        if (rows_[r].at_most && e > 0) e = 0;
        s += e * e;
      }
    return std::sqrt(s);
  }

  // Forgets the active set of the last problem.
  void forget() noexcept;

  static constexpr double violation_tolerance = 1e-10;

 private:
  struct Row {
    int level;
    bool at_most;
    double rhs;
    double size;  // |a|
  };
  void solve_equalities() noexcept;
  bool advance() noexcept;
  void compute_multipliers() noexcept;
  bool release_unwanted() noexcept;
  double* new_row(double rhs, bool at_most) noexcept;
  double product(int row) const noexcept;

  int unknowns_ = 0;
  int level_count_ = 0;
  int rounds_ = 0;
  RowMatrix coefficients_;
  std::vector<Row> rows_;
  std::vector<LevelDamping> damping_;
  VecX lower_, upper_, pull_, x_, candidate_, step_;
  std::vector<std::int8_t> held_;       // per unknown
  std::vector<std::uint8_t> active_;    // per row; an equality always is
  std::vector<std::uint8_t> released_;  // how often: unknowns, then rows
  std::vector<int> free_;               // unknowns that are not held
  std::vector<int> stacked_;            // position in the stack -> row
  VecX packed_, residuals_, gradient_;
  RowMatrix row_multipliers_, bound_multipliers_;
  VecX nu_;
  LevelStack stack_;
};

}  // namespace limber
