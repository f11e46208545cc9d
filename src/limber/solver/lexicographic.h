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
// One level after the other: level l starts from the point x_(l-1) that those above chose, the shortest if
// they leave a choice, and finds its own step d with
//
//   minimise |S_l d - (b_l - A_l x_(l-1))|^2 + the same for violated rows of C_l + lambda_l^2 |d|^2
//   such that no row above changes,  rows C above that hold go on holding,  bounds hold
//
// S_l: A_l without the columns a row may not use. Then A_l x_l and what C_l x_l is violated by stay as they
// are for ever: what comes below, damped or not, cannot change it.
//
// Each level is solved by a primal active set (lexicographic_exchange.cpp, lexicographic_aim.cpp) on one
// shared factorisation (LevelStack). As long as no inequality is met this is one pass over all rows. Every
// point on the way keeps the bounds, so stopping early is safe. The sets are kept from one call to the next
// (warm start): neighbouring steps have nearly the same ones, and the answer is the same to rounding.

#include <cstdint>
#include <vector>

#include "limber/solver/damped_block.h"
#include "limber/solver/level_damping.h"
#include "limber/solver/level_stack.h"

namespace limber {

class Lexicographic {
 public:
  // Allocates for the largest problem; nothing below does.
  Lexicographic(int max_unknowns, int max_rows, int max_levels);

  // Describes a problem. Levels from the most important on; rows belong to the last level begun.
  void clear(int unknowns) noexcept;
  void set_bounds(int unknown, double lower, double upper) noexcept;  // lower <= 0 <= upper
  void begin_level(const LevelDamping& damping = {}) noexcept;
  // Return the place for the coefficients, all zero; `rhs` as in a.x = rhs or a.x <= rhs. Rows are numbered
  // in the order added.
  double* add_equality(double rhs) noexcept;
  double* add_at_most(double rhs) noexcept;
  // Rows come and go from one problem to the next. One with a name (not 0) is known again by it, wherever it
  // lies; the others by their order among those without.
  void name_last_row(std::uint64_t name) noexcept { rows_.back().name = name; }
  // The row added last may move only unknowns with allowed[unknown] != 0 for its own sake. Unknowns that no
  // row of its level may move stand still in the step of that level; the levels below must not change
  // the whole row.
  void restrict_last_row(const std::uint8_t* allowed) noexcept;
  void set_pull(const VecX& z) noexcept;

  enum class Status : std::uint8_t {
    optimal,
    gave_up,    // too many exchanges: the answer keeps bounds and priorities but may not be the optimum
    bad_input,  // NaN or infinity in a row, right-hand side or pull, NaN in a bound: x = 0
  };
  Status solve() noexcept;

  const VecX& solution() const noexcept { return x_; }
  // Where the freedom left was pulled to: z, from where the last restricted level left the unknowns.
  const VecX& pull_target() const noexcept { return pull_target_; }
  int rounds() const noexcept { return rounds_; }  // of all levels together; without inequalities one each

  // What became of a row, after solve(). Active: an equality, or an inequality that is violated or that
  // something would be better without.
  bool is_active(int row) const noexcept { return row_held_[at(row)] != 0; }
  double residual(int row) const noexcept;          // rhs - a.x; of an inequality that holds: 0
  double level_residual(int level) const noexcept;  // length of the residuals of its rows
  // Which bound an unknown is held at: -1 lower, 0 none, 1 upper.
  int held_bound(int unknown) const noexcept { return held_[at(unknown)]; }
  // Which bound the solution lies on, held for its own sake or kept there by the rows: -1 lower, 0 none, 1
  // upper.
  int met_bound(int unknown) const noexcept {
    if (held_[at(unknown)] != 0) return held_[at(unknown)];
    return x_[unknown] >= upper_[unknown] - met ? 1 : x_[unknown] <= lower_[unknown] + met ? -1 : 0;
  }
  int rank(int level) const noexcept { return levels_[at(level)].rank; }
  double lambda(int level) const noexcept { return levels_[at(level)].lambda; }
  // d_l, whose length damping is about.
  auto level_step(int level) const noexcept { return level_steps_.row(level).head(unknowns_).transpose(); }
  // x_l, before anything below: minus d_l it is where the level started.
  auto level_point(int level) const noexcept { return level_points_.row(level).head(unknowns_).transpose(); }

