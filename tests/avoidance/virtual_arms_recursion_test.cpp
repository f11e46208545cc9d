// The fit in time proportional to the joints against the dense one; arms of other sizes; springs at end-points.

#include "limber/avoidance/virtual_arms_recursion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "limber/avoidance/virtual_arms.h"
#include "limber/avoidance/virtual_arms_posture.h"
#include "limber/models/bare_chain.h"
#include "support/finite_differences.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using namespace test;

struct Fit {
  ArmChain chain;
  std::vector<Vec3> positions = {};
  RowMatrix jacobian = {};
  VecX weights = {}, wanted = {};
};

Fit random_fit(Random& random, const Figure& figure, const Kinematics& kinematics, int per_link,
               double decades) {
  Fit fit{.chain = ArmChain(figure, 3)};
  fit.chain.lay(kinematics, SegmentId{figure.segment_count() - 1}, random_vector(random, 0.5),
                ArmSpace::automatic);
  fit.chain.place_evenly(per_link);
  for (const EndPoint& point : fit.chain.points())
    fit.positions.push_back(fit.chain.position(kinematics, point));
  const auto rows = static_cast<Eigen::Index>(fit.positions.size()) * fit.chain.rows_per_point();
  fit.jacobian = RowMatrix::Zero(rows, static_cast<Eigen::Index>(fit.chain.columns().size()));
  fit.chain.jacobian(kinematics, fit.positions, fit.jacobian);
  fit.weights = fit.wanted = VecX::Zero(rows);
  for (double& w : fit.weights) w = std::pow(10.0, uniform(random, -decades, decades));
  for (double& x : fit.wanted) x = uniform(random, -0.1, 0.1);
  return fit;
}

TEST(ArmRecursion, IsTheDenseFitOnAnyFigure) {
  Random random(31);
  int compared = 0;
  for (int n = 0; n < scaled(1000); ++n) {
    const Figure figure = random_figure(random, {.segments = 2 + n % 9, .chain = 0.9});
    if (figure.dof_count() == 0) continue;
    Kinematics kinematics(figure);
    kinematics.update(random_posture(random, figure));
    const Fit fit = random_fit(random, figure, kinematics, 1 + n % 3, n % 2 == 0 ? 1.0 : 4.0);
    if (fit.positions.empty() || fit.chain.columns().empty()) continue;
    const auto columns = fit.jacobian.cols();
    MaximumRankInverse dense(static_cast<int>(fit.jacobian.rows()), static_cast<int>(columns));
    ArmRecursion recursion(figure.dof_count());
    VecX step(columns), expected(columns);
    const VecX none = VecX::Zero(columns);
    for (const double damping : {0.2, 0.0}) {
      const RankCase rank_case =
          dense.solve(fit.jacobian, fit.weights, fit.wanted, none, {.damping = damping}, expected);
      if (!recursion.solve(fit.chain, kinematics, fit.positions, fit.weights, fit.wanted, damping, step)) {
        EXPECT_EQ(damping, 0.0);
        continue;
      }
      // Undamped fits are as well determined as their worst direction.
      if (damping == 0.0 && (rank_case != RankCase::over_constrained || expected.norm() > 10.0)) continue;
      EXPECT_LE((step - expected).norm(), (damping > 0.0 ? 1e-9 : 1e-6) * (1.0 + expected.norm())) << n;
      ++compared;
    }
  }
  EXPECT_GT(compared, scaled(1000) / 2);
}

