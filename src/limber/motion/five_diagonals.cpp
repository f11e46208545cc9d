// Factorises and solves systems with five diagonals, many at once; a ring has a border of two frames.

#include "limber/motion/five_diagonals.h"

namespace limber {

using Eigen::ArrayXd;
using Eigen::ArrayXXd;

FiveDiagonals::FiveDiagonals(int systems, int frames, bool ring)
    : main(ArrayXXd::Zero(systems, frames)),
      next(main),
      after_next(main),
      frames_(frames),
      inner_(ring ? frames - 2 : frames),
      pivot_(main),
      below_(main),
      below2_(main) {}

// L D L^T of the inner frames; the last two of a ring are its border.
void FiveDiagonals::factorise() {
  for (int k = 0; k < inner_; ++k) {
    pivot_.col(k) = main.col(k);
    if (k > 1) {
      below2_.col(k) = after_next.col(k - 2) / pivot_.col(k - 2);
      pivot_.col(k) -= below2_.col(k).square() * pivot_.col(k - 2);
    }
    if (k > 0) {
      below_.col(k) = next.col(k - 1);
      if (k > 1) below_.col(k) -= below2_.col(k) * pivot_.col(k - 2) * below_.col(k - 1);
      below_.col(k) /= pivot_.col(k - 1);
      pivot_.col(k) -= below_.col(k).square() * pivot_.col(k - 1);
    }
  }
  if (inner_ == frames_) return;
  const int a = inner_, b = inner_ + 1;
  for (ArrayXXd& coupling : coupling_) coupling.setZero(main.rows(), frames_);
  coupling_[0].col(a - 1) += next.col(a - 1);
  coupling_[0].col(a - 2) += after_next.col(a - 2);
  coupling_[0].col(0) += after_next.col(a);
  coupling_[1].col(a - 1) += after_next.col(a - 1);
  coupling_[1].col(0) += next.col(b);
  coupling_[1].col(1) += after_next.col(b);
  for (int i = 0; i < 2; ++i) {
    border_[i] = coupling_[i];
    substitute(border_[i]);
  }
  corner_[0] = main.col(a) - (coupling_[0] * border_[0]).rowwise().sum();
  corner_[1] = next.col(a) - (coupling_[0] * border_[1]).rowwise().sum();
  corner_[2] = main.col(b) - (coupling_[1] * border_[1]).rowwise().sum();
  determinant_ = corner_[0] * corner_[2] - corner_[1].square();
}

void FiveDiagonals::substitute(ArrayXXd& b) const {
  for (int k = 0; k < inner_; ++k) {
    if (k > 0) b.col(k) -= below_.col(k) * b.col(k - 1);
    if (k > 1) b.col(k) -= below2_.col(k) * b.col(k - 2);
  }
  for (int k = inner_; k-- > 0;) {
    b.col(k) /= pivot_.col(k);
    if (k + 1 < inner_) b.col(k) -= below_.col(k + 1) * b.col(k + 1);
    if (k + 2 < inner_) b.col(k) -= below2_.col(k + 2) * b.col(k + 2);
  }
}

void FiveDiagonals::solve(ArrayXXd& b) const {
  substitute(b);
  if (inner_ == frames_) return;
  const auto inner = b.leftCols(inner_);
  ArrayXd rest[2];
  for (int i = 0; i < 2; ++i)
    rest[i] = b.col(inner_ + i) - (coupling_[i].leftCols(inner_) * inner).rowwise().sum();
  b.col(inner_) = (corner_[2] * rest[0] - corner_[1] * rest[1]) / determinant_;
  b.col(inner_ + 1) = (corner_[0] * rest[1] - corner_[1] * rest[0]) / determinant_;
  for (int k = 0; k < inner_; ++k)
    b.col(k) -= border_[0].col(k) * b.col(inner_) + border_[1].col(k) * b.col(inner_ + 1);
}

}  // namespace limber
