#pragma once
// One coordinate of a joint (figure/joint_coordinate.h): error = target - coordinate; the twist of a ball
// joint by the shorter way round.

#include "limber/tasks/context.h"

namespace limber {

struct JointValue {
  JointId joint;
  int coordinate = 0;   // of a ball joint: 0, 1 swing s_x, s_y, 2 twist, as couplings count them
  double target = 0.0;  // [rad] or [m]
};

int row_count(const JointValue& task);
void evaluate(const JointValue& task, const TaskContext& context, TaskRows& rows) noexcept;
void check(const JointValue& task, const Figure& figure);

}  // namespace limber
