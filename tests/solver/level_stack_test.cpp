#include "limber/solver/least_squares/level_stack.h"

#include <gtest/gtest.h>

#include <Eigen/SVD>

#include "support/random_hierarchy.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;
using test::random_matrix;
using test::scaled;

int arrive(LevelStack& stack, const Eigen::MatrixXd& rows) {
  for (Eigen::Index r = 0; r < rows.rows(); ++r) {
    double* const row = stack.incoming(static_cast<int>(r));
    VecX::Map(row, rows.cols()) = rows.row(r).transpose();
    stack.transform(row, 0, stack.columns());
  }
  return stack.factorise(static_cast<int>(rows.rows()), 1e-9);
}

Eigen::Index rank(const Eigen::MatrixXd& m) {
  if (m.rows() == 0) return 0;
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(m);
  return (svd.singularValues().array() > 1e-9).count();
}

// Sets of rows, some of them combinations of earlier ones.
std::vector<Eigen::MatrixXd> random_sets(Random& random, int unknowns) {
  std::vector<Eigen::MatrixXd> sets;
  Eigen::MatrixXd all(0, unknowns);
  for (int s = test::uniform_int(random, 1, 5); s > 0; --s) {
    const int rows = test::uniform_int(random, 0, 5);
    Eigen::MatrixXd set = random_matrix(random, rows, unknowns);
    for (int r = 0; r < rows; ++r) {
      if (all.rows() > 0 && test::uniform_int(random, 0, 3) == 0) {
        set.row(r) = random_matrix(random, 1, static_cast<int>(all.rows())) * all;
      }
      if (test::uniform_int(random, 0, 9) == 0) set.row(r).setZero();
    }
    Eigen::MatrixXd grown(all.rows() + rows, unknowns);
    grown << all, set;
    all = grown;
    sets.push_back(set);
  }
  return sets;
}

TEST(LevelStack, FindsTheRankOfEverythingSoFar) {
  Random random(41);
  LevelStack stack(12, 30);
  for (int trial = 0; trial < scaled(5000); ++trial) {
    const int n = test::uniform_int(random, 1, 12);
    stack.clear(n);
    Eigen::MatrixXd all(0, n);
    for (const Eigen::MatrixXd& set : random_sets(random, n)) {
      Eigen::MatrixXd grown(all.rows() + set.rows(), n);
      grown << all, set;
      all = grown;
      arrive(stack, set);
      ASSERT_EQ(stack.columns(), rank(all)) << "trial " << trial;
    }
  }
}

TEST(LevelStack, SeesWhatIsLeftOfARowThatNearlyCancels) {
  Random random(44);
  LevelStack stack(12, 30);
  for (int trial = 0; trial < scaled(2000); ++trial) {
    Eigen::MatrixXd rows = random_matrix(random, 5, 12);
    rows.row(1) = rows.row(3) = rows.row(4) = rows.row(0);
    rows.row(2) = rows.row(0) + 1e-8 * rows.row(2);
    stack.clear(12);
    ASSERT_EQ(arrive(stack, rows), 2) << "trial " << trial;
  }
}

TEST(LevelStack, CoordinatesFromAColumnOnLeaveEarlierRowsAlone) {
  Random random(42);
  LevelStack stack(12, 30);
  for (int trial = 0; trial < scaled(5000); ++trial) {
    const int n = test::uniform_int(random, 1, 12);
    stack.clear(n);
    const auto sets = random_sets(random, n);
    std::vector<int> columns;
    for (const Eigen::MatrixXd& set : sets) {
      arrive(stack, set);
      columns.push_back(stack.columns());
    }
    for (std::size_t s = 0; s < sets.size(); ++s) {
      VecX y = random_matrix(random, n, 1), step = y;
      y.head(columns[s]).setZero();
      step = y;
      stack.from_coordinates(step.data());
      ASSERT_NEAR(step.norm(), y.norm(), 1e-14 * n);
      for (std::size_t above = 0; above <= s; ++above) {
        const VecX moved = sets[above] * step;
        ASSERT_LT(moved.norm(), 1e-13 * (1 + sets[above].norm())) << "trial " << trial;
      }
      stack.to_coordinates(step.data());
      ASSERT_LT((step - y).norm(), 1e-13);
    }
  }
}

TEST(LevelStack, TruncatedIsAsIfNothingElseHadArrived) {
  Random random(43);
  LevelStack stack(12, 30), fresh(12, 30);
  for (int trial = 0; trial < scaled(2000); ++trial) {
    const int n = test::uniform_int(random, 1, 12);
    const Eigen::MatrixXd kept = random_matrix(random, 3, n), gone = random_matrix(random, 4, n),
                          last = random_matrix(random, 2, n);
    stack.clear(n);
    fresh.clear(n);
    arrive(stack, kept);
    const int columns = stack.columns();
    arrive(stack, gone);
    stack.truncate(columns);
    arrive(stack, last);
    arrive(fresh, kept);
    arrive(fresh, last);
    VecX x = random_matrix(random, n, 1), y = x;
    stack.to_coordinates(x.data());
    fresh.to_coordinates(y.data());
    ASSERT_EQ(x, y);
  }
}

TEST(LevelStack, ExplainsAVectorByItsRows) {
  Random random(45);
  LevelStack stack(12, 30);
  for (int trial = 0; trial < scaled(5000); ++trial) {
    const int n = test::uniform_int(random, 1, 12);
    stack.clear(n);
    std::vector<VecX> pivots;
    for (const Eigen::MatrixXd& set : random_sets(random, n)) {
      const int rank = arrive(stack, set);
      for (int i = 0; i < rank; ++i) pivots.push_back(set.row(stack.arrival(i)));
    }
    VecX wanted = VecX::Zero(n), explained = VecX::Zero(n);
    for (const VecX& row : pivots) wanted += test::uniform(random, -1, 1) * row;
    VecX nu = wanted;
    stack.to_coordinates(nu.data());
    stack.explain(nu.data(), stack.columns());
    for (std::size_t c = 0; c < pivots.size(); ++c) explained += nu[static_cast<Eigen::Index>(c)] * pivots[c];
    ASSERT_LT((explained - wanted).norm(), 1e-12 * (1 + nu.norm())) << "trial " << trial;
  }
}

}  // namespace
}  // namespace limber
