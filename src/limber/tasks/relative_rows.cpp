// Jacobian rows of one segment as seen from another.

#include "limber/tasks/relative_rows.h"

#include "limber/kinematics/kinematics.h"

namespace limber::tasks {

namespace {

// rows <- moving - reference, each filled by `fill(segment, rows)`.
template <class Fill>
void difference_of(const TaskContext& context, SegmentId moving, SegmentId reference, RowMatrixRef& rows,
                   Fill&& fill) {
  if (moving == reference) {
    rows.setZero();
  } else if (!reference.is_valid()) {
    fill(moving, rows);
  } else if (!moving.is_valid()) {
    fill(reference, rows);
    rows *= -1.0;
  } else {
    RowMatrixRef scratch = context.scratch.middleRows(9, 3);
    fill(moving, rows);
    fill(reference, scratch);
    rows -= scratch;
  }
}

}  // namespace

void seen_translation(const TaskContext& context, SegmentId moving, const Vec3& point, SegmentId reference,
                      RowMatrixRef rows) noexcept {
  difference_of(context, moving, reference, rows, [&](SegmentId segment, RowMatrixRef& out) {
    context.kinematics.translation_jacobian(segment, point, out);
  });
}

void seen_rotation(const TaskContext& context, SegmentId moving, SegmentId reference,
                   RowMatrixRef rows) noexcept {
  difference_of(context, moving, reference, rows, [&](SegmentId segment, RowMatrixRef& out) {
    context.kinematics.rotation_jacobian(segment, out);
  });
}

void combine(const Mat3& matrix, const Axes& axes, const RowMatrix& in, RowMatrixRef out) noexcept {
  const bool plain = matrix == Mat3::Identity();
  int row = 0;
  for (int axis = 0; axis < 3; ++axis) {
    if (!axes[axis]) continue;
    if (plain) {
      out.row(row++) = in.row(axis);
    } else {
      out.row(row++) =
          matrix(axis, 0) * in.row(0) + matrix(axis, 1) * in.row(1) + matrix(axis, 2) * in.row(2);
    }
  }
}

void select(const Axes& axes, const Vec3& all, Eigen::Ref<VecX> out) noexcept {
  int row = 0;
  for (int axis = 0; axis < 3; ++axis) {
    if (axes[axis]) out[row++] = all[axis];
  }
}

}  // namespace limber::tasks
