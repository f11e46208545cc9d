// The guarantees of the damping rules.

#include "limber/svd/damping.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/allocations.h"
#include "support/scale.h"
#include "svd/matrices.h"

namespace limber {
namespace {

using test::Random;
using test::scaled;
using Rule = StepDamping::Rule;

// Singular values from 1e-8 to 10, some zero: near and at singularities.
struct Case {
  RowMatrix j;
  VecX e;
  double bound;
};

Case random_case(Random& random) {
  Case c;
  const int rows = test::uniform_int(random, 1, 6), columns = test::uniform_int(random, 1, 10);
  const int rank = test::uniform_int(random, 0, std::min(rows, columns));
  VecX sigma(rank);
  for (int i = 0; i < rank; ++i) sigma[i] = std::pow(10.0, test::uniform(random, -8, 1));
  c.j = test::with_singular_values(random, rows, columns, sigma);
  c.e = std::pow(10.0, test::uniform(random, -6, 1)) * test::random_matrix(random, rows, 1);
  c.bound = std::pow(10.0, test::uniform(random, -3, 1));
  return c;
}

class DampingRules : public testing::Test {
 protected:
  DampingRules() { svd.prepare(6, 10); }
  Svd svd{{.method = SvdMethod::golub_reinsch}};
  Random random{91};
};

VecX step_of(const SvdFactors& f, const StepDamping& damping, const VecX& e, double* lambda = nullptr) {
  VecX x(f.columns());
  const double used = damped_step(f, damping, e, x);
  if (lambda) *lambda = used;
  return x;
}

TEST_F(DampingRules, SmallestSingularValueKeepsTheStepBelowTheBound) {
  for (int trial = 0; trial < scaled(10000); ++trial) {
    const Case c = random_case(random);
    svd.decompose(c.j);
    const VecX x = step_of(svd.factors(), {.rule = Rule::smallest_singular_value, .bound = c.bound}, c.e);
    ASSERT_LE(x.norm(), c.bound * (1 + 1e-12)) << "trial " << trial;
  }
}

TEST_F(DampingRules, StepBoundKeepsTheStepBelowTheBoundWithTheSmallestLambdaThatDoes) {
  int damped = 0;
  for (int trial = 0; trial < scaled(10000); ++trial) {
    const Case c = random_case(random);
    svd.decompose(c.j);
    double lambda = 0;
    const VecX x = step_of(svd.factors(), {.rule = Rule::step_bound, .bound = c.bound}, c.e, &lambda);
    ASSERT_LE(x.norm(), c.bound * (1 + 1e-12)) << "trial " << trial;
    VecX undamped(c.j.cols());
    pseudo_inverse(svd.factors(), c.e, undamped);
    if (undamped.norm() <= c.bound) {
      ASSERT_EQ(lambda, 0.0);
      continue;
    }
    ++damped;
    VecX less(c.j.cols());
    damped_inverse(svd.factors(), lambda * (1 - 1e-4), c.e, less);
    ASSERT_GT(less.norm(), c.bound * (1 - 1e-7)) << "trial " << trial;
    ASSERT_GT(x.norm(), c.bound * (1 - 1e-7)) << "trial " << trial;
    const double conservative =
        lambda_from_smallest_singular_value(svd.factors().smallest_counted(), c.e.norm(), c.bound);
    ASSERT_LE(lambda, conservative * (1 + 1e-9)) << "trial " << trial;
  }
  EXPECT_GT(damped, scaled(10000) / 5);
}

TEST_F(DampingRules, FilteringBoundsEveryGainAndTouchesOnlySmallSingularValues) {
  for (int trial = 0; trial < scaled(10000); ++trial) {
    const double threshold = std::pow(10.0, test::uniform(random, -3, 1));
    const double lambda = threshold * test::uniform(random, 0.01, 0.99);
    const double sigma = std::pow(10.0, test::uniform(random, -9, 1));
    const double own = filtered_lambda(sigma, threshold, lambda);
    const double ratio = lambda / threshold;
    const double largest = std::max(1 / threshold, 1 / (2 * lambda * std::sqrt(1 - ratio * ratio)));
    ASSERT_LE(damped_gain(sigma, own), largest * (1 + 1e-12));
    if (sigma >= threshold) {
      ASSERT_EQ(own, 0.0);
    } else {
      ASSERT_GT(own, 0.0);
    }
  }
}

TEST_F(DampingRules, FilteringLeavesTheOtherDirectionsExact) {
  const RowMatrix j = Vec3(2.0, 1.0, 1e-6).asDiagonal();
  svd.decompose(j);
  const VecX x = step_of(svd.factors(), {.rule = Rule::numerical_filtering, .lambda = 0.1}, Vec3(1, 1, 1));
  EXPECT_NEAR(x[0], 0.5, 1e-15);
  EXPECT_NEAR(x[1], 1.0, 1e-15);
  EXPECT_NEAR(x[2], 1e-6 / 0.01, 1e-9);
  const VecX all = step_of(svd.factors(), {.rule = Rule::fixed, .lambda = 0.1}, Vec3(1, 1, 1));
  EXPECT_LT(all[1], 1.0 - 5e-3);
}

// Straight through a singularity in small steps: the answer may not jump.
TEST_F(DampingRules, IsContinuousThroughASingularity) {
  for (Rule rule : {Rule::fixed, Rule::smallest_singular_value, Rule::numerical_filtering}) {
    const StepDamping damping{.rule = rule, .lambda = 0.1, .bound = 0.3};
    VecX last;
    const double advance = 1e-5;
    for (double s = 0.3; s > -0.3; s -= advance) {
      RowMatrix j(2, 3);
      j << 1, 0.2, 0.1, 1, 0.2 + s, 0.1 - s;
      svd.decompose(j);
      const VecX x = step_of(svd.factors(), damping, Vec2(0.2, -0.1));
      if (last.size()) {
        ASSERT_LT((x - last).norm(), 300 * advance) << "rule " << static_cast<int>(rule) << " at " << s;
      }
      last = x;
    }
  }
}

// The smallest lambda that keeps the bound lets the direction being lost have all that the bound allows, up
// to the very point where it is lost; beyond, it has turned round.
TEST_F(DampingRules, StepBoundIsContinuousUpToASingularityAndJumpsThere) {
  const StepDamping damping{.rule = Rule::step_bound, .bound = 0.3};
  const auto step_at = [&](double s) {
    RowMatrix j(2, 3);
    j << 1, 0.2, 0.1, 1, 0.2 + s, 0.1 - s;
    svd.decompose(j, 0.0);
    return step_of(svd.factors(), damping, Vec2(0.2, -0.1));
  };
  const double advance = 1e-5;
  for (double s = 0.3; s > 2 * advance; s -= advance) {
    ASSERT_LT((step_at(s) - step_at(s - advance)).norm(), 300 * advance) << "at " << s;
    ASSERT_LT((step_at(-s) - step_at(advance - s)).norm(), 300 * advance) << "at " << -s;
  }
  EXPECT_GT((step_at(1e-9) - step_at(-1e-9)).norm(), 0.5);
}

TEST_F(DampingRules, RuleOfTheSmallestSingularValueIsContinuous) {
  for (int trial = 0; trial < scaled(10000); ++trial) {
    const double sigma = test::uniform(random, 0.001, 2), e = test::uniform(random, 0, 1);
    const double bound = test::uniform(random, 0.1, 1), h = 1e-9;
    const double here = lambda_from_smallest_singular_value(sigma, e, bound);
    // A square root at its zero: continuous, with a vertical tangent.
    ASSERT_NEAR(here, lambda_from_smallest_singular_value(sigma + h, e, bound), 1e-3);
    ASSERT_NEAR(here, lambda_from_smallest_singular_value(sigma, e + h, bound), 1e-3);
    if (e <= sigma * bound) {
      ASSERT_EQ(here, 0.0);
    }
  }
  EXPECT_EQ(lambda_from_smallest_singular_value(0.5, 0.0, 0.3), 0.0);
  EXPECT_EQ(lambda_from_smallest_singular_value(0.0, 1.0, 0.3), 0.0);  // nothing counts: nothing to damp
}

TEST_F(DampingRules, NothingIsDampedWhereItIsNotNeeded) {
  const RowMatrix j = Vec2(2.0, 1.0).asDiagonal();
  svd.decompose(j);
  const Vec2 e(0.01, 0.01);
  for (Rule rule : {Rule::none, Rule::smallest_singular_value, Rule::step_bound, Rule::numerical_filtering}) {
    double lambda = -1;
    const VecX x = step_of(svd.factors(), {.rule = rule, .lambda = 0.1, .bound = 0.3}, e, &lambda);
    EXPECT_EQ(lambda, 0.0);
    EXPECT_NEAR((x - Vec2(0.005, 0.01)).norm(), 0.0, 1e-16);
  }
}

TEST_F(DampingRules, RulesWorkAtAnyScaleAndWithoutAnyRank) {
  Random other(92);
  for (double size : {1e-140, 1e-30, 1e30, 1e140}) {
    const RowMatrix j = size * test::with_singular_values(other, 3, 6, Vec3(1, 0.1, 1e-6));
    svd.decompose(j);
    const Vec3 e = size * Vec3(1, -2, 3);
    for (Rule rule : {Rule::smallest_singular_value, Rule::step_bound}) {
      const VecX x = step_of(svd.factors(), {.rule = rule, .bound = 0.3}, e);
      EXPECT_LE(x.norm(), 0.3 * (1 + 1e-12));
      EXPECT_GT(x.norm(), 0.01);
    }
  }
  svd.decompose(RowMatrix::Zero(3, 6));
  for (Rule rule : {Rule::none, Rule::fixed, Rule::smallest_singular_value, Rule::step_bound,
                    Rule::numerical_filtering}) {
    EXPECT_EQ(step_of(svd.factors(), {.rule = rule}, Vec3(1, 2, 3)).norm(), 0.0);
  }
}

TEST_F(DampingRules, AllocatesNothing) {
  const Case c = random_case(random);
  svd.decompose(c.j);
  VecX x(c.j.cols());
  const test::AllocationCounter counter;
  for (Rule rule : {Rule::none, Rule::fixed, Rule::smallest_singular_value, Rule::step_bound,
                    Rule::numerical_filtering}) {
    damped_step(svd.factors(), {.rule = rule}, c.e, x);
  }
  EXPECT_EQ(counter.count(), 0u);
}

}  // namespace
}  // namespace limber
