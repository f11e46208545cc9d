// The maximum-rank inverse against the weighted pseudo-inverse, and the ranks and Jacobians of virtual arms.

#include "limber/avoidance/virtual_arms_inverse.h"

#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <cmath>

#include "limber/avoidance/virtual_arms_posture.h"
#include "limber/models/models.h"
#include "support/allocations.h"
#include "support/finite_differences.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using namespace test;

Eigen::MatrixXd pseudo_inverse_of(const Eigen::MatrixXd& matrix, double tolerance = 1e-10) {
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(matrix, Eigen::ComputeThinU | Eigen::ComputeThinV);
  VecX inverse = svd.singularValues();
  for (Eigen::Index i = 0; i < inverse.size(); ++i) {
    inverse[i] = inverse[i] > tolerance * svd.singularValues()[0] ? 1.0 / inverse[i] : 0.0;
  }
  return svd.matrixV() * inverse.asDiagonal() * svd.matrixU().transpose();
}

struct Problem {
  RowMatrix jacobian;
  VecX weights, wanted, free_motion;
};

// Any size and any rank.
Problem random_problem(Random& random, double decades) {
  const int rows = uniform_int(random, 1, 12), columns = uniform_int(random, 1, 9);
  const int rank = uniform_int(random, 1, std::min(rows, columns));
  const auto filled = [&](int r, int c) {
    Eigen::MatrixXd m(r, c);
    for (double& x : m.reshaped()) x = uniform(random, -1, 1);
    return m;
  };
  Problem problem;
  problem.jacobian = filled(rows, rank) * filled(rank, columns);
  problem.wanted = filled(rows, 1);
  problem.free_motion = filled(columns, 1);
  problem.weights = VecX(rows);
  for (double& w : problem.weights) w = std::pow(10.0, uniform(random, -decades, decades));
  return problem;
}

TEST(MaximumRank, IsTheWeightedPseudoInverseInEveryRankCase) {
  Random random(1);
  int seen[4] = {};
  for (int n = 0; n < scaled(5000); ++n) {
    const Problem p = random_problem(random, 1.5);
    const int rows = static_cast<int>(p.jacobian.rows()), columns = static_cast<int>(p.jacobian.cols());
    MaximumRankInverse inverse(rows, columns);
    VecX step(columns);
    ++seen[static_cast<int>(inverse.solve(p.jacobian, p.weights, p.wanted, p.free_motion, {}, step))];
    const VecX root = p.weights.cwiseSqrt();
    const Eigen::MatrixXd weighted = root.asDiagonal() * p.jacobian;
    const VecX expected =
        pseudo_inverse_of(weighted) * root.cwiseProduct(p.wanted) +
        (Eigen::MatrixXd::Identity(columns, columns) - pseudo_inverse_of(p.jacobian) * p.jacobian) *
            p.free_motion;
    // A matrix of random factors may come near a lower rank.
    const double condition =
        Eigen::JacobiSVD<Eigen::MatrixXd>(pseudo_inverse_of(p.jacobian)).singularValues()[0];
    ASSERT_LE((step - expected).norm(), 1e-10 * (1.0 + condition) * (1.0 + expected.norm())) << n;
  }
  EXPECT_GT(seen[static_cast<int>(RankCase::redundant)], 0);
  EXPECT_GT(seen[static_cast<int>(RankCase::over_constrained)], 0);
  EXPECT_GT(seen[static_cast<int>(RankCase::singular)], 0);
}

