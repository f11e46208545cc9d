#pragma once
// Velocities of all segments, and their accelerations that do not depend on joint accelerations:
//
//   v_i = v_p + S_i q'                              S_i: the screws of the segment's own joint, p its parent
//   a_i = a_p + S_i q'' + c_i,     c_i = v_p x (S_i q') + r_i
//
// c_i depends on q' alone. Its first part is due to the parent's rotation. The second, r_i, is due to the
// change of S_i in the joint's base frame; it is zero for most joints. With w1, w2 the axes in the world:
//
//   elbow   w1 x w2 q1' q2'                         the twist axis turns with the flexion
//   swing   d/dt L(s) s'                            L: left Jacobian of the rotation vector (math/rotation.h)
//   free    (velocity of the origin) x (turning)    a linear acceleration: it turns about its moving origin
//
// For inverted joints the products are in the opposite order.
//
// The velocity q' is in the tangent space of the posture: for a ball joint the angular velocity in its base
// frame.

#include <vector>

#include "limber/dynamics/spatial.h"
#include "limber/kinematics/kinematics.h"

namespace limber {

class BodyMotion {
 public:
  explicit BodyMotion(const Figure& figure);  // allocates; update does not

  // `kinematics`: of the posture.
  void update(const Kinematics& kinematics, const Posture& posture, const VecX& velocity) noexcept;

  const Vec6& velocity(SegmentId segment) const noexcept { return at(velocity_, segment); }
  const Vec6& bias(SegmentId segment) const noexcept { return at(bias_, segment); }  // c_i

 private:
  using Vectors = std::vector<Vec6, Eigen::aligned_allocator<Vec6>>;
  Vectors velocity_, bias_;
};

// d/dt L(k) k' for a rotation vector k with rate k'.
Vec3 left_jacobian_rate_times(const Vec3& k, const Vec3& rate);

}  // namespace limber
