// Bases of null spaces: new ones, turned ones, and the nearest to another.

#include "limber/motion/null_space.h"

namespace limber {

using Eigen::MatrixXd;

MatrixXd null_space_basis(const RowMatrix& jacobian) {
  const Eigen::Index n = jacobian.cols(), m = jacobian.rows();
  const Eigen::HouseholderQR<MatrixXd> qr(jacobian.transpose());
  MatrixXd basis = MatrixXd::Zero(n, n - m);
  basis.bottomRows(n - m).setIdentity();
  return qr.householderQ() * basis;
}

// The turn nearest to V^T Vp: its polar factor, by X <- X (3 I - X^T X)/2, which converges quadratically
// where the null spaces are less than a right angle apart.
MatrixXd aligned(const MatrixXd& basis, const MatrixXd& to) {
  constexpr int most_rounds = 40;
  constexpr double orthonormal = 1e-15;
  MatrixXd turn = basis.transpose() * to;
  const MatrixXd identity = MatrixXd::Identity(turn.cols(), turn.cols());
  for (int round = 0; round < most_rounds; ++round) {
    const MatrixXd off = turn.transpose() * turn - identity;
    turn -= 0.5 * turn * off;
    if (off.cwiseAbs().maxCoeff() < orthonormal * static_cast<double>(turn.cols()) + 1e-14) break;
  }
  return basis * turn;
}

NearestBasis::NearestBasis(const RowMatrix& jacobian, const MatrixXd& from) : from_(from) {
  constexpr double far = 0.5;     // of the largest eigenvalue of M; 1: a right angle
  constexpr double small = 1e-6;  // of M: what its square would add to Phi is below rounding
  const Eigen::Index n = jacobian.cols(), m = jacobian.rows();
  const Eigen::HouseholderQR<MatrixXd> qr(jacobian.transpose());
  rows_ = qr.householderQ() * MatrixXd::Identity(n, m);
  lost_.noalias() = rows_.transpose() * from;
  square_.noalias() = lost_ * lost_.transpose();
  const double size = square_.trace();
  is_near_ = size < far;
  if (size < small) {
    phi_ = 0.5 * MatrixXd::Identity(m, m) + 0.375 * square_;
  } else if (is_near_) {
    const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(square_);
    const Eigen::ArrayXd root = (1.0 - solver.eigenvalues().array()).sqrt();
    phi_ = solver.eigenvectors() * (root * (1.0 + root)).inverse().matrix().asDiagonal() *
           solver.eigenvectors().transpose();
  }
}

MatrixXd NearestBasis::basis() const {
  MatrixXd between = from_ * lost_.transpose();
  between.noalias() -= rows_ * square_;
  MatrixXd result = from_;
  result.noalias() += (between * phi_ - rows_) * lost_;
  return result;
}

VecX NearestBasis::change(const VecX& gradient, const VecX& seen) const {
  const VecX along = rows_.transpose() * gradient;
  const VecX turned = phi_ * (lost_ * seen - square_ * along) - along;
  return lost_.transpose() * turned;
}

}  // namespace limber
