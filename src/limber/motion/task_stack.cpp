// Evaluates tasks and their second derivatives, in closed form where there is one.

#include "limber/motion/task_stack.h"

#include <stdexcept>

#include "limber/base/overloaded.h"
#include "limber/math/rotation.h"
#include "limber/motion/left_jacobian_rate.h"

namespace limber {

namespace {

constexpr double curvature_step = 1e-4;  // [rad] central differences: 1e-8 of the third derivative
constexpr double product_step = 1e-5;    // [rad] length of the step of a one-sided difference

bool reads_masses(const Task& task) {
  return !std::holds_alternative<Reach>(task) && !std::holds_alternative<Orient>(task) &&
         !std::holds_alternative<LookAt>(task) && !std::holds_alternative<JointValue>(task);
}

// lambda of the axes that count, as a vector in the world.
Vec3 world_vector(const Axes& axes, const Mat3& rotation, const double* lambda) {
  Vec3 local = Vec3::Zero();
  int next = 0;
  for (int axis = 0; axis < 3; ++axis) {
    if (axes[axis]) local[axis] = lambda[next++];
  }
  return rotation * local;
}

}  // namespace

TaskStack::TaskStack(const Figure& figure, TaskList tasks)
    : tasks_(std::move(tasks)),
      kinematics_(figure),
      masses_(figure),
      scratch_(RowMatrix::Zero(12, figure.dof_count())),
      derivative_(figure),
      posture_(figure.rest_posture()),
      there_(posture_) {
  check(tasks_, figure);
  int rows = 0, entry = 0;
  swept_ = derivative_.is_simple();
  for (const TaskList::Entry& e : tasks_) {
    if (e.settings.enabled && row_kind(e.task) == RowKind::equality && !reads_loads(e.task)) {
      slots_.push_back({entry, rows, row_count(e.task)});
      rows += row_count(e.task);
      needs_masses_ = needs_masses_ || reads_masses(e.task);
      const auto* reach = std::get_if<Reach>(&e.task);
      const auto* center = std::get_if<CenterOfMass>(&e.task);
      swept_ = swept_ && ((reach && !reach->in.moves()) || (center && !center->in.moves()) ||
                          std::holds_alternative<JointValue>(e.task));
    }
    ++entry;
  }
  jacobian_ = jacobian_there_ = RowMatrix::Zero(rows, figure.dof_count());
  error_ = error_there_ = VecX::Zero(rows);
  look_at(posture_);
}

void TaskStack::evaluate(const Posture& posture, RowMatrix& jacobian, VecX& error) {
  kinematics_.update(posture);
  if (needs_masses_) masses_.update(kinematics_);
  const TaskContext here{kinematics_, masses_, posture, scratch_};
  jacobian.setZero();
  for (const Slot& slot : slots_) {
    TaskRows rows{jacobian.middleRows(slot.first_row, slot.rows), error.segment(slot.first_row, slot.rows)};
    limber::evaluate((tasks_.begin() + slot.entry)->task, here, rows);
  }
}

void TaskStack::look_at(const Posture& posture) {
  posture_.values = posture.values;
  derivative_.look_at(posture_);
  evaluate(posture_, jacobian_, error_);
}

void TaskStack::jacobian_after(const VecX& step, RowMatrix& jacobian) {
  there_.values = posture_.values;
  integrate(figure(), step, there_);
  evaluate(there_, jacobian, error_there_);
  kinematics_.update(posture_);
  if (needs_masses_) masses_.update(kinematics_);
}

void TaskStack::add_by_differences(const Slot& slot, const VecX& lambda, Eigen::MatrixXd& matrix) {
  VecX step = VecX::Zero(figure().dof_count()), ahead(step.size());
  const auto there = [&]() -> VecX {
    jacobian_after(step, jacobian_there_);
    return jacobian_there_.middleRows(slot.first_row, slot.rows).transpose() *
           lambda.segment(slot.first_row, slot.rows);
  };
  for (Eigen::Index k = 0; k < step.size(); ++k) {
    step[k] = curvature_step;
    ahead = there();
    step[k] = -curvature_step;
    matrix.col(k) += (ahead - there()) / (2.0 * curvature_step);
    step[k] = 0.0;
  }
}

// J = L(-e)^-1 A,  A = R_C^T W:    dJ/dq_k = L^-1 dA/dq_k - L^-1 dL L^-1 A,   d(-e)/dq_k = J_k
void TaskStack::add_orient(const Orient& task, const Slot& slot, const VecX& lambda,
                           Eigen::MatrixXd& matrix) {
  const PlaceNow frame = now(task.frame, kinematics_), in = now(task.in, kinematics_);
  const Mat3 to_axes = in.pose.rotation.transpose();
  const Vec3 error =
      log_rotation(task.target.toRotationMatrix() * (to_axes * frame.pose.rotation).transpose());
  const Mat3 inverse = left_jacobian_inverse(-error);
  const Vec3 along = inverse.transpose() * world_vector(task.axes, Mat3::Identity(), &lambda[slot.first_row]);
  derivative_.add_rotation(kinematics_, frame.segment, in.pose.rotation * along, matrix);
  RowMatrix turns(3, figure().dof_count());
  kinematics_.rotation_jacobian(frame.segment, turns);
  const Eigen::Matrix<double, 3, Eigen::Dynamic> rows = inverse * to_axes * turns;
  for (Eigen::Index k = 0; k < rows.cols(); ++k) {
    const Vec3 column = rows.col(k);
    if (column.isZero(0.0)) continue;
    matrix.col(k) -= rows.transpose() * (left_jacobian_rate(-error, column).transpose() * along);
  }
}

bool TaskStack::add_closed_form(const Task& task, const Slot& slot, const VecX& lambda,
                                Eigen::MatrixXd& matrix) {
  return std::visit(
      overloaded{[&](const Reach& t) {
                   if (t.in.moves()) return false;
                   const PlaceNow frame = now(t.frame, kinematics_);
                   if (!frame.segment.is_valid()) return true;
                   derivative_.add_translation(
                       kinematics_, frame.segment, frame.pose.translation,
                       world_vector(t.axes, t.in.pose.rotation, &lambda[slot.first_row]), matrix);
                   return true;
                 },
                 [&](const Orient& t) {
                   if (t.in.moves() || !t.frame.moves()) return false;
                   add_orient(t, slot, lambda, matrix);
                   return true;
                 },
                 [&](const CenterOfMass& t) {
                   if (t.in.moves()) return false;
                   derivative_.add_center(kinematics_, masses_,
                                          world_vector(t.axes, t.in.pose.rotation, &lambda[slot.first_row]),
                                          matrix);
                   return true;
                 },
                 [&](const JointValue& t) {
                   const JointType type = figure().joint(t.joint).type;
                   return type != JointType::ball && type != JointType::free;
                 },
                 [](const auto&) { return false; }},
      task);
}

void TaskStack::curvature(const VecX& lambda, Eigen::MatrixXd& matrix) {
  matrix.setZero(figure().dof_count(), figure().dof_count());
  for (const Slot& slot : slots_) {
    if (!add_closed_form((tasks_.begin() + slot.entry)->task, slot, lambda, matrix))
      add_by_differences(slot, lambda, matrix);
  }
}

void TaskStack::product(const VecX& lambda, const VecX& direction, VecX& out) {
  out.setZero(figure().dof_count());
  if (!swept_) {
    const double length = direction.norm();
    if (length == 0.0) return;
    const double part = product_step / length;
    there_.values = posture_.values;
    error_there_.setZero();
    jacobian_after(part * direction, jacobian_there_);
    out.noalias() = (jacobian_there_ - jacobian_).transpose() * (lambda / part);
    return;
  }
  const Eigen::Index n = figure().dof_count();
  for (const Slot& slot : slots_) {
    const Task& task = (tasks_.begin() + slot.entry)->task;
    const double* rows = jacobian_.data() + slot.first_row * n;
    const auto* reach = std::get_if<Reach>(&task);
    const auto* center = std::get_if<CenterOfMass>(&task);
    if (!reach && !center) continue;  // a value of a hinge or slide: straight
    const Axes axes = reach ? reach->axes : center->axes;
    const Mat3& rotation = reach ? reach->in.pose.rotation : center->in.pose.rotation;
    const Vec3 force = world_vector(axes, rotation, &lambda[slot.first_row]);
    if (axes.count() == 3 && rotation == Mat3::Identity()) {
      derivative_.add_product(kinematics_, rows, rows + n, rows + 2 * n, force, direction, out);
      continue;
    }
    RowMatrixRef world = scratch_.topRows(3);
    if (reach) {
      const PlaceNow frame = now(reach->frame, kinematics_);
      if (!frame.segment.is_valid()) continue;
      kinematics_.translation_jacobian(frame.segment, frame.pose.translation, world);
    } else {
      masses_.center_jacobian(kinematics_, world);
    }
    derivative_.add_product(kinematics_, scratch_.data(), scratch_.data() + n, scratch_.data() + 2 * n, force,
                            direction, out);
  }
}

}  // namespace limber