  // How strongly rows of higher levels and bounds hold back `level` (level count: the pull): minus the
  // derivative of half its squared residual with respect to their right-hand sides; 0: not at all. On
  // unknowns the level may move,
  //
  //   S_l^T r_l = sum over rows above of nu_i a_i + sum over held bounds of +-mu_i e_i + lambda_l^2 d_l
  //
  // with r_l = b_l - A_l x_(l-1) - S_l d_l over equalities and violated inequalities, + for an upper bound,
  // - for a lower one. An inequality that holds the level back has a positive multiplier; a negative one
  // belongs to an inequality that a level above already needs.
  double row_multiplier(int level, int row) const noexcept { return row_multipliers_(level, row); }
  double bound_multiplier(int level, int unknown) const noexcept {
    return bound_multipliers_(level, unknown);
  }
  // The same for unknowns that rows of this level may not move: (A_l^T r_l)_i less the right side above.
  // Where all rows of a level may move all unknowns: 0.
  double restriction_multiplier(int level, int unknown) const noexcept {
    return restriction_multipliers_(level, unknown);
  }

  // a . v of a row as it was added.
  double row_product(int row, const VecX& v) const noexcept { return product(row_of(row), v); }

  // Forgets the active sets of the last problem.
  void forget() noexcept;

  // What is left of a row counts if it is longer than this, relative to the longest row of its level; and a
  // level whose rows are all shorter than noise_tolerance, relative to those above, is zero.
  static constexpr double rank_tolerance = 1e-9, noise_tolerance = 1e-11;
  static constexpr double met = 1e-12;  // a bound so near is met

 private:
  struct Row {
    int level = 0;
    bool at_most = false;
    bool restricted = false;
    std::uint64_t name = 0;
    int before = -1;         // its number in the last problem; -1: it was not there
    bool counts = false;     // part of what its level minimises: equality, or violated
    bool hard = false;       // an inequality of a level above that holds: must go on holding
    bool permanent = false;  // a hard one that a level above needs
    double rhs = 0.0;
    double size = 0.0;    // |a|
    double limit = 0.0;   // of a hard one: rhs, unless rounding left it a little above
    double target = 0.0;  // of the level being solved: rhs - a.x_(l-1)
    double residual = 0.0;
    double slope = 0.0;  // along the step looked at
  };
  struct Level {
    LevelDamping damping;
    int first_row = 0, end_row = 0;
    int rank = 0;
    double lambda = 0.0;
    double size = 0.0;        // of its longest row
    bool restricted = false;  // some row may not move some unknown
    double least_lambda =
        0.0;  // > 0: rows may move different unknowns, which leaves a choice without damping
  };
  struct Obstacle {
    double at = 1.0;      // where along the step
    int constraint = -1;  // -1: none
  };

  static std::size_t at(int index) noexcept { return static_cast<std::size_t>(index); }
  bool is_pull() const noexcept { return level_ == static_cast<int>(levels_.size()); }
  const Level& level() const noexcept { return levels_[at(level_)]; }
  double* new_row(double rhs, bool at_most) noexcept;
  const double* row_of(int row) const noexcept { return coefficients_.data() + row * coefficients_.cols(); }
  const double* own_row_of(int row) const noexcept;  // of S
  double product(const double* row, const VecX& x) const noexcept;

  bool prepare() noexcept;
  void recognise() noexcept;

  // lexicographic_levels.cpp: the hierarchy
  double smallest_remainder() const noexcept;  // of a row of the level that counts
  void solve_level(int level) noexcept;
  void settle_restricted(int level) noexcept;
  void solve_pull(const VecX& target, bool report) noexcept;
  void freeze_level() noexcept;
  void freeze_remainders(int rank) noexcept;
  void lock_restricted() noexcept;
  void record_multipliers() noexcept;

