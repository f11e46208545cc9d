#pragma once
// The plane in which a figure, or a frame of it, moves.

#include <optional>

#include "limber/kinematics/kinematics.h"

namespace limber {

// The normal of the plane in which the whole figure moves in every posture: joints turn about it or slide
// across it.
std::optional<Vec3> plane_of_motion(const Figure& figure);
// Likewise for one frame: only the joints that carry it count.
std::optional<Vec3> plane_of_motion(const Figure& figure, FrameId frame);

}  // namespace limber
