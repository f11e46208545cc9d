// Swing and twist limits as linear rows: the exact derivatives of how far it is to the limit.

#include "limber/figure/limit_rows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "limber/figure/joint_motion.h"
#include "limber/math/rotation.h"
#include "limber/math/swing_twist.h"
#include "support/allocations.h"
#include "support/finite_differences.h"
#include "support/scale.h"
#include "support/star_polygon.h"

namespace limber {
namespace {

using test::Random;
using test::scaled;
using test::uniform;

using std::numbers::pi;

// One limb on one joint: right way round and inverted have the same values and must have the same rows.
struct Limb {
  Figure figure;
  Posture posture;

  const Joint& joint() const { return figure.joint(JointId{1}); }
  LimitRows rows(double margin = unlimited) const {
    return orientation_limit_rows(joint(), values_of(figure, posture, JointId{1}), margin);
  }
  SwingTwist parts(const Posture& p) const {
    const std::span<const double> v = values_of(figure, p, JointId{1});
    if (joint().type == JointType::swing) return {Vec2(v[0], v[1]), 0.0};
    return swing_twist(Quat(v[3], v[0], v[1], v[2]));
  }
  // The gradient of a function of swing and twist, over the joint's own degrees of freedom.
  Vec3 gradient(const std::function<double(const SwingTwist&)>& function) const {
    const Eigen::MatrixXd row = test::finite_differences(
        figure, posture, [&](const Posture& p) { return VecX::Constant(1, function(parts(p))); });
    Vec3 result = Vec3::Zero();
    result.head(row.cols()) = row.row(0).transpose();
    return result;
  }
  // The same for functions with corners: differences so short that they rarely reach across one.
  Vec3 gradient_beside_corners(const std::function<double(const SwingTwist&)>& function) const {
    const double h = 1e-6;
    Vec3 result = Vec3::Zero();
    for (int c = 0; c < figure.dof_count(); ++c) {
      Posture ahead = posture, behind = posture;
      integrate(figure, h * VecX::Unit(figure.dof_count(), c), ahead);
      integrate(figure, -h * VecX::Unit(figure.dof_count(), c), behind);
      result[c] = (function(parts(ahead)) - function(parts(behind))) / (2 * h);
    }
    return result;
  }
};

Limb limb(const Joint& joint, const SwingTwist& at) {
  FigureDescription d;
  d.name = "limb";
  d.segments = {{.name = "base"}, {.name = "limb", .parent = "base", .joint = joint}};
  Figure figure = Figure::build(d).value();
  Posture posture = figure.rest_posture();
  if (joint.type == JointType::swing) {
    posture.values = at.swing;
  } else {
    posture.values = compose(at).coeffs();
  }
  return {figure, posture};
}

Joint random_swinging_joint(Random& random) {
  return {.type = test::uniform_int(random, 0, 1) ? JointType::ball : JointType::swing,
          .inverted = test::uniform_int(random, 0, 1) == 0};
}

Vec2 random_swing(Random& random, double most) {
  const double angle = uniform(random, -pi, pi);
  return uniform(random, 0.2, most) * Vec2(std::cos(angle), std::sin(angle));
}

const LimitRow* find(const LimitRows& rows, LimitRow::Kind kind) {
  for (const LimitRow& row : rows) {
    if (row.kind == kind) return &row;
  }
  return nullptr;
}

// row . w <= room says: `function` (<= 0 inside) does not pass 0, to first order.
void expect_linearises(const LimitRow& row, double function, const Vec3& gradient, double tolerance) {
  EXPECT_LT((row.row - gradient.normalized()).norm(), tolerance);
  EXPECT_NEAR(row.room, -function / gradient.norm(), tolerance * (1.0 + std::abs(row.room)));
}

TEST(LimitRows, OfAnEllipseMatchFiniteDifferences) {
  Random random(301);
  for (int trial = 0; trial < scaled(3000); ++trial) {
    Joint joint = random_swinging_joint(random);
    const Vec2 radii(uniform(random, 0.2, 2.5), uniform(random, 0.2, 2.5));
    joint.swing_limit = SwingEllipse{radii};
    const Limb limb = limber::limb(joint, {random_swing(random, 2.6), uniform(random, -2, 2)});
    const auto rho = [&](const SwingTwist& p) { return p.swing.cwiseQuotient(radii).norm() - 1.0; };
    const LimitRows rows = limb.rows();
    ASSERT_EQ(rows.count, 1);
    expect_linearises(rows.rows[0], rho(limb.parts(limb.posture)), limb.gradient(rho), 1e-6);
    if (HasFailure()) FAIL() << "trial " << trial;
  }
}

// The row is the tangent of the ellipse: it forbids nothing that is allowed.
TEST(LimitRows, OfAnEllipseContainTheWholeEllipse) {
  Random random(302);
  for (int trial = 0; trial < scaled(20000); ++trial) {
    const Vec2 radii(uniform(random, 0.2, 2.5), uniform(random, 0.2, 2.5));
    const Limb limb = limber::limb({.type = JointType::swing, .swing_limit = SwingEllipse{radii}},
                                   {random_swing(random, 2.6), 0});
    const double a = uniform(random, -pi, pi), part = std::sqrt(uniform(random, 0, 1));
    const Vec2 allowed = part * radii.cwiseProduct(Vec2(std::cos(a), std::sin(a)));
    const LimitRow row = limb.rows().rows[0];
    const Vec2 way = allowed - limb.posture.values;
    EXPECT_LE(row.row.head<2>().dot(way), row.room + 1e-12);
  }
}

TEST(LimitRows, OfAPolygonGiveTheDistanceToItAndItsDerivative) {
  Random random(303);
  int tried = 0, notches = 0;
  for (int trial = 0; trial < scaled(20000); ++trial) {
    const test::StarPolygon star = test::random_star(random);
    Joint joint = random_swinging_joint(random);
    joint.swing_limit = star.polygon;
    const Limb limb = limber::limb(joint, {random_swing(random, 2.4), uniform(random, -2, 2)});
    const Vec3 d = swing_direction(limb.parts(limb.posture).swing);
    const SwingPolygon::Nearest nearest = star.polygon.nearest_on_boundary(d);
    const double distance = angle_between(d, nearest.point);
    if (!nearest.inside || distance < 0.05 || distance > 1.4) continue;
    const auto to_boundary = [&](const SwingTwist& p) {
      const Vec3 direction = swing_direction(p.swing);
      return -angle_between(direction, star.polygon.nearest_on_boundary(direction).point);
    };
    // Where another edge is as near, the distance has a corner.
    const Vec3 gradient = limb.gradient_beside_corners(to_boundary);
    if (joint.type == JointType::ball && std::abs(gradient.norm() - 1.0) > 1e-6) continue;
    const LimitRows rows = limb.rows();
    ASSERT_GE(rows.count, 1);
    if (joint.type == JointType::swing && rows.count == 2 &&
        std::abs(rows.rows[0].room - rows.rows[1].room) < 0.01) {
      continue;
    }
    expect_linearises(rows.rows[0], -distance, gradient, 1e-4);
    ++tried;
    notches += nearest.is_vertex;
    if (HasFailure()) FAIL() << "trial " << trial << " vertex " << nearest.is_vertex;
  }
  EXPECT_GT(tried, scaled(20000) / 20);
  EXPECT_GT(notches, scaled(20000) / 200);
}

// What the rows are for: short steps that keep them do not leave, but for curvature.
TEST(LimitRows, OfAPolygonKeepShortStepsInside) {
  Random random(304);
  const double length = 0.02;
  int tried = 0, left = 0;
  for (int trial = 0; trial < scaled(100000); ++trial) {
    const test::StarPolygon star = test::random_star(random);
    // Close to the boundary, on the inside.
    const Vec3 anywhere = test::random_direction(random);
    const Vec3 d = (star.polygon.nearest_on_boundary(anywhere).point + 0.02 * test::random_direction(random))
                       .normalized();
    if (!star.contains(d)) continue;
    const Vec2 swing = swing_of_direction(d);
    if (swing.norm() > 2.8) continue;
    const Limb limb = limber::limb({.type = JointType::ball, .swing_limit = star.polygon}, {swing, 0.3});
    const Vec3 w = length * test::random_direction(random);
    const LimitRows rows = limb.rows();
    ASSERT_GE(rows.count, 1);
    bool kept = true;
    for (const LimitRow& row : rows) kept = kept && row.row.dot(w) <= row.room;
    if (!kept) continue;
    ++tried;
    const SwingPolygon::Nearest after = star.polygon.nearest_on_boundary(exp_rotation(w) * d);
    left += !after.inside && angle_between(exp_rotation(w) * d, after.point) > length * length;
  }
  // A third edge in reach of the step has no row of its own.
  EXPECT_LE(left, tried / 500) << tried;
  EXPECT_GT(tried, scaled(100000) / 20);
}

TEST(LimitRows, AtACornerOfAPolygonAreItsTwoEdges) {
  const std::vector<Vec3> square = {swing_direction({0.5, 0.5}), swing_direction({-0.5, 0.5}),
                                    swing_direction({-0.5, -0.5}), swing_direction({0.5, -0.5})};
  SwingPolygon polygon{square};
  if (!polygon.contains(Vec3::UnitZ())) polygon.vertices = {square[3], square[2], square[1], square[0]};
  ASSERT_TRUE(polygon.contains(Vec3::UnitZ()));
  const Limb corner = limb({.type = JointType::ball, .swing_limit = polygon}, {{0.499, 0.498}, 0});
  EXPECT_EQ(corner.rows(0.1).count, 2);
  const Limb edge = limb({.type = JointType::ball, .swing_limit = polygon}, {{0.45, 0.0}, 0});
  EXPECT_EQ(edge.rows(0.1).count, 1);
  EXPECT_NEAR(edge.rows(0.1).rows[0].row.x(), 1.0, 0.02);
  const Limb middle = limb({.type = JointType::ball, .swing_limit = polygon}, {{0.0, 0.0}, 0});
  EXPECT_EQ(middle.rows(0.1).count, 0);
  const Limb on_the_corner =
      limb({.type = JointType::ball, .swing_limit = polygon}, {swing_of_direction(polygon.vertices[0]), 0});
  ASSERT_EQ(on_the_corner.rows(0.1).count, 2);
  for (const LimitRow& row : on_the_corner.rows(0.1)) EXPECT_NEAR(row.room, 0.0, 1e-12);
}

// At a notch the two edges together would forbid to slide along either: one row, between the two.
TEST(LimitRows, AtANotchTheLimbCanSlideInBothDirections) {
  const auto at = [](double x, double y) { return swing_direction({-y, x}); };  // limb towards (x, y)
  SwingPolygon polygon{{at(1, 1), at(-1, 1), at(-1, -1), at(0, -0.2), at(1, -1)}};
  ASSERT_TRUE(polygon.contains(Vec3::UnitZ()));
  ASSERT_FALSE(polygon.is_convex());
  for (const double gap : {0.0, 1e-12, 1e-6, 0.05}) {
    const Vec3 d = at(0, -0.2 + gap);
    const Limb limb =
        limber::limb({.type = JointType::ball, .swing_limit = polygon}, {swing_of_direction(d), 0});
    const LimitRows rows = limb.rows(0.1);
    ASSERT_EQ(rows.count, 1) << gap;
    EXPECT_NEAR(rows.rows[0].room, gap, 1e-9);
    // Sideways, along d x y: not held back.
    EXPECT_NEAR(rows.rows[0].row.dot(d.cross(Vec3::UnitX())), 0.0, 1e-6);
    EXPECT_LT(rows.rows[0].row.dot(d.cross(Vec3::UnitY())), -0.9);  // upwards: away from it
  }
}

TEST(LimitRows, OfATwistRangeMatchFiniteDifferences) {
  Random random(305);
  for (int trial = 0; trial < scaled(3000); ++trial) {
    const double min = uniform(random, -4, 3), max = min + uniform(random, 0.2, 5.0);
    const Limb limb =
        limber::limb({.type = JointType::ball, .twist_limit = Range{min, max}, .inverted = trial % 2 == 0},
                     {random_swing(random, 2.5), wrap_angle(uniform(random, min - 0.2, max + 0.2))});
    const double middle = 0.5 * (min + max);
    // The twist counted from the middle of the range, so that it does not jump inside it.
    const auto tau = [&](const SwingTwist& p) { return middle + wrap_angle(p.twist - middle); };
    if (std::abs(tau(limb.parts(limb.posture)) - middle) > 3.1) continue;
    const LimitRows rows = limb.rows();
    ASSERT_EQ(rows.count, 2);
    const double now = tau(limb.parts(limb.posture));
    const Vec3 gradient = limb.gradient(tau);
    expect_linearises(*find(rows, LimitRow::Kind::twist_upper), now - max, gradient, 1e-6);
    expect_linearises(*find(rows, LimitRow::Kind::twist_lower), min - now, -gradient, 1e-6);
    if (HasFailure()) FAIL() << "trial " << trial;
  }
}

TEST(LimitRows, OfATwistTableMatchFiniteDifferences) {
  Random random(306);
  int tried = 0;
  for (int trial = 0; trial < scaled(3000); ++trial) {
    TwistTable table{.azimuths = 5, .deviations = 3, .largest_deviation = 2.0, .ranges = {}};
    for (int r = 0; r < 3; ++r) {
      for (int k = 0; k < 5; ++k) {
        const double min = r == 0 ? -0.5 : uniform(random, -1.0, -0.2);
        table.ranges.push_back({min, r == 0 ? 0.8 : min + uniform(random, 0.3, 1.5)});
      }
    }
    const Vec2 swing = random_swing(random, 1.9);
    const double column = std::atan2(swing.y(), swing.x()) / (2 * pi) * 5, row = swing.norm();
    const auto near_grid_line = [](double x) { return std::abs(x - std::round(x)) < 0.02; };
    if (near_grid_line(column) || near_grid_line(row)) continue;  // the table has an edge there
    const Limb limb =
        limber::limb({.type = JointType::ball, .twist_limit = table, .inverted = trial % 2 == 0},
                     {swing, uniform(random, -1.2, 1.2)});
    const auto above = [&](const SwingTwist& p) { return p.twist - table.at(p.swing).max; };
    const auto below = [&](const SwingTwist& p) { return table.at(p.swing).min - p.twist; };
    const LimitRows rows = limb.rows();
    ASSERT_EQ(rows.count, 2);
    const SwingTwist now = limb.parts(limb.posture);
    expect_linearises(*find(rows, LimitRow::Kind::twist_upper), above(now), limb.gradient(above), 1e-6);
    expect_linearises(*find(rows, LimitRow::Kind::twist_lower), below(now), limb.gradient(below), 1e-6);
    ++tried;
    if (HasFailure()) FAIL() << "trial " << trial;
  }
  EXPECT_GT(tried, scaled(3000) / 2);
}

TEST(LimitRows, OfATwistRangeBeyondHalfATurnAreMeasuredOnTheCircle) {
  const auto at = [](double twist) {
    return limb({.type = JointType::ball, .twist_limit = Range{2.5, 4.0}}, {Vec2(0.3, 0.1), twist}).rows();
  };
  const LimitRows rows = at(-3.0);  // 3.28 on the range's turn
  EXPECT_GT(find(rows, LimitRow::Kind::twist_upper)->room, 0.6);
  EXPECT_GT(find(rows, LimitRow::Kind::twist_lower)->room, 0.7);
  EXPECT_LT(find(at(2.4), LimitRow::Kind::twist_lower)->room, 0.0);
  EXPECT_LT(find(at(-2.2), LimitRow::Kind::twist_upper)->room, 0.0);
}

TEST(LimitRows, AreOnlyThoseWithinTheMargin) {
  const Joint joint{
      .type = JointType::ball, .swing_limit = SwingEllipse{Vec2(1, 1)}, .twist_limit = Range{-1, 1}};
  EXPECT_EQ(limb(joint, {Vec2(0.5, 0), 0}).rows(0.1).count, 0);
  EXPECT_EQ(limb(joint, {Vec2(0.95, 0), 0}).rows(0.1).count, 1);
  EXPECT_EQ(limb(joint, {Vec2(0.95, 0), 0.97}).rows(0.1).count, 2);
  EXPECT_EQ(limb(joint, {Vec2(0.0, 0), 0.0}).rows(5.0).count, 2);  // no swing: no direction to the ellipse
  EXPECT_EQ(limb({.type = JointType::ball}, {Vec2(0.95, 0), 0.97}).rows().count, 0);
  EXPECT_EQ(limb({.type = JointType::ball, .twist_limit = Range{-4, 4}}, {Vec2(0.9, 0), 0.9}).rows().count,
            0);
}

TEST(LimitRows, AreFiniteWhereTheLimbPointsBackwards) {
  Random random(307);
  for (int trial = 0; trial < scaled(2000); ++trial) {
    Joint joint{.type = JointType::ball, .twist_limit = Range{-1, 1}};
    if (trial % 2) {
      joint.swing_limit = SwingEllipse{Vec2(1, 2)};
    } else {
      joint.swing_limit = test::random_star(random).polygon;
    }
    const double away = trial % 3 == 0 ? 0.0 : std::pow(10.0, uniform(random, -16, -4));
    const double a = uniform(random, -pi, pi);
    const Limb limb =
        limber::limb(joint, {(pi - away) * Vec2(std::cos(a), std::sin(a)), uniform(random, -3, 3)});
    for (const LimitRow& row : limb.rows()) {
      EXPECT_TRUE(row.row.allFinite() && std::isfinite(row.room));
      EXPECT_NEAR(row.row.norm(), 1.0, 1e-12);
    }
  }
}

TEST(LimitRows, AllocateNothing) {
  Random random(308);
  for (int trial = 0; trial < 100; ++trial) {
    const Limb limb = limber::limb({.type = JointType::ball,
                                    .swing_limit = test::random_star(random).polygon,
                                    .twist_limit = Range{-1, 1}},
                                   {random_swing(random, 2.5), 0.5});
    const std::span<const double> values = values_of(limb.figure, limb.posture, JointId{1});
    const test::AllocationCounter allocations;
    const LimitRows rows = orientation_limit_rows(limb.joint(), values);
    EXPECT_EQ(allocations.count(), 0u);
    EXPECT_GT(rows.count, 0);
  }
}

}  // namespace
}  // namespace limber