  // lexicographic_exchange.cpp: one level, which inequalities to hold
  void exchange() noexcept;
  bool start_warm() noexcept;
  void remember() noexcept;
  bool choose_violated() noexcept;
  Obstacle first_obstacle(bool by_number) const noexcept;
  double search_along(double longest) noexcept;
  void advance(double amount) noexcept;
  int unwanted(bool by_number) noexcept;
  double gradient_scale() const noexcept;
  double gradient_rounding() const noexcept;
  double length_scale() const noexcept;
  double objective() const noexcept;

  // lexicographic_aim.cpp: one level, with those held
  void update_residuals() noexcept;
  double gap(int constraint) const noexcept;
  void hold(int constraint) noexcept;
  void release(int position) noexcept;
  void transform_working_row(int position) noexcept;
  void transform_own_rows() noexcept;
  void place() noexcept;
  bool aim(bool with_gaps) noexcept;
  bool aim_level(bool with_gaps) noexcept;
  void explain_level(int first) noexcept;

  int unknowns_ = 0;
  int rounds_ = 0;
  bool gave_up_ = false;
  RowMatrix coefficients_, restricted_;
  Eigen::Matrix<std::uint8_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> allowed_;
  std::vector<Row> rows_;
  std::vector<Level> levels_;
  VecX lower_, upper_, pull_, x_;
  VecX home_;  // where unknowns go that nothing asks for: 0, or where a restricted level left them
  VecX pull_target_;

  // The level being solved, or the pull (level_ == number of levels).
  int level_ = 0;
  const VecX* target_ = nullptr;  // of the pull
  VecX start_, step_, y_, offset_, gradient_;
  bool moved_ = false;         // x != start
  bool settled_ = true;        // x is the shortest of all points the levels so far leave
  double asked_length_ = 0.0;  // of the longest step a row so far asks for
  double longest_row_ = 0.0;   // of the levels so far
  int known_rows_ = 0;         // of the levels so far
  int frozen_ = 0;             // columns of the stack: rows no longer to be changed
  int locked_ = 0;             // ... and unknowns that the level may not move
  int placed_ = 0;             // ... and this many of working_
  int own_column_ = 0;         // ... where what the level minimises begins
  double own_lambda_ = 0.0;
  int own_rank_ = 0;
  bool objective_placed_ = false;
  // The working set: inequalities held as equalities. Constraint c < unknowns: a bound of unknown c, on
  // the side held_[c]; otherwise row c - unknowns.
  std::vector<int> working_;
  RowMatrix working_rows_;               // their rows, in the coordinates after `locked_` columns
  std::vector<std::int8_t> held_;        // per unknown: -1, 0, 1; also when permanent
  std::vector<std::uint8_t> permanent_;  // per unknown: a level above needs the bound
  std::vector<std::uint8_t> unmoved_;    // per unknown: the level may not move it
  std::vector<std::uint8_t> row_held_;   // per row
  std::vector<std::uint8_t> refused_;    // per constraint: letting it go led nowhere from this point
  RowMatrix own_rows_;                   // of the level, in the coordinates after `locked_` columns
  std::vector<std::uint8_t> own_ready_;  // which of them have been transformed
  std::vector<int> counting_;            // rows the level minimises, as they lie in the stack
  std::vector<int> remainders_;          // those of them that are combinations of others, nearly
  std::vector<int> owner_;               // per column: constraint or row + unknowns; -1: locked
  // What the last problem ended with, of use if this one has the same shape.
  bool remembers_ = false;
  int unknowns_before_ = 0;
  std::size_t levels_before_ = 0;
  std::vector<std::uint64_t> names_before_;  // of its rows
  Eigen::Matrix<std::int8_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> held_before_, row_held_before_;

  RowMatrix row_multipliers_, bound_multipliers_, restriction_multipliers_, level_steps_, level_points_;
  LevelStack stack_;
  DampedBlock block_;
};

}  // namespace limber
