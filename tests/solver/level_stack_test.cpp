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

// Rows as the stack wants them: with zeros after them.
RowMatrix padded(const Eigen::MatrixXd& rows, Eigen::Index width) {
  RowMatrix result = RowMatrix::Zero(rows.rows(), width);
  result.leftCols(rows.cols()) = rows;
  return result;
}

TEST(LevelStack, SealedReflectionsDoWhatTheyDoOneByOne) {
  Random random(45);
  constexpr int most = 60;
  LevelStack sealed(most, 60), open(most, 60);
  for (int trial = 0; trial < scaled(1000); ++trial) {
    const int n = test::uniform_int(random, 1, most);
    sealed.clear(n);
    open.clear(n);
    for (int set = test::uniform_int(random, 1, 4); set > 0; --set) {
      Eigen::MatrixXd rows = random_matrix(random, test::uniform_int(random, 0, 14), n);
      // Some hold a single unknown, whose reflections stay out of the blocks.
      for (Eigen::Index r = 0; r < rows.rows(); ++r) {
        if (test::uniform_int(random, 0, 3) == 0)
          rows.row(r) = Eigen::RowVectorXd::Unit(n, test::uniform_int(random, 0, n - 1));
      }
      arrive(sealed, rows);
      arrive(open, rows);
      sealed.seal();
      if (test::uniform_int(random, 0, 3) == 0) {
        const int columns = test::uniform_int(random, 0, std::min(sealed.columns(), open.columns()));
        sealed.truncate(columns);
        open.truncate(columns);
      }
    }
    ASSERT_EQ(sealed.columns(), open.columns());
    const int to = test::uniform_int(random, 0, open.columns()), from = test::uniform_int(random, 0, to);
    RowMatrix many = padded(random_matrix(random, test::uniform_int(random, 0, 9), n), open.stride());
    RowMatrix expected = many;
    sealed.transform_rows(many.data(), static_cast<int>(many.rows()), many.cols(), from, to);
    for (Eigen::Index r = 0; r < expected.rows(); ++r) open.transform(expected.row(r).data(), from, to);
    ASSERT_LT((many - expected).norm(), 1e-12 * (1.0 + expected.norm())) << "trial " << trial;
    ASSERT_EQ(many.rightCols(many.cols() - n).norm(), 0.0) << "the padding stays zero";

    VecX x = random_matrix(random, n, 1), y = x;
    sealed.to_coordinates(x.data());
    open.to_coordinates(y.data());
    ASSERT_LT((x - y).norm(), 1e-12 * (1.0 + y.norm())) << "trial " << trial;
    sealed.from_coordinates(x.data());
    open.from_coordinates(y.data());
    ASSERT_LT((x - y).norm(), 1e-12 * (1.0 + y.norm())) << "trial " << trial;
  }
}

TEST(LevelStack, TakesRowsInTheirOrder) {
  Random random(46);
  LevelStack stack(12, 30);
  for (int trial = 0; trial < scaled(1000); ++trial) {
    Eigen::MatrixXd rows = random_matrix(random, 4, 12);
    rows.row(1) = 2.0 * rows.row(0);  // nothing is left of it
    stack.clear(12);
    for (int r = 0; r < 4; ++r) VecX::Map(stack.incoming(r), 12) = rows.row(r).transpose();
    ASSERT_TRUE(stack.take_first(4, 1e-9));
    ASSERT_FALSE(stack.take_first(3, 1e-9));
    VecX::Map(stack.incoming(0), 12) = VecX::Map(stack.incoming(1), 12);
    ASSERT_TRUE(stack.take_first(1, 1e-9));
    ASSERT_EQ(stack.columns(), 2);
    // row 2 = L_20 q_0 + L_21 q_1
    VecX back = VecX::Zero(12);
    back[0] = stack.row(1)[0];
    back[1] = stack.diagonal(1);
    stack.from_coordinates(back.data());
    ASSERT_LT((back - rows.row(2).transpose()).norm(), 1e-12 * (1.0 + rows.row(2).norm()));
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
