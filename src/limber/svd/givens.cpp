// Rotates pairs of vectors until all are orthogonal, starting from the last basis (givens.h).

#include "limber/svd/givens.h"

#include <algorithm>

#include "limber/math/dot.h"

namespace limber {

namespace {

constexpr int most_sweeps = 40;           // 4 to 8 are usual, 15 for nearly dependent vectors
constexpr double one_sweep_ratio = 1e-6;  // of sigma_1: what one sweep may leave in place of zeros
constexpr double most_stretch = 4.0;      // squared length at which a basis vector is given up

}  // namespace

void RotatedVectors::prepare(int max_count, int max_length) {
  const auto count = static_cast<std::size_t>(max_count), length = static_cast<std::size_t>(max_length);
  vectors_.assign(count * length, 0.0);
  basis_.assign(count * count, 0.0);
  squared_.assign(count, 0.0);
  forget();
}

void RotatedVectors::begin(int count, int length) noexcept {
  cold_ = !options_.warm_start || count != count_ || length != length_;
  count_ = count;
  length_ = length;
  if (!cold_ && options_.remedy != DriftRemedy::none && ++since_remedy_ >= options_.remedy_every) {
    since_remedy_ = 0;
    if (options_.remedy == DriftRemedy::reset) {
      cold_ = true;
    } else {
      reorthonormalise();
    }
  }
  // Approximate rotations always stretch; without a remedy the basis would grow without bound.
  if (!cold_ && options_.small_angles) cold_ = !(dot(basis(0), basis(0), count_) < most_stretch);
  if (!cold_) return;
  since_remedy_ = 0;
  for (int i = 0; i < count_; ++i) {
    std::fill_n(basis(i), count_, 0.0);
    basis(i)[i] = 1.0;
  }
}

bool RotatedVectors::orthogonalise() noexcept {
  stopped_early_ = options_.one_sweep && !cold_;
  bool converged = false;
  if (stopped_early_) {
    sweep(true);
    measure();
    converged = true;
  } else {
    for (int i = 0; i < most_sweeps && !converged; ++i) converged = !sweep(false);
    if (!converged) measure();
  }
  sort();
  return converged;
}

double RotatedVectors::length(int i) const noexcept {
  return std::sqrt(squared_length(i));
}

double RotatedVectors::negligible() const noexcept {
  return 4.0 * double_epsilon * std::sqrt(total_);
}

void RotatedVectors::measure() noexcept {
  total_ = 0.0;
  for (int i = 0; i < count_; ++i) total_ += at(squared_, i) = dot(vector(i), vector(i), length_);
}

// Visits all pairs once; true if a pair was rotated. Updates squared lengths only as exactly as the next
// rotation needs.
bool RotatedVectors::sweep(bool every_pair) noexcept {
  measure();
  const double zero = negligible() * negligible();
  const double cosine =
      8.0 * double_epsilon * std::sqrt(static_cast<double>(length_));  // rounding of a dot product
  bool rotated = false;
  for (int i = 0; i + 1 < count_; ++i) {
    for (int j = i + 1; j < count_; ++j) {
      double& a = at(squared_, i);
      double& b = at(squared_, j);
      if (!(a > zero && b > zero)) continue;
      const double p = dot(vector(i), vector(j), length_);
      // Orthogonal pairs in the wrong order are left to sort(): swapping equal lengths here might never end.
      if (p == 0.0 || (!every_pair && p * p <= cosine * cosine * a * b)) continue;
      const PlaneRotation r = rotation(p, a - b);
      r.apply(vector(i), vector(j), length_);
      r.apply(basis(i), basis(j), count_);
      const double longer = r.c * r.c * a + 2.0 * r.c * r.s * p + r.s * r.s * b;
      b = std::max(0.0, r.c * r.c * b - 2.0 * r.c * r.s * p + r.s * r.s * a);
      a = longer;
      rotated = true;
    }
  }
  return rotated;
}

PlaneRotation RotatedVectors::rotation(double p, double q) const noexcept {
  if (options_.small_angles && !cold_) {
    if (std::abs(p) <= options_.small_angle * std::abs(q)) return {1.0, p / q};
    constexpr double half = 0.70710678118654752440;  // sqrt(1/2)
    if (std::abs(q) <= options_.equal_length * std::abs(p)) return {half, std::copysign(half, p)};
  }
  return PlaneRotation::that_makes_orthogonal(p, q);
}

void RotatedVectors::sort() noexcept {
  for (int i = 1; i < count_; ++i) {
    for (int j = i; j > 0 && at(squared_, j) > at(squared_, j - 1); --j) {
      std::swap(at(squared_, j), at(squared_, j - 1));
      std::swap_ranges(vector(j), vector(j) + length_, vector(j - 1));
      std::swap_ranges(basis(j), basis(j) + count_, basis(j - 1));
    }
  }
}

void RotatedVectors::reorthonormalise() noexcept {
  for (int i = 0; i < count_; ++i) {
    Eigen::Map<VecX> own(basis(i), count_);
    for (int pass = 0; pass < 2; ++pass) {
      for (int j = 0; j < i; ++j) {
        const Eigen::Map<const VecX> other(basis(j), count_);
        own -= other.dot(own) * other;
      }
    }
    const double norm = own.norm();
    if (!(norm > 0.1)) {  // too far from orthonormal to be repaired
      cold_ = true;
      return;
    }
    own *= 1.0 / norm;
  }
}

bool RowGivens::orthogonalise(const RowMatrixView& matrix, double scale) noexcept {
  const int m = static_cast<int>(matrix.rows()), n = static_cast<int>(matrix.cols());
  scale_ = scale;
  columns_ = n;
  rows_.begin(m, n);
  for (int i = 0; i < m; ++i) {
    Eigen::Map<VecX> mixed(rows_.vector(i), n);
    mixed = (scale * rows_.basis(i)[0]) * matrix.row(0).transpose();
    for (int r = 1; r < m; ++r) mixed += (scale * rows_.basis(i)[r]) * matrix.row(r).transpose();
  }
  return rows_.orthogonalise();
}

bool RowGivens::decompose(const RowMatrixView& matrix, double scale, SvdFactors& factors) noexcept {
  const bool converged = orthogonalise(matrix, scale);
  for (int i = 0; i < factors.count(); ++i) {
    const double sigma = rows_.length(i);
    std::copy_n(rows_.basis(i), factors.rows(), factors.u(i));
    if (!(sigma > rows_.negligible())) continue;
    factors.sigma(i) = sigma;
    Eigen::Map<VecX>(factors.v(i), columns_) =
        (1.0 / sigma) * Eigen::Map<const VecX>(rows_.vector(i), columns_);
  }
  return converged;
}

double RowGivens::least_ratio() const noexcept {
  return rows_.stopped_early() ? one_sweep_ratio : 0.0;
}

void RowGivens::damped_inverse(double lambda, const VecX& e, Eigen::Ref<VecX> step) const noexcept {
  step.setZero();
  const double damping = lambda * scale_ * lambda * scale_;
  for (int i = 0; i < rows_.count(); ++i) {
    if (!(rows_.length(i) > rows_.negligible())) continue;
    const double along = Eigen::Map<const VecX>(rows_.basis(i), rows_.count()).dot(e);
    step += (scale_ * along / (rows_.squared_length(i) + damping)) *
            Eigen::Map<const VecX>(rows_.vector(i), columns_);
  }
}

bool ColumnGivens::decompose(const RowMatrixView& matrix, double scale, SvdFactors& factors) noexcept {
  const int n = factors.columns();
  rows_ = factors.rows();
  columns_.begin(n, rows_);
  for (int i = 0; i < n; ++i) {
    const Eigen::Map<const VecX> mix(columns_.basis(i), n);
    for (int r = 0; r < rows_; ++r) columns_.vector(i)[r] = scale * matrix.row(r).dot(mix);
  }
  const bool converged = columns_.orthogonalise();
  for (int i = 0; i < factors.count(); ++i) {
    const double sigma = columns_.length(i);
    std::copy_n(columns_.basis(i), n, factors.v(i));
    if (!(sigma > columns_.negligible())) continue;
    factors.sigma(i) = sigma;
    Eigen::Map<VecX>(factors.u(i), rows_) = (1.0 / sigma) * Eigen::Map<const VecX>(columns_.vector(i), rows_);
  }
  return converged;
}

double ColumnGivens::least_ratio() const noexcept {
  return columns_.stopped_early() ? one_sweep_ratio : 0.0;
}

}  // namespace limber
