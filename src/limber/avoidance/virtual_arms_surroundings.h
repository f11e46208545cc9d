#pragma once
// An arm in a posture, and the clearances of its end-points and links from obstacles and from the arm itself.
//
//   clearance = distance of the point from the obstacle - half the arm's width - widening
//   widening  = sqrt(rho^2 + (s/2)^2) - rho,    rho = obstacle's rounding + half width,  s = gap of the point
//
// Why the widening is enough: between two end-points a gap s apart the link is straight. Let x be its point
// nearest to a core K (solid.h), at distance d. One of the two end-points is within s/2 of x, and its
// distance from K is at most sqrt(d^2 + (s/2)^2). So if both are at least sqrt(rho^2 + (s/2)^2) away, d >=
// rho: nothing fits in between. This needs an end-point at every joint, as there is by default.

#include <limits>
#include <span>
#include <vector>

#include "limber/avoidance/virtual_arms_options.h"
#include "limber/world/obstacle_index.h"

namespace limber {

class ArmSurroundings {
 public:
  // Both must outlive this. Allocates; nothing below does.
  ArmSurroundings(const ArmChain& chain, const VirtualArmsOptions& options);

  void place(const Kinematics& kinematics) noexcept;
  std::span<const Vec3> positions() const noexcept { return {positions_.data(), chain_.points().size()}; }
  // Copies the places of another one of the same arm.
  void stand_like(const ArmSurroundings& other) noexcept;
  // Moves one end-point, for the paper's linear prediction; the links stay.
  void shift_point(std::size_t point, const Vec3& by) noexcept { positions_[point] += by; }

  // The part of a displacement inside the arm's plane, if it has one.
  Vec3 in_space(const Vec3& displacement) const noexcept;

  struct Around {
    Vec3 push = Vec3::Zero();                                // [1/m] sum_k e_k/d_k, in the arm's space
    double least = std::numeric_limits<double>::infinity();  // [m] of all clearances in range
  };
  Around around(std::size_t point, const ObstacleIndex& obstacles) const noexcept;

  // [m] The least clearance of an end-point, and of a link (without widening); infinite: nothing in range.
  double point_clearance(std::size_t point, const ObstacleIndex& obstacles) const noexcept;
  double link_clearance(std::size_t link, const ObstacleIndex& obstacles) const noexcept;

 private:
  // Calls visit(clearance, e) for everything within `range` of an end-point.
  template <class Visit>
  void for_near(std::size_t point, double range, const ObstacleIndex& obstacles,
                Visit&& visit) const noexcept;
  double width(double radius) const noexcept { return options_.arm_has_width ? radius : 0.0; }
  double touching(double one_radius, double other_radius) const noexcept;
  double widening(const Solid& obstacle, const EndPoint& point) const noexcept;
  Vec3 away_from(const Vec3& normal, const Vec3& from_center) const noexcept;
  std::size_t last_beyond(std::size_t k, double slack) const noexcept;
  bool is_obstacle_to(const EndPoint& point, std::size_t link) const noexcept;

  const ArmChain& chain_;
  const VirtualArmsOptions& options_;
  std::vector<Vec3> positions_;
  std::vector<Solid> lines_;  // the links
};

}  // namespace limber
