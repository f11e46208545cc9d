#pragma once
// Rows of linear equations, one set after the other, factorised in place as they arrive:
//
//         [ L_11           0 ]
//   A Q = [ L_21 L_22      0 ]      Q = H_0 H_1 ... H_(r-1), Householder reflections from the right,
//         [ ...            0 ]      never formed
//
// Coordinates y = Q^T x turn the unknowns so that a step with y_0 = ... = y_(c-1) = 0 leaves every row that
// arrived before column c alone: the freedom that more important levels leave to a less important one, with
// no projector and no basis of a null space. Later rows can be taken away again (`truncate`), which is what
// an active set needs.
//
// Rows of one set are taken largest remainder first; the set ends where what is left of its rows is
// negligible, so each column has one row, its pivot, and the number of columns is the rank.

#include <vector>

#include "limber/base/ids.h"
#include "limber/math/types.h"
#include "limber/solver/least_squares/level_problem.h"
#include "limber/solver/least_squares/reflection_block.h"

namespace limber {

class LevelStack {
 public:
  // Allocates for the largest problem; nothing below does.
  LevelStack(int max_unknowns, int max_rows) : LevelStack(LevelRoom(max_unknowns, max_rows, 0)) {}
  explicit LevelStack(const LevelRoom& room);

  void clear(int unknowns) noexcept;
  int unknowns() const noexcept { return unknowns_; }
  int columns() const noexcept { return columns_; }  // the rank of everything that is in
  void truncate(int columns) noexcept;               // as if nothing had arrived after that column
  // All that is in will stay for a while: its reflections are made ready to be applied many at a time.
  void seal() noexcept;

  // A set of rows arrives: fill incoming(0) .. incoming(count - 1) with rows that went through `transform`,
  // then call `factorise`, which returns how many of them are independent of what is in and of each other:
  // their remainder is longer than `smallest`. The set then lies in `count` positions from the old columns()
  // on, in another order: the independent rows first, and then, valid until the next set arrives, the others.
  double* incoming(int i) noexcept { return row(columns_ + i); }
  Eigen::Index stride() const noexcept { return rows_.cols(); }  // from one incoming row to the next
  int factorise(int count, double smallest) noexcept;
  // The first of `count` incoming rows becomes a column by itself, the others have it taken out and are the
  // incoming ones after it. False: what is left of it is not longer than `smallest`; nothing happens.
  bool take_first(int count, double smallest) noexcept;
  // Which of the set, as it arrived, lies i-th now.
  int arrival(int i) const noexcept { return at(arrival_, i); }

  // row <- row H_from ... H_(to-1). Several rows must be padded with zeros (reflection_block.h), as the
  // incoming ones are.
  void transform(double* row, int from, int to) const noexcept;
  void transform_rows(double* rows, int count, Eigen::Index stride, int from, int to) const noexcept;

  // The row at a position, in coordinates y. Of a pivot row c only entries before c are to be read here, and
  // entry c in diagonal(c): its reflection lies in the rest.
  double* row(int position) noexcept { return rows_.data() + position * rows_.cols(); }
  const double* row(int position) const noexcept { return rows_.data() + position * rows_.cols(); }
  double diagonal(int column) const noexcept { return diagonal_[column]; }

  void to_coordinates(double* x) const noexcept;    // x <- Q^T x
  void from_coordinates(double* y) const noexcept;  // y <- Q y

  // Which combination of the pivot rows is the vector with coordinates g_0 .. g_(columns-1):
  // g <- nu with  sum over c of nu_c row_c = g. Entries of nu from `first` on only; those of g before it are
  // what is left to explain.
  void explain(double* g, int columns, int first = 0) const noexcept;

 private:
  void reflect(int column, double* x) const noexcept;  // x <- x H_column
  // The block that begins at a column; nullptr: none.
  const reflections::Block* block_at(int column) const noexcept;

  int unknowns_ = 0;
  int columns_ = 0;
  RowMatrix rows_;
  VecX diagonal_;
  VecX scale_;  // of each reflection: H = I - scale v^T v
  // Of each reflection: the last place where v is not zero if there are at most two, column and partner; else
  // -1. A row that holds one unknown leaves such a reflection, as long as no row with more in it came before.
  std::vector<int> partner_;
  std::vector<reflections::Block> blocks_;  // what seal() made, in order; columns with a partner are in none
  int sealed_ = 0;                          // columns
  VecX size_, reference_;                   // squared length of what is left of the rows of a set
  std::vector<int> arrival_;
};

}  // namespace limber
