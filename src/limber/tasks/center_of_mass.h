#pragma once
// The centre of mass G of the whole figure, measured in a place C that may move with it:
//
//   x = R_C^T (G - o_C),   error = target - x,   J = R_C^T (J_G - J_T(G on C's segment))

#include "limber/tasks/context.h"

namespace limber {

struct CenterOfMass {
  Vec3 target = Vec3::Zero();  // [m] in the coordinates of `in`
  Place in = {};               // fixed in the world, or carried by a segment
  Axes axes = Axes::xy();
};

int row_count(const CenterOfMass& task);
void evaluate(const CenterOfMass& task, const TaskContext& context, TaskRows& rows) noexcept;
void check(const CenterOfMass& task, const Figure& figure);

}  // namespace limber
