#include "limber/svd/factors.h"

#include <algorithm>
#include <cassert>

namespace limber {

void SvdFactors::prepare(int max_rows, int max_columns) {
  max_rows_ = max_rows;
  max_columns_ = max_columns;
  const auto m = static_cast<std::size_t>(max_rows), n = static_cast<std::size_t>(max_columns);
  const std::size_t k = std::min(m, n);
  u_.assign(m * k, 0.0);
  sigma_.assign(k, 0.0);
  v_.assign(n * k, 0.0);
  rows_ = columns_ = count_ = rank_ = 0;
}

void SvdFactors::resize(int rows, int columns) noexcept {
  assert(rows >= 0 && rows <= max_rows_ && columns >= 0 && columns <= max_columns_);
  rows_ = rows;
  columns_ = columns;
  count_ = std::min(rows, columns);
  rank_ = 0;
  tolerance_ = 0.0;
  std::fill_n(u_.begin(), static_cast<std::ptrdiff_t>(rows_) * count_, 0.0);
  std::fill_n(sigma_.begin(), count_, 0.0);
  std::fill_n(v_.begin(), static_cast<std::ptrdiff_t>(columns_) * count_, 0.0);
}

double SvdFactors::condition() const noexcept {
  if (count_ == 0) return 1.0;
  if (rank_ < count_) return std::numeric_limits<double>::infinity();
  return sigma(0) / sigma(count_ - 1);
}

void SvdFactors::sort() noexcept {
  for (int i = 1; i < count_; ++i) {
    for (int j = i; j > 0 && sigma(j) > sigma(j - 1); --j) {
      std::swap(sigma(j), sigma(j - 1));
      std::swap_ranges(u(j), u(j) + rows_, u(j - 1));
      std::swap_ranges(v(j), v(j) + columns_, v(j - 1));
    }
  }
}

void SvdFactors::decide_rank(double tolerance) noexcept {
  const double relative = std::max(rows_, columns_) * double_epsilon;
  tolerance_ = tolerance >= 0 ? tolerance : count_ > 0 ? relative * sigma(0) : 0.0;
  rank_ = 0;
  while (rank_ < count_ && sigma(rank_) > tolerance_) ++rank_;
}

}  // namespace limber
