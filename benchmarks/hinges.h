#pragma once

#include <vector>

#include "limber/figure/joint.h"

namespace limber {

// The axes of the hinges that stand in for a joint where a library has no such joint.
inline std::vector<Vec3> hinges(const Joint& joint) {
  switch (joint.type) {
    case JointType::revolute:
      return {joint.axis};
    case JointType::elbow:
      return {joint.axis, joint.twist_axis};
    case JointType::swing:
      return {Vec3::UnitX(), Vec3::UnitY()};
    case JointType::ball:
      return {Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};
    default:
      return {};
  }
}

}  // namespace limber
