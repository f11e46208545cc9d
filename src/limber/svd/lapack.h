#pragma once
// The SVD by LAPACK's dgesvd. The only pair of files of the core that needs a library besides Eigen.

#include <vector>

#include "limber/svd/factors.h"

namespace limber {

class LapackSvd {
 public:
  void prepare(int max_rows, int max_columns);
  // Factors of scale * matrix. False: not converged.
  bool decompose(const RowMatrixView& matrix, double scale, SvdFactors& factors) noexcept;
  void forget() noexcept {}
  double least_ratio() const noexcept { return 0.0; }

 private:
  std::vector<double> copy_;  // dgesvd destroys its matrix
  std::vector<double> u_transposed_, work_;
  int rows_ = -1, columns_ = -1;  // size that work_size_ was asked for
  int work_size_ = 0;
};

}  // namespace limber
