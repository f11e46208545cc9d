#pragma once
// The joint displacement that best fits the requested displacements of all end-points, by maximum-rank
// decomposition (Tsuji, Nakayama and Ito 1990, eqs. 6-15):
//
//   J = J_a J_b,     J_a  r x p,   J_b  p x m,   both of rank p = rank J
//
//   case               when                J_a           J_b            dtheta
//   redundant          p = r               I             J              J^+ dX
//   over-constrained   p = m < r           J             I              (J^T W J)^-1 J^T W dX
//   singular           p < min(r, m)       U_p D_p^1/2   D_p^1/2 V_p^T  both steps
//
//   step 1   dX_b   = (J_a^T W J_a)^-1 J_a^T W dX           the weighted best fit that is possible
//   step 2   dtheta = J_b^+ dX_b + (I - J_b^+ J_b) u        the shortest step to it, and u in the null space
//
// W = diag(w), w > 0; r rows (l for each end-point), m columns. For every such decomposition the answer is
// (W^1/2 J)^+ W^1/2 dX + (I - J^+ J) u, which the tests compare with. Step 1 uses a QR factorisation of W^1/2
// J_a, heaviest rows first, not the normal equations: weights may differ by a factor of 10^20.
//
// With damping lambda > 0:  A = W^1/2 J,  dtheta = A^T (A A^T + lambda^2 I)^-1 W^1/2 dX + (I - J^+ J) u,
// by a QR factorisation of A above lambda I. It stays short near singular postures, where the undamped answer
// grows without bound.

#include <cstdint>
#include <vector>

#include "limber/svd/inverse.h"
#include "limber/svd/svd.h"

namespace limber {

enum class RankCase : std::uint8_t {
  immovable,  // p = 0: no joint moves any end-point
  redundant,
  over_constrained,
  singular,
  damped,  // lambda > 0: the rank does not matter
};

struct MaximumRankOptions {
  double rank_tolerance = 1e-10;  // singular values below this part of the largest do not count
  double damping = 0.0;           // lambda, in the unit of W^1/2 J; 0: as in the paper
};

class MaximumRankInverse {
 public:
  // The only function that allocates.
  MaximumRankInverse(int most_rows, int most_columns);

  // `weights`: one per row. `free_motion`: u. Writes `step`: one number per column.
  RankCase solve(const RowMatrixView& jacobian, const VecView& weights, const VecView& wanted,
                 const VecView& free_motion, const MaximumRankOptions& options, VecTarget step) noexcept;

  int rank() const noexcept { return rank_; }  // p of the last answer that was not damped

 private:
  void decompose(const RowMatrixView& jacobian, double tolerance) noexcept;
  RankCase case_of(int rows, int columns) const noexcept;
  void project(const VecView& free_motion) noexcept;
  void solve_damped(const RowMatrixView& jacobian, const VecView& weights, const VecView& wanted,
                    double damping, VecTarget step) noexcept;
  // dX_b of step 1 for J_a the first rows and columns of a_.
  void fit(int rows, int columns, const VecView& weights, const VecView& wanted, VecTarget answer) noexcept;

  Svd svd_;
  int rank_ = 0;
  Eigen::MatrixXd a_, qr_;  // J_a; W^1/2 J_a with sorted rows and columns, then its factors
  VecX right_, part_, projected_;
  VecX all_weights_, all_wanted_;  // with the rows of the damping
  std::vector<int> row_order_, column_order_;
};

}  // namespace limber
