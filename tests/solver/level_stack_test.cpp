#include "limber/solver/level_stack.h"

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <Eigen/SVD>

#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;
using test::scaled;

// A stack of random levels: full rank, rank-deficient inside, conflicting with levels above, or zero.
struct Problem {
  int unknowns;
  std::vector<Eigen::MatrixXd> a;
  std::vector<VecX> b;
};

Eigen::MatrixXd random_matrix(Random& random, int rows, int columns) {
  Eigen::MatrixXd m(rows, columns);
  for (Eigen::Index i = 0; i < m.size(); ++i) m.data()[i] = test::uniform(random, -1, 1);
  return m;
}

Problem random_problem(Random& random) {
  Problem p;
  p.unknowns = test::uniform_int(random, 1, 12);
  const int levels = test::uniform_int(random, 1, 5);
  for (int l = 0; l < levels; ++l) {
    const int rows = test::uniform_int(random, 1, 6);
    Eigen::MatrixXd a = random_matrix(random, rows, p.unknowns);
    const int kind = test::uniform_int(random, 0, 4);
    if (kind == 1 && rows > 1) a.row(rows - 1) = a.topRows(rows - 1).colwise().sum();
    if (kind == 2 && l > 0) a.row(0) = 2 * p.a.back().row(0);
    if (kind == 3) a.row(0).setZero();
    p.a.push_back(a);
    p.b.push_back(random_matrix(random, rows, 1));
  }
  return p;
}

VecX solve(const Problem& p, LevelStack& stack, const LevelDamping& damping = {}, const VecX* z = nullptr) {
  stack.clear(p.unknowns);
  for (std::size_t l = 0; l < p.a.size(); ++l) {
    stack.begin_level(damping);
    for (Eigen::Index r = 0; r < p.a[l].rows(); ++r) {
      const VecX row = p.a[l].row(r);
      stack.add_row(row.data(), p.b[l][r], row.norm());
    }
  }
  stack.solve(z ? z->data() : nullptr);
  return stack.solution().head(p.unknowns);
}

