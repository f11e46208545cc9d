// How clearances change with the joints, against finite differences of the distances themselves.

#include "limber/world/world.h"

#include <gtest/gtest.h>

#include "limber/shapes/closest.h"
#include "support/scale.h"
#include "world/world_support.h"

namespace limber {
namespace {

using test::Random;
using test::scaled;

struct Differences {
  Eigen::RowVectorXd row;
  bool has_kink = false;  // deep inside two ways out may be as long, and one takes over from the other
};

Differences finite_differences(Kinematics& kinematics, const World& world, const Posture& posture,
                               const Contact& contact) {
  const Figure& figure = kinematics.figure();
  const auto clearance = [&](const VecX& step) {
    Posture moved = posture;
    integrate(figure, step, moved);
    kinematics.update(moved);
    const Shape part = test::shape_of(kinematics, contact.segment, contact.shape);
    return contact.obstacle.is_valid()
               ? closest(part, at(world.obstacles, contact.obstacle).shape).distance
               : closest(part, test::shape_of(kinematics, contact.other_segment, contact.other_shape))
                     .distance;
  };
  constexpr double h = 1e-6;
  Differences result{Eigen::RowVectorXd(figure.dof_count())};
  VecX step = VecX::Zero(figure.dof_count());
  for (const DofId c : figure.dofs()) {
    step[c] = h;
    const double ahead = clearance(step);
    step[c] = -h;
    const double behind = clearance(step);
    step[c] = 0.0;
    result.row[c] = (ahead - behind) / (2 * h);
    result.has_kink |= std::abs(ahead - 2 * contact.clearance + behind) > 1e-3 * h;
  }
  kinematics.update(posture);
  return result;
}

TEST(Contact, RowIsTheDerivativeOfTheClearanceByTheJoints) {
  Random random(1);
  int obstacles = 0, own = 0, overlaps = 0, kinks = 0;
  for (int trial = 0; trial < scaled(400) && !HasFailure(); ++trial) {
    const Figure figure = test::random_fleshed_figure(random, 6);
    const World world = test::random_world(random, 20, 1.0);
    Kinematics kinematics(figure);
    const Posture posture = test::random_posture(random, figure);
    kinematics.update(posture);
    Proximity proximity(figure);
    proximity.prepare(world);
    for (const Contact& contact : proximity.find(kinematics, 0.5)) {
      if (random() % 4 != 0) continue;
      Eigen::RowVectorXd row(figure.dof_count());
      clearance_row(kinematics, contact, row);
      const Differences expected = finite_differences(kinematics, world, posture, contact);
      (contact.obstacle.is_valid() ? obstacles : own) += 1;
      overlaps += contact.clearance < 0;
      if (expected.has_kink) {
        ++kinks;
        continue;
      }
      EXPECT_LT((row - expected.row).cwiseAbs().maxCoeff(), 1e-5)
          << "clearance " << contact.clearance << " obstacle " << contact.obstacle;
    }
  }
  EXPECT_GT(obstacles, scaled(1000));
  EXPECT_GT(own, scaled(100));
  EXPECT_GT(overlaps, scaled(500));
  EXPECT_LT(kinks, (obstacles + own) / 20 + 1);
}

TEST(Contact, RowIsTheNormalTimesTheJacobiansOfThePoints) {
  Random random(2);
  for (int trial = 0; trial < scaled(300); ++trial) {
    const Figure figure = test::random_fleshed_figure(random, 8);
    Kinematics kinematics(figure);
    kinematics.update(test::random_posture(random, figure));
    Proximity proximity(figure);
    proximity.prepare(test::random_world(random, 10, 1.0));
    const int n = figure.dof_count();
    for (const Contact& contact : proximity.find(kinematics, 1.0)) {
      RowMatrix here(3, n), there = RowMatrix::Zero(3, n);
      kinematics.translation_jacobian(contact.segment, contact.point, here);
      if (contact.other_segment.is_valid())
        kinematics.translation_jacobian(contact.other_segment, contact.other_point, there);
      Eigen::RowVectorXd row(n);
      clearance_row(kinematics, contact, row);
      EXPECT_LT((row - contact.normal.transpose() * (here - there)).norm(), 1e-10);
      EXPECT_LT((kinematics.segment_pose(contact.segment) * contact.local - contact.point).norm(), 1e-12);
    }
  }
}

TEST(Contact, AMovingObstacleReducesTheClearanceAtItsClosingSpeed) {
  Random random(3);
  for (int trial = 0; trial < scaled(300); ++trial) {
    const Figure figure = test::random_fleshed_figure(random, 4);
    World world = test::random_world(random, 20, 1.0);
    Kinematics kinematics(figure);
    kinematics.update(test::random_posture(random, figure));
    Proximity proximity(figure, {.self = false});
    proximity.prepare(world);
    const auto found = proximity.find(kinematics, 1.0);
    const std::vector<Contact> before(found.begin(), found.end());
    constexpr double dt = 1e-7;
    world.advance(dt);
    for (const Contact& contact : before) {
      EXPECT_EQ(contact.velocity, at(world.obstacles, contact.obstacle).velocity);
      if (contact.clearance < 0.0) continue;
      const double after = closest(test::shape_of(kinematics, contact.segment, contact.shape),
                                   at(world.obstacles, contact.obstacle).shape)
                               .distance;
      EXPECT_NEAR((after - contact.clearance) / dt, -closing_speed(contact), 1e-4);
    }
  }
}

}  // namespace
}  // namespace limber
