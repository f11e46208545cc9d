#include "limber/avoidance/task_priority.h"

#include <algorithm>

#include "limber/kinematics/kinematics.h"

namespace limber {

TaskPriority::TaskPriority(Variant variant, const AvoidanceOptions& options, const TechniqueSetup& setup)
    : variant_(variant),
      least_distance_(options.least_distance),
      obstacle_damping_(options.obstacle_damping),
      projector_(projector_of(options.damped_projector)),
      urgency_(options),
      tracking_({setup.task_rows, setup.dofs}, options.damping, setup.svd),
      first_({3, setup.dofs}, options.obstacle_damping, setup.svd),
      second_({3, setup.dofs}, options.obstacle_damping, setup.svd),
      rows_(RowMatrix::Zero(3, setup.dofs)),
      row_(Eigen::RowVectorXd::Zero(setup.dofs)),
      tracked_(VecX::Zero(setup.dofs)),
      escape_(VecX::Zero(setup.dofs)) {}

void TaskPriority::forget() noexcept {
  urgency_.forget();
  tracking_.forget();
  first_.forget();
  second_.forget();
}

AvoidanceTechnique::Outcome TaskPriority::displace(const AvoidanceQuestion& question,
                                                   Eigen::Ref<VecX> dq) noexcept {
  tracking_.decompose(question.jacobian);
  tracking_.solve(question.error, tracked_);
  dq = tracked_;
  const std::span<const Contact> contacts = question.contacts;
  urgency_.begin(contacts);
  if (contacts.empty()) return Outcome::moves;
  const Contact& worst = contacts.front();
  if (variant_ == Variant::normal_only) {
    add_escape_along_normal(question, worst, dq);
    return Outcome::moves;
  }
  // The second obstacle, not a second part near the first one.
  const auto second = std::find_if(contacts.begin(), contacts.end(), [&](const Contact& contact) {
    return contact.obstacle != worst.obstacle;
  });
  if (variant_ == Variant::worst || second == contacts.end()) {
    add_escape(question, worst, 1.0, first_, dq);
    return Outcome::moves;
  }
  const double share = share_of_worst(std::max(worst.clearance, least_distance_),
                                      std::max(second->clearance, least_distance_));
  add_escape(question, worst, share, first_, dq);
  add_escape(question, *second, 1.0 - share, second_, dq);
  return Outcome::moves;
}

void TaskPriority::add_escape(const AvoidanceQuestion& question, const Contact& contact, double share,
                              DampedTask& task, Eigen::Ref<VecX> dq) noexcept {
  const double counting = urgency_.counting(contact);
  if (counting == 0.0) return;
  question.kinematics.translation_jacobian(contact.segment, contact.point, rows_);
  Vec3 wanted = urgency_.pushing(contact) * contact.normal;
  wanted.noalias() -= rows_ * tracked_;
  tracking_.project_rows(projector_, rows_);
  task.decompose(rows_);
  task.solve(wanted, escape_);
  dq += (share * counting) * escape_;
}

void TaskPriority::add_escape_along_normal(const AvoidanceQuestion& question, const Contact& contact,
                                           Eigen::Ref<VecX> dq) noexcept {
  clearance_row(question.kinematics, contact, row_);
  const double missing = urgency_.pushing(contact) - row_.dot(tracked_);
  if (missing <= 0.0) return;
  tracking_.project(projector_, row_.transpose());
  const double damped = row_.squaredNorm() + obstacle_damping_ * obstacle_damping_;
  dq += (urgency_.counting(contact) * missing / damped) * row_.transpose();
}

}  // namespace limber
