// The length of a damped step, and how it falls, against Eigen's decomposition of the whole matrix.
#include "limber/solver/least_squares/small_tridiagonal.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "limber/math/random.h"
#include "support/scale.h"

namespace limber {
namespace {

TEST(SmallTridiagonal, MeasuresWhatADecompositionGives) {
  limber::Random random(5);
  for (int c = 0; c < test::scaled(2000); ++c) {
    const int count = 1 + c % SmallCholesky::most;
    Eigen::MatrixXd rows(count, count + 2);
    Eigen::VectorXd b(count);
    for (int i = 0; i < count; ++i) {
      b[i] = random.between(-1.0, 1.0);
      for (int j = 0; j < count + 2; ++j) rows(i, j) = random.between(-1.0, 1.0);
    }
    const Eigen::MatrixXd gram = rows * rows.transpose();
    SmallCholesky::Matrix matrix = {};
    for (int i = 0; i < count; ++i) {
      for (int j = 0; j <= i; ++j) matrix[i][j] = gram(i, j);
    }
    SmallTridiagonal tridiagonal;
    tridiagonal.reduce(matrix, b.data(), count);
    for (const double mu : {1e-2, 0.3, 20.0}) {
      const Eigen::MatrixXd damped = gram + mu * Eigen::MatrixXd::Identity(count, count);
      const Eigen::VectorXd y = damped.ldlt().solve(b), x = rows.transpose() * y;
      const double fall = x.dot(rows.transpose() * damped.ldlt().solve(y));
      const SmallTridiagonal::Length length = tridiagonal.measure(mu);
      ASSERT_NEAR(length.norm, x.norm(), 1e-10 * x.norm()) << "case " << c << ", mu " << mu;
      ASSERT_NEAR(length.fall, fall, 1e-10 * fall) << "case " << c << ", mu " << mu;
    }
  }
}

TEST(SmallTridiagonal, AMatrixThatIsDiagonalStaysSo) {
  SmallCholesky::Matrix matrix = {};
  for (int i = 0; i < 6; ++i) matrix[i][i] = i + 1.0;
  const double b[6] = {1, 0, 0, 0, 0, 2};
  SmallTridiagonal tridiagonal;
  tridiagonal.reduce(matrix, b, 6);
  // |y|_G^2 = 1 (1/2)^2 + 6 (2/7)^2
  EXPECT_NEAR(tridiagonal.measure(1.0).norm, std::sqrt(0.25 + 24.0 / 49.0), 1e-14);
}

}  // namespace
}  // namespace limber