TEST(MaximumRank, HeavyRequestsAreMetWhateverTheRatioOfTheWeights) {
  // Two columns; the first row, 10^20 heavier, must come out exact and the others share what is left.
  Random random(2);
  for (int n = 0; n < scaled(1000); ++n) {
    RowMatrix jacobian(4, 2);
    for (double& x : jacobian.reshaped()) x = uniform(random, -1, 1);
    if (jacobian.row(n % 4).norm() < 0.2) continue;
    VecX weights = VecX::Ones(4), wanted(4), step(2);
    for (double& x : wanted) x = uniform(random, -1, 1);
    weights[n % 4] = 1e20;
    MaximumRankInverse inverse(4, 2);
    ASSERT_EQ(inverse.solve(jacobian, weights, wanted, VecX::Zero(2), {}, step), RankCase::over_constrained);
    ASSERT_NEAR(jacobian.row(n % 4) * step, wanted[n % 4], 1e-12 * (1.0 + step.norm())) << n;
    // The others: least squares on the line that is left. Its optimality: the residual is orthogonal to it.
    const Vec2 along(-jacobian(n % 4, 1), jacobian(n % 4, 0));
    VecX residual = jacobian * step - wanted;
    residual[n % 4] = 0.0;
    ASSERT_NEAR(along.dot(jacobian.transpose() * residual), 0.0, 1e-10 * (1.0 + step.norm())) << n;
  }
}

TEST(MaximumRank, RedundantRequestsAreMetWhateverTheWeights) {
  Random random(3);
  for (int n = 0; n < scaled(500); ++n) {
    RowMatrix jacobian(3, 6);
    for (double& x : jacobian.reshaped()) x = uniform(random, -1, 1);
    VecX weights(3), wanted(3), one(6), other(6);
    for (double& x : wanted) x = uniform(random, -1, 1);
    MaximumRankInverse inverse(3, 6);
    weights << 1, 1, 1;
    inverse.solve(jacobian, weights, wanted, VecX::Zero(6), {}, one);
    weights << 1e6, 1, 1e-3;
    inverse.solve(jacobian, weights, wanted, VecX::Zero(6), {}, other);
    ASSERT_EQ(one, other);
    ASSERT_LE((jacobian * one - wanted).norm(), 1e-9 * (1.0 + one.norm()));
  }
}

TEST(MaximumRank, DampedAnswersMinimiseTheDampedSumAndStayShort) {
  Random random(4);
  for (int n = 0; n < scaled(1000); ++n) {
    const Problem p = random_problem(random, 1.0);
    const int rows = static_cast<int>(p.jacobian.rows()), columns = static_cast<int>(p.jacobian.cols());
    const double lambda = uniform(random, 0.01, 1.0);
    MaximumRankInverse inverse(rows, columns);
    VecX step(columns);
    inverse.solve(p.jacobian, p.weights, p.wanted, VecX::Zero(columns), {.damping = lambda}, step);
    const VecX gradient = p.jacobian.transpose() * (p.weights.cwiseProduct(p.jacobian * step - p.wanted)) +
                          lambda * lambda * step;
    ASSERT_LE(gradient.norm(), 1e-9 * (1.0 + p.weights.maxCoeff())) << n;
    ASSERT_LE(step.norm(), p.weights.cwiseSqrt().cwiseProduct(p.wanted).norm() / (2 * lambda) + 1e-9);
  }
}

TEST(MaximumRank, WithNothingToMoveReturnsTheFreeMotion) {
  MaximumRankInverse inverse(4, 3);
  VecX step(3);
  const VecX free = Vec3(1, 2, 3);
  EXPECT_EQ(inverse.solve(RowMatrix::Zero(4, 3), VecX::Ones(4), VecX::Ones(4), free, {}, step),
            RankCase::immovable);
  EXPECT_EQ(step, free);
}

// A planar arm of equal links, as in the paper: seven of them for figure 3.
struct Arm {
  Figure figure;
  Kinematics kinematics{figure};

  explicit Arm(int links) : figure(make(links)) {
    Posture posture = figure.rest_posture();
    for (int k = 0; k < links; ++k) posture.values[k] = k == 0 ? 1.9 : -0.4 - 0.03 * k;
    kinematics.update(posture);
  }
  static Figure make(int links) {
    return Figure::build(models::find("planar-chain")->make({.links = links})).value();
  }
  ArmPosture with(const std::vector<std::pair<int, double>>& places, ArmSpace space) {
    ArmChain chain(figure, 2);
    const Frame& tip = figure.frames().back();
    chain.lay(kinematics, tip.segment, tip.pose.translation, space);
    for (const auto& [link, fraction] : places) chain.place(link - 1, fraction);
    chain.place(static_cast<int>(chain.links().size()) - 1, 1.0);
    ArmPosture arm(figure, chain);
    arm.update(kinematics);
    return arm;
  }
};

