#pragma once
// Which method computes a singular value decomposition, and the options of the incremental methods.

#include <cstdint>

namespace limber {

enum class SvdMethod : std::uint8_t {
  golub_reinsch,  // bidiagonalisation, then implicit QR (Golub and Reinsch 1970): no memory between calls
  column_givens,  // rotations of columns, keeps V (Maciejewski and Klein 1989): O(n^3), for comparison
  row_givens,     // rotations of rows, keeps U (Ge 2000): O(m^2 n), the fastest for few rows
};

// How far the Givens methods take a decomposition that starts from the one before (Ge 2000, 3.3 and 5.1). The
// first is always exact; Golub and Reinsch always is.
enum class SvdMode : std::uint8_t {
  full,          // sweeps until it has converged
  one_sweep,     // one sweep: more exact the less the matrix changed
  small_angles,  // one sweep in which small rotations are approximated
};

// How the Givens methods repair the basis they keep, every `remedy_every` decompositions. The basis
// loses orthogonality: slowly by rounding, quickly by small-angle approximations.
enum class DriftRemedy : std::uint8_t {
  none,
  reset,             // a cold start, iterated to convergence
  reorthonormalise,  // Gram-Schmidt, the largest singular value first
};

struct SvdOptions {
  SvdMethod method = SvdMethod::row_givens;

  // The rest is for column_givens and row_givens.
  bool warm_start = true;  // start from the basis of the last decomposition of the same size
  // A warm start gets only one sweep of rotations: fast, and more exact the less the matrix changed. A cold
  // start is always iterated to convergence.
  bool one_sweep = false;
  // In warm starts, approximates rotations that are small, and those of vectors of about equal length.
  bool small_angles = false;
  double small_angle =
      0.05;  // |p| <= small_angle |q|: cos = 1, sin = p/q    (2 p/q = tangent of twice the angle)
  double equal_length = 0.05;  // |q| <= equal_length |p|: an eighth of a turn
  DriftRemedy remedy = DriftRemedy::reorthonormalise;
  int remedy_every = 100;  // decompositions, >= 1
};

inline SvdOptions svd_options(SvdMethod method, SvdMode mode) {
  return {
      .method = method, .one_sweep = mode != SvdMode::full, .small_angles = mode == SvdMode::small_angles};
}

}  // namespace limber
