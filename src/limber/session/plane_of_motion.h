#pragma once

#include <optional>

#include "limber/kinematics/kinematics.h"

namespace limber {

// The normal of the plane in which everything moves, whatever the posture: turns about it, slides across it.
// For session/ only.
std::optional<Vec3> plane_of_motion(const Figure& figure);

}  // namespace limber
