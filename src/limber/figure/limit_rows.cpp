// Linear rows for the limits of a swing or ball joint.

#include "limber/figure/limit_rows.h"

#include <cmath>
#include <numbers>

#include "limber/base/ids.h"
#include "limber/math/portable.h"
#include "limber/math/rotation.h"
#include "limber/math/swing_twist.h"

namespace limber {

namespace {

using std::numbers::pi;
constexpr double no_swing = 1e-9;       // [rad] nearer to the middle of an ellipse all its tangents are alike
constexpr double no_twist_left = 1e-6;  // [rad] so close to |s| = pi the twist says nothing

// How the parts of an orientation change with the joint's own degrees of freedom.
struct Rates {
  SwingTwist parts;
  Mat3 by_dof;       // rows s_x, s_y, tau
  Mat3 turn_by_dof;  // the angular velocity in the base frame
};

Rates rates_of(const Joint& joint, std::span<const double> values) {
  Rates rates;
  if (joint.type == JointType::ball) {
    rates.parts = swing_twist(Quat(values[3], values[0], values[1], values[2]));
    rates.by_dof = swing_twist_rates(rates.parts);
    rates.turn_by_dof.setIdentity();
  } else {
    rates.parts.swing = {values[0], values[1]};
    rates.by_dof << 1, 0, 0, 0, 1, 0, 0, 0, 0;
    rates.turn_by_dof = left_jacobian(Vec3(values[0], values[1], 0.0));
    rates.turn_by_dof.col(2).setZero();
  }
  return rates;
}

struct Collector {
  LimitRows found;
  double margin;

  // row . w <= room, in any scale.
  void add(const Vec3& row, double room, LimitRow::Kind kind) {
    const double length = row.norm();
    if (!(length > 0.0) || !std::isfinite(length)) return;
    if (room < margin * length) {
      at(found.rows, found.count++) = {row / length, room / length, kind};
    }
  }
};

void add_ellipse(const SwingEllipse& ellipse, const Rates& rates, Collector& rows) {
  const Vec2& s = rates.parts.swing;
  if (s.norm() < no_swing) return;
  const Vec2 h = s.cwiseQuotient(ellipse.radii.cwiseAbs2());
  const double rho = s.cwiseQuotient(ellipse.radii).norm();
  rows.add(rates.by_dof.topRows<2>().transpose() * h, rho * (1.0 - rho), LimitRow::Kind::swing);
}

void add_polygon(const SwingPolygon& polygon, const Rates& rates, Collector& rows) {
  const Vec3 d = swing_direction(rates.parts.swing);
  const SwingPolygon::Walls walls = polygon.walls_near(d);
  for (int i = 0; i < walls.count; ++i) {
    const Vec3& n = at(walls.normals, i);
    const Vec3 lever = d.cross(n);  // d(n . d) = n . (w x d) = w . (d x n)
    const double sine = lever.norm();
    if (!(sine > 0.0)) continue;  // the pole of the edge: as far from it as can be
    rows.add(rates.turn_by_dof.transpose() * (-lever / sine), portable::atan2(n.dot(d), sine),
             LimitRow::Kind::swing);
  }
}

void add_twist(const TwistLimit& limit, const Rates& rates, Collector& rows) {
  const Vec2& s = rates.parts.swing;
  if (std::holds_alternative<std::monostate>(limit) || s.norm() > pi - no_twist_left) return;
  const Range given = twist_range(limit, s);
  const Range range = {std::isfinite(given.min) ? given.min : -pi, std::isfinite(given.max) ? given.max : pi};
  if (range.max - range.min >= 2.0 * pi) return;
  // On the circle of twists: the turn nearest to the middle of the range is the one that counts.
  const double middle = 0.5 * (range.min + range.max);
  const double tau = rates.parts.twist - 2.0 * pi * std::round((rates.parts.twist - middle) / (2.0 * pi));
  TwistTable::Gradient slope{Vec2::Zero(), Vec2::Zero()};
  if (const TwistTable* table = std::get_if<TwistTable>(&limit)) slope = table->gradient(s);
  const Vec3 by_twist = rates.by_dof.row(2);
  const Eigen::Matrix<double, 3, 2> by_swing = rates.by_dof.topRows<2>().transpose();
  rows.add(by_twist - by_swing * slope.max, range.max - tau, LimitRow::Kind::twist_upper);
  rows.add(by_swing * slope.min - by_twist, tau - range.min, LimitRow::Kind::twist_lower);
}

}  // namespace

LimitRows orientation_limit_rows(const Joint& joint, std::span<const double> values, double margin) noexcept {
  Collector rows{{}, margin};
  const bool is_ball = joint.type == JointType::ball;
  if (!is_ball && joint.type != JointType::swing) return rows.found;
  if (joint.swing_limit.index() == 0 && joint.twist_limit.index() == 0) return rows.found;
  const Rates rates = rates_of(joint, values);
  if (const auto* ellipse = std::get_if<SwingEllipse>(&joint.swing_limit)) add_ellipse(*ellipse, rates, rows);
  if (const auto* polygon = std::get_if<SwingPolygon>(&joint.swing_limit)) add_polygon(*polygon, rates, rows);
  if (is_ball) add_twist(joint.twist_limit, rates, rows);
  return rows.found;
}

}  // namespace limber
