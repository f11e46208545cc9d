#pragma once
// The end-points of virtual arms, for drawing, where that technique is chosen.

#include <vector>

#include "limber/scene/scene.h"

namespace limber {

struct VirtualArmEnd {
  SegmentId segment;
  Vec3 position = Vec3::Zero();  // [m] world
  double radius = 0.0;           // [m] obstacles within it count
};
// At the posture the kinematics has. `tasks`: those of the scene and the drag.
std::vector<VirtualArmEnd> virtual_arm_ends(const Scene& scene, const TaskList& tasks,
                                            const Kinematics& kinematics);

}  // namespace limber
