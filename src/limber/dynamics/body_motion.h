#pragma once
// How every segment moves when the joints do, and how it would accelerate if the joints did not:
//
//   v_i = v_p + S_i q'                              S_i: the screws of the segment's own joint, p its parent
//   a_i = a_p + S_i q'' + c_i,     c_i = v_p x (S_i q') + r_i
//
// c_i is what q' alone makes of it. Its first part turns the joint along with the parent. The second is how
// S_i changes in the joint's own base frame, which most joints do not; with w1, w2 the axes in the world:
//
//   elbow   w1 x w2 q1' q2'                         the twist axis turns with the flexion
//   swing   d/dt L(s) s'                            L: left Jacobian of the rotation vector (math/rotation.h)
//   free    (velocity of the origin) x (turning)    a linear acceleration: it turns about its moving origin
//
// and for joints passed from their outer side the same with the opposite order of the products.
//
// The velocity q' is in the tangent of the posture: of a ball the angular velocity in its base frame.

#include <vector>

#include "limber/dynamics/spatial.h"
#include "limber/kinematics/kinematics.h"

namespace limber {

class BodyMotion {
 public:
  explicit BodyMotion(const Figure& figure);  // allocates; update does not

  // `kinematics`: of the posture.
  void update(const Kinematics& kinematics, const Posture& posture, const VecX& velocity) noexcept;

  const Vec6& velocity(int segment) const noexcept { return velocity_[static_cast<std::size_t>(segment)]; }
  const Vec6& bias(int segment) const noexcept { return bias_[static_cast<std::size_t>(segment)]; }  // c_i

 private:
  using Vectors = std::vector<Vec6, Eigen::aligned_allocator<Vec6>>;
  Vectors velocity_, bias_;
};

// d/dt L(k) k' for a rotation vector k that changes by k'.
Vec3 left_jacobian_rate_times(const Vec3& k, const Vec3& rate);

}  // namespace limber
