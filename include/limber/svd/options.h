#pragma once
// Who computes a singular value decomposition, and how the incremental methods work.

#include <cstdint>

namespace limber {

enum class SvdMethod : std::uint8_t {
  golub_reinsch,  // bidiagonalise, then implicit QR (Golub and Reinsch 1970): remembers nothing
  lapack,         // dgesvd: the same idea by other people. Bits depend on the LAPACK that is installed
  column_givens,  // rotations of columns, V kept (Maciejewski and Klein 1989): O(n^3), to compare with
  row_givens,     // rotations of rows, U kept (Ge 2000): O(m^2 n), the fastest for few rows
};

// What is done, every `remedy_every` decompositions, about the basis that the Givens methods keep: rounding
// turns it slowly, small-angle approximations quickly, into something that is not orthogonal.
enum class DriftRemedy : std::uint8_t {
  none,
  reset,             // forget it: a cold start, iterated to convergence
  reorthonormalise,  // Gram-Schmidt, the largest singular value first
};

struct SvdOptions {
  SvdMethod method = SvdMethod::row_givens;

  // The rest is for column_givens and row_givens.
  bool warm_start = true;  // start from the basis of the last decomposition of the same size
  // A warm start gets one sweep of rotations and no more: quick, and the better the less the matrix changed.
  // A cold start is always iterated to convergence.
  bool one_sweep = false;
  // Rotations of a warm start by small angles, and of vectors of about equal length, are not computed
  // exactly.
  bool small_angles = false;
  double small_angle =
      0.05;  // |p| <= small_angle |q|: cos 1, sin p/q      (2 p/q: tangent of twice the angle)
  double equal_length = 0.05;  // |q| <= equal_length |p|: an eighth of a turn
  DriftRemedy remedy = DriftRemedy::reorthonormalise;
  int remedy_every = 100;  // decompositions, >= 1
};

}  // namespace limber
