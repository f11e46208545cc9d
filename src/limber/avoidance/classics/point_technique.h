#pragma once
// What the classics share: they lead one point of the figure to one goal, joint by joint along the tasks'
// chain, and know neither obstacles nor priorities. Without such a goal (an orientation, a centre of mass)
// they stand still.
//
//   p    the point that is led, where it is          t    its goal, at most `largest_error` away from it
//
// A step works on a copy of the posture and returns the difference.

#include <vector>

#include "limber/avoidance/technique.h"

namespace limber::classics {

class PointTechnique : public AvoidanceTechnique {
 public:
  PointTechnique(const Figure& figure, const AvoidanceOptions& options);

  double search_distance() const noexcept override { return search_distance_; }  // what is reported as near
  Outcome displace(const AvoidanceQuestion& question, Eigen::Ref<VecX> dq) noexcept final;

 protected:
  struct Goal {
    SegmentId segment;
    Vec3 point;   // [m] world
    Vec3 target;  // [m] world
  };
  // Changes posture_ so that the point comes nearer to the target. False: it has nothing to do that with.
  virtual bool lead(const AvoidanceQuestion& question, const Goal& goal) noexcept = 0;

  // The joints of the chain that carry the point, the nearest to the root first.
  const std::vector<JointId>& joints() const noexcept { return joints_; }
  Transform base_of(JointId joint, const Kinematics& kinematics) const noexcept;  // in the world
  std::span<double> values_of(JointId joint) noexcept;                            // in posture_

  const Figure figure_;
  Posture posture_;

 private:
  double search_distance_, largest_error_;
  std::vector<JointId> joints_;
  VecX step_;
};

}  // namespace limber::classics
