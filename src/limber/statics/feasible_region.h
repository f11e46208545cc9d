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

#include <vector>

#include "limber/statics/statics.h"

namespace limber {

class FeasibleRegion {
 public:
  explicit FeasibleRegion(const Statics& statics);

  struct Edge {
    Vec3 point = Vec3::Zero();   // [m] on the boundary: displacement of the centre of mass, level
    Vec3 normal = Vec3::Zero();  // unit, level, outwards
    bool exists = false;         // false: the region has no point at all, or none was found
    double depth() const { return normal.dot(point); }  // how far the centre of mass is inside this tangent
  };
  // The nearest point of the region to `target` [m], a level displacement from the centre of mass.
  Edge nearest(const Statics& statics, const MassDistribution& masses, const Vec3& target) noexcept;
  // The tangent of least depth: how far the centre of mass may move, the worst way, before nothing balances;
  // negative outside.
  Edge worst(const Statics& statics, const MassDistribution& masses) noexcept;
  // Corners of the polygon inside, in order, one per direction.
  void outline(const Statics& statics, const MassDistribution& masses, std::vector<Edge>& edges) noexcept;

  // Of the edge found last: which contacts hold it.
  const statics::ConeProblem& problem() const { return problem_; }

  // rates += factor * d(depth of the edge found last)/dq.
  void add_depth_rates(const Statics& statics, double factor, statics::BranchRates& rates) const noexcept;

 private:
  void set_up(const Statics& statics, const MassDistribution& masses) noexcept;
  void let_forces_be_free() noexcept;
  double distance_squared()
      const noexcept;  // of the target from the point found, in the units of the problem

  statics::ConeProblem problem_;
  Vec3 axes_[2];           // level
  double distance_ = 0.0;  // of the last target from the region, in the units of the problem
};

}  // namespace limber
