#pragma once
// A joint in a few words: how it moves and its limits.

#include <string>

#include "limber/figure/joint.h"

namespace limber::cli {

std::string axis_text(const Vec3& axis);      // "x", "-z", "(0.71, 0, 0.71)"
std::string motion_text(const Joint& joint);  // "revolute z", "elbow y, z" (flexion and twist axis), "ball"
// "-30…90°", "ellipse ±40° × ±20°, twist ±10°"; empty for fixed and free joints. A swing limit is given by
// its shape and its extent about x and y, a twist that depends on the swing by its widest range.
std::string limits_text(const Joint& joint);

}  // namespace limber::cli