// The other way: null-space projectors from singular value decompositions, level by level.
VecX reference(const Problem& p, const VecX& z) {
  VecX x = VecX::Zero(p.unknowns);
  Eigen::MatrixXd free =
      Eigen::MatrixXd::Identity(p.unknowns, p.unknowns);  // orthonormal basis of what is left
  for (std::size_t l = 0; l < p.a.size() && free.cols() > 0; ++l) {
    const Eigen::MatrixXd restricted = p.a[l] * free;
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(restricted, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const VecX left = p.b[l] - p.a[l] * x;
    int rank = 0;
    VecX step = VecX::Zero(free.cols());
    for (Eigen::Index i = 0; i < svd.singularValues().size(); ++i) {
      if (svd.singularValues()[i] <= 1e-9 * p.a[l].norm()) break;
      step += svd.matrixV().col(i) * (svd.matrixU().col(i).dot(left) / svd.singularValues()[i]);
      ++rank;
    }
    x += free * step;
    free = (free * svd.matrixV().rightCols(free.cols() - rank)).eval();
  }
  return x + free * (free.transpose() * z);
}

TEST(LevelStack, EqualsProjectorsFromSingularValues) {
  Random random(41);
  LevelStack stack(12, 40, 6);
  for (int trial = 0; trial < scaled(20000); ++trial) {
    const Problem p = random_problem(random);
    const VecX z = random_matrix(random, p.unknowns, 1);
    const VecX x = solve(p, stack, {}, &z), expected = reference(p, z);
    ASSERT_LT((x - expected).norm(), 1e-7 * (1 + expected.squaredNorm())) << "trial " << trial;
  }
}

TEST(LevelStack, LowerLevelsNeverChangeTheResidualOfHigherOnes) {
  Random random(42);
  LevelStack stack(12, 40, 6);
  for (int trial = 0; trial < scaled(10000); ++trial) {
    Problem p = random_problem(random);
    const LevelDamping damping{trial % 2 ? LevelDamping::Rule::none : LevelDamping::Rule::step_bound, 0.0,
                               0.3};
    const VecX all = solve(p, stack, damping);
    Problem top = p;
    top.a.pop_back();
    top.b.pop_back();
    const VecX fewer = solve(top, stack, damping);
    for (std::size_t l = 0; l < top.a.size(); ++l) {
      const double before = (p.a[l] * fewer - p.b[l]).norm(), after = (p.a[l] * all - p.b[l]).norm();
      ASSERT_NEAR(before, after, 1e-9 * (1 + all.norm())) << "trial " << trial << " level " << l;
    }
  }
}

TEST(LevelStack, ALevelMayHaveManyMoreRowsThanThereAreUnknowns) {
  Random random(46);
  LevelStack stack(3, 40, 2);
  for (int trial = 0; trial < scaled(1000); ++trial) {
    Problem p{3, {random_matrix(random, 20, 3), random_matrix(random, 20, 3)}, {}};
    p.b = {random_matrix(random, 20, 1), random_matrix(random, 20, 1)};
    const VecX z = VecX::Zero(3);
    ASSERT_LT((solve(p, stack) - reference(p, z)).norm(), 1e-10);
  }
}

TEST(LevelStack, StepBoundKeepsEachLevelShort) {
  Random random(43);
  LevelStack stack(12, 40, 6);
  for (int trial = 0; trial < scaled(5000); ++trial) {
    const Problem p = random_problem(random);
    const VecX x = solve(p, stack, {LevelDamping::Rule::step_bound, 0.0, 0.25});
    ASSERT_LT(x.norm(), 0.2501 * std::sqrt(static_cast<double>(p.a.size())) * 1.01);
  }
}

TEST(LevelStack, FixedDampingIsDampedLeastSquares) {
  Random random(44);
  LevelStack stack(12, 40, 6);
  for (int trial = 0; trial < scaled(2000); ++trial) {
    Problem p = random_problem(random);
    p.a.resize(1);
    p.b.resize(1);
    const double lambda = 0.3;
    const VecX x = solve(p, stack, {LevelDamping::Rule::fixed, lambda, 0.0});
    const Eigen::MatrixXd normal =
        p.a[0].transpose() * p.a[0] + lambda * lambda * Eigen::MatrixXd::Identity(p.unknowns, p.unknowns);
    const VecX expected = normal.ldlt().solve(p.a[0].transpose() * p.b[0]);
    ASSERT_LT((x - expected).norm(), 1e-10);
  }
}

TEST(LevelStack, MultipliersExplainTheGradient) {
  Random random(45);
  LevelStack stack(12, 40, 6);
  for (int trial = 0; trial < scaled(10000); ++trial) {
    const Problem p = random_problem(random);
    const VecX z = random_matrix(random, p.unknowns, 1);
    const VecX x = solve(p, stack, {}, &z);
    for (int level = 0; level <= static_cast<int>(p.a.size()); ++level) {
      const bool is_pull = level == static_cast<int>(p.a.size());
      VecX gradient = z - x, residual;
      if (!is_pull) {
        residual = p.b[static_cast<std::size_t>(level)] - p.a[static_cast<std::size_t>(level)] * x;
        gradient = p.a[static_cast<std::size_t>(level)].transpose() * residual;
      }
      VecX nu = VecX::Zero(40);
      stack.multipliers(level, residual.data(), gradient.data(), nu.data());
      int row = 0;
      VecX explained = VecX::Zero(p.unknowns);
      for (int l = 0; l < level; ++l) {
        for (Eigen::Index r = 0; r < p.a[static_cast<std::size_t>(l)].rows(); ++r) {
          explained += nu[row++] * p.a[static_cast<std::size_t>(l)].row(r).transpose();
        }
      }
      ASSERT_LT((explained - gradient).norm(), 1e-6 * (1 + nu.norm() + x.squaredNorm()))
          << trial << " " << level;
    }
  }
}

}  // namespace
}  // namespace limber
