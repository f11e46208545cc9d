#include "limber/figure/joint.h"

#include <gtest/gtest.h>

#include <numbers>

#include "figure/swing_support.h"
#include "limber/math/rotation.h"
#include "limber/math/swing_twist.h"
#include "support/random_figure.h"
#include "support/scale.h"
#include "support/star_polygon.h"

namespace limber {
namespace {

using test::Random;
using test::scaled;
using test::uniform;

using std::numbers::pi;
using test::angle_of;
using test::polar;

Quat random_orientation(Random& random) {
  std::normal_distribution<double> normal;
  const double w = normal(random), x = normal(random), y = normal(random), z = normal(random);
  return Quat(w, x, y, z).normalized();
}

SwingLimit random_swing_limit(Random& random) {
  switch (test::uniform_int(random, 0, 3)) {
    case 0:
      return std::monostate{};
    case 1:
      return SwingEllipse{Vec2(uniform(random, 0.05, 3.1), uniform(random, 0.05, 3.1))};
    default:
      return test::random_star(random).polygon;
  }
}

TwistLimit random_twist_limit(Random& random) {
  const auto range = [&] {
    const double min = uniform(random, -4, 3);
    return Range{min, min + uniform(random, 0.0, 3.0)};
  };
  switch (test::uniform_int(random, 0, 2)) {
    case 0:
      return std::monostate{};
    case 1:
      return range();
    default:
      TwistTable table{6, 4, 2.5, {}};
      for (int i = 0; i < 24; ++i) table.ranges.push_back(i > 0 && i < 6 ? table.ranges[0] : range());
      return table;
  }
}

double turn_between(const Quat& a, const Quat& b) {
  return log_rotation(Quat(a * b.conjugate())).norm();
}

TEST(Limits, ARangeClampsToItself) {
  const Range range{-1, 2};
  EXPECT_EQ(range.clamp(-3), -1);
  EXPECT_EQ(range.clamp(3), 2);
  EXPECT_EQ(range.clamp(0.5), 0.5);
  EXPECT_TRUE(range.is_limited());
  EXPECT_FALSE(Range{}.is_limited());
  EXPECT_TRUE((Range{.max = 1}.is_limited()));
}

TEST(Limits, TheNearestAllowedSwingIsInsideAndStaysThere) {
  Random random(1);
  for (int i = 0; i < scaled(20000); ++i) {
    const SwingLimit limit = random_swing_limit(random);
    const Vec2 swing = polar(uniform(random, 0, pi), uniform(random, -pi, pi));
    const Vec2 allowed = nearest_allowed(limit, swing);
    EXPECT_TRUE(is_inside(limit, allowed));
    EXPECT_EQ(nearest_allowed(limit, allowed), allowed);
    EXPECT_EQ(is_inside(limit, swing), allowed == swing);
    if (const auto* ellipse = std::get_if<SwingEllipse>(&limit)) {
      EXPECT_LT(ellipse->value(allowed), 1e-12);
    }
  }
}

TEST(Limits, NoAllowedSwingIsNearerThanTheNearest) {
  Random random(2);
  for (int i = 0; i < scaled(500); ++i) {
    const SwingLimit limit = random_swing_limit(random);
    const Vec2 swing = polar(uniform(random, 0, pi), uniform(random, -pi, pi));
    const double nearest = angle_of(nearest_allowed(limit, swing), swing);
    for (int k = 0; k < 100; ++k) {
      const Vec2 other = nearest_allowed(limit, polar(uniform(random, 0, pi), uniform(random, -pi, pi)));
      EXPECT_GE(angle_of(other, swing), nearest - 4e-15);
    }
  }
}

TEST(Limits, TheNearestAllowedOrientationIsInsideAndStaysThere) {
  Random random(3);
  int moved = 0;
  for (int i = 0; i < scaled(20000); ++i) {
    const SwingLimit swing = random_swing_limit(random);
    const TwistLimit twist = random_twist_limit(random);
    const Quat q = random_orientation(random);
    const Quat allowed = nearest_allowed(swing, twist, q);
    EXPECT_TRUE(is_inside(swing, twist, allowed));
    EXPECT_EQ(nearest_allowed(swing, twist, allowed).coeffs(), allowed.coeffs());
    EXPECT_NEAR(allowed.norm(), 1.0, 1e-15);
    EXPECT_EQ(is_inside(swing, twist, q), allowed.coeffs() == q.coeffs());
    moved += allowed.coeffs() != q.coeffs();
  }
  EXPECT_GT(moved, scaled(20000) / 2);
}

TEST(Limits, TheLimbGoesToTheNearestAllowedDirection) {
  Random random(4);
  for (int i = 0; i < scaled(10000); ++i) {
    const SwingLimit limit = random_swing_limit(random);
    const TwistLimit twist = random_twist_limit(random);
    const Quat q = random_orientation(random);
    const Vec3 expected = swing_direction(nearest_allowed(limit, swing_twist(q).swing));
    EXPECT_LT((nearest_allowed(limit, twist, q) * Vec3::UnitZ() - expected).norm(), 1e-14);
  }
}

TEST(Limits, WithFreeTwistTheTurnIsNoLargerThanTheLimbNeeds) {
  Random random(5);
  for (int i = 0; i < scaled(10000); ++i) {
    const SwingLimit limit = random_swing_limit(random);
    const Quat q = random_orientation(random), allowed = nearest_allowed(limit, {}, q);
    EXPECT_NEAR(turn_between(allowed, q), angle_between(allowed * Vec3::UnitZ(), q * Vec3::UnitZ()), 1e-13);
  }
}

TEST(Limits, WithAllowedSwingOnlyTheTwistChanges) {
  Random random(6);
  for (int i = 0; i < scaled(5000); ++i) {
    const SwingTwist parts{polar(uniform(random, 0, 2.8), uniform(random, -pi, pi)),
                           uniform(random, -pi, pi)};
    const Range range{uniform(random, -2, 0), uniform(random, 0, 2)};
    const SwingTwist found = swing_twist(nearest_allowed({}, range, compose(parts)));
    EXPECT_LT((found.swing - parts.swing).norm(), 1e-13);
    const double by_hand =
        parts.twist >= range.min && parts.twist <= range.max ? parts.twist
        : std::abs(wrap_angle(parts.twist - range.min)) < std::abs(wrap_angle(parts.twist - range.max))
            ? range.min
            : range.max;
    EXPECT_NEAR(found.twist, by_hand, 1e-13);
  }
}

TEST(Limits, ATwistRangeMayReachOverAHalfTurn) {
  const TwistLimit limit = Range{2.5, 4.0};
  const auto with_twist = [](double twist) { return compose({Vec2(0.3, 0.2), twist}); };
  EXPECT_TRUE(is_inside({}, limit, with_twist(3.0)));
  EXPECT_TRUE(is_inside({}, limit, with_twist(-3.0)));
  EXPECT_FALSE(is_inside({}, limit, with_twist(0.0)));
  EXPECT_NEAR(swing_twist(nearest_allowed({}, limit, with_twist(-1.0))).twist, 4.0 - 2 * pi, 1e-15);
  EXPECT_NEAR(swing_twist(nearest_allowed({}, limit, with_twist(1.0))).twist, 2.5, 1e-15);
}

TEST(Limits, ATwistRangeOfAFullTurnAllowsEverythingAndAnOpenOneEndsAtAHalfTurn) {
  Random random(7);
  for (int i = 0; i < scaled(1000); ++i) {
    const Quat q = random_orientation(random);
    EXPECT_TRUE(is_inside({}, Range{1.0, 1.0 + 2 * pi}, q));
    EXPECT_TRUE(is_inside({}, Range{}, q));
    EXPECT_EQ(is_inside({}, Range{.max = 0.5}, q), swing_twist(q).twist <= 0.5);
    EXPECT_EQ(is_inside({}, Range{.min = 0.5}, q), swing_twist(q).twist >= 0.5);
  }
}

TEST(Limits, ToleranceIsAnAngle) {
  const SwingLimit circle = SwingEllipse{Vec2(1, 1)};
  EXPECT_FALSE(is_inside(circle, {}, compose({Vec2(1.01, 0), 0.0})));
  EXPECT_FALSE(is_inside(circle, {}, compose({Vec2(1.01, 0), 0.0}), 0.009));
  EXPECT_TRUE(is_inside(circle, {}, compose({Vec2(1.01, 0), 0.0}), 0.011));
  EXPECT_FALSE(is_inside({}, Range{-1, 1}, compose({Vec2(0, 0), 1.01}), 0.009));
  EXPECT_TRUE(is_inside({}, Range{-1, 1}, compose({Vec2(0, 0), 1.01}), 0.011));
}

TEST(LimitsNearTheSingularity, EveryTwistIsAllowedForALimbAlongMinusZ) {
  Random random(8);
  for (int i = 0; i < scaled(2000); ++i) {
    const double azimuth = uniform(random, -pi, pi), min = uniform(random, -2, 1);
    const Quat q(0.0, std::cos(azimuth), std::sin(azimuth), 0.0);
    const TwistLimit limit = Range{min, min + 0.5};
    EXPECT_TRUE(is_inside({}, limit, q));
    EXPECT_EQ(nearest_allowed({}, limit, q).coeffs(), q.coeffs());
  }
}

TEST(LimitsNearTheSingularity, OrientationsMoveInsideAndStay) {
  Random random(9);
  for (int i = 0; i < scaled(5000); ++i) {
    const double off = std::pow(10.0, uniform(random, -16, 0));
    const Quat any = random_orientation(random);
    const Quat q = Quat(off * any.w(), any.x(), any.y(), off * any.z()).normalized();
    const TwistLimit twist = Range{-0.4, 0.3};
    const SwingLimit swing = i % 2 ? SwingLimit{} : SwingLimit{SwingEllipse{Vec2(pi - 1e-6, 3.0)}};
    const Quat allowed = nearest_allowed(swing, twist, q);
    EXPECT_TRUE(is_inside(swing, twist, allowed));
    EXPECT_EQ(nearest_allowed(swing, twist, allowed).coeffs(), allowed.coeffs()) << off;
  }
}

// A disc of radius 1.2 with a notch cut into it from azimuth -0.25 to 0.25 down to a deviation of 0.3
// (azimuths and deviations of the swing).
SwingPolygon notched_disc() {
  SwingPolygon polygon;
  for (int i = 0; i <= 20; ++i) {
    polygon.vertices.push_back(swing_direction(polar(1.2, 0.25 + (2 * pi - 0.5) * i / 20)));
  }
  polygon.vertices.push_back(swing_direction(polar(0.3, 0)));
  return polygon;
}

TEST(LimitsOnTheWay, NothingJumpsAcrossANotch) {
  const SwingLimit limit = notched_disc();
  const Vec2 from = polar(1.0, 0.6), to = polar(1.0, -0.6);
  ASSERT_TRUE(is_inside(limit, from));
  ASSERT_TRUE(is_inside(limit, to));
  EXPECT_EQ(nearest_allowed(limit, to), to);  // looking only at the end does jump
  const Vec2 stopped = nearest_allowed_on_the_way(limit, from, to);
  EXPECT_TRUE(is_inside(limit, stopped));
  EXPECT_GT(stopped.y(), 0.0);
}

TEST(LimitsOnTheWay, RandomStepsStayOnTheirSideOfANotch) {
  Random random(10);
  const SwingLimit limit = notched_disc();
  int stopped = 0;
  for (int i = 0; i < scaled(5000); ++i) {
    const Vec2 from = polar(uniform(random, 0.9, 1.15), uniform(random, 0.3, 1.0));
    const Vec2 to = polar(uniform(random, 0.9, 1.15), -uniform(random, 0.3, 1.0));
    const Vec2 arrived = nearest_allowed_on_the_way(limit, from, to);
    EXPECT_TRUE(is_inside(limit, arrived));
    if (arrived != to) ++stopped;
    EXPECT_TRUE(arrived.y() > 0.0 || arrived.norm() < 0.7)
        << from.transpose() << " to " << arrived.transpose();
  }
  EXPECT_GT(stopped, scaled(5000) / 2);
}

// A disc of radius 1.2 with a slit from its edge to a deviation of 0.3, narrower than any piece of a walk.
SwingPolygon slit_disc(double width) {
  SwingPolygon polygon;
  for (int i = 0; i <= 20; ++i) {
    polygon.vertices.push_back(swing_direction(polar(1.2, width + (2 * pi - 2 * width) * i / 20)));
  }
  polygon.vertices.push_back(swing_direction(polar(0.3, 0)));
  return polygon;
}

// No way inside is shorter than the one round the end of the slit, so a walk that is no longer than the step
// it replaces cannot have gone across.
TEST(LimitsOnTheWay, NoSlitIsTooNarrowToStopAWalk) {
  Random random(13);
  const Vec3 end = swing_direction(polar(0.3, 0));
  for (int i = 0; i < scaled(5000); ++i) {
    const SwingLimit limit = slit_disc(std::pow(10.0, -uniform(random, 1, 7)));
    const Vec2 from = polar(uniform(random, 0.35, 1.15), uniform(random, 0.12, 1.0));
    const Vec2 to = polar(uniform(random, 0.35, 1.15), -uniform(random, 0.12, 1.0));
    const Vec2 arrived = nearest_allowed_on_the_way(limit, from, to);
    EXPECT_TRUE(is_inside(limit, arrived));
    if (arrived.y() > 0.0) continue;
    const Vec3 a = swing_direction(from), b = swing_direction(arrived), c = swing_direction(to);
    EXPECT_LE(angle_between(a, end) + angle_between(end, b), angle_between(a, c) + 0.05 + 1e-9)
        << from.transpose() << " to " << to.transpose() << ": " << arrived.transpose();
  }
}

TEST(LimitsOnTheWay, RepeatedStepsSlideRoundTheNotchToTheOtherSide) {
  const SwingLimit limit = notched_disc();
  const Vec2 to = polar(0.5, -1.0);
  Vec2 at = polar(0.6, 0.8);
  for (int i = 0; i < 20; ++i) at = nearest_allowed_on_the_way(limit, at, to);
  EXPECT_EQ(at, to);
}

TEST(LimitsOnTheWay, AnUnobstructedStepReachesItsEndExactly) {
  Random random(11);
  int arrived = 0;
  for (int i = 0; i < scaled(2000); ++i) {
    const test::StarPolygon star = test::random_star(random);
    // From the centre of a star every allowed direction is reached in a straight line.
    const Vec2 from = swing_of_direction(star.axes.col(2));
    const Vec2 to = polar(uniform(random, 0, 3), uniform(random, -pi, pi));
    const Vec2 found = nearest_allowed_on_the_way(star.polygon, from, to);
    EXPECT_TRUE(is_inside(star.polygon, found));
    if (!is_inside(star.polygon, to)) continue;
    EXPECT_EQ(found, to);
    ++arrived;
  }
  EXPECT_GT(arrived, scaled(2000) / 10);
}

TEST(LimitsOnTheWay, IsTheNearestAllowedWhereThereAreNoNotches) {
  Random random(12);
  for (int i = 0; i < scaled(2000); ++i) {
    const SwingLimit limit = SwingEllipse{Vec2(uniform(random, 0.1, 3), uniform(random, 0.1, 3))};
    const Vec2 from = nearest_allowed(limit, polar(uniform(random, 0, pi), uniform(random, -pi, pi)));
    const Vec2 to = polar(uniform(random, 0, pi), uniform(random, -pi, pi));
    EXPECT_EQ(nearest_allowed_on_the_way(limit, from, to), nearest_allowed(limit, to));
  }
  EXPECT_EQ(nearest_allowed_on_the_way({}, Vec2(0, 0), Vec2(9, 9)), Vec2(9, 9));
}

TEST(LimitsOnTheWay, ZeroStepsAndHalfTurnsWork) {
  const SwingLimit limit = notched_disc();
  const Vec2 at = polar(1.0, 0.6);
  EXPECT_EQ(nearest_allowed_on_the_way(limit, at, at), at);
  const Vec2 opposite = swing_of_direction(-swing_direction(at));
  EXPECT_TRUE(is_inside(limit, nearest_allowed_on_the_way(limit, at, opposite)));
  EXPECT_TRUE(is_inside(limit, nearest_allowed_on_the_way(limit, opposite, at)));
}

}  // namespace
}  // namespace limber
