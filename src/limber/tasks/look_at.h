#pragma once
// A frame asked to face a point. With the target T seen from the frame, turned so that the gaze is +z:
//
//   p = G R^T (T - P),  rho = |p|,  u = p/rho,  theta = angle of u from z
//   s = theta (u_x, u_y)/hypot(u_x, u_y),   error = -s  [rad]: which way and how far to turn
//
// Exactly backwards every way is equally short: the one the joints can turn most is taken. A target at the
// eye itself (rho = 0) asks for nothing: rows and error are zero.

#include "limber/tasks/context.h"

namespace limber {

struct LookAt {
  Place frame;
  Vec3 target = Vec3::Zero();  // [m] in the coordinates of `in`
  Place in = {};
  Vec3 gaze = Vec3::UnitZ();  // unit, in the frame
};

int row_count(const LookAt& task);
void evaluate(const LookAt& task, const TaskContext& context, TaskRows& rows) noexcept;
void check(const LookAt& task, const Figure& figure);

}  // namespace limber
