// Matrices with known singular values, and the defects of a decomposition.

#include "svd/matrices.h"

#include <Eigen/QR>
#include <Eigen/SVD>

namespace limber::test {

Eigen::MatrixXd random_orthonormal(Random& random, int rows, int columns) {
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(random_matrix(random, rows, rows));
  const Eigen::MatrixXd q = qr.householderQ();
  return q.leftCols(columns);
}

Eigen::MatrixXd with_singular_values(Random& random, int rows, int columns, const VecX& sigma) {
  const int k = static_cast<int>(sigma.size());
  return random_orthonormal(random, rows, k) * sigma.asDiagonal() *
         random_orthonormal(random, columns, k).transpose();
}

NamedMatrix odd_matrix(Random& random, int rows, int columns) {
  const int least = std::min(rows, columns);
  const auto values = [&](auto&& value_of) {
    VecX sigma(least);
    for (int i = 0; i < least; ++i) sigma[i] = value_of(i);
    return with_singular_values(random, rows, columns, sigma);
  };
  RowMatrix j = random_matrix(random, rows, columns);
  switch (uniform_int(random, 0, 11)) {
    case 0:
      return {"random", j};
    case 1:
      return {"rank-deficient", values([&](int i) { return i < (least + 1) / 2 ? 1.0 + i : 0.0; })};
    case 2:
      return {"rank one", random_matrix(random, rows, 1) * random_matrix(random, 1, columns)};
    case 3:
      return {"ill-conditioned", values([&](int i) { return std::pow(10.0, -3.0 * i); })};
    case 4:
      return {"one small", values([&](int i) { return i + 1 < least ? 1.0 : 1e-9; })};
    case 5:
      return {"all equal", values([](int) { return 2.0; })};
    case 6:
      return {"pairs", values([](int i) { return 1.0 + i / 2; })};
    case 7:
      for (int i = 0; i < rows; i += 2) j.row(i).setZero();
      return {"zero rows", j};
    case 8:
      for (int i = 0; i < columns; i += 2) j.col(i).setZero();
      return {"zero columns", j};
    case 9:
      for (int r = 1; r < rows; ++r) j.row(r) = j.row(0) * (r % 2 ? -2.0 : 1.0);
      return {"parallel rows", j};
    case 10:
      j.setZero();
      for (int i = 0; i < least; ++i) j(i, columns - 1 - i) = i % 3 - 1.0;
      return {"permuted diagonal", j};
    default:
      for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < columns; ++c) j(r, c) = 1.0 / (r + c + 1);
      }
      return {"Hilbert", j};
  }
}

std::string name_of(SvdMethod method) {
  switch (method) {
    case SvdMethod::golub_reinsch:
      return "golub_reinsch";
    case SvdMethod::column_givens:
      return "column_givens";
    case SvdMethod::row_givens:
      return "row_givens";
  }
  return "?";
}

Defect defect(const RowMatrix& j, const SvdFactors& factors) {
  Defect d;
  const Eigen::MatrixXd u = factors.u(), v = factors.v();
  const VecX sigma = factors.sigma();
  const int k = factors.count(), r = factors.rank();
  const VecX reference = Eigen::JacobiSVD<Eigen::MatrixXd>(Eigen::MatrixXd(j)).singularValues();
  const double unit = k > 0 && reference[0] > 0 ? reference[0] : 1.0;
  d.product = (u * sigma.asDiagonal() * v.transpose() - j).norm() / unit;
  d.left = (u.leftCols(r).transpose() * u.leftCols(r) - Eigen::MatrixXd::Identity(r, r)).norm();
  d.right = (v.leftCols(r).transpose() * v.leftCols(r) - Eigen::MatrixXd::Identity(r, r)).norm();
  d.values = (sigma - reference).norm() / unit;
  for (int i = 0; i < k; ++i) d.descending &= sigma[i] >= 0 && (i == 0 || sigma[i] <= sigma[i - 1]);
  return d;
}

}  // namespace limber::test
