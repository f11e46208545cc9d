#include "limber/solver/lexicographic.h"

#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <cmath>
#include <limits>

#include "support/allocations.h"
#include "support/random_hierarchy.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::describe;
using test::Hierarchy;
using test::HierarchyOptions;
using test::level_residuals;
using test::Random;
using test::random_hierarchy;
using test::random_matrix;
using test::ReferenceLevel;
using test::scaled;
using Status = Lexicographic::Status;

// Kinds of problems, from plain to nasty; tests that do not say otherwise go through all of them.
HierarchyOptions kind(int k) {
  HierarchyOptions options;
  options.damping = k % 2 == 1;
  options.at_limits = k / 2 % 2 == 1;
  options.restrictions = k / 4 % 2 == 1;
  options.ill_conditioned = k / 8 % 2 == 1;
  return options;
}
constexpr int kinds = 16, well_conditioned_kinds = 8;

VecX solve_cold(const Hierarchy& h, Lexicographic& solver, Status expected = Status::optimal) {
  describe(h, solver);
  solver.forget();
  EXPECT_EQ(static_cast<int>(solver.solve()), static_cast<int>(expected));
  return solver.solution().head(h.unknowns());
}

TEST(Lexicographic, MultipliersProveTheOptimum) {
  Random random(51);
  Lexicographic solver(8, 40, 6);
  int doubtful[kinds] = {};
  const int count = scaled(32000);
  for (int trial = 0; trial < count; ++trial) {
    const Hierarchy h = random_hierarchy(random, kind(trial % kinds));
    SCOPED_TRACE(trial);
    solve_cold(h, solver);
    const std::string doubt = test::doubt(h, solver, trial % kinds < well_conditioned_kinds ? 1e-9 : 1e-6);
    if (doubt.empty()) continue;
    if (++doubtful[trial % kinds] < 3)
      ADD_FAILURE() << "trial " << trial << " kind " << trial % kinds << ": " << doubt;
  }
  for (int k = 0; k < kinds; ++k) EXPECT_EQ(doubtful[k], 0) << "kind " << k << " of " << count / kinds;
}

// -1: x is better than y at the first level where they differ, 1: worse, 0: the same. Last comes the distance
// to z, which a residual given up by the tolerance can already change by more than that.
int compare(const Hierarchy& h, const VecX& x, const VecX& y) {
  constexpr double tolerance = 1e-4;
  const VecX a = level_residuals(h, x), b = level_residuals(h, y);
  for (Eigen::Index l = 0; l < a.size(); ++l) {
    if (std::abs(a[l] - b[l]) > tolerance * (1 + a[l])) return a[l] < b[l] ? -1 : 1;
  }
  const double difference = (x - h.z).norm() - (y - h.z).norm();
  return std::abs(difference) <= tolerance * (1 + x.norm()) ? 0 : difference < 0 ? -1 : 1;
}

TEST(Lexicographic, IsNeverWorseThanAnIndependentSolver) {
  Random random(52);
  Lexicographic solver(8, 40, 6);
  int worse = 0, better = 0, lost = 0;
  const int count = scaled(10000);
  for (int trial = 0; trial < count; ++trial) {
    HierarchyOptions options = kind(trial % well_conditioned_kinds);
    const Hierarchy h = random_hierarchy(random, options);
    const VecX x = solve_cold(h, solver);
    std::vector<double> lambda;
    for (int l = 0; l < static_cast<int>(h.levels.size()); ++l) lambda.push_back(solver.lambda(l));
    double error = 0.0;
    const VecX y = test::reference_lexicographic(h.lower, h.upper, h.levels, h.z, lambda, &error);
    lost += error > 1e-9;
    if (error > 1e-9) continue;
    const int order = compare(h, x, y);
    worse += order > 0;
    better += order < 0;
    if (order > 0)
      std::cout << "trial " << trial << " worse; kind " << trial % 8 << "\n  "
                << level_residuals(h, x).transpose() << " " << (x - h.z).norm() << "\n  "
                << level_residuals(h, y).transpose() << " " << (y - h.z).norm()
                << " doubt: " << test::doubt(h, solver, 1e-9) << "\n";
  }
  EXPECT_EQ(worse, 0) << "of " << count;
  EXPECT_EQ(better, 0) << "of " << count;
  std::cout << "lost " << lost << "\n";
}

