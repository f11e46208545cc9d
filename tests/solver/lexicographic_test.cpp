#include "limber/solver/lexicographic.h"

#include <gtest/gtest.h>

#include "support/allocations.h"
#include "support/random_figure.h"
#include "support/reference_lexicographic.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;
using test::ReferenceLevel;
using test::scaled;

struct Problem {
  VecX lower, upper, z;
  std::vector<ReferenceLevel> levels;
};

Eigen::MatrixXd random_matrix(Random& random, int rows, int columns) {
  Eigen::MatrixXd m(rows, columns);
  for (Eigen::Index i = 0; i < m.size(); ++i) m.data()[i] = test::uniform(random, -1, 1);
  return m;
}

// Bounds tight enough to matter, levels that conflict, rows that depend on others, inequalities at every
// level.
Problem random_problem(Random& random) {
  Problem p;
  const int n = test::uniform_int(random, 2, 8);
  p.z = test::uniform_int(random, 0, 1) ? VecX(random_matrix(random, n, 1)) : VecX(VecX::Zero(n));
  p.lower = VecX::Constant(n, -std::numeric_limits<double>::infinity());
  p.upper = -p.lower;
  for (int i = 0; i < n; ++i) {
    if (test::uniform_int(random, 0, 3) == 0) continue;
    p.lower[i] = -test::uniform(random, 0.0, 0.6);
    p.upper[i] = test::uniform(random, 0.0, 0.6);
  }
  const int levels = test::uniform_int(random, 1, 4);
  for (int l = 0; l < levels; ++l) {
    const int rows = test::uniform_int(random, 0, 3), soft = test::uniform_int(random, 0, 2);
    ReferenceLevel level;
    level.a = random_matrix(random, rows, n);
    level.b = random_matrix(random, rows, 1);
    level.c = random_matrix(random, soft, n);
    level.d = 0.5 * random_matrix(random, soft, 1);
    if (l > 0 && rows > 0 && test::uniform_int(random, 0, 3) == 0 && p.levels.back().a.rows() > 0) {
      level.a.row(0) = p.levels.back().a.row(0);  // a conflict
    }
    p.levels.push_back(level);
  }
  return p;
}

void describe(const Problem& p, Lexicographic& solver) {
  const int n = static_cast<int>(p.z.size());
  solver.clear(n);
  for (int i = 0; i < n; ++i) solver.set_bounds(i, p.lower[i], p.upper[i]);
  for (const ReferenceLevel& level : p.levels) {
    solver.begin_level();
    for (Eigen::Index r = 0; r < level.a.rows(); ++r) {
      VecX::Map(solver.add_equality(level.b[r]), n) = level.a.row(r).transpose();
    }
    for (Eigen::Index r = 0; r < level.c.rows(); ++r) {
      VecX::Map(solver.add_at_most(level.d[r]), n) = level.c.row(r).transpose();
    }
  }
  solver.set_pull(p.z);
}

// What each level leaves undone: the numbers that priorities are about.
VecX residuals(const Problem& p, const VecX& x) {
  VecX r(static_cast<Eigen::Index>(p.levels.size()));
  for (std::size_t l = 0; l < p.levels.size(); ++l) {
    const ReferenceLevel& level = p.levels[l];
    r[static_cast<Eigen::Index>(l)] =
        std::hypot((level.a * x - level.b).norm(), (level.c * x - level.d).cwiseMax(0.0).norm());
  }
  return r;
}

// -1: x is better than y at the first level where they differ, 1: worse, 0: the same. Last comes the distance
// to z, which a residual given up by 1e-7 can already change by more than that.
int compare(const Problem& p, const VecX& x, const VecX& y) {
  constexpr double tolerance = 1e-7;
  const VecX a = residuals(p, x), b = residuals(p, y);
  for (Eigen::Index l = 0; l < a.size(); ++l) {
    if (std::abs(a[l] - b[l]) > tolerance) return a[l] < b[l] ? -1 : 1;
  }
  const double difference = (x - p.z).norm() - (y - p.z).norm();
  return std::abs(difference) <= 1e3 * tolerance ? 0 : difference < 0 ? -1 : 1;
}

TEST(Lexicographic, IsRarelyWorseThanAnIndependentSolver) {
  Random random(51);
  Lexicographic solver(8, 40, 6);
  int worse = 0, same = 0, gave_up = 0;
  const int count = scaled(10000);
  for (int trial = 0; trial < count; ++trial) {
    const Problem p = random_problem(random);
    describe(p, solver);
    solver.forget();
    gave_up += solver.solve() == Lexicographic::Status::gave_up;
    const VecX x = solver.solution().head(p.z.size());
    ASSERT_TRUE(x.allFinite());
    ASSERT_TRUE(((x - p.upper).array() <= 1e-9).all() && ((p.lower - x).array() <= 1e-9).all());
    const int order = compare(p, x, test::reference_lexicographic(p.lower, p.upper, p.levels, p.z));
    worse += order > 0;
    same += order == 0;
  }
  EXPECT_EQ(gave_up, 0);
  EXPECT_LE(worse, count / 1000) << "of " << count;
  // The interior-point method loses its way where the feasible set has no interior; mostly it must agree.
  EXPECT_GE(same, count * 95 / 100) << "of " << count;
}

TEST(Lexicographic, WarmStartGivesTheSameAnswer) {
  Random random(52);
  Lexicographic warm(8, 40, 6), cold(8, 40, 6);
  int different = 0;
  const int count = scaled(3000);
  for (int trial = 0; trial < count; ++trial) {
    Problem p = random_problem(random);
    warm.forget();
    for (int step = 0; step < 5; ++step) {
      describe(p, warm);
      describe(p, cold);
      cold.forget();
      warm.solve();
      cold.solve();
      const auto n = p.z.size();
      different += (warm.solution().head(n) - cold.solution().head(n)).norm() > 1e-6;
      for (ReferenceLevel& level : p.levels)
        level.b += 0.02 * random_matrix(random, static_cast<int>(level.b.size()), 1);
    }
  }
  EXPECT_LE(different, 5 * count / 1000);
}

TEST(Lexicographic, LowerLevelsNeverChangeHigherOnes) {
  Random random(53);
  Lexicographic solver(8, 40, 6);
  int wrong = 0;
  const int count = scaled(10000);
  for (int trial = 0; trial < count; ++trial) {
    Problem p = random_problem(random);
    describe(p, solver);
    solver.forget();
    solver.solve();
    const VecX all = residuals(p, solver.solution().head(p.z.size()));
    Problem fewer = p;
    fewer.levels.pop_back();
    describe(fewer, solver);
    solver.forget();
    solver.solve();
    const VecX top = residuals(fewer, solver.solution().head(p.z.size()));
    wrong += (all.head(top.size()) - top).lpNorm<Eigen::Infinity>() > 1e-9;
  }
  EXPECT_LE(wrong, count / 1000);
}

TEST(Lexicographic, AllocatesNothingAndRepeatsItsBits) {
  Random random(54);
  Lexicographic one(8, 40, 6), other(8, 40, 6);
  for (int trial = 0; trial < scaled(200); ++trial) {
    const Problem p = random_problem(random);
    describe(p, one);
    describe(p, other);
    one.forget();
    other.forget();
    const test::AllocationCounter counter;
    one.solve();
    EXPECT_EQ(counter.count(), 0u);
    other.solve();
    EXPECT_EQ(one.solution(), other.solution());
  }
}

}  // namespace
}  // namespace limber
