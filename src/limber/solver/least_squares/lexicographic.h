#pragma once
// Least squares in strict order, with inequalities at any level and bounds that always hold.
//
//   always            lower_i <= x_i <= upper_i
//   level 1:          minimise |A_1 x - b_1|^2 + |max(0, C_1 x - e_1)|^2
//   level 2:          the same with A_2, C_2, among the minimisers of level 1;   and so on
//   at last:          minimise |x - z|^2 among what is left
//
// x = 0 must lie within the bounds (a step that stands still is always allowed). Constraints that must hold
// but may contradict each other are simply the first levels, in the order in which they give way.
//
// One level after the other (LevelHierarchy), each by a primal active set (LevelSearch) on one shared
// factorisation (LevelFactors). As long as no inequality is met this is one pass over all rows. Every point
// on the way keeps the bounds, so stopping early is safe. The sets are kept from one call to the next
// (WarmStart): neighbouring steps have nearly the same ones, and the answer is the same to rounding.
//
// Two common cases have shorter ways to the same answer: one level of few equalities, and bounds (BoxLevel);
// several levels of few equalities, and no bound in the way (GramLevels).

#include <memory>

#include "limber/solver/least_squares/box_level.h"
#include "limber/solver/least_squares/gram_levels.h"
#include "limber/solver/least_squares/level_hierarchy.h"

namespace limber {

class Lexicographic {
 public:
  // Allocates for the largest problem; nothing below does.
  explicit Lexicographic(const LevelRoom& room)
      : hierarchy_(std::make_unique<LevelHierarchy>(room)),
        box_(std::make_unique<BoxLevel>(room.unknowns)),
        gram_(std::make_unique<GramLevels>(room.unknowns, room.levels)) {}
  Lexicographic(int max_unknowns, int max_rows, int max_levels)
      : Lexicographic(LevelRoom(max_unknowns, max_rows, max_levels)) {}

  // Describes a problem. Levels from the most important on; rows belong to the last level begun.
  void clear(int unknowns) noexcept { problem().clear(unknowns); }
  void set_bounds(int unknown, double lower, double upper) noexcept {  // lower <= 0 <= upper
    problem().set_bounds(unknown, lower, upper);
  }
  double* lower_bounds() noexcept { return problem().lower_bounds(); }
  double* upper_bounds() noexcept { return problem().upper_bounds(); }
  void begin_level(const LevelDamping& damping = {}) noexcept { problem().begin_level(damping); }
  // Return the place for the coefficients, all zero; `rhs` as in a.x = rhs or a.x <= rhs. Rows are numbered
  // in the order added.
  double* add_equality(double rhs) noexcept { return problem().add_row(rhs, false); }
  double* add_at_most(double rhs) noexcept { return problem().add_row(rhs, true); }
  // The same for who writes every coefficient.
  double* add_full_row(double rhs, bool at_most) noexcept { return problem().add_full_row(rhs, at_most); }
  // Rows come and go from one problem to the next. One with a name (not 0) is known again by it, wherever it
  // lies; the others by their order among those without.
  void name_last_row(std::uint64_t name) noexcept { problem().name_last_row(name); }
  // The row added last may move only unknowns with allowed[unknown] != 0 for its own sake. Unknowns that no
  // row of its level may move stand still in the step of that level; the levels below must not change
  // the whole row.
  void restrict_last_row(const std::uint8_t* allowed) noexcept { problem().restrict_last_row(allowed); }
  void set_pull(const VecX& z) noexcept { problem().set_pull(z); }

  enum class Status : std::uint8_t {
    optimal,
    gave_up,  // too many exchanges, or bounds met: the answer keeps bounds and priorities but may not be the
              // optimum
    bad_input,  // NaN or infinity in a row, right-hand side or pull, NaN in a bound: x = 0
  };
  Status solve() noexcept;
  // The same without the short ways for common cases: to compare with them.
  Status solve_generally() noexcept;
  bool took_short_way() const noexcept { return answer_ != hierarchy_.get(); }

