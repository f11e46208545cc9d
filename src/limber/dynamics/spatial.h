#pragma once
// Velocities, forces and inertias of rigid bodies as six numbers (Featherstone 2008), all in world axes and
// about the world origin, so that those of different bodies can be added:
//
//   motion   (w, u)   angular velocity, velocity of the body's point at the origin; as in kinematics.h
//   force    (n, f)   moment about the origin, force;      power = motion . force
//   inertia  I        6 x 6, symmetric;                    momentum = I motion
//
//   I = [ T + m [c][c]^T   m [c] ]      m mass, c centre of mass, T inertia about it
//       [ m [c]^T          m 1   ]

#include "limber/math/types.h"
#include "limber/shapes/shape.h"

namespace limber {

using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat6 = Eigen::Matrix<double, 6, 6>;

// The rate of change of motion m carried along with velocity v:  v x m.
inline Vec6 cross_motion(const Vec6& v, const Vec6& m) {
  const Vec3 w = v.head<3>(), u = v.tail<3>();
  Vec6 result;
  result.head<3>() = w.cross(m.head<3>());
  result.tail<3>() = w.cross(m.tail<3>()) + u.cross(m.head<3>());
  return result;
}

// The same for a force:  v x* f.
inline Vec6 cross_force(const Vec6& v, const Vec6& f) {
  const Vec3 w = v.head<3>(), u = v.tail<3>();
  Vec6 result;
  result.head<3>() = w.cross(f.head<3>()) + u.cross(f.tail<3>());
  result.tail<3>() = w.cross(f.tail<3>());
  return result;
}

// A body with its segment's frame at `pose`.
inline Mat6 spatial_inertia(const Transform& pose, const MassProperties& body) {
  const Vec3 center = pose * body.center;
  const Mat3 cross = cross_matrix(center);
  Mat6 inertia;
  inertia.topLeftCorner<3, 3>() =
      pose.rotation * body.inertia * pose.rotation.transpose() - body.mass * cross * cross;
  inertia.topRightCorner<3, 3>() = body.mass * cross;
  inertia.bottomLeftCorner<3, 3>() = -body.mass * cross;
  inertia.bottomRightCorner<3, 3>() = body.mass * Mat3::Identity();
  return inertia;
}

}  // namespace limber
