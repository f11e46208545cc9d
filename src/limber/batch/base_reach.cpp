#include "limber/batch/base_reach.h"

#include <algorithm>
#include <cmath>

namespace limber::batch {

double room_of(const Figure& figure, const Posture& posture) {
  double room = 1.0;
  for (const JointId j : figure.joints()) {
    const Joint& joint = figure.joint(j);
    if (joint.type != JointType::revolute && joint.type != JointType::prismatic) continue;
    const Range& range = joint.ranges[0];
    if (!(range.max - range.min < unlimited) || range.max == range.min) continue;
    const double value = posture.values[figure.first_value(j)];
    room = std::min(room, 2.0 * std::min(value - range.min, range.max - value) / (range.max - range.min));
  }
  return std::max(room, 0.0);
}

double farthest_reach(const Figure& figure, FrameId frame) {
  const Frame& f = figure.frame(frame);
  double reach = f.pose.translation.norm();
  for (SegmentId s = f.segment; s != no_segment; s = figure.parent(s)) {
    const JointId j = figure.joint_of(s);
    const Joint& joint = figure.joint(j);
    reach += figure.before(j).translation.norm() + figure.after(j).translation.norm();
    if (joint.type == JointType::free) return unlimited;
    if (joint.type == JointType::prismatic) {
      reach += std::max(std::abs(joint.ranges[0].min), std::abs(joint.ranges[0].max));
    }
  }
  return reach;
}

}  // namespace limber::batch
