// Clearances of the end-points and links of an arm from obstacles and from the arm itself.

#include "limber/avoidance/virtual_arms_surroundings.h"

#include <algorithm>
#include <cmath>

#include "limber/math/portable.h"
#include "limber/shapes/closest.h"

namespace limber {

namespace {

Solid point_at(const Vec3& position) {
  Solid solid;
  solid.center = position;
  return solid;
}

Bounds box_around(const Vec3& position) {
  return {position, position};
}

}  // namespace

ArmSurroundings::ArmSurroundings(const ArmChain& chain, const VirtualArmsOptions& options)
    : chain_(chain),
      options_(options),
      positions_(static_cast<std::size_t>(chain.most_points()), Vec3::Zero()),
      lines_(static_cast<std::size_t>(chain.most_points())) {}

void ArmSurroundings::place(const Kinematics& kinematics) noexcept {
  const std::span<const EndPoint> points = chain_.points();
  for (std::size_t i = 0; i < points.size(); ++i) positions_[i] = chain_.position(kinematics, points[i]);
  const std::span<const ArmLink> links = chain_.links();
  for (std::size_t k = 0; k < links.size(); ++k) {
    const Transform pose = kinematics.segment_pose(links[k].segment);
    const Vec3 start = pose * links[k].start, end = pose * links[k].end;
    Solid& line = lines_[k];
    line.core = Core::segment;
    line.center = 0.5 * (start + end);
    line.axes.col(2) = (end - start) / links[k].length;
    line.half = Vec3(0, 0, 0.5 * links[k].length);
  }
}

void ArmSurroundings::stand_like(const ArmSurroundings& other) noexcept {
  positions_ = other.positions_;
  lines_ = other.lines_;
}

Vec3 ArmSurroundings::in_space(const Vec3& displacement) const noexcept {
  if (chain_.position_rows() == 3) return displacement;
  const Vec3 normal = chain_.axes().col(2);
  return displacement - displacement.dot(normal) * normal;
}

double ArmSurroundings::widening(const Solid& obstacle, const EndPoint& point) const noexcept {
  if (!options_.widen_obstacles || obstacle.core == Core::half_space) return 0.0;
  double rounding = obstacle.rounding;
  // A cylinder perpendicular to the plane of motion is a disc in it.
  if (obstacle.core == Core::cylinder && chain_.position_rows() == 2 &&
      std::abs(obstacle.axis().dot(chain_.axes().col(2))) > 1.0 - 1e-9) {
    rounding = obstacle.half.x();
  }
  const double rho = rounding + width(point.radius);
  return portable::hypot(rho, 0.5 * point.gap) - rho;
}

// How near two lines of the arm may come to each other.
double ArmSurroundings::touching(double one_radius, double other_radius) const noexcept {
  return std::max(options_.link_half, width(one_radius) + width(other_radius));
}

// The normal projected into the arm's space; if nothing is left of it, away from the centre of the obstacle,
// or else along the second axis.
Vec3 ArmSurroundings::away_from(const Vec3& normal, const Vec3& from_center) const noexcept {
  if (chain_.position_rows() == 3) return normal;
  constexpr double nothing = 1e-9;
  for (const Vec3& candidate : {normal, from_center}) {
    const Vec3 flat = in_space(candidate);
    if (flat.norm() > nothing) return flat.normalized();
  }
  return chain_.axes().col(1);
}

// Not if the link is a neighbour of the end-point's own, or so near along the arm that it is in range however
// the arm is stretched: an arm of short links would push itself away from everywhere.
bool ArmSurroundings::is_obstacle_to(const EndPoint& point, std::size_t link) const noexcept {
  const int k = point.link, j = static_cast<int>(link);
  const int last = point.fraction < 1.0 ? k + 1 : k + 2;
  if (j >= k - 1 && j <= last) return false;
  const ArmLink& other = chain_.links()[link];
  const double along = j > k ? other.before - point.reach : point.reach - (other.before + other.length);
  const double near = touching(point.radius, other.radius);
  return along > std::max(2.0 * near, options_.search_radius + near);
}

// Links after k that end within `slack` [m] of its end along the arm are as far from anything as k is, less
// what the arm is longer. The last of them, or k.
std::size_t ArmSurroundings::last_beyond(std::size_t k, double slack) const noexcept {
  const std::span<const ArmLink> links = chain_.links();
  if (!chain_.has_fixed_length() || slack <= 0.0) return k;
  const double until = links[k].before + links[k].length + slack;
  while (k + 1 < links.size() && links[k + 1].before + links[k + 1].length < until) ++k;
  return k;
}

template <class Visit>
void ArmSurroundings::for_near(std::size_t i, double range, const ObstacleIndex& obstacles,
                               Visit&& visit) const noexcept {
  const EndPoint& point = chain_.points()[i];
  const Vec3& position = positions_[i];
  const Solid solid = point_at(position);
  const double wide = width(point.radius);
  const double margin = range + wide + (options_.widen_obstacles ? 0.5 * point.gap : 0.0);
  obstacles.near(box_around(position), margin, [&](ObstacleId k) {
    const Solid& obstacle = obstacles.solid(k);
    const Closest found = closest(solid, obstacle);
    const double clearance = found.distance - wide - widening(obstacle, point);
    if (clearance < range) visit(clearance, away_from(found.normal, position - obstacle.center));
    return margin;
  });
  if (!options_.avoid_itself) return;
  for (std::size_t k = 0; k < chain_.links().size(); ++k) {
    if (!is_obstacle_to(point, k)) continue;
    const Closest found = closest(solid, lines_[k]);
    const double clearance = found.distance - touching(point.radius, chain_.links()[k].radius);
    if (clearance < range) visit(clearance, away_from(found.normal, position - lines_[k].center));
    k = last_beyond(k, found.distance - touching(point.radius, chain_.widest()) - range);
  }
}

ArmSurroundings::Around ArmSurroundings::around(std::size_t point,
                                                const ObstacleIndex& obstacles) const noexcept {
  Around result;
  for_near(point, options_.search_radius, obstacles, [&](double clearance, const Vec3& away) {
    result.push += away / std::max(clearance, options_.least_distance);
    result.least = std::min(result.least, clearance);
  });
  return result;
}

double ArmSurroundings::point_clearance(std::size_t point, const ObstacleIndex& obstacles) const noexcept {
  double least = std::numeric_limits<double>::infinity();
  for_near(point, options_.search_radius, obstacles,
           [&](double clearance, const Vec3&) { least = std::min(least, clearance); });
  return least;
}

double ArmSurroundings::link_clearance(std::size_t link, const ObstacleIndex& obstacles) const noexcept {
  const Solid& line = lines_[link];
  const ArmLink& own = chain_.links()[link];
  const double wide = width(own.radius), range = options_.search_radius;
  double least = std::numeric_limits<double>::infinity();
  obstacles.near(bounds(line), range + wide, [&](ObstacleId k) {
    least = std::min(least, closest(line, obstacles.solid(k)).distance - wide);
    return range + wide;
  });
  if (!options_.avoid_itself) return least;
  for (std::size_t k = 0; k + 1 < link; ++k) {
    const ArmLink& other = chain_.links()[k];
    const double near = touching(own.radius, other.radius);
    if (own.before - (other.before + other.length) <= 2.0 * near) continue;
    const double distance = closest(line, lines_[k]).distance;
    least = std::min(least, distance - near);
    k = last_beyond(k, distance - touching(own.radius, chain_.widest()) - range);
  }
  return least;
}

}  // namespace limber
