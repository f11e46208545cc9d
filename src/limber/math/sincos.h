#pragma once
// Sines and cosines of many angles at once: forward kinematics spends most of its time on them.
//
//   x = n pi/2 + r,  |r| <= pi/4;   sin x, cos x = +-sin r or +-cos r, by n modulo 4
//
// Within 1 ulp of the true value. Every element is computed by the same operations, whatever its place in the
// array and whatever the machine: same angle, same bits.

namespace limber {

// sines[i] = sin(angles[i]), cosines[i] = cos(angles[i]) for i in [0, count); angles in radians. Infinite
// angles and NaN give NaN. The arrays must not overlap.
void sincos(const double* angles, int count, double* sines, double* cosines) noexcept;

}  // namespace limber
