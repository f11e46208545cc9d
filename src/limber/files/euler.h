#pragma once
// Rotations as three turns, and back, exact to rounding also where two of the axes coincide.

#include "limber/math/types.h"

namespace limber {

// (roll, pitch, yaw) of R = Rz(yaw) Ry(pitch) Rx(roll), as URDF and SDF write it.
Vec3 roll_pitch_yaw(const Mat3& rotation);
Quat rotation_of_roll_pitch_yaw(const Vec3& roll_pitch_yaw);

// (a, b, c) of R = Rz(a) Rx(b) Ry(c), as most BVH files write it.
Vec3 turns_zxy(const Mat3& rotation);

// The turn by `angle` about the coordinate axis 0 x, 1 y or 2 z.
Quat turn_about(int axis, double angle);

}  // namespace limber
