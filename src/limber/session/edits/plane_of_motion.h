#pragma once
// The plane a figure moves in.

#include <optional>

#include "limber/kinematics/kinematics.h"

namespace limber {

// The normal of the plane in which the whole figure moves in every posture: joints turn about it or slide
// across it.
std::optional<Vec3> plane_of_motion(const Figure& figure);

}  // namespace limber
