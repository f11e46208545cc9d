#pragma once
// The end-points of virtual arms at the posture shown, where that technique runs: for drawing. For session/
// only.

#include <vector>

#include "limber/math/types.h"

namespace limber {

struct SessionParts;

struct VirtualArmEnd {
  int segment = 0;
  Vec3 position = Vec3::Zero();  // [m] world
  double radius = 0.0;           // [m] obstacles within it count
};
// After look().
std::vector<VirtualArmEnd> virtual_arm_ends(const SessionParts& parts);

}  // namespace limber
