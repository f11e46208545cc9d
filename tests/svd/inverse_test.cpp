// Inverses and null-space projections against Eigen.

#include "limber/svd/inverse.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/QR>

#include "support/allocations.h"
#include "support/scale.h"
#include "svd/matrices.h"

namespace limber {
namespace {

using test::Random;
using test::scaled;

struct LinearProblem {
  RowMatrix j;
  VecX e, z;
};

// Well-conditioned on the space of its rank: the tolerances below are those of the formulas, not of the
// matrix.
LinearProblem random_problem(Random& random) {
  LinearProblem c;
  const int rows = test::uniform_int(random, 1, 8), columns = test::uniform_int(random, 1, 12);
  VecX sigma(test::uniform_int(random, 0, std::min(rows, columns)));
  for (Eigen::Index i = 0; i < sigma.size(); ++i) sigma[i] = test::uniform(random, 0.01, 2);
  c.j = test::with_singular_values(random, rows, columns, sigma);
  c.e = test::random_matrix(random, rows, 1);
  c.z = test::random_matrix(random, columns, 1);
  return c;
}

class Inverses : public testing::TestWithParam<SvdMethod> {
 protected:
  Inverses() : svd({.method = GetParam()}) { svd.prepare(8, 12); }
  Svd svd;
  Random random{81};
};

TEST_P(Inverses, PseudoInverseIsTheShortestLeastSquaresSolution) {
  for (int trial = 0; trial < scaled(3000); ++trial) {
    const LinearProblem c = random_problem(random);
    svd.decompose(c.j, 1e-10);
    VecX x(c.z.size());
    pseudo_inverse(svd.factors(), c.e, x);
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> reference;
    reference.setThreshold(1e-10);
    reference.compute(c.j);
    const VecX expected = reference.solve(c.e);
    ASSERT_LT((x - expected).norm(), 1e-10 * (1 + expected.norm())) << "trial " << trial;
  }
}

TEST_P(Inverses, DampedInverseSolvesTheDampedNormalEquations) {
  for (int trial = 0; trial < scaled(3000); ++trial) {
    const LinearProblem c = random_problem(random);
    const double lambda = test::uniform(random, 0.05, 1);
    svd.decompose(c.j);
    VecX x(c.z.size());
    damped_inverse(svd.factors(), lambda, c.e, x);
    const Eigen::MatrixXd normal =
        c.j.transpose() * c.j + lambda * lambda * Eigen::MatrixXd::Identity(c.j.cols(), c.j.cols());
    ASSERT_LT((x - normal.ldlt().solve(c.j.transpose() * c.e)).norm(), 1e-11) << "trial " << trial;
    ASSERT_LE(x.norm(), c.e.norm() / (2 * lambda) * (1 + 1e-12));
  }
}

TEST_P(Inverses, NullSpaceProjectionIsIdempotentAndLeavesTheTaskAlone) {
  for (int trial = 0; trial < scaled(3000); ++trial) {
    const LinearProblem c = random_problem(random);
    svd.decompose(c.j, 1e-10);
    VecX once = c.z;
    project_on_null_space(svd.factors(), once);
    VecX twice = once;
    project_on_null_space(svd.factors(), twice);
    ASSERT_LT((c.j * once).norm(), 1e-12);
    ASSERT_LT((twice - once).norm(), 1e-13);
    // What was taken away lies in the row space, orthogonal to what was left.
    ASSERT_NEAR(once.dot(c.z - once), 0.0, 1e-12);
  }
}

TEST_P(Inverses, DampedNullSpaceLeaksByTheFormula) {
  for (int trial = 0; trial < scaled(3000); ++trial) {
    const LinearProblem c = random_problem(random);
    const double lambda = test::uniform(random, 0.05, 1);
    svd.decompose(c.j);
    VecX z = c.z, back(c.z.size());
    damped_null_space(svd.factors(), lambda, z);
    damped_inverse(svd.factors(), lambda, VecX(c.j * c.z), back);
    ASSERT_LT((z - (c.z - back)).norm(), 1e-12) << "trial " << trial;
    if (svd.factors().rank() > 0) {
      ASSERT_GT((c.j * z).norm(), 1e-12);  // it does leak
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Svd, Inverses, testing::ValuesIn(test::all_methods()),
                         [](const auto& test_info) { return test::name_of(test_info.param); });

TEST(DampedGain, IsBoundedAndContinuousAtEverySize) {
  EXPECT_EQ(damped_gain(0.0, 0.0), 0.0);
  EXPECT_EQ(damped_gain(2.0, 0.0), 0.5);
  for (double sigma : {1e-300, 1e-160, 1e-9, 1.0, 1e160}) {
    for (double lambda : {1e-200, 1e-160, 1e-9, 1.0, 1e150}) {
      EXPECT_LE(damped_gain(sigma, lambda), 1 / (2 * lambda) * (1 + 1e-15)) << sigma << " " << lambda;
    }
  }
}

TEST(Inverses, AllocateNothing) {
  Random random(82);
  const RowMatrix j = test::random_matrix(random, 6, 50);
  Svd svd;
  svd.prepare(6, 50);
  svd.decompose(j);
  const VecX e = test::random_matrix(random, 6, 1);
  VecX x(50);
  const test::AllocationCounter counter;
  pseudo_inverse(svd.factors(), e, x);
  damped_inverse(svd.factors(), 0.1, e, x);
  project_on_null_space(svd.factors(), x);
  damped_null_space(svd.factors(), 0.1, x);
  EXPECT_EQ(counter.count(), 0u);
}

}  // namespace
}  // namespace limber
