// Every method against Eigen's JacobiSVD, and against matrices made from known factors.

#include <gtest/gtest.h>

#include "support/allocations.h"
#include "support/scale.h"
#include "svd/matrices.h"

namespace limber {
namespace {

using test::defect;
using test::Random;
using test::scaled;

class EveryMethod : public testing::TestWithParam<SvdMethod> {
 protected:
  Svd cold(int max_rows, int max_columns) const {
    Svd svd({.method = GetParam(), .warm_start = false});
    svd.prepare(max_rows, max_columns);
    return svd;
  }
};

TEST_P(EveryMethod, EqualsTheReferenceOnOddMatricesOfEveryShape) {
  Random random(61);
  Svd svd = cold(14, 14);
  for (int trial = 0; trial < scaled(10000); ++trial) {
    const int rows = test::uniform_int(random, 1, 14), columns = test::uniform_int(random, 1, 14);
    const test::NamedMatrix m = test::odd_matrix(random, rows, columns);
    ASSERT_EQ(svd.decompose(m.matrix), SvdStatus::done) << m.kind << " trial " << trial;
    const test::Defect d = defect(m.matrix, svd.factors());
    ASSERT_LT(d.product, 1e-13 * std::max(rows, columns)) << m.kind << " trial " << trial;
    ASSERT_LT(d.left, 1e-12) << m.kind << " trial " << trial;
    ASSERT_LT(d.right, 1e-12) << m.kind << " trial " << trial;
    ASSERT_LT(d.values, 1e-12) << m.kind << " trial " << trial;
    ASSERT_TRUE(d.descending) << m.kind << " trial " << trial;
  }
}

TEST_P(EveryMethod, EqualsTheReferenceOnJacobiansOfManyJoints) {
  Random random(62);
  Svd svd = cold(6, 90);
  for (int trial = 0; trial < scaled(GetParam() == SvdMethod::column_givens ? 30 : 1000); ++trial) {
    const RowMatrix j =
        test::random_matrix(random, test::uniform_int(random, 1, 6), test::uniform_int(random, 30, 90));
    ASSERT_EQ(svd.decompose(j), SvdStatus::done);
    ASSERT_LT(defect(j, svd.factors()).worst(), 1e-12);
  }
}

TEST_P(EveryMethod, RecoversKnownSingularValuesAndTheRank) {
  Random random(63);
  Svd svd = cold(12, 12);
  for (int trial = 0; trial < scaled(2000); ++trial) {
    const int rows = test::uniform_int(random, 1, 12), columns = test::uniform_int(random, 1, 12);
    const int rank = test::uniform_int(random, 0, std::min(rows, columns));
    VecX sigma(rank);
    for (int i = 0; i < rank; ++i) sigma[i] = std::pow(10.0, test::uniform(random, -5, 0));
    std::sort(sigma.data(), sigma.data() + rank, std::greater<>());
    const RowMatrix j = test::with_singular_values(random, rows, columns, sigma);
    svd.decompose(j, 1e-12);
    ASSERT_EQ(svd.factors().rank(), rank) << "trial " << trial;
    ASSERT_LT((svd.factors().sigma().head(rank) - sigma).norm(), 1e-12);
    // The singular vectors: they must span the same spaces.
    const Eigen::MatrixXd v = svd.factors().v().leftCols(rank), u = svd.factors().u().leftCols(rank);
    ASSERT_LT((j - u * u.transpose() * j).norm(), 1e-12);
    ASSERT_LT((j - j * v * v.transpose()).norm(), 1e-12);
  }
}

TEST_P(EveryMethod, TakesElementsOfAnySize) {
  Random random(64);
  Svd svd = cold(6, 8);
  for (int trial = 0; trial < scaled(1000); ++trial) {
    const int exponent = test::uniform_int(random, -300, 300);
    const double size = std::pow(10.0, exponent);
    const RowMatrix unit =
        test::random_matrix(random, test::uniform_int(random, 1, 6), test::uniform_int(random, 1, 8));
    const RowMatrix j = size * unit;
    ASSERT_EQ(svd.decompose(j), SvdStatus::done);
    const Eigen::MatrixXd u = svd.factors().u(), v = svd.factors().v();
    const VecX sigma = svd.factors().sigma() / size;
    ASSERT_LT((u * sigma.asDiagonal() * v.transpose() - unit).norm(), 1e-12) << "10^" << exponent;
  }
}

TEST_P(EveryMethod, KeepsSmallSingularValuesBesideElementsOfVeryDifferentSize) {
  Svd svd = cold(3, 3);
  RowMatrix j = RowMatrix::Zero(3, 3);
  j.diagonal() << 1e-150, 1e150, 1.0;
  ASSERT_EQ(svd.decompose(j, 0.0), SvdStatus::done);
  EXPECT_DOUBLE_EQ(svd.factors().sigma(0), 1e150);
  EXPECT_LT(svd.factors().sigma(1), 1e136);
  j.diagonal() << 5e-324, 0, 1e-320;  // numbers with hardly a digit
  ASSERT_EQ(svd.decompose(j), SvdStatus::done);
  EXPECT_EQ(svd.factors().sigma(0), 1e-320);
}

TEST_P(EveryMethod, TakesEmptyAndZeroMatrices) {
  Svd svd = cold(5, 5);
  for (int rows = 0; rows <= 5; ++rows) {
    for (int columns = 0; columns <= 5; ++columns) {
      ASSERT_EQ(svd.decompose(RowMatrix::Zero(rows, columns)), SvdStatus::done);
      EXPECT_EQ(svd.factors().count(), std::min(rows, columns));
      EXPECT_EQ(svd.factors().rank(), 0);
      EXPECT_EQ(svd.factors().sigma().norm(), 0.0);
      EXPECT_EQ(svd.factors().condition(),
                std::min(rows, columns) == 0 ? 1.0 : std::numeric_limits<double>::infinity());
    }
  }
  Svd none = cold(0, 0);
  EXPECT_EQ(none.decompose(RowMatrix(0, 0)), SvdStatus::done);
}

TEST_P(EveryMethod, ReportsNonFiniteInputAndRecovers) {
  Random random(65);
  Svd svd({.method = GetParam()});  // warm: the next decomposition must not be spoiled
  svd.prepare(3, 7);
  const RowMatrix good = test::random_matrix(random, 3, 7);
  for (double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                     -std::numeric_limits<double>::infinity()}) {
    for (int place = 0; place < 21; ++place) {
      RowMatrix j = good;
      j.data()[place] = bad;
      ASSERT_EQ(svd.decompose(j), SvdStatus::bad_input);
      ASSERT_EQ(svd.factors().rank(), 0);
      ASSERT_EQ(svd.factors().sigma().norm() + svd.factors().v().norm(), 0.0);
      ASSERT_EQ(svd.decompose(good), SvdStatus::done);
      ASSERT_LT(defect(good, svd.factors()).worst(), 1e-12);
    }
  }
}

TEST_P(EveryMethod, KnowsTheConditionNumber) {
  Random random(66);
  Svd svd = cold(4, 9);
  svd.decompose(RowMatrix(test::with_singular_values(random, 4, 9, Eigen::Vector4d(8, 4, 2, 0.5))));
  EXPECT_NEAR(svd.factors().condition(), 16.0, 1e-12);
  svd.decompose(RowMatrix(test::with_singular_values(random, 4, 9, Eigen::Vector3d(8, 4, 2))));
  EXPECT_EQ(svd.factors().condition(), std::numeric_limits<double>::infinity());
}

TEST_P(EveryMethod, AllocatesNothingAfterPrepare) {
  Random random(67);
  Svd svd({.method = GetParam(), .remedy_every = 3});
  svd.prepare(20, 40);
  for (int trial = 0; trial < 20; ++trial) {
    const RowMatrix j =
        test::random_matrix(random, test::uniform_int(random, 1, 20), test::uniform_int(random, 1, 40));
    const test::AllocationCounter counter;
    svd.decompose(j);
    svd.decompose(j);
    EXPECT_EQ(counter.count(), 0u);
  }
}

TEST_P(EveryMethod, GivesTheSameBitsAgain) {
  Random random(68);
  Svd one({.method = GetParam()}), other({.method = GetParam()});
  one.prepare(6, 20);
  other.prepare(12, 30);  // more room must not matter
  RowMatrix j = test::random_matrix(random, 6, 20);
  for (int trial = 0; trial < scaled(200); ++trial) {
    j += 0.01 * test::random_matrix(random, 6, 20);
    one.decompose(j);
    other.decompose(j);
    ASSERT_EQ(one.factors().u(), other.factors().u());
    ASSERT_EQ(one.factors().sigma(), other.factors().sigma());
    ASSERT_EQ(one.factors().v(), other.factors().v());
  }
}

TEST_P(EveryMethod, ReadsABlockOfALargerMatrix) {
  Random random(69);
  Svd svd = cold(3, 5);
  const RowMatrix large = test::random_matrix(random, 8, 9);
  svd.decompose(large.block(2, 3, 3, 5));
  EXPECT_LT(defect(large.block(2, 3, 3, 5), svd.factors()).worst(), 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Svd, EveryMethod, testing::ValuesIn(test::all_methods()),
                         [](const auto& test_info) { return test::name_of(test_info.param); });

}  // namespace
}  // namespace limber
