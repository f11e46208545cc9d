#pragma once
// A point asked to be somewhere. Measured in a place C that may move with the figure:
//
//   x = R_C^T (P - o_C),   error = target - x,   J = R_C^T (J_T(P on its segment) - J_T(P on C's segment))
//
// of which the rows of the axes that count are kept: all three a point, two a line along the third axis, one
// a plane. Joints that carry both P and C have zero columns.

#include "limber/tasks/context.h"

namespace limber {

// The frame's origin at `target`.
struct Reach {
  Place frame;
  Vec3 target = Vec3::Zero();  // [m] in the coordinates of `in`
  Place in = {};
  Axes axes = {};
};

// Two places of the figure at one point (or `offset` apart, in the second's axes): closes a loop, holds
// hands. Joints that move both do not count.
struct RelativePosition {
  Place first, second;
  Vec3 offset = Vec3::Zero();  // [m]
  Axes axes = {};
};

// A picked point follows the hand of the user: usually of the lowest priority, and gone on release.
struct Drag {
  SegmentId segment;
  Vec3 point = Vec3::Zero();   // [m] in the segment's frame
  Vec3 target = Vec3::Zero();  // [m] world
};

int row_count(const Reach& task);
int row_count(const RelativePosition& task);
int row_count(const Drag& task);
void evaluate(const Reach& task, const TaskContext& context, TaskRows& rows) noexcept;
void evaluate(const RelativePosition& task, const TaskContext& context, TaskRows& rows) noexcept;
void evaluate(const Drag& task, const TaskContext& context, TaskRows& rows) noexcept;
void check(const Reach& task, const Figure& figure);
void check(const RelativePosition& task, const Figure& figure);
void check(const Drag& task, const Figure& figure);

}  // namespace limber
