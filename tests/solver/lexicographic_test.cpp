// Random problems in order of priority: optimality proven by multipliers, and by other ways to the same solution.

#include "limber/solver/least_squares/lexicographic.h"

#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

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
  EXPECT_EQ(solver.solve(), expected);
  return solver.solution().head(h.unknowns());
}

TEST(Lexicographic, MultipliersProveTheOptimum) {
  Random random(51);
  Lexicographic solver(8, 40, 6);
  int doubtful = 0;
  const int count = scaled(32000);
  for (int trial = 0; trial < count; ++trial) {
    const bool well_conditioned = trial % kinds < well_conditioned_kinds;
    const Hierarchy h = random_hierarchy(random, kind(trial % kinds));
    describe(h, solver);
    solver.forget();
    const Status status = solver.solve();
    const std::string doubt = test::doubt(h, solver, well_conditioned ? 1e-9 : 1e-6);
    if (status == Status::optimal && doubt.empty()) continue;
    // Rows that differ by 1e-8 and unknowns without bounds: a step of 1e8, and what rounding makes of it.
    ++doubtful;
    ASSERT_FALSE(well_conditioned) << "trial " << trial << ", kind " << trial % kinds << ": " << doubt;
  }
  EXPECT_LE(doubtful, 1 + count / 2000) << "of " << count;
}

TEST(Lexicographic, MultipliersProveTheOptimumOfLargeProblems) {
  Random random(59);
  Lexicographic solver(80, 200, 8), warm(80, 200, 8);
  for (int trial = 0; trial < scaled(300); ++trial) {
    HierarchyOptions options = kind(trial % well_conditioned_kinds);
    options.most_unknowns = 80;
    options.most_levels = 8;
    options.most_rows = 12;
    const Hierarchy h = random_hierarchy(random, options);
    const VecX x = solve_cold(h, solver);
    ASSERT_EQ(test::doubt(h, solver, 1e-8), "") << "trial " << trial;
    describe(h, warm);
    warm.solve();
    describe(h, warm);
    warm.solve();
    ASSERT_LT((warm.solution().head(h.unknowns()) - x).norm(), 1e-8 * (1 + x.norm())) << "trial " << trial;
  }
}

// -1: x is better than y at the first level where they differ, 1: worse, 0: the same. Last comes the distance
// to the target of the pull, which a residual given up by the tolerance can already change by more than that.
int compare(const Hierarchy& h, const VecX& target, const VecX& x, const VecX& y) {
  constexpr double tolerance = 1e-4;
  const VecX a = level_residuals(h, x), b = level_residuals(h, y);
  for (Eigen::Index l = 0; l < a.size(); ++l) {
    if (std::abs(a[l] - b[l]) > tolerance * (1 + a[l])) return a[l] < b[l] ? -1 : 1;
  }
  const double difference = (x - target).norm() - (y - target).norm();
  return std::abs(difference) <= tolerance * (1 + x.norm()) ? 0 : difference < 0 ? -1 : 1;
}

TEST(Lexicographic, AgreesWithAnIndependentSolver) {
  Random random(52);
  Lexicographic solver(8, 40, 6);
  int worse = 0, better = 0, lost = 0;  // lost: the reference did not converge
  const int count = scaled(10000);
  for (int trial = 0; trial < count; ++trial) {
    const Hierarchy h = random_hierarchy(random, kind(trial % well_conditioned_kinds));
    const VecX x = solve_cold(h, solver);
    std::vector<double> lambda;
    for (int l = 0; l < static_cast<int>(h.levels.size()); ++l) lambda.push_back(solver.lambda(l));
    double error = 0.0;
    const VecX y = test::reference_lexicographic(h.lower, h.upper, h.levels, h.z, lambda, &error);
    if (error > 1e-9) {
      ++lost;
      continue;
    }
    const int order = compare(h, solver.pull_target().head(h.unknowns()), x, y);
    worse += order > 0;
    better += order < 0;
  }
  // 16 of 200,000 are known. The multipliers prove ours in all of them; in most the reference has given away
  // 1e-7 to 1e-5 of a higher level (it takes violations below 1e-6 for none).
  EXPECT_LE(worse, 1 + count / 5000) << "of " << count;
  EXPECT_LE(better, 1 + count / 5000) << "of " << count;
  EXPECT_LE(lost, 1 + count / 1000) << "of " << count;
}

