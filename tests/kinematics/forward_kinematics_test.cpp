// Forward kinematics of whole figures against the plain product of transforms, joint by joint.

#include <gtest/gtest.h>

#include "limber/figure/edit.h"
#include "limber/figure/joint_motion.h"
#include "limber/kinematics/kinematics.h"
#include "support/allocations.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;
using test::scaled;

double distance(const Transform& a, const Transform& b) {
  return (a.rotation - b.rotation).norm() + (a.translation - b.translation).norm();
}

TEST(ForwardKinematics, EqualsTheProductOfTransformsOnRandomTrees) {
  Random random(1);
  for (int trial = 0; trial < scaled(2000); ++trial) {
    const Figure figure = test::random_figure(random, {.segments = 12, .free_root = trial % 2 == 0});
    const Posture posture = test::random_posture(random, figure);
    Kinematics kinematics(figure);
    kinematics.update(posture);
    for (const SegmentId s : figure.segments()) {
      EXPECT_LT(distance(kinematics.segment_pose(s), pose_by_products(figure, posture, s)), 1e-12);
    }
  }
}

TEST(ForwardKinematics, TwoLinksByHand) {
  FigureDescription d;
  d.name = "two links";
  const Joint hinge{.type = JointType::revolute, .axis = Vec3::UnitZ()};
  d.segments = {{.name = "base"},
                {.name = "upper", .parent = "base", .joint = hinge},
                {.name = "lower", .parent = "upper", .before = Transform::at({2, 0, 0}), .joint = hinge}};
  d.frames = {{"tip", "lower", Transform::at({1, 0, 0})}};
  const Figure figure = Figure::build(d).value();
  Kinematics kinematics(figure);
  Posture posture = figure.rest_posture();
  posture.values << std::numbers::pi / 2, -std::numbers::pi / 2;
  kinematics.update(posture);
  EXPECT_NEAR((kinematics.frame_position(FrameId{0}) - Vec3(1, 2, 0)).norm(), 0.0, 1e-15);
  RowMatrix jacobian(6, 2);
  kinematics.frame_jacobian(FrameId{0}, jacobian);
  RowMatrix expected(6, 2);
  expected << -2, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1;
  EXPECT_LT((jacobian - expected).norm(), 1e-15);
}

TEST(ForwardKinematics, AChainOfAHundredThousandJointsStaysExact) {
  FigureDescription d;
  d.name = "rope";
  d.segments = {{.name = "base"}};
  ChainDescription chain;
  chain.name = "rope";
  chain.parent = "base";
  chain.links = 100'000;
  chain.length = 1000.0;
  chain.first_radius = chain.last_radius = 0.01;
  chain.joints = {{.type = JointType::revolute, .axis = Vec3::UnitZ()}};
  d.chains = {chain};
  const Figure figure = Figure::build(d).value();
  ASSERT_EQ(figure.dof_count(), 100'000);
  // A full circle: the rope's end comes back to its beginning.
  Posture posture = figure.rest_posture();
  posture.values.setConstant(2 * std::numbers::pi / 100'000);
  Kinematics kinematics(figure);
  kinematics.update(posture);
  EXPECT_LT(kinematics.frame_position(figure.frame("rope.tip")).norm(), 1e-8);
  RowMatrix jacobian(6, figure.dof_count());
  kinematics.frame_jacobian(figure.frame("rope.tip"), jacobian);
  EXPECT_TRUE(jacobian.allFinite());
}

TEST(ForwardKinematics, HotPathAllocatesNothing) {
  Random random(5);
  const Figure figure = test::random_figure(random, {.segments = 40, .free_root = true});
  const Posture posture = test::random_posture(random, figure);
  Posture moving = posture;
  const VecX step = test::random_step(random, figure, 0.1);
  Kinematics kinematics(figure);
  RowMatrix rows(6, figure.dof_count());
  const test::AllocationCounter counter;
  for (int i = 0; i < 10; ++i) {
    kinematics.update(moving);
    for (FrameId f{0}; f < static_cast<int>(figure.frames().size()); ++f) {
      kinematics.frame_jacobian(f, rows);
      const SegmentId segment = figure.frame(f).segment;
      kinematics.relative_jacobian(SegmentId{3}, segment, kinematics.frame_position(f), rows);
    }
    integrate(figure, step, moving);
  }
  EXPECT_EQ(counter.count(), 0u);
}

TEST(AllocationCounter, SeesAllocations) {
  const test::AllocationCounter counter;
  const VecX vector = VecX::Ones(100);
  const std::vector<double> list(static_cast<std::size_t>(vector.sum()));
  EXPECT_GE(counter.count(), 1u);
}

TEST(ForwardKinematics, SameInputSameBits) {
  Random random(6);
  const Figure figure = test::random_figure(random, {.segments = 60, .free_root = true});
  const Posture posture = test::random_posture(random, figure);
  Kinematics one(figure), other(figure);
  one.update(test::random_posture(random, figure));  // what was there before must not matter
  one.update(posture);
  other.update(posture);
  EXPECT_EQ(one.screws(), other.screws());
  for (const SegmentId s : figure.segments()) EXPECT_EQ(one.segment_pose(s), other.segment_pose(s));
}

TEST(Posture, DifferenceIsWhatIntegrateUndoes) {
  Random random(7);
  for (int trial = 0; trial < scaled(1000); ++trial) {
    const Figure figure = test::random_figure(random, {.segments = 8, .free_root = true});
    const Posture from = test::random_posture(random, figure), to = test::random_posture(random, figure);
    Posture reached = from;
    integrate(figure, difference(figure, from, to), reached);
    EXPECT_LT(difference(figure, reached, to).norm(), 1e-12);
  }
}

}  // namespace
}  // namespace limber
