#pragma once
// A frame asked to be turned some way. Seen from a place C that may move with the figure:
//
//   R = R_C^T R_frame,   error = log(target R^T) =: e,   |e| <= pi,   in the axes of C
//   J = L(-e)^-1 R_C^T (J_R(frame's segment) - J_R(C's segment)):  the exact derivative, d error = -J dq
//
// L^-1 leaves e itself alone, so that a step with J dq = e turns straight to the target from anywhere. At a
// half turn both ways are equally short: log_rotation chooses one, the same every time.

#include "limber/tasks/context.h"

namespace limber {

// The frame turned as `target`; fewer axes: only the turns about those axes of `in` count.
struct Orient {
  Place frame;
  Quat target = Quat::Identity();  // in the axes of `in`
  Place in = {};
  Axes axes = {};
};

// Two places of the figure turned the same way, or by `target` as seen from the second.
struct RelativeOrientation {
  Place first, second;
  Quat target = Quat::Identity();
  Axes axes = {};
};

int row_count(const Orient& task);
int row_count(const RelativeOrientation& task);
void evaluate(const Orient& task, const TaskContext& context, TaskRows& rows) noexcept;
void evaluate(const RelativeOrientation& task, const TaskContext& context, TaskRows& rows) noexcept;
void check(const Orient& task, const Figure& figure);
void check(const RelativeOrientation& task, const Figure& figure);

}  // namespace limber
