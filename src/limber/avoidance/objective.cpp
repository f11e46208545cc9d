#include "limber/avoidance/objective.h"

#include <algorithm>
#include <cmath>

#include "limber/kinematics/kinematics.h"
#include "limber/math/portable.h"

namespace limber {

Objective::Objective(const AvoidanceOptions& options, const TechniqueSetup& setup)
    : gain_(options.objective_gain),
      unit_(options.unit),
      search_distance_(options.search_distance),
      least_distance_(options.least_distance),
      longest_turn_(options.objective_longest_turn),
      power_(options.objective_power),
      projector_(projector_of(options.damped_projector)),
      tracking_({setup.task_rows, setup.dofs}, options.damping, setup.svd),
      row_(Eigen::RowVectorXd::Zero(setup.dofs)),
      push_(VecX::Zero(setup.dofs)) {}

double Objective::distance(const Contact& contact) const noexcept {
  return std::max(contact.clearance, least_distance_) / unit_;
}

double Objective::value(std::span<const Contact> contacts) const noexcept {
  double sum = 0.0;
  for (const Contact& contact : contacts) sum += portable::pow(distance(contact), -power_);
  return sum;
}

void Objective::gradient(const AvoidanceQuestion& question, Eigen::Ref<VecX> gradient) noexcept {
  gradient.setZero();
  auto row = row_.head(gradient.size());
  for (const Contact& contact : question.contacts) {
    question.clearance_row(contact, row);
    gradient -= (power_ * portable::pow(distance(contact), -(power_ + 1)) / unit_) * row.transpose();
  }
}

AvoidanceTechnique::Outcome Objective::displace(const AvoidanceQuestion& question,
                                                Eigen::Ref<VecX> dq) noexcept {
  tracking_.decompose(question.jacobian);
  tracking_.solve(question.error, dq);
  if (question.contacts.empty()) return Outcome::moves;
  auto push = push_.head(dq.size());
  gradient(question, push);
  push *= -gain_;
  tracking_.project(projector_, push);
  const double turn = push.lpNorm<Eigen::Infinity>();
  if (longest_turn_ > 0.0 && turn > longest_turn_) push *= longest_turn_ / turn;
  dq += push;
  return Outcome::moves;
}

}  // namespace limber