TEST(Lexicographic, LowerLevelsNeverChangeHigherOnes) {
  Random random(53);
  Lexicographic solver(8, 40, 6);
  for (int trial = 0; trial < scaled(20000); ++trial) {
    const Hierarchy h = random_hierarchy(random, kind(trial % kinds));
    describe(h, solver);
    solver.forget();
    solver.solve();
    const VecX x = solver.solution().head(h.unknowns());
    const VecX all = level_residuals(h, x);
    Hierarchy fewer = h;
    fewer.levels.pop_back();
    fewer.damping.pop_back();
    describe(fewer, solver);
    solver.forget();
    solver.solve();
    const VecX y = solver.solution().head(h.unknowns());
    const VecX top = level_residuals(fewer, y);
    for (Eigen::Index l = 0; l < top.size(); ++l) {
      const ReferenceLevel& level = h.levels[static_cast<std::size_t>(l)];
      const double size = 1 + (level.a.norm() + level.c.norm()) * (x.norm() + y.norm());
      ASSERT_NEAR(all[l], top[l], 1e-9 * size)
          << "trial " << trial << " kind " << trial % kinds << " level " << l;
    }
  }
}

TEST(Lexicographic, WarmStartGivesTheSameAnswer) {
  Random random(54);
  Lexicographic warm(8, 40, 6), cold(8, 40, 6);
  long warm_rounds = 0, cold_rounds = 0;
  for (int trial = 0; trial < scaled(4000); ++trial) {
    Hierarchy h = random_hierarchy(random, kind(trial % well_conditioned_kinds));
    warm.forget();
    for (int step = 0; step < 5; ++step) {
      const VecX expected = solve_cold(h, cold);
      describe(h, warm);
      EXPECT_EQ(warm.solve(), Status::optimal);
      const VecX x = warm.solution().head(h.unknowns());
      ASSERT_LT((x - expected).norm(), 1e-7 * (1 + expected.squaredNorm()))
          << "trial " << trial << " kind " << trial % 8 << " step " << step;
      warm_rounds += warm.rounds();
      cold_rounds += cold.rounds();
      for (ReferenceLevel& level : h.levels) {
        level.b += 0.02 * random_matrix(random, static_cast<int>(level.b.size()), 1);
        level.d += 0.02 * random_matrix(random, static_cast<int>(level.d.size()), 1);
      }
    }
  }
  std::cout << warm_rounds << " " << cold_rounds << "\n";
  EXPECT_LT(warm_rounds, cold_rounds);
}

