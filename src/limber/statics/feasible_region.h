#pragma once
// Where the centre of mass may be, seen from above, for the supports to be able to balance the figure.
//
//   region = { d level : forces inside their cones balance the load with the centre of mass moved by d }
//
// It is convex. For a point p outside, its nearest point is found by the same solver as the forces,
//
//   V = min  1/2 |d - p|^2 + e/2 sum |f|^2     with  sum A f + B d = b,      B d: the moment of the weight
//            moved by d
//
// with e brought to zero (each round charges only the change of the forces since the last),
// and n = (p - d)/|p - d| is the normal of the region there: n . x <= n . d holds for all of it. Points all
// around give the region between a polygon inside and one of tangents outside; the nearest of the tangents is
// the margin to tipping or slipping.
//
// The region is empty if a force, or a moment about the vertical, is missing for every centre of mass:
//
//   missing = min |(F + sum f) / load, up . (M + sum r x f) / (load length)|     f in their cones
//
// No lean mends that. The region is then that of the load less what is missing, so that a push can grow
// beyond what the supports hold without a jump of the region.

#include <vector>

#include "limber/statics/statics.h"

namespace limber {

class FeasibleRegion {
 public:
  explicit FeasibleRegion(const Statics& statics);

  struct Edge {
    Vec3 point = Vec3::Zero();   // [m] on the boundary: displacement of the centre of mass, level
    Vec3 normal = Vec3::Zero();  // unit, level, outwards
    bool exists = false;         // false: there is no edge that way, or none was found
    double depth() const { return normal.dot(point); }  // how far the centre of mass is inside this tangent
  };
  // The nearest point of the region to `target` [m], a level displacement from the centre of mass; no edge if
  // it is inside.
  Edge nearest(const Statics& statics, const MassDistribution& masses, const Vec3& target) noexcept;
  // The tangent of least depth of all: how far the centre of mass may move, the worst way, before nothing
  // balances; negative outside.
  Edge worst(const Statics& statics, const MassDistribution& masses) noexcept;
  // Corners of the polygon inside, in order, one per direction.
  void outline(const Statics& statics, const MassDistribution& masses, std::vector<Edge>& edges) noexcept;

  // Only finds what is missing.
  void look(const Statics& statics, const MassDistribution& masses) noexcept { begin(statics, masses); }
  // The length of what is missing wherever the centre of mass is, as a part of the load, in the posture asked
  // about last; 0: the region has points.
  double missing() const { return missing_; }
  bool is_empty() const { return missing_ > statics::missing_tolerance; }
  // How the figure begins to move where something is missing: (velocity of center(), turn times
  // length_size()), of any length. No support resists it, and the load drives it. Its turn counts about the
  // vertical alone.
  const statics::Rows& fall() const { return fall_; }
  // The support that gives way first, if something is missing: the one that moves and carries most.
  int gives_way(const Statics& statics) const noexcept;
  // The largest circle that fits into the region has no larger radius [m].
  double half_width(const Statics& statics, const MassDistribution& masses) noexcept;

  // Of the edge found last: which contacts hold it.
  const statics::ConeProblem& problem() const { return problem_; }

  // rates += factor * d(depth of the edge found last)/dq.
  void add_depth_rates(const Statics& statics, double factor, statics::BranchRates& rates) const noexcept;

 private:
  void set_up(const Statics& statics, const MassDistribution& masses) noexcept;
  Edge begin(const Statics& statics, const MassDistribution& masses) noexcept;
  void find_missing(const Statics& statics) noexcept;
  Edge project(const Statics& statics, const MassDistribution& masses, const Vec3& target) noexcept;
  Edge worst_around(const Statics& statics, const MassDistribution& masses) noexcept;
  Edge refined(const Statics& statics, const MassDistribution& masses, const Edge& edge) noexcept;
  void let_forces_be_free(double least_cost) noexcept;
  double distance_squared()
      const noexcept;  // of the target from the point found, in the units of the problem

  statics::ConeProblem problem_;
  statics::ConeProblem lean_;  // of what is missing: the level moments are not asked for
  Vec3 axes_[2];               // level
  statics::Rows fall_;
  double distance_ = 0.0;  // of the last target from the region, in the units of the problem
  double missing_ = 0.0;
  bool is_met_ = false;   // forces were found for the last target
  bool is_less_ = false;  // the load is less what is missing
};

}  // namespace limber
