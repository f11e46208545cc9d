#include "limber/solver/least_squares/damped_block.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/SVD>

#include "support/random_hierarchy.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;
using test::random_matrix;
using test::scaled;

void fill(DampedBlock& block, const Eigen::MatrixXd& t, const VecX& b) {
  block.resize(static_cast<int>(t.rows()), static_cast<int>(t.cols()));
  for (int r = 0; r < t.rows(); ++r) {
    for (int c = 0; c < t.cols(); ++c) block.entry(r, c) = t(r, c);
    block.right_side(r) = b[r];
  }
  block.reduce();
}

// The other way: singular values.
VecX by_singular_values(const Eigen::MatrixXd& t, const VecX& b, double lambda) {
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(t, Eigen::ComputeThinU | Eigen::ComputeThinV);
  VecX c = svd.matrixU().transpose() * b;
  for (Eigen::Index i = 0; i < c.size(); ++i) {
    const double s = svd.singularValues()[i];
    c[i] *= s / (s * s + lambda * lambda);
  }
  return svd.matrixV() * c;
}

TEST(DampedBlock, EqualsSingularValues) {
  Random random(46);
  DampedBlock block(12, 8);
  for (int trial = 0; trial < scaled(5000); ++trial) {
    const int k = test::uniform_int(random, 1, 8), m = k + test::uniform_int(random, 0, 4);
    const Eigen::MatrixXd t = random_matrix(random, m, k);
    const VecX b = random_matrix(random, m, 1);
    const double lambda = trial % 3 == 0 ? 0.0 : std::pow(10.0, test::uniform(random, -8, 1));
    fill(block, t, b);
    VecX y(k);
    block.solve(lambda, y.data());
    const VecX expected = by_singular_values(t, b, lambda);
    ASSERT_LT((y - expected).norm(), 1e-11 * (1 + expected.squaredNorm())) << "trial " << trial;
  }
}

TEST(DampedBlock, TakesTheLeastDampingThatIsEnough) {
  Random random(47);
  DampedBlock block(12, 8);
  for (int trial = 0; trial < scaled(5000); ++trial) {
    const int k = test::uniform_int(random, 1, 8), m = k + test::uniform_int(random, 0, 4);
    Eigen::MatrixXd t = random_matrix(random, m, k);
    if (trial % 4 == 0 && k > 1) {  // nearly singular
      t.col(0) = t.col(1) + std::pow(10.0, -test::uniform(random, 2, 9)) * random_matrix(random, m, 1);
    }
    const VecX b = random_matrix(random, m, 1);
    const double bound = std::pow(10.0, test::uniform(random, -6, 1));
    fill(block, t, b);
    VecX y(k);
    const double lambda = block.solve_within(bound, 0.0, y.data());
    ASSERT_LE(y.norm(), bound * (1 + 1e-12)) << "trial " << trial;
    if (lambda > 0) {
      ASSERT_NEAR(y.norm() / bound, 1.0, 1e-9) << "trial " << trial;
    }
    const VecX gradient = t.transpose() * (b - t * y) - lambda * lambda * y;
    ASSERT_LT(gradient.norm(), 1e-13 * (1 + y.norm())) << "trial " << trial;
  }
}

TEST(DampedBlock, AZeroMatrixGivesZero) {
  DampedBlock block(4, 4);
  fill(block, Eigen::MatrixXd::Zero(3, 2), VecX::Ones(3));
  VecX y(2);
  block.solve(0.0, y.data());
  EXPECT_EQ(y, VecX::Zero(2));
  block.solve(0.1, y.data());
  EXPECT_EQ(y, VecX::Zero(2));
  EXPECT_EQ(block.solve_within(1.0, 0.0, y.data()), 0.0);
  fill(block, Eigen::MatrixXd::Zero(3, 0), VecX::Ones(3));
  block.solve(0.1, y.data());
}

}  // namespace
}  // namespace limber
