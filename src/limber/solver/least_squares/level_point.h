#pragma once
// Where the level being solved stands: the point x, where it started, and what is left of the level's rows
// there. After the last level the same for the pull, which minimises |x - target|^2.

#include <vector>

#include "limber/solver/least_squares/level_problem.h"

namespace limber {

class LevelPoint {
 public:
  LevelPoint(const LevelProblem& problem, int max_unknowns, int max_rows);  // allocates; nothing below does

  void begin_problem() noexcept;         // x = 0
  void begin_level(int level) noexcept;  // from where x is
  void begin_pull(const VecX& target) noexcept;

  bool is_pull() const noexcept { return level_ == problem_.level_count(); }
  int level() const noexcept { return level_; }
  const LevelProblem::Level& own() const noexcept { return problem_.level(level_); }
  const VecX& target() const noexcept { return *target_; }
  const VecX& x() const noexcept { return x_; }
  const VecX& start() const noexcept { return start_; }
  bool has_moved() const noexcept { return moved_; }  // x != start

  // Of a row of the level:
  bool counts(int row) const noexcept {
    return at(rows_, row).counts;
  }  // it is minimised: equality, or violated
  double residual(int row) const noexcept { return at(rows_, row).residual; }  // rhs - a.x
  bool anything_counts() const noexcept;
  void set_counts(int row, bool counts) noexcept { at(rows_, row).counts = counts; }
  // Chooses the inequalities that count. True: others than before.
  bool choose_violated() noexcept;

  void advance(const VecX& step, double amount) noexcept;  // x += amount step, inside the bounds
  void set(int unknown, double value) noexcept { x_[unknown] = value; }
  void return_to_start() noexcept;
  // The step so far, x - start, into `offset`.
  void write_offset(VecX& offset) const noexcept;

  // Half the square that falls with every step; `lambda`: where damping is part of what is minimised.
  double objective(double lambda) const noexcept;
  // The length that multipliers are compared with: |A^T r| is at most this.
  double gradient_scale() const noexcept;
  // A residual that is zero but for rounding has a gradient of rounding only, this long.
  double gradient_rounding() const noexcept;
  // How long steps are that rows ask for: what the rounding errors of x are relative to.
  double length_scale() const noexcept;
  // What is left of a row of the level counts if it is longer than this.
  double smallest_remainder() const noexcept;

  double asked_length() const noexcept { return asked_length_; }  // of the longest step a row so far asks for
  int known_rows() const noexcept { return known_rows_; }         // of the levels so far

  static constexpr double rounding = 1e-14;  // of a sum of a few products
  // See Lexicographic::rank_tolerance.
  static constexpr double rank_tolerance = 1e-9, noise_tolerance = 1e-11;

 private:
  void update_residuals() noexcept;
  void multiply() noexcept;

  struct Row {
    bool counts = false;
    double target = 0.0;  // rhs - a.start
    double residual = 0.0;
  };
  const LevelProblem& problem_;
  int level_ = 0;
  const VecX* target_ = nullptr;
  VecX x_, start_;
  VecX padded_;                              // a vector as row_kernels want it
  std::vector<const double*> coefficients_;  // of the rows of the level, for them
  std::vector<double> products_;             // of those rows with padded_
  bool moved_ = false;
  std::vector<Row> rows_;
  double asked_length_ = 0.0, longest_row_ = 0.0;  // of the levels so far
  int known_rows_ = 0;
};

}  // namespace limber
