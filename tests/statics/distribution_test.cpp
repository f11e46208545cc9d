// Forces at the supports balance the figure inside their cones, or a motion proves that none can.

#include <array>

#include "statics/statics_support.h"
#include "support/allocations.h"

namespace limber {
namespace {

using test::Random;
using test::StandingFigure;
using test::StaticsBench;

TEST(ForceDistribution, BalancesInsideTheConesOrProvesThatNothingCan) {
  Random random(301);
  int balanced = 0, not_balanced = 0;
  for (int trial = 0; trial < test::scaled(10000); ++trial) {
    const StandingFigure standing = test::random_standing_figure(random, trial);
    StaticsBench bench(standing);
    if (bench.statics().is_balanced()) {
      ++balanced;
      const test::BalanceProof proof = test::check_balance(standing, bench);
      ASSERT_LT(proof.missing, 1e-9) << "trial " << trial;
      ASSERT_LT(proof.outside_cone, 1e-12) << "trial " << trial;
    } else {
      ++not_balanced;
      ASSERT_GT(test::largest_force_ruled_out(standing, bench), 1e3) << "trial " << trial;
    }
  }
  RecordProperty("balanced", balanced);
  RecordProperty("not_balanced", not_balanced);
  EXPECT_GT(balanced, test::scaled(1000));
  EXPECT_GT(not_balanced, test::scaled(1000));
}

// A block of 10 kg with a square sole of 20 cm, its centre 30 cm above.
StandingFigure block(double friction, const Vec3& push = Vec3::Zero()) {
  FigureDescription d;
  d.name = "block";
  d.segments = {{.name = "block",
                 .joint = {.type = JointType::free},
                 .mass = MassProperties{10.0, Vec3(0, 0, 0.3), Mat3(0.1 * Mat3::Identity())}}};
  d.frames = {{"sole", "block", {}}, {"middle", "block", Transform::at({0, 0, 0.3})}};
  Figure figure = Figure::build(d).value();
  Loads loads;
  loads.supports = {{.name = "sole",
                     .frame = "sole",
                     .patch = {{-0.1, -0.1}, {0.1, -0.1}, {0.1, 0.1}, {-0.1, 0.1}},
                     .friction = friction}};
  loads.forces = {{.frame = "middle", .force = push}};
  Posture rest = figure.rest_posture();
  return {std::move(figure), std::move(rest), std::move(loads)};
}

// On paper: pushed sideways it slips beyond mu m g, and tips beyond m g 0.1/0.3, whichever comes first.
TEST(ForceDistribution, ABlockSlipsOrTipsWherePaperSaysSo) {
  const double weight = 98.1;
  const auto stands = [&](double friction, double push) {
    const StandingFigure standing = block(friction, {push, 0, 0});
    return StaticsBench(standing).statics().is_balanced();
  };
  for (const double friction : {0.1, 0.2, 0.3, 0.4, 0.8, 2.0}) {
    const double limit = weight * std::min(friction, 1.0 / 3.0);
    EXPECT_TRUE(stands(friction, 0.9999 * limit)) << friction;
    EXPECT_FALSE(stands(friction, 1.0001 * limit)) << friction;
  }
}

TEST(ForceDistribution, SaysByHowMuchAndWhichWayItMoves) {
  const StandingFigure slides = block(0.2, {30, 0, 0});
  StaticsBench slipping(slides);
  ASSERT_FALSE(slipping.statics().is_balanced());
  EXPECT_GT(slipping.statics().motion().move.x(), 0.0);
  EXPECT_GT(slipping.statics().unmet().force.norm(), 1.0);
  const StandingFigure leans = block(2.0, {60, 0, 0});
  StaticsBench tipping(leans);
  ASSERT_FALSE(tipping.statics().is_balanced());
  const Statics::Motion motion = tipping.statics().motion();
  EXPECT_GT(motion.turn.y(), 0.0);                                                    // forwards about y
  EXPECT_NEAR((motion.move + motion.turn.cross(Vec3(0.1, 0, 0))).norm(), 0.0, 1e-6);  // over its front edge
}

TEST(ForceDistribution, SpreadsAStandingBlockEvenly) {
  const StandingFigure standing = block(0.6);
  StaticsBench bench(standing);
  for (int i = 0; i < 4; ++i) EXPECT_LT((bench.statics().force(i) - Vec3(0, 0, 98.1 / 4)).norm(), 1e-9);
}

TEST(ForceDistribution, LeastTangentialHasLessSidewaysForce) {
  Random random(302);
  int tangential = 0;
  for (int trial = 0; trial < test::scaled(3000); ++trial) {
    StandingFigure standing = test::random_standing_figure(random, trial);
    const auto sideways = [&](Distribution distribution) {
      standing.loads.distribution = distribution;
      StaticsBench bench(standing);
      double sum = 0.0;
      for (int i = 0; i < bench.statics().contact_count(); ++i) {
        const Vec3 f = bench.statics().force(i), n = bench.statics().normal(i);
        const auto s = static_cast<std::size_t>(bench.statics().support_of(i));
        if (!standing.loads.supports[s].grip)
          sum += (f - f.dot(n) * n).squaredNorm() *
                 std::max<double>(1.0, double(standing.loads.supports[s].patch.size()));
      }
      return bench.statics().is_balanced() ? sum : -1.0;
    };
    bool plain = true;  // shares are more important than sideways forces
    for (const SupportDescription& support : standing.loads.supports)
      plain = plain && !support.share && !support.grip;
    const double even = sideways(Distribution::even), least = sideways(Distribution::least_tangential);
    if (plain && even > 0.0 && least >= 0.0) {
      ++tangential;
      EXPECT_LE(least, even * 1.02 + 1e-6) << trial;  // the normal forces count a little, too
    }
  }
  EXPECT_GT(tangential, test::scaled(50));
}

TEST(ForceDistribution, TwoFeetCarryTheSharesPrescribed) {
  for (const double share : {0.1, 0.5, 0.8}) {
    StandingFigure standing = block(0.6);
    standing.loads.supports = {
        {.name = "left", .frame = "sole", .patch = {{-0.1, 0}, {-0.1, 0.1}}, .share = share},
        {.name = "right", .frame = "sole", .patch = {{0.1, 0}, {0.1, 0.1}}}};
    // The weight moved over what the shares ask for: possible exactly there.
    standing.loads.forces = {
        {.frame = "middle", .torque = Vec3(98.1 * -0.05, 98.1 * (0.1 - 0.2 * share), 0)}};
    StaticsBench bench(standing);
    ASSERT_TRUE(bench.statics().is_balanced());
    EXPECT_NEAR(bench.statics().force(0).z() + bench.statics().force(1).z(), share * 98.1, 1e-3);
  }
}

TEST(ForceDistribution, WarmStartsEndWhereColdOnesDoAndAllocateNothing) {
  Random random(303);
  for (int trial = 0; trial < test::scaled(500); ++trial) {
    const StandingFigure standing = test::random_standing_figure(random, trial);
    StaticsBench warm(standing), cold(standing);
    Posture posture = standing.posture;
    integrate(standing.figure, test::random_step(random, standing.figure, 0.02), posture);
    const test::AllocationCounter allocations;
    warm.move_to(posture);
    ASSERT_EQ(allocations.count(), 0u);
    cold.statics().forget();
    cold.move_to(posture);
    ASSERT_EQ(warm.statics().is_balanced(), cold.statics().is_balanced()) << trial;
    if (!warm.statics().is_balanced()) continue;
    // Shares that cannot be kept are given up where the solver gives up, which depends on where it began.
    if (warm.statics().corners().problem.softness != cold.statics().corners().problem.softness) continue;
    for (int i = 0; i < warm.statics().contact_count(); ++i) {
      ASSERT_LT((warm.statics().force(i) - cold.statics().force(i)).norm(), 1e-5 * warm.statics().load_size())
          << trial;
    }
  }
}

}  // namespace
}  // namespace limber