struct Case {
  std::vector<std::pair<int, double>> places;
  ArmSpace space;
  int rows, rank;
  RankCase expected;
};

TEST(VirtualArmRanks, DecideTheCaseNotTheNumberOfRows) {
  Arm arm(7);
  const std::vector<std::pair<int, double>> five = {{1, 0.5}, {2, 0.5}, {3, 0.5}, {4, 0.5}, {5, 0.5}};
  for (const Case& c : {Case{{{4, 0.5}}, ArmSpace::plane_pose, 6, 6, RankCase::redundant},
                        Case{five, ArmSpace::plane_pose, 18, 7, RankCase::over_constrained},
                        Case{{{6, 0.5}}, ArmSpace::plane_pose, 6, 4, RankCase::singular},
                        Case{{{6, 0.5}}, ArmSpace::plane, 4, 4, RankCase::redundant},
                        Case{{{7, 0.5}}, ArmSpace::plane, 4, 3, RankCase::singular}}) {
    ArmPosture posture = arm.with(c.places, c.space);
    VecX step(7);
    EXPECT_EQ(posture.displace(step), c.expected);
    EXPECT_EQ(posture.rank(), c.rank);
    EXPECT_EQ(posture.jacobian().rows(), c.rows);
    EXPECT_EQ(posture.jacobian().cols(), 7);
  }
}

TEST(VirtualArmRanks, NineVirtualArmsAlwaysHaveFullColumnRank) {
  const Figure figure = Figure::build(models::find("tsuji-arm")->make({})).value();
  Kinematics kinematics(figure);
  Random random(5);
  for (int n = 0; n < scaled(1000); ++n) {
    Posture posture = random_posture(random, figure);
    if (n % 3 == 0) posture.values.setZero();  // stretched out
    if (n % 3 == 1) posture.values = (posture.values / 3.2).array().round() * 3.14159265358979;  // folded
    kinematics.update(posture);
    ArmChain chain(figure, 2);
    const Frame& tip = figure.frame(figure.frame("tip"));
    chain.lay(kinematics, tip.segment, tip.pose.translation, ArmSpace::plane);
    chain.place_evenly(2);
    ArmPosture arm(figure, chain);
    arm.update(kinematics);
    VecX step(5);
    ASSERT_EQ(arm.displace(step), RankCase::over_constrained);
    ASSERT_EQ(arm.count(), 10);
  }
}

TEST(VirtualArmChain, JacobianMatchesFiniteDifferencesOnAnyFigure) {
  Random random(6);
  for (int n = 0; n < scaled(300); ++n) {
    RandomFigureOptions options;
    options.segments = 2 + n % 8;
    options.free_root = n % 4 == 0;
    options.chain = 0.8;
    const Figure figure = random_figure(random, options);
    const Posture posture = random_posture(random, figure);
    Kinematics kinematics(figure);
    kinematics.update(posture);
    ArmChain chain(figure, 3);
    chain.lay(kinematics, SegmentId{figure.segment_count() - 1}, random_vector(random, 0.5), ArmSpace::space);
    chain.place_evenly(1 + n % 3);
    std::vector<Vec3> positions;
    for (const EndPoint& point : chain.points()) positions.push_back(chain.position(kinematics, point));
    const auto columns = static_cast<Eigen::Index>(chain.columns().size());
    RowMatrix jacobian(3 * static_cast<Eigen::Index>(positions.size()), columns);
    chain.jacobian(kinematics, positions, jacobian);
    const Eigen::MatrixXd expected = finite_differences(figure, posture, [&](const Posture& at) {
      Kinematics moved(figure);
      moved.update(at);
      VecX all(3 * static_cast<Eigen::Index>(chain.points().size()));
      for (std::size_t i = 0; i < chain.points().size(); ++i) {
        all.segment<3>(3 * static_cast<Eigen::Index>(i)) = chain.position(moved, chain.points()[i]);
      }
      return all;
    });
    for (const DofId c : figure.dofs()) {
      const auto found = std::find(chain.columns().begin(), chain.columns().end(), c);
      const VecX column = found == chain.columns().end()
                              ? VecX(VecX::Zero(jacobian.rows()))
                              : VecX(jacobian.col(found - chain.columns().begin()));
      ASSERT_LE((column - expected.col(c)).norm(), 1e-7 * (1.0 + expected.col(c).norm())) << n << " " << c;
    }
  }
}

