// Scales a matrix into a safe range, decomposes it by the chosen method, sorts the factors and decides the
// rank.

#include "limber/svd/svd.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace limber {

namespace {

// A power of two that brings the matrix into a range where fourth powers of its elements neither overflow nor
// underflow; 1 if it is there already. NaN if an element is not finite.
double safe_scale(const RowMatrixView& matrix) {
  double sum = 0.0;
  for (Eigen::Index r = 0; r < matrix.rows(); ++r) sum += matrix.row(r).lpNorm<1>();
  if (sum == 0.0 || (sum >= 0x1p-60 && sum <= 0x1p60)) return 1.0;
  if (!matrix.allFinite())
    return std::numeric_limits<double>::quiet_NaN();  // finite elements may overflow a sum
  const double largest = matrix.lpNorm<Eigen::Infinity>();
  return std::ldexp(1.0, std::clamp(-std::ilogb(largest), -1022, 1022));
}

}  // namespace

Svd::Svd(const SvdOptions& options) : options_(options) {
  if (options.remedy_every < 1) {
    throw std::invalid_argument("SvdOptions::remedy_every is " + std::to_string(options.remedy_every) +
                                "; it must be at least 1 (DriftRemedy::none turns the remedy off)");
  }
  switch (options.method) {
    case SvdMethod::golub_reinsch:
      back_end_.emplace<GolubReinsch>();
      break;
    case SvdMethod::column_givens:
      back_end_.emplace<ColumnGivens>(options);
      break;
    case SvdMethod::row_givens:
      back_end_.emplace<RowGivens>(options);
      break;
  }
}

void Svd::prepare(int max_rows, int max_columns) {
  factors_.prepare(max_rows, max_columns);
  std::visit([&](auto& back_end) { back_end.prepare(max_rows, max_columns); }, back_end_);
}

void Svd::forget() noexcept {
  std::visit([](auto& back_end) { back_end.forget(); }, back_end_);
}

SvdStatus Svd::decompose(const RowMatrixView& matrix, double tolerance) noexcept {
  factors_.resize(static_cast<int>(matrix.rows()), static_cast<int>(matrix.cols()));
  if (factors_.count() == 0) return SvdStatus::done;
  const double scale = safe_scale(matrix);
  if (std::isnan(scale)) return SvdStatus::bad_input;
  bool converged = true;
  double least_ratio = 0.0;  // of sigma to sigma_1
  std::visit(
      [&](auto& back_end) {
        converged = back_end.decompose(matrix, scale, factors_);
        least_ratio = back_end.least_ratio();
      },
      back_end_);
  factors_.sort();
  if (scale != 1.0) {
    for (int i = 0; i < factors_.count(); ++i) factors_.sigma(i) /= scale;
  }
  factors_.decide_rank(tolerance);
  if (least_ratio > 0) factors_.decide_rank(std::max(factors_.tolerance(), least_ratio * factors_.sigma(0)));
  return converged ? SvdStatus::done : SvdStatus::not_converged;
}

}  // namespace limber
