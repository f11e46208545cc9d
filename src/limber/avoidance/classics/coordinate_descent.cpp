#include "limber/avoidance/classics/coordinate_descent.h"

#include "limber/avoidance/classics/turn_joint.h"

namespace limber::classics {

bool CoordinateDescent::lead(const AvoidanceQuestion& question, const Goal& goal) noexcept {
  Vec3 point = goal.point;
  for (std::size_t k = joints().size(); k-- > 0;) {
    const JointId joint = joints()[k];
    point = turn_joint(figure_.joint(joint), base_of(joint, question.kinematics), point, goal.target,
                       values_of(joint)) *
            point;
  }
  return true;
}

}  // namespace limber::classics