TEST(Lexicographic, LowerLevelsNeverChangeHigherOnes) {
  Random random(53);
  Lexicographic solver(8, 40, 6);
  for (int trial = 0; trial < scaled(20000); ++trial) {
    const Hierarchy h = random_hierarchy(random, kind(trial % kinds));
    describe(h, solver);
    solver.forget();
    solver.solve();
    const VecX all = level_residuals(h, solver.solution().head(h.unknowns()));
    double farthest = 0.0;  // on the way
    for (std::size_t l = 0; l < h.levels.size(); ++l) {
      farthest = std::max(farthest, solver.level_point(static_cast<int>(l)).norm());
    }
    Hierarchy fewer = h;
    fewer.levels.pop_back();
    fewer.damping.pop_back();
    describe(fewer, solver);
    solver.forget();
    solver.solve();
    const VecX top = level_residuals(fewer, solver.solution().head(h.unknowns()));
    for (Eigen::Index l = 0; l < top.size(); ++l) {
      const ReferenceLevel& level = h.levels[static_cast<std::size_t>(l)];
      // Ill-conditioned rows ask for steps of 1e8, and rounding is relative to that.
      const bool well_conditioned = trial % kinds < well_conditioned_kinds;
      const double size = well_conditioned ? 1.0 : 1 + (level.a.norm() + level.c.norm()) * farthest;
      ASSERT_NEAR(all[l], top[l], 1e-9 * size)
          << "trial " << trial << " kind " << trial % kinds << " level " << l;
    }
  }
}

// Too nearly dependent to be solved for is not free to be changed.
TEST(Lexicographic, RowsThatAreNearlyTheSameAreBothKept) {
  Lexicographic solver(2, 3, 2);
  solver.clear(2);
  solver.begin_level();
  Eigen::Map<Vec2>(solver.add_equality(0.0)) = Vec2(1, 0);
  Eigen::Map<Vec2>(solver.add_equality(0.0)) = Vec2(1, 1e-10);
  solver.begin_level();
  Eigen::Map<Vec2>(solver.add_equality(1000.0)) = Vec2(0, 1);
  ASSERT_EQ(solver.solve(), Status::optimal);
  EXPECT_EQ(solver.rank(0), 1);
  EXPECT_LT(solver.level_residual(0), 1e-12);
  EXPECT_NEAR(solver.level_residual(1), 1000.0, 1e-9);
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
  EXPECT_LT(warm_rounds, cold_rounds);
}

// Inequalities come and go between problems that are otherwise alike, as contacts do.
TEST(Lexicographic, RowsWithNamesAreKnownAgainWhereverTheyLie) {
  constexpr int unknowns = 20, inequalities = 30, goals = 3;
  Random random(57);
  Lexicographic warm(unknowns, inequalities + goals, 2), cold(unknowns, inequalities + goals, 2);
  long warm_rounds = 0, cold_rounds = 0;
  for (int trial = 0; trial < scaled(200); ++trial) {
    const Eigen::MatrixXd c = random_matrix(random, inequalities, unknowns);
    const Eigen::MatrixXd a = random_matrix(random, goals, unknowns);
    VecX b = random_matrix(random, goals, 1);
    std::vector<int> present;
    const auto write = [&](Lexicographic& solver) {
      solver.clear(unknowns);
      solver.begin_level();
      for (const int i : present) {
        Eigen::Map<Eigen::RowVectorXd>(solver.add_at_most(0.02), unknowns) = c.row(i);
        solver.name_last_row(static_cast<std::uint64_t>(i) + 1);
      }
      solver.begin_level({LevelDamping::Rule::step_bound, 0.0, 0.3});
      for (int i = 0; i < goals; ++i) {
        Eigen::Map<Eigen::RowVectorXd>(solver.add_equality(b[i]), unknowns) = a.row(i);
      }
    };
    warm.forget();
    for (int step = 0; step < 10; ++step) {
      present.clear();
      for (int i = 0; i < inequalities; ++i) {
        if (test::uniform(random, 0, 1) < 0.9) present.push_back(i);
      }
      std::shuffle(present.begin(), present.end(), std::mt19937(static_cast<unsigned>(step)));
      write(cold);
      cold.forget();
      ASSERT_EQ(cold.solve(), Status::optimal);
      write(warm);
      ASSERT_EQ(warm.solve(), Status::optimal);
      ASSERT_LT((warm.solution() - cold.solution()).norm(), 1e-8) << "trial " << trial << " step " << step;
      warm_rounds += warm.rounds();
      cold_rounds += cold.rounds();
      b += 0.02 * random_matrix(random, goals, 1);
    }
  }
  // A tenth saved: rows held for nothing leave a level together, which makes a cold start cheap, too.
  EXPECT_LT(100 * warm_rounds, 95 * cold_rounds);
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
    describe(h, other);
    other.forget();
    other.solve();
    EXPECT_EQ(one.solution().head(h.unknowns()), other.solution().head(h.unknowns()));
  }
}

TEST(Lexicographic, NaNInputIsReported) {
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

}  // namespace
}  // namespace limber