// The weights of the feasibility loop: 18 orders of magnitude between two end-points. The answer is a minimum:
// no small change of it fits better.
TEST(ArmRecursion, HoldsWithTheHeaviestWeights) {
  Random random(32);
  const Figure figure = models::bare_chain({.name = "chain", .links = 12, .length = 2.4, .radius = 0.05});
  Kinematics kinematics(figure);
  for (int n = 0; n < scaled(100); ++n) {
    kinematics.update(random_posture(random, figure));
    const Fit fit = random_fit(random, figure, kinematics, 2, 9.0);
    ArmRecursion recursion(figure.dof_count());
    VecX step(fit.jacobian.cols());
    constexpr double damping = 0.05;
    ASSERT_TRUE(
        recursion.solve(fit.chain, kinematics, fit.positions, fit.weights, fit.wanted, damping, step));
    const VecX missing = fit.weights.cwiseProduct(fit.wanted - fit.jacobian * step);
    const VecX gradient = fit.jacobian.transpose() * missing - damping * damping * step;
    const double size = fit.jacobian.transpose().cwiseAbs().rowwise().maxCoeff().maxCoeff() *
                        fit.weights.maxCoeff() * fit.wanted.lpNorm<Eigen::Infinity>();
    EXPECT_LE(gradient.lpNorm<Eigen::Infinity>(), 1e-11 * size) << n;
  }
}

// The same arm in a world a thousand times as large does the same turns.
TEST(VirtualArms, DoTheSameWhateverTheUnitOfLength) {
  const auto end = [](double scale) {
    const Figure figure = models::bare_chain(
        {.name = "chain", .links = 8, .length = 1.6 * scale, .radius = 0.02 * scale, .planar = true});
    World world;
    world.add("ball", Sphere{Vec3(1.0, 0.45, 0) * scale, 0.15 * scale});
    Posture posture = figure.rest_posture();
    for (double& q : posture.values) q = 0.05;
    VirtualArms arms(figure, {.most_steps = 60});
    arms.plan(world, figure.frame("chain.tip"), Vec3(0.9, 0.9, 0) * scale, posture);
    return posture;
  };
  const Posture metre = end(1.0);
  EXPECT_GT((metre.values.array() - 0.05).abs().maxCoeff(), 0.1);  // it did move
  for (const double scale : {1e-3, 0.125, 1024.0})
    EXPECT_LE((end(scale).values - metre.values).lpNorm<Eigen::Infinity>(), 1e-6) << scale;
}

TEST(ArmPosture, TorquesOfSpringsAreTheGradientOfTheirEnergy) {
  Random random(33);
  for (int n = 0; n < scaled(100); ++n) {
    const Figure figure = random_figure(random, {.segments = 3 + n % 6, .chain = 0.9});
    const Posture posture = random_posture(random, figure);
    Kinematics kinematics(figure);
    kinematics.update(posture);
    ArmChain chain(figure, 2);
    chain.lay(kinematics, SegmentId{figure.segment_count() - 1}, random_vector(random, 0.5), ArmSpace::space);
    chain.place_evenly(2);
    if (chain.points().empty()) continue;
    ArmPosture arm(figure, chain);
    arm.update(kinematics);
    std::vector<ArmPosture::Compliance> springs;
    for (int i = 0; i < arm.count(); ++i)
      springs.push_back({.rest = random_vector(random, 1.0), .stiffness = uniform(random, 0.0, 50.0)});
    VecX torque(figure.dof_count());
    const VecX still = VecX::Zero(figure.dof_count());
    arm.torque(springs, still, torque);
    const Eigen::MatrixXd slope = finite_differences(figure, posture, [&](const Posture& at) {
      Kinematics moved(figure);
      moved.update(at);
      VecX energy = VecX::Zero(1);
      for (int i = 0; i < arm.count(); ++i) {
        const Vec3 off = springs[static_cast<std::size_t>(i)].rest -
                         chain.position(moved, chain.points()[static_cast<std::size_t>(i)]);
        energy[0] += 0.5 * springs[static_cast<std::size_t>(i)].stiffness * off.squaredNorm();
      }
      return energy;
    });
    EXPECT_LE((torque.transpose() + slope.row(0)).norm(), 1e-6 * (1.0 + torque.norm())) << n;
    // Dampers take energy away.
    for (ArmPosture::Compliance& spring : springs) spring = {.damping = 1.0};
    VecX velocity(figure.dof_count());
    for (double& v : velocity) v = uniform(random, -1, 1);
    arm.torque(springs, velocity, torque);
    EXPECT_LE(torque.dot(velocity), 1e-12);
  }
}

}  // namespace
}  // namespace limber
