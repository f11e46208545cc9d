#pragma once
// The SVD by LAPACK's dgesvd, which Ge 2000 and our benchmark compare the library's own SVDs with.
// Compiled only where LAPACK is installed; LIMBER_HAVE_LAPACK says so with 1 or 0.

#include <vector>

#include "limber/svd/factors.h"

namespace limber::experiments {

class LapackSvd {
 public:
  // Allocates for matrices of at most this size; decompose() does not.
  void prepare(int max_rows, int max_columns);
  // False: not converged.
  bool decompose(const RowMatrixView& matrix) noexcept;

  const SvdFactors& factors() const noexcept { return factors_; }

 private:
  SvdFactors factors_;
  std::vector<double> copy_;  // dgesvd destroys its matrix
  std::vector<double> u_transposed_, work_;
  int rows_ = -1, columns_ = -1;  // size that work_size_ was asked for
  int work_size_ = 0;
};

}  // namespace limber::experiments
