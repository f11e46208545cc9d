#pragma once
// A joint in a few words: what it does and how far it goes.

#include <string>

#include "limber/figure/joint.h"

namespace limber::cli {

std::string axis_text(const Vec3& axis);      // "x", "-z", "(0.71, 0, 0.71)"
std::string motion_text(const Joint& joint);  // "revolute z", "elbow y, z" (flexion and twist axis), "ball"
// "-30…90°", "ellipse ±40° × ±20°, twist ±10°"; empty for joints that have nothing to limit. The shape of a
// swing limit is given with how far it reaches about x and y; of a twist that depends on the swing, the
// widest range.
std::string limits_text(const Joint& joint);

}  // namespace limber::cli
