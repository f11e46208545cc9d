#pragma once
// How fast every segment turns and moves along a displacement, to first order: from it, the motion of any
// point of the figure, and what a contact gains.

#include <vector>

#include "limber/base/ids.h"
#include "limber/figure/figure.h"
#include "limber/kinematics/kinematics.h"
#include "limber/world/world.h"

namespace limber {

class SegmentTwists {
 public:
  using Twist = Eigen::Matrix<double, 6, 1>;  // angular, then linear, at the world's origin

  explicit SegmentTwists(const Figure& figure);  // allocates; nothing below does

  void compute(const Kinematics& kinematics, const VecX& displacement) noexcept;
  const Twist& of(SegmentId segment) const noexcept { return at(twists_, segment); }
  Vec3 velocity(SegmentId segment, const Vec3& point) const noexcept {
    const Twist& twist = of(segment);
    return twist.tail<3>() + twist.head<3>().cross(point);
  }
  double gain(const Contact& contact) const noexcept;  // [m] of clearance

 private:
  Figure figure_;
  std::vector<Twist> twists_;
};

}  // namespace limber
