#pragma once
// A problem of least squares in strict order, as described row by row:
//
//   always            lower_i <= x_i <= upper_i
//   level 1:          minimise |A_1 x - b_1|^2 + |max(0, C_1 x - e_1)|^2
//   level 2:          the same with A_2, C_2, among the minimisers of level 1;   and so on
//   at last:          minimise |x - z|^2 among what is left
//
// Lexicographic solves it.

#include <cstdint>
#include <vector>

#include "limber/base/ids.h"
#include "limber/math/types.h"
#include "limber/solver/least_squares/level_answer.h"
#include "limber/solver/least_squares/level_damping.h"

namespace limber {

// The largest problem a solver makes room for. What it needs is proportional to
// unknowns * (rows + levels + held), not to the square of the unknowns.
struct LevelRoom {
  LevelRoom(int max_unknowns, int max_rows, int max_levels)
      : unknowns(max_unknowns), rows(max_rows), levels(max_levels), held(max_unknowns) {}
  // For many unknowns: as many held bounds as a few megabytes take, and no restricted rows.
  static LevelRoom lean(int max_unknowns, int max_rows, int max_levels);

  int unknowns, rows, levels;
  int held;                  // bounds held at once; where more are met, a solver gives up
  bool restrictions = true;  // rows may be restricted to some unknowns
};

class LevelProblem {
 public:
  // An inequality violated by less than this, times the length of its row if that is more than 1, holds.
  static constexpr double violation_tolerance = 1e-11;

  struct Row {
    int level = 0;
    bool at_most = false;
    bool restricted = false;
    std::uint64_t name = 0;
    double rhs = 0.0;
    double size = 0.0;  // |a|
  };
  struct Level {
    LevelDamping damping;
    int first_row = 0, end_row = 0;
    double size = 0.0;        // of its longest row
    bool restricted = false;  // some row may not move some unknown
    // > 0: rows may move different unknowns, which leaves a choice without damping.
    double least_lambda = 0.0;
  };

  // Allocates for the largest problem; nothing below does.
  explicit LevelProblem(const LevelRoom& room);
  LevelProblem(int max_unknowns, int max_rows, int max_levels)
      : LevelProblem(LevelRoom(max_unknowns, max_rows, max_levels)) {}

  // Describes a problem; see Lexicographic.
  void clear(int unknowns) noexcept;
  void set_bounds(int unknown, double lower, double upper) noexcept;
  void begin_level(const LevelDamping& damping) noexcept;
  double* add_row(double rhs, bool at_most) noexcept;       // the place for the coefficients, all zero
  double* add_full_row(double rhs, bool at_most) noexcept;  // the same for who writes every one of them
  void name_last_row(std::uint64_t name) noexcept { rows_.back().name = name; }
  void restrict_last_row(const std::uint8_t* allowed) noexcept;
  void set_pull(const VecX& z) noexcept {
    pull_.head(unknowns_) = z.head(unknowns_);
    has_pull_ = true;
  }

  // Computes what follows from the description: sizes, S. False: something in it is not a number.
  bool finish() noexcept;

  int unknowns() const noexcept { return unknowns_; }
  int row_count() const noexcept { return static_cast<int>(rows_.size()); }
  int level_count() const noexcept { return static_cast<int>(levels_.size()); }
  const std::vector<Row>& rows() const noexcept { return rows_; }
  const Row& row(int row) const noexcept { return at(rows_, row); }
  const Level& level(int level) const noexcept { return at(levels_, level); }
  const VecX& lower() const noexcept { return lower_; }
  const VecX& upper() const noexcept { return upper_; }
  const VecX& pull() const noexcept { return pull_; }
  bool has_pull() const noexcept { return has_pull_; }
  // For who writes all bounds at once.
  double* lower_bounds() noexcept { return lower_.data(); }
  double* upper_bounds() noexcept { return upper_.data(); }

  const double* coefficients(int row) const noexcept {
    return coefficients_.data() + row * coefficients_.cols();
  }
  // Of S: without the columns that the row may not use.
  const double* own_coefficients(int row) const noexcept;
  // For its own sake. Only of restricted rows.
  bool may_move(int row, int unknown) const noexcept { return allowed_(row, unknown) != 0; }
  double product(int row, const VecX& x) const noexcept { return product(coefficients(row), x); }
  double own_product(int row, const VecX& x) const noexcept { return product(own_coefficients(row), x); }
  // rhs - a.x; of an inequality that holds: 0
  double residual(int row, double product) const noexcept {
    const double left = at(rows_, row).rhs - product;
    return at(rows_, row).at_most && left > 0 ? 0.0 : left;
  }
  // Length of the residuals of its rows.
  double level_residual(int level, const LevelAnswer& answer) const noexcept;

 private:
  double product(const double* row, const VecX& x) const noexcept {
    return Eigen::Map<const VecX>(row, unknowns_).dot(x.head(unknowns_));
  }
  bool finish_level(Level& level) noexcept;
  double length_of(int row) const noexcept;

  int unknowns_ = 0;
  bool has_pull_ = false;
  RowMatrix coefficients_, restricted_;  // rows padded with zeros (row_kernels.h)
  Eigen::Matrix<std::uint8_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> allowed_;
  std::vector<Row> rows_;
  std::vector<Level> levels_;
  VecX lower_, upper_, pull_;
};

}  // namespace limber
