// What the redundancy method asks about rows of tasks and gradients of criteria beside the posture.

#include "limber/motion/tracker.h"

namespace limber {

void Tracker::gradient_after(const VecX& step) {
  next_.values = posture_.values;
  integrate(motion_.setup.figure, step, next_);
  motion_.look_beside(next_, there_);
  motion_.criteria.look_at(motion_.beside.context(), gradient_there_);
}

void Tracker::stack(const TaskValues& values, RowMatrix& rows) const {
  int next = 0;
  for (const TaskSlot& slot : motion_.levels.slots()) {
    if (!slot.takes_part || slot.kind != RowKind::equality) continue;
    for (int r = slot.first_row; r < slot.first_row + slot.row_count; ++r)
      rows.row(next++) = slot.row_scale * values.jacobian.row(r);
  }
}

void Tracker::jacobian_after(const VecX& step, RowMatrix& jacobian) {
  next_.values = posture_.values;
  integrate(motion_.setup.figure, step, next_);
  motion_.look_beside(next_, there_);
  jacobian = stacked_;
  stack(there_.tasks, jacobian);
}

void Tracker::product(const VecX& lambda, const VecX& direction, VecX& out) {
  out.setZero(n_);
  const double length = direction.norm();
  if (!(length > 0.0)) return;
  one_ = difference_step / length * direction;
  if (motion_.criteria.knows_curvature()) {
    jacobian_after(one_, stacked_there_);
  } else {
    gradient_after(one_);
    along_ = (gradient_there_ / unit_of_criteria_ - gradient_) * (length / difference_step);
    stacked_there_ = stacked_;
    stack(there_.tasks, stacked_there_);
  }
  out.noalias() = (stacked_there_ - stacked_).transpose() * (lambda * (length / difference_step));
}

void Tracker::curvature(const VecX& lambda, Eigen::MatrixXd& matrix) {
  matrix.setZero(n_, n_);
  VecX column(n_);
  for (int k = 0; k < n_; ++k) {
    product(lambda, VecX::Unit(n_, k), column);
    matrix.col(k) = column;
  }
}

}  // namespace limber
