// Calls dgesvd of LAPACK (lapack_svd.h).

#include "experiments/common/lapack_svd.h"

#include <algorithm>
#include <cstddef>

// Fortran's calling convention: everything by address, and the lengths of the strings at the end.
extern "C" void dgesvd_(const char* job_u, const char* job_vt, const int* rows, const int* columns, double* a,
                        const int* lda, double* s, double* u, const int* ldu, double* vt, const int* ldvt,
                        double* work, const int* work_size, int* info, std::size_t, std::size_t);

namespace limber::experiments {

namespace {

int best_work_size(int rows, int columns) {
  const int least = std::min(rows, columns), ask = -1;
  const int ld = std::max(rows, 1), ldvt = std::max(least, 1);
  double answer = 0.0, nothing = 0.0;
  int info = 0;
  dgesvd_("S", "S", &rows, &columns, &nothing, &ld, &nothing, &nothing, &ld, &nothing, &ldvt, &answer, &ask,
          &info, 1, 1);
  return static_cast<int>(answer);
}

int least_work_size(int rows, int columns) {
  const int less = std::min(rows, columns), more = std::max(rows, columns);
  return std::max({1, 3 * less + more, 5 * less});
}

}  // namespace

void LapackSvd::prepare(int max_rows, int max_columns) {
  factors_.prepare(max_rows, max_columns);
  const auto m = static_cast<std::size_t>(max_rows), n = static_cast<std::size_t>(max_columns);
  copy_.assign(m * n, 0.0);
  u_transposed_.assign(m * std::min(m, n), 0.0);
  const int best = m > 0 && n > 0 ? best_work_size(max_columns, max_rows) : 1;
  work_.assign(static_cast<std::size_t>(std::max(best, least_work_size(max_columns, max_rows))), 0.0);
  rows_ = columns_ = -1;
}

// A row-major J is a column-major J^T, so J^T is what LAPACK gets: its U is our V and its V^T our U^T.
bool LapackSvd::decompose(const RowMatrixView& matrix) noexcept {
  factors_.resize(static_cast<int>(matrix.rows()), static_cast<int>(matrix.cols()));
  const int m = factors_.rows(), n = factors_.columns(), k = factors_.count();
  if (k == 0) return true;
  if (m != rows_ || n != columns_) {
    rows_ = m;
    columns_ = n;
    work_size_ = std::min(best_work_size(n, m), static_cast<int>(work_.size()));
  }
  Eigen::Map<RowMatrix>(copy_.data(), m, n) = matrix;
  int info = 0;
  dgesvd_("S", "S", &n, &m, copy_.data(), &n, &factors_.sigma(0), factors_.v(0), &n, u_transposed_.data(), &k,
          work_.data(), &work_size_, &info, 1, 1);
  for (int i = 0; i < k; ++i) {
    for (int r = 0; r < m; ++r) {
      factors_.u(i)[r] = u_transposed_[static_cast<std::size_t>(r) * static_cast<std::size_t>(k) +
                                       static_cast<std::size_t>(i)];
    }
  }
  constexpr double usual_tolerance = -1.0;  // of SvdFactors::decide_rank
  factors_.decide_rank(usual_tolerance);
  return info == 0;
}

}  // namespace limber::experiments
