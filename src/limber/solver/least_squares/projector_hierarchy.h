#pragma once
// The prioritised step by projectors and singular values of Baerlocher (2001, ch. 5): what Lexicographic
// does, done as the source documents do it, to compare with.
//
//   x = start values of the equalities, P = projector on what they leave free
//   for each level l, the most important first:
//     formulation A   x += damped(A_l P) (b_l - A_l x)   compensation and restriction
//     formulation B   x += P damped(A_l) b_l             solved alone, then projected (Chiaverini 1997)
//     both            P -= V V^T                         V: right singular vectors of A_l P that count
//   x += P z                                             z: a pull, in what is left free
//
// A singular value of A_l P counts above 1e-9 times the longest row of A_l, not of A_l P: otherwise the
// rounding that is left of a level which those above decide completely would count as rank. P is never
// damped: lower levels would leak into higher ones.
//
// Rows may be restricted to some unknowns, as in Lexicographic: their level is then solved with the other
// columns zero and the unknowns that none of its rows may move standing still; P loses the whole rows, so
// that the levels below leave all of the level alone.
//
// Inequalities c.x <= d are met by adding rows only: the violated row that x would meet first becomes an
// equality, everything is solved again, until none is violated. It need not be the optimum (Lexicographic
// finds that).

#include <span>
#include <vector>

#include "limber/base/ids.h"
#include "limber/solver/least_squares/free_space.h"
#include "limber/solver/options.h"
#include "limber/svd/damping.h"
#include "limber/svd/svd.h"

namespace limber {

struct ProjectorOptions {
  FreeSpace::Form form = FreeSpace::Form::basis;
  Formulation formulation = Formulation::projector;  // A; chiaverini: B. lexicographic is not done here
  SvdOptions svd = {};
  StepDamping damping = {};  // of every level
};

class ProjectorHierarchy {
 public:
  // Allocate, for the largest problem; nothing else does. `max_rows`: of all levels together, and as many
  // equalities and inequalities.
  ProjectorHierarchy(int max_unknowns, int max_rows, int max_levels, const ProjectorOptions& options = {});
  void set_options(const ProjectorOptions& options);
  const ProjectorOptions& options() const noexcept { return options_; }

  // Describe a problem. Each add_... returns the place for the coefficients, all zero; rows belong to the
  // last level begun, equalities and inequalities to none.
  void clear(int unknowns) noexcept;
  double* add_equality(double rhs) noexcept;
  double* add_at_most(double rhs) noexcept;
  void begin_level() noexcept;
  double* add_row(double rhs) noexcept;
  // The row added last may move only unknowns with allowed[unknown] != 0 for its own sake.
  void restrict_last_row(const std::uint8_t* allowed) noexcept;
  void set_pull(const VecX& z) noexcept;

  enum class Status : std::uint8_t {
    solved,
    contradiction,  // equalities contradict each other: the first ones hold
    shortened,      // an inequality held only by shortening the whole step, or not even so
    bad_input,      // NaN or infinity: the step is zero
  };
  Status solve() noexcept;

  const VecX& solution() const noexcept { return x_; }  // the first `unknowns` elements
  int level_count() const noexcept { return static_cast<int>(levels_.size()); }
  // Of A_l P in formulation A, of A_l in B.
  int rank(int level) const noexcept { return decomposition(level).rank(); }
  double condition(int level) const noexcept { return decomposition(level).condition(); }
  std::span<const double> singular_values(int level) const noexcept;
  double lambda(int level) const noexcept { return at(levels_, level).lambda; }
  int free_dimensions() const noexcept { return space_.dimensions() - space_.taken(); }
  // Whether an equality or inequality, numbered in the order added, is held with equality.
  bool is_held(int constraint) const noexcept { return at(constraints_, constraint).held; }
  int rounds() const noexcept { return rounds_; }  // of the search for inequalities

  // The next decompositions start cold.
  void forget() noexcept;

  static constexpr double rank_tolerance = 1e-9;
  static constexpr double violation_tolerance = 1e-10;

 private:
  struct Constraint {
    bool at_most = false;
    bool met = false;   // an inequality: x ran into it, so it was to be held
    bool held = false;  // with equality; a row that contradicts those held before it is not
    double rhs = 0.0;
  };
  struct Level {
    int first_row = 0, row_count = 0;
    bool restricted = false;  // some row may not move some unknown
    double lambda = 0.0;
  };

  const SvdFactors& decomposition(int level) const noexcept;
  double* new_constraint(double rhs, bool at_most) noexcept;
  double value(int constraint) const noexcept;  // c.x
  bool is_finite() const noexcept;
  bool hold(int constraint) noexcept;  // as an equality; false: it contradicts what is held already
  void solve_level(int level) noexcept;
  void add_step(int level, const RowMatrix& rows, FreeSpace& space) noexcept;
  void restrict_level(const Level& level) noexcept;  // -> own_rows_, own_space_
  bool solve_once() noexcept;                        // false: equalities contradict each other
  int first_violated(bool among_met) const noexcept;
  void shorten() noexcept;

  int max_rows_, max_levels_;
  ProjectorOptions options_;
  int unknowns_ = 0, row_count_ = 0, rounds_ = 0;
  RowMatrix rows_, constraint_rows_;
  // Per row and unknown; 0: the row may not move it.
  Eigen::Matrix<std::uint8_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> allowed_;
  std::vector<std::uint8_t> row_is_restricted_;
  VecX rhs_;
  std::vector<Constraint> constraints_;
  std::vector<int> met_;  // in the order in which they were met
  std::vector<Level> levels_;
  FreeSpace space_;
  RowMatrix own_rows_;                           // of a restricted level: S_l, as they lie in rows_
  FreeSpace own_space_;                          // ... and what it may move
  std::vector<Svd> restricted_svd_, alone_svd_;  // one per level: each remembers its own last basis
  RowMatrix restricted_;
  VecX pull_, x_, step_, residual_, projected_;
};

}  // namespace limber
