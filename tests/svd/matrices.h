#pragma once
// Matrices to decompose whose factors are known, and the ways to look at a decomposition.

#include <string>
#include <vector>

#include "limber/svd/svd.h"
#include "support/random_hierarchy.h"

namespace limber::test {

// `columns` orthonormal vectors of `rows` elements.
Eigen::MatrixXd random_orthonormal(Random& random, int rows, int columns);
// U diag(sigma) V^T with random orthonormal U and V; sigma has at most min(rows, columns) elements.
Eigen::MatrixXd with_singular_values(Random& random, int rows, int columns, const VecX& sigma);

// A matrix and what is special about it.
struct NamedMatrix {
  std::string kind;
  RowMatrix matrix;
};
// Random, rank-deficient, ill-conditioned, repeated singular values, structured, with zero rows, ...
NamedMatrix odd_matrix(Random& random, int rows, int columns);

inline const std::vector<SvdMethod>& all_methods() {
  static const std::vector<SvdMethod> methods = {SvdMethod::golub_reinsch, SvdMethod::column_givens,
                                                 SvdMethod::row_givens};
  return methods;
}
std::string name_of(SvdMethod method);

// All in units of the largest singular value.
struct Defect {
  double product = 0;      // |U S V^T - J|
  double left = 0;         // |U^T U - I| of the columns that count
  double right = 0;        // |V^T V - I|
  double values = 0;       // |sigma - reference|
  bool descending = true;  // and non-negative
  double worst() const { return std::max({product, left, right, values}); }
};
Defect defect(const RowMatrix& j, const SvdFactors& factors);

}  // namespace limber::test
