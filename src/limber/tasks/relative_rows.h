#pragma once
// How something carried by one segment moves as seen from another, and the selection of rows: the building
// blocks of most tasks.

#include "limber/tasks/task.h"

namespace limber::tasks {

// Seen from the world itself: there is nothing to turn or to subtract.
inline bool is_world(const PlaceNow& place) {
  return !place.segment.is_valid() && place.pose == Transform{};
}

// rows (3 x dof_count) <- motion, in world axes, of the world point `point` carried by segment `moving`, as
// seen from segment `reference` (none: the world, for both). Joints that carry both cancel to exactly zero.
// Uses rows 9-11 of the scratch.
void seen_translation(const TaskContext& context, SegmentId moving, const Vec3& point, SegmentId reference,
                      RowMatrixRef rows) noexcept;
// The same for the turning of segment `moving`.
void seen_rotation(const TaskContext& context, SegmentId moving, SegmentId reference,
                   RowMatrixRef rows) noexcept;

// Row after row of `out`: for each axis that counts, that row of `matrix` times the three rows of `in`.
void combine(const Mat3& matrix, const Axes& axes, const RowMatrix& in, RowMatrixRef out) noexcept;
// The entries of the axes that count, one after the other.
void select(const Axes& axes, const Vec3& all, Eigen::Ref<VecX> out) noexcept;

}  // namespace limber::tasks