// The other way where there are no inequalities: null-space projectors from singular value decompositions.
VecX by_projectors(const Hierarchy& h) {
  const int n = h.unknowns();
  VecX x = VecX::Zero(n);
  Eigen::MatrixXd free = Eigen::MatrixXd::Identity(n, n);  // orthonormal basis of what is left
  for (std::size_t l = 0; l < h.levels.size() && free.cols() > 0; ++l) {
    const ReferenceLevel& level = h.levels[l];
    if (level.a.rows() == 0) continue;
    const Eigen::MatrixXd left = level.a * free;
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(left, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const VecX residual = level.b - level.a * x;
    int rank = 0;
    VecX step = VecX::Zero(free.cols());
    for (Eigen::Index i = 0; i < svd.singularValues().size(); ++i) {
      if (svd.singularValues()[i] <= 1e-9 * level.a.norm()) break;
      step += svd.matrixV().col(i) * (svd.matrixU().col(i).dot(residual) / svd.singularValues()[i]);
      ++rank;
    }
    x += free * step;
    free = (free * svd.matrixV().rightCols(free.cols() - rank)).eval();
  }
  return x + free * (free.transpose() * h.z);
}

TEST(Lexicographic, EqualitiesGiveWhatProjectorsGive) {
  Random random(55);
  Lexicographic solver(12, 40, 6);
  HierarchyOptions options;
  options.bounds = options.inequalities = false;
  options.most_unknowns = 12;
  for (int trial = 0; trial < scaled(10000); ++trial) {
    const Hierarchy h = random_hierarchy(random, options);
    const VecX x = solve_cold(h, solver), expected = by_projectors(h);
    ASSERT_LT((x - expected).norm(), 1e-9 * (1 + expected.squaredNorm())) << "trial " << trial;
    ASSERT_LE(solver.rounds(), static_cast<int>(h.levels.size()) + 1);
  }
}

TEST(Lexicographic, CompatibleLevelsGiveTheShortestSolutionOfAllTogether) {
  Random random(56);
  Lexicographic solver(12, 40, 6);
  for (int trial = 0; trial < scaled(10000); ++trial) {
    const int n = test::uniform_int(random, 4, 12);
    Hierarchy h;
    h.z = VecX::Zero(n);
    h.lower = VecX::Constant(n, -10.0);
    h.upper = -h.lower;
    const VecX goal = random_matrix(random, n, 1);
    Eigen::MatrixXd all(0, n);
    double condition =
        1.0;  // the worst of the levels so far: in strict order a bad one is not saved by those below
    for (int l = 0; l < 4; ++l) {
      ReferenceLevel level{
          random_matrix(random, test::uniform_int(random, 0, 3), n), {}, Eigen::MatrixXd(0, n), VecX(0)};
      level.b = level.a * goal;
      Eigen::MatrixXd grown(all.rows() + level.a.rows(), n);
      grown << all, level.a;
      all = grown;
      h.levels.push_back(level);
      h.damping.emplace_back();
      if (all.rows() == 0) continue;
      const VecX singular = Eigen::JacobiSVD<Eigen::MatrixXd>(all).singularValues();
      for (const double s : singular) condition = std::max(condition, s > 1e-9 ? singular[0] / s : 1.0);
    }
    const VecX x = solve_cold(h, solver);
    if (all.rows() == 0) continue;
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(all, Eigen::ComputeThinU | Eigen::ComputeThinV);
    const VecX expected = svd.solve(all * goal);
    if (expected.lpNorm<Eigen::Infinity>() > 9) continue;  // might meet a bound
    ASSERT_LT((x - expected).norm(), 1e-13 * condition * condition * (1 + goal.norm())) << "trial " << trial;
  }
}

TEST(Lexicographic, AllocatesNothingAndRepeatsItsBits) {
  Random random(57);
  Lexicographic one(8, 40, 6), other(8, 40, 6);
  for (int trial = 0; trial < scaled(2000); ++trial) {
    const Hierarchy h = random_hierarchy(random, kind(trial % kinds));
    describe(h, one);
    one.forget();
    const test::AllocationCounter counter;
    one.solve();
    EXPECT_EQ(counter.count(), 0u);
    if (trial % 2) other.forget();
    describe(h, other);
    other.forget();
    other.solve();
    EXPECT_EQ(one.solution().head(h.unknowns()), other.solution().head(h.unknowns()));
  }
}

TEST(Lexicographic, SaysThatInputIsNotANumber) {
  const double bad[] = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()};
  Random random(58);
  Lexicographic solver(8, 40, 6);
  for (int trial = 0; trial < scaled(500); ++trial) {
    Hierarchy h = random_hierarchy(random, kind(trial % kinds));
    ReferenceLevel& level = h.levels.back();
    if (level.a.rows() == 0) continue;
    const double value = bad[trial % 2];
    switch (trial % 4) {
      case 0:
        level.a(0, 0) = value;
        break;
      case 1:
        level.b[0] = value;
        break;
      case 2:
        h.z[0] = value;
        break;
      case 3:
        h.upper[0] = bad[0];
        break;
    }
    EXPECT_EQ(solve_cold(h, solver, Status::bad_input), VecX::Zero(h.unknowns()));
  }
}

TEST(Lexicographic, NothingAskedNothingDone) {
  Lexicographic solver(4, 8, 3);
  solver.clear(0);
  EXPECT_EQ(solver.solve(), Status::optimal);
  solver.clear(0);
  solver.begin_level({LevelDamping::Rule::step_bound, 0.0, 0.1});
  solver.add_equality(1.0);
  solver.add_at_most(-1.0);
  EXPECT_EQ(solver.solve(), Status::optimal);
  EXPECT_DOUBLE_EQ(solver.level_residual(0), std::sqrt(2.0));
  solver.clear(3);
  solver.begin_level();
  solver.begin_level();
  EXPECT_EQ(solver.solve(), Status::optimal);
  EXPECT_EQ(solver.solution().head(3), VecX::Zero(3));
}

}  // namespace
}  // namespace limber
