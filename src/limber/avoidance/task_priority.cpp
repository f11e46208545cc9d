// Task priority: tracking, then the escape from the worst obstacle or the two worst.

#include "limber/avoidance/task_priority.h"

#include <algorithm>

#include "limber/kinematics/kinematics.h"

namespace limber {

TaskPriority::TaskPriority(Variant variant, const AvoidanceOptions& options, const TechniqueSetup& setup)
    : variant_(variant),
      least_distance_(options.least_distance),
      obstacle_damping_(options.obstacle_damping),
      projector_(projector_of(options.damped_projector)),
      urgency_(options, options),
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
  tracking_.solve(question.error, tracked_.head(dq.size()));
  dq = tracked_.head(dq.size());
  const std::span<const Contact> contacts = question.contacts;
  urgency_.begin(contacts);
  if (contacts.empty()) return Outcome::moves;
  const Contact& worst = contacts.front();
  if (variant_ == Variant::normal_only) {
    add_escape_along_normal(question, worst, dq);
    return Outcome::moves;
  }
  // Another obstacle, not another part near the first one.
  const auto second = std::find_if(contacts.begin(), contacts.end(),
                                   [&](const Contact& contact) { return !same_obstacle(contact, worst); });
  if (variant_ == Variant::worst || second == contacts.end()) {
    add_escape(question, worst, 1.0, first_, dq);
    return Outcome::moves;
  }
  const double share_of_second = 1.0 - share_of_worst(std::max(worst.clearance, least_distance_),
                                                      std::max(second->clearance, least_distance_));
  add_escape(question, worst, 1.0 - urgency_.counting(*second) * share_of_second, first_, dq);
  add_escape(question, *second, share_of_second, second_, dq);
  return Outcome::moves;
}

void TaskPriority::add_escape(const AvoidanceQuestion& question, const Contact& contact, double share,
                              DampedTask& task, Eigen::Ref<VecX> dq) noexcept {
  const double counting = urgency_.counting(contact);
  if (counting == 0.0) return;
  RowMatrixRef rows = rows_.leftCols(dq.size());
  auto escape = escape_.head(dq.size());
  question.contact_rows(contact, rows);
  Vec3 wanted = urgency_.pushing(contact) * contact.normal;
  wanted.noalias() -= rows * tracked_.head(dq.size());
  tracking_.project_rows(projector_, rows);
  task.decompose(rows);
  task.solve(wanted, escape);
  dq += (share * counting) * escape;
}

void TaskPriority::add_escape_along_normal(const AvoidanceQuestion& question, const Contact& contact,
                                           Eigen::Ref<VecX> dq) noexcept {
  auto row = row_.head(dq.size());
  question.clearance_row(contact, row);
  const double missing = urgency_.pushing(contact) - row.dot(tracked_.head(dq.size()));
  if (missing <= 0.0) return;
  tracking_.project(projector_, row.transpose());
  const double damped = row.squaredNorm() + obstacle_damping_ * obstacle_damping_;
  dq += (urgency_.counting(contact) * missing / damped) * row.transpose();
}

}  // namespace limber
