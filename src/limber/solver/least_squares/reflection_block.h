#pragma once
// Householder reflections, one by one and many at a time:
//
//   one       H = I - scale v^T v,                      v: a row, 1 where it begins
//   many      H_0 H_1 ... H_(k-1) = I - V^T T V         (Schreiber and Van Loan 1989)
//
//   V   k x n: row j is v_j, zero before column j
//   T   k x k, upper triangular
//
// Many are two products of matrices, whose sums stay in registers; one after the other would load and store
// every row k times.
//
// Rows lie in memory that goes on for `padding` zeros after the last unknown, so that all sums run over whole
// groups of four, in four lanes: the same bits on every machine (docs/decisions/0003).

#include "limber/math/types.h"
#include "limber/solver/least_squares/row_kernels.h"

namespace limber::reflections {

inline constexpr int padding = row_kernels::lanes - 1;  // zeros after the last unknown of a row

// row <- row H for each of the rows; v and the rows: `count` numbers, padded.
void reflect_rows(const double* v, double scale, double* rows, int row_count, Eigen::Index stride,
                  int count) noexcept;
// The same for one row that is not padded.
void reflect_vector(const double* v, double scale, double* x, int count) noexcept;

// Up to `most` reflections of which each begins one column after the one before.
class Block {
 public:
  static constexpr int most = 8;  // more would spend on T what they save

  // Of the columns from `first` on. The row of column c of V is v_0 + c * stride, and is not moved
  // afterwards; numbers before column c are not read. `scale`: of column 0 on.
  void build(const double* v_0, Eigen::Index stride, const double* scale, int first, int count,
             int unknowns) noexcept;
  int first() const noexcept { return first_; }
  int count() const noexcept { return count_; }
  int end() const noexcept { return first_ + count_; }
  void truncate(int count) noexcept { count_ = count; }

  // The first `count` reflections on rows (whole ones, padded): row <- row H_0 H_1 ...
  void apply_to_rows(const double* v_0, Eigen::Index stride, int count, double* rows, int row_count,
                     Eigen::Index row_stride) const noexcept;
  // On one vector that need not be padded.
  void apply_to_row(const double* v_0, Eigen::Index stride, int count, double* x) const noexcept;
  // x <- H_0 H_1 ... x
  void apply_to_column(const double* v_0, Eigen::Index stride, int count, double* x) const noexcept;

 private:
  void multiply(const double* v_0, Eigen::Index stride, int count, const double* x, double* w) const noexcept;
  void subtract(const double* v_0, Eigen::Index stride, int count, const double* w, double* x) const noexcept;

  int first_ = 0, count_ = 0, unknowns_ = 0;
  double corner_[most][most];    // the first columns of V, with the zeros
  double triangle_[most][most];  // T, with the zeros
};

}  // namespace limber::reflections
