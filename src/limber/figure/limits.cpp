// Swing and twist limits together: is it inside, and the nearest allowed orientation.

#include "limber/figure/joint.h"
#include "limber/math/portable.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "limber/base/ids.h"
#include "limber/base/overloaded.h"
#include "limber/figure/swing_edges.h"
#include "limber/math/rotation.h"
#include "limber/math/swing_twist.h"

namespace limber {

namespace {

using std::numbers::pi;
constexpr double piece = 0.05;  // [rad] of a walk: how far it slides along one edge before it looks again

double angle_of_swings(const Vec2& a, const Vec2& b) {
  return angle_between(swing_direction(a), swing_direction(b));
}

Vec2 nearest_allowed_in(const SwingEllipse& ellipse, const Vec2& swing) {
  if (ellipse.contains(swing)) return swing;
  const Vec2 shortest = swing.norm() <= pi ? swing : swing_of_direction(swing_direction(swing));
  if (ellipse.contains(shortest)) return shortest;
  const Vec2 nearest = ellipse.nearest_on_boundary(shortest);
  return angle_of_swings(shortest, nearest) <= on_the_limit ? shortest : nearest;
}

Vec2 nearest_allowed_in(const SwingPolygon& polygon, const Vec2& swing) {
  const SwingPolygon::Nearest nearest = polygon.nearest_on_boundary(swing_direction(swing));
  return nearest.inside ? swing : swing_of_direction(nearest.point);
}

// `angle` further along the great arc from one direction towards another.
Vec3 along_arc(const Vec3& from, const Vec3& to, double angle) {
  const Vec3 side = to - from.dot(to) * from;
  const double length = side.norm();
  const Vec3 tangent = length > 0.0 ? Vec3(side / length) : any_perpendicular(from);
  return (portable::cos(angle) * from + portable::sin(angle) * tangent).normalized();
}

// Where a walk ends that goes straight to its goal, and along the edges it meets.
Vec3 walked(const SwingPolygon& polygon, Vec3 from, const Vec3& goal) {
  const int pieces = static_cast<int>(std::ceil(angle_between(from, goal) / piece));
  for (int i = 0; i < pieces && from != goal; ++i) {
    const double remaining = angle_between(from, goal);
    from = piece_inside(polygon, from, remaining <= piece ? goal : along_arc(from, goal, piece));
  }
  return from;
}

// Does a walk reach its goal by the end of a notch that is beside its straight way?
bool leads_round_a_notch(const SwingPolygon& polygon, const Vec3& from, const Vec3& goal) {
  const Vec3 normal = from.cross(goal);
  const double sine = normal.norm();
  if (!(sine > 0.0)) return false;
  for (int i = 0; i < static_cast<int>(polygon.vertices.size()); ++i) {
    const Vec3& end = at(polygon.vertices, i);
    const Vec3 beside = nearest_on_arc(from, goal, normal / sine, end).point;
    if ((beside - end).norm() > round_the_end || !is_end_of_notch(polygon, i)) continue;
    if ((walked(polygon, from, end) - end).norm() <= on_the_limit && walked(polygon, end, goal) == goal)
      return true;
  }
  return false;
}

Vec2 walk_inside(const SwingPolygon& polygon, const Vec2& from, const Vec2& to) {
  const Vec3 goal = swing_direction(to), start = swing_direction(nearest_allowed_in(polygon, from));
  if (!(angle_between(start, goal) > 0.0)) return nearest_allowed_in(polygon, to);
  const Vec3 end = walked(polygon, start, goal);
  return end == goal || leads_round_a_notch(polygon, start, goal) ? to : swing_of_direction(end);
}

// The twist of a range nearest to tau on the circle, as tau plus a whole number of turns when it is inside.
double nearest_twist(const Range& range, double tau) {
  const double min = std::isfinite(range.min) ? range.min : -pi;
  const double max = std::isfinite(range.max) ? range.max : pi;
  if (max - min >= 2.0 * pi) return tau;
  const double middle = 0.5 * (min + max);
  const double turns = std::round((tau - middle) / (2.0 * pi));
  return std::clamp(tau - 2.0 * pi * turns, min, std::max(min, max));
}

// How far the twist is beyond its limit, as the angle the limb would have to turn: near |s| = pi a small turn
// changes the twist a lot, d tau/dw being 1/cos(|s|/2) long.
double twist_excess(const TwistLimit& limit, const SwingTwist& parts) {
  const double allowed = nearest_twist(twist_range(limit, parts.swing), parts.twist);
  return std::abs(wrap_angle(parts.twist - allowed)) * portable::cos(0.5 * parts.swing.norm());
}

// At |s| = pi a rotation is a swing with any twist: it is read with one that is allowed.
SwingTwist decomposed(const TwistLimit& limit, const Quat& orientation) {
  const SwingTwist parts = swing_twist(orientation);
  if (parts.swing.norm() < pi - on_the_limit) return parts;
  return swing_twist(orientation, nearest_twist(twist_range(limit, parts.swing), 0.0));
}

}  // namespace

bool is_inside(const SwingLimit& limit, const Vec2& swing) {
  return std::visit(overloaded{
                        [](std::monostate) { return true; },
                        [&](const auto& region) { return nearest_allowed_in(region, swing) == swing; },
                    },
                    limit);
}

Vec2 nearest_allowed(const SwingLimit& limit, const Vec2& swing) {
  return std::visit(overloaded{
                        [&](std::monostate) { return swing; },
                        [&](const auto& region) { return nearest_allowed_in(region, swing); },
                    },
                    limit);
}

Vec2 nearest_allowed_on_the_way(const SwingLimit& limit, const Vec2& from, const Vec2& to) {
  const SwingPolygon* polygon = std::get_if<SwingPolygon>(&limit);
  if (!polygon || polygon->is_convex()) return nearest_allowed(limit, to);
  return walk_inside(*polygon, from, to);
}

Range twist_range(const TwistLimit& limit, const Vec2& swing) {
  return std::visit(overloaded{
                        [](std::monostate) { return Range{}; },
                        [](const Range& range) { return range; },
                        [&](const TwistTable& table) { return table.at(swing); },
                    },
                    limit);
}

Quat nearest_allowed(const SwingLimit& swing, const TwistLimit& twist, const Quat& orientation) {
  SwingTwist parts = decomposed(twist, orientation);
  const Vec2 allowed = nearest_allowed(swing, parts.swing);
  const bool swing_moves = allowed != parts.swing;
  if (swing_moves) {
    const Mat3 turn = direct_rotation(swing_direction(parts.swing), swing_direction(allowed));
    parts.twist = swing_twist(Quat(turn) * orientation).twist;
    parts.swing = allowed;
  }
  const bool twist_moves = twist_excess(twist, parts) > on_the_limit;
  if (twist_moves) parts.twist = nearest_twist(twist_range(twist, parts.swing), parts.twist);
  return swing_moves || twist_moves ? compose(parts) : orientation;
}

bool is_inside(const SwingLimit& swing, const TwistLimit& twist, const Quat& orientation, double tolerance) {
  const SwingTwist parts = decomposed(twist, orientation);
  const Vec2 allowed = nearest_allowed(swing, parts.swing);
  if (allowed != parts.swing && !(angle_of_swings(parts.swing, allowed) <= tolerance)) return false;
  return twist_excess(twist, parts) <= std::max(tolerance, on_the_limit);
}

}  // namespace limber
