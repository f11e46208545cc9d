#pragma once
// Orthonormal bases of the null space of a Jacobian, and how one goes on from another: of all bases of the
// null space at another posture the one nearest to V, which is V turned as little as possible.
//
//   J    m x n, V  n x f, f = n - m, V^T V = I;  J there, its rows orthonormal: Y^T
//   A  = Y^T V                  m x f: what of V the null space there has lost
//   V' = (V - Y A) (I - A^T A)^(-1/2) = V + Z A,    Z = (V A^T - Y M) Phi - Y,   M = A A^T
//   Phi = (1 - M)^(-1/2) (1 + (1 - M)^(1/2))^(-1)
//
// so that the polar factor of an f x f matrix takes functions of an m x m one, and V' costs m n^2, not n^3.

#include <Eigen/Dense>

#include "limber/math/types.h"

namespace limber {

Eigen::MatrixXd null_space_basis(const RowMatrix& jacobian);
// A basis turned to be as near as it can to another, in whatever way they differ.
Eigen::MatrixXd aligned(const Eigen::MatrixXd& basis, const Eigen::MatrixXd& to);

class NearestBasis {
 public:
  // Both stay as they are while this is used. J has fewer rows than columns.
  NearestBasis(const RowMatrix& jacobian, const Eigen::MatrixXd& from);
  // False: the null spaces are too far apart, up to a right angle, for a nearest basis to be told.
  bool is_near() const { return is_near_; }
  Eigen::MatrixXd basis() const;  // V'
  // (V' - V)^T g, where V^T g is known. O(n m).
  VecX change(const VecX& gradient, const VecX& seen) const;

 private:
  const Eigen::MatrixXd& from_;
  Eigen::MatrixXd rows_, lost_, square_, phi_;  // Y, A, M, Phi
  bool is_near_ = false;
};

}  // namespace limber
