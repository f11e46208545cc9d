#pragma once
// The SVD by plane rotations that make vectors orthogonal (one-sided Jacobi), warm-started from the last
// basis.
//
//   rows (Ge 2000):                     B = U^T J,  rotate rows    until orthogonal:  r_i = sigma_i v_i^T
//   columns (Maciejewski, Klein 1989):  B = J V,    rotate columns until orthogonal:  b_i = sigma_i u_i
//
// The second is the first applied to J^T. Both also rotate the columns of the basis (U or V), so that U B or
// B V^T stays equal to J. A Jacobian changes little from one step to the next, so the last basis is a good
// start.
//
// plane_rotation.h has the rotation of a pair with dot product p and difference of squared lengths q. A
// vector shorter than 4 eps |J| counts as zero: its direction would be rounding noise.

#include <vector>

#include "limber/svd/factors.h"
#include "limber/svd/options.h"
#include "limber/svd/plane_rotation.h"

namespace limber {

// `count` vectors of `length` elements, and the square matrix (basis) of the rotations applied to them.
class RotatedVectors {
 public:
  explicit RotatedVectors(const SvdOptions& options) : options_(options) {}

  void prepare(int max_count, int max_length);
  void forget() noexcept { count_ = -1; }

  // Prepares the basis for new vectors. The caller then sets vector i to the sum over j of basis(i)[j] times
  // the original vector j.
  void begin(int count, int length) noexcept;
  // Rotates the vectors until they are orthogonal, or for one sweep, then sorts them, longest first. False:
  // not converged.
  bool orthogonalise() noexcept;

  int count() const noexcept { return count_; }
  double* vector(int i) noexcept { return vectors_.data() + static_cast<std::ptrdiff_t>(i) * length_; }
  double* basis(int i) noexcept { return basis_.data() + static_cast<std::ptrdiff_t>(i) * count_; }
  const double* vector(int i) const noexcept {
    return vectors_.data() + static_cast<std::ptrdiff_t>(i) * length_;
  }
  const double* basis(int i) const noexcept {
    return basis_.data() + static_cast<std::ptrdiff_t>(i) * count_;
  }
  double length(int i) const noexcept;  // |vector(i)|
  double squared_length(int i) const noexcept { return at(squared_, i); }
  double negligible() const noexcept;  // lengths up to this are rounding noise
  bool stopped_early() const noexcept { return stopped_early_; }

 private:
  bool sweep(bool every_pair) noexcept;
  void measure() noexcept;
  void sort() noexcept;
  void reorthonormalise() noexcept;
  PlaneRotation rotation(double p, double q) const noexcept;

  SvdOptions options_;
  int count_ = -1, length_ = 0;
  int since_remedy_ = 0;
  bool cold_ = true, stopped_early_ = false;
  double total_ = 0.0;  // sum of the squared lengths
  std::vector<double> vectors_, basis_, squared_;
};

class RowGivens {
 public:
  explicit RowGivens(const SvdOptions& options = {}) : rows_(options) {}

  void prepare(int max_rows, int max_columns) { rows_.prepare(max_rows, max_columns); }
  bool decompose(const RowMatrixView& matrix, double scale, SvdFactors& factors) noexcept;
  void forget() noexcept { rows_.forget(); }
  // Singular values below this share of the largest are unreliable.
  double least_ratio() const noexcept;

  // A shortcut without V and without dividing by a singular value:
  //   J^{+lambda} e = sum_i r_i^T (u_i.e) / (sigma_i^2 + lambda^2)
  // The squares of the matrix elements must neither overflow nor underflow. Negligible rows are left out.
  bool orthogonalise(const RowMatrixView& matrix, double scale = 1.0) noexcept;
  void damped_inverse(double lambda, const VecX& e, Eigen::Ref<VecX> step) const noexcept;

 private:
  RotatedVectors rows_;
  double scale_ = 1.0;
  int columns_ = 0;
};

class ColumnGivens {
 public:
  explicit ColumnGivens(const SvdOptions& options = {}) : columns_(options) {}

  void prepare(int max_rows, int max_columns) { columns_.prepare(max_columns, max_rows); }
  bool decompose(const RowMatrixView& matrix, double scale, SvdFactors& factors) noexcept;
  void forget() noexcept { columns_.forget(); }
  double least_ratio() const noexcept;

 private:
  RotatedVectors columns_;
  int rows_ = 0;
};

}  // namespace limber
