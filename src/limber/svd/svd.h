#pragma once
// Singular value decompositions, J = sum_i sigma_i u_i v_i^T, by the method chosen at run time.
//
//   Svd svd({.method = SvdMethod::row_givens});
//   svd.prepare(3, 90);                        // the only call that allocates
//   svd.decompose(jacobian);                   // any matrix of at most 3 x 90
//   damped_inverse(svd.factors(), ...)         // see inverse.h
//
// Every method takes any matrix: more rows than columns, no rows, all zero, rank-deficient, elements of any
// finite size. The Givens methods keep the last basis: the same matrices in the same order give the same
// bits, and forget() makes the next decomposition a cold start.

#include <variant>

#include "limber/svd/factors.h"
#include "limber/svd/givens.h"
#include "limber/svd/golub_reinsch.h"
#include "limber/svd/options.h"

namespace limber {

enum class SvdStatus : std::uint8_t {
  done,
  not_converged,  // the factors are the best so far
  bad_input,      // NaN or infinity in the matrix: all factors are zero, the rank is 0
};

class Svd {
 public:
  explicit Svd(const SvdOptions& options = {});

  void prepare(int max_rows, int max_columns);
  // Singular values up to `tolerance` do not count towards the rank; negative: max(m, n) eps sigma_1. After a
  // single warm sweep the tolerance is at least 1e-6 sigma_1, because small values are not converged.
  SvdStatus decompose(const RowMatrixView& matrix, double tolerance = -1.0) noexcept;
  void forget() noexcept;

  const SvdFactors& factors() const noexcept { return factors_; }
  const SvdOptions& options() const noexcept { return options_; }

 private:
  using BackEnd = std::variant<GolubReinsch, ColumnGivens, RowGivens>;

  SvdOptions options_;
  SvdFactors factors_;
  BackEnd back_end_;
};

}  // namespace limber