TEST(VirtualArmChain, FindsTiltedPlanes) {
  // The same planar arm standing on a tilted base: the same steps, in its own plane.
  Random random(7);
  const Arm flat(5);
  for (int n = 0; n < scaled(100); ++n) {
    FigureDescription description = expanded(models::find("planar-chain")->make({.links = 5}));
    description.segments[0].before = random_placement(random, 1.0);
    const Figure figure = Figure::build(description).value();
    Kinematics kinematics(figure);
    kinematics.update(random_posture(random, figure));
    ArmChain chain(figure, 2);
    const Frame& tip = figure.frames().back();
    chain.lay(kinematics, tip.segment, tip.pose.translation, ArmSpace::automatic);
    EXPECT_EQ(chain.space(), ArmSpace::plane);
    const Vec3 normal = description.segments[0].before.rotation.col(2);
    EXPECT_NEAR(std::abs(chain.axes().col(2).dot(normal)), 1.0, 1e-9);
    EXPECT_NEAR(chain.axes().col(0).dot(normal), 0.0, 1e-9);
    EXPECT_EQ(chain.links().size(), 5u);
    EXPECT_NEAR(chain.length(), 1.0, 1e-9);
  }
}

TEST(VirtualArmChain, PostureControlCurlsTheLinksTowardsTheBase) {
  Arm arm(5);
  ArmChain chain(arm.figure, 2);
  const Frame& tip = arm.figure.frames().back();
  chain.lay(arm.kinematics, tip.segment, tip.pose.translation, ArmSpace::plane);
  chain.place_evenly(2);
  ArmPosture posture(arm.figure, chain);
  posture.update(arm.kinematics);
  const Vec3 base = Vec3::Zero();
  VecX stay(5), curl(5);
  const Vec3 to_goal(0.01, 0.02, 0);
  posture.ask(9, to_goal, 1e8);
  posture.displace(stay);
  posture.update(arm.kinematics);
  for (int i = 0; i < 9; ++i) posture.ask(i, base - posture.position(i), 1.0);
  posture.ask(9, to_goal, 1e8);
  posture.displace(curl);
  const VecX moved_staying = posture.jacobian() * stay, moved_curling = posture.jacobian() * curl;
  // The tip does the same in both; the others come nearer to the base.
  EXPECT_LE((moved_staying.tail(2) - moved_curling.tail(2)).norm(), 1e-6);
  double nearer = 0.0;
  for (int i = 0; i < 9; ++i) {
    nearer += (moved_curling - moved_staying).segment(2 * i, 2).dot((base - posture.position(i)).head<2>());
  }
  EXPECT_GT(nearer, 0.0);
}

TEST(MaximumRank, AllocatesNothingAfterConstruction) {
  Random random(8);
  MaximumRankInverse inverse(12, 9);
  for (int n = 0; n < 50; ++n) {
    const Problem p = random_problem(random, 1.0);
    VecX step(p.jacobian.cols());
    AllocationCounter counter;
    inverse.solve(p.jacobian, p.weights, p.wanted, p.free_motion, {.damping = n % 2 ? 0.1 : 0.0}, step);
    ASSERT_EQ(counter.count(), 0u);
  }
}

}  // namespace
}  // namespace limber
