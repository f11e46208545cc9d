#pragma once
// Cyclic coordinate descent (Wang and Chen 1991): from the tip to the root, each joint in turn is set to the
// value that brings the point nearest to its goal, all others held (turn_joint.h). A sweep needs no
// kinematics but those it starts with: what lies nearer to the root has not moved yet.
//
// It keeps joint limits, knows every kind of joint and never gets farther away. Joints near the tip do most
// of the work, so that long chains curl up; one point only.

#include "limber/avoidance/classics/point_technique.h"

namespace limber::classics {

class CoordinateDescent : public PointTechnique {
 public:
  using PointTechnique::PointTechnique;

 protected:
  bool lead(const AvoidanceQuestion& question, const Goal& goal) noexcept override;
};

}  // namespace limber::classics