  const VecX& solution() const noexcept { return answer_->x(); }
  // Where the freedom left was pulled to: z, from where the last restricted level left the unknowns.
  auto pull_target() const noexcept { return answer_->pull_target().head(problem().unknowns()); }
  bool is_pulled() const noexcept { return answer_->is_pulled(); }  // false: the pull did nothing
  // Of all levels together; without inequalities one each.
  int rounds() const noexcept { return answer_->rounds(); }

  // What became of a row, after solve(). Active: an equality, or an inequality that is violated or that
  // something would be better without.
  bool is_active(int row) const noexcept { return answer_->is_active(row); }
  // rhs - a.x; or 0 where it holds
  double residual(int row) const noexcept { return problem().residual(row, answer_->product(row)); }
  double level_residual(int level) const noexcept { return problem().level_residual(level, *answer_); }
  // Which bound an unknown is held at: -1 lower, 0 none, 1 upper.
  int held_bound(int unknown) const noexcept { return answer_->held_side(unknown); }
  // Which bound the solution lies on, held for its own sake or kept there by the rows: -1 lower, 0 none, 1
  // upper.
  int met_bound(int unknown) const noexcept;
  int rank(int level) const noexcept { return answer_->rank(level); }
  double lambda(int level) const noexcept { return answer_->lambda(level); }
  // d_l, whose length damping is about.
  auto level_step(int level) const noexcept { return vector(answer_->step(level)); }
  // x_l, before anything below: minus d_l it is where the level started.
  auto level_point(int level) const noexcept { return vector(answer_->point(level)); }

  // How strongly rows of higher levels and bounds hold back `level` (level count: the pull): minus the
  // derivative of half its squared residual with respect to their right-hand sides; 0: not at all. On
  // unknowns the level may move,
  //
  //   S_l^T r_l = sum over rows above of nu_i a_i + sum over held bounds of +-mu_i e_i + lambda_l^2 d_l
  //
  // with r_l = b_l - A_l x_(l-1) - S_l d_l over equalities and violated inequalities, + for an upper bound,
  // - for a lower one. An inequality that holds the level back has a positive multiplier; a negative one
  // belongs to an inequality that a level above already needs.
  double row_multiplier(int level, int row) const noexcept { return answer_->row_multiplier(level, row); }
  double bound_multiplier(int level, int unknown) const noexcept {
    return answer_->bound_multiplier(level, unknown);
  }
  // The same for unknowns that rows of this level may not move: (A_l^T r_l)_i less the right side above.
  // Where all rows of a level may move all unknowns: 0.
  double restriction_multiplier(int level, int unknown) const noexcept {
    return answer_->restriction_multiplier(level, unknown);
  }

  bool is_at_most(int row) const noexcept { return problem().row(row).at_most; }
  const double* coefficients(int row) const noexcept { return problem().coefficients(row); }
  // a . v of a row as it was added.
  double row_product(int row, const VecX& v) const noexcept { return problem().product(row, v); }

  // Forgets the active sets of the last problem.
  void forget() noexcept {
    if (hierarchy_->remembers()) hierarchy_->forget();
  }

  // What is left of a row counts if it is longer than this, relative to the longest row of its level; and a
  // level whose rows are all shorter than noise_tolerance, relative to those above, is zero.
  static constexpr double rank_tolerance = LevelPoint::rank_tolerance;
  static constexpr double noise_tolerance = LevelPoint::noise_tolerance;
  static constexpr double met = 1e-12;  // a bound so near is met

 private:
  LevelProblem& problem() noexcept { return hierarchy_->problem(); }
  const LevelProblem& problem() const noexcept { return hierarchy_->problem(); }
  Eigen::Map<const VecX> vector(const double* values) const noexcept {
    return {values, problem().unknowns()};
  }

  // Behind pointers: they refer to their own parts, and a Lexicographic may be moved.
  std::unique_ptr<LevelHierarchy> hierarchy_;
  std::unique_ptr<BoxLevel> box_;
  std::unique_ptr<GramLevels> gram_;
  const LevelAnswer* answer_ = hierarchy_.get();  // to the last problem
};

}  // namespace limber
