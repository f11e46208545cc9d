#pragma once
// Rows of several levels as combinations of orthogonal directions, from their products alone:
//
//   a_r = sum over k of L_rk q_k,      q_i . q_k = 0,  |q_k|^2 = D_k
//
// Each direction belongs to a row, its pivot, whose L_rk is 1 there and 0 after; rows of a level are taken
// largest remainder first. Where all unknowns are taken, the rows that are left are combinations of those
// before: their remainder is zero, whatever rounding says. A A^T = L D L^T squares the condition: rows of
// which too little is left otherwise are refused.

#include <cstddef>

namespace limber {

struct GramFactors {
  static constexpr int most = 64;  // rows

  int unknowns = 0, columns = 0;              // columns: directions so far
  int pivot[most] = {};                       // per column: its row
  double diagonal[most] = {};                 // D
  double inverse[most] = {};                  // 1 / D
  double products[most][most] = {};           // A A^T, its lower triangle
  alignas(32) double lower[most][most] = {};  // L; zeros after what is there

  void begin(const double* const* rows, int count, int length, int unknown_count) noexcept;
  // The rows of the next level. False: too little is left of one of them.
  bool add_level(int first, int end) noexcept;

  // values <- (L D L^T)^-1 values, of the first `count` pivots.
  void apply_inverse(int count, double* values) const noexcept;
  // values <- L^-T values
  void apply_transposed_inverse(int count, double* values) const noexcept;
  // sum over k < count of L_rk values_k
  double along(int row, const double* values, int count) const noexcept;
};

}  // namespace limber
