// Solves a model of the supports in units of the load: warm from the last posture, else cold; where nothing
// balances, the nearest forces.

#include "limber/statics/statics.h"

namespace limber {

using statics::ConeContact;
using statics::ConeProblem;
using statics::ConeStatus;
using statics::Rows;
using statics::SupportModel;

namespace {

// Shares are kept to about one part in a million; where that cannot be, only roughly.
constexpr double share_softness = 1e-6, rough_share_softness = 1e-2;
}  // namespace

bool Statics::solve_warm(ConeProblem& problem) noexcept {
  problem.softness.tail(problem.row_count() - 6).setConstant(share_softness);
  return problem.solve(true) == ConeStatus::met;
}

// First with shares kept only roughly, then ever better, as far as that goes.
bool Statics::solve_cold(ConeProblem& problem) noexcept {
  problem.softness.tail(problem.row_count() - 6).setConstant(rough_share_softness);
  if (problem.solve(false) != ConeStatus::met) return false;
  if (problem.row_count() == 6) return true;
  for (double softness = rough_share_softness; softness > share_softness * 1.5;) {
    const Rows last = problem.multipliers;
    problem.softness.tail(problem.row_count() - 6).setConstant(0.01 * softness);
    if (problem.solve(true) != ConeStatus::met) {
      problem.softness.tail(problem.row_count() - 6).setConstant(softness);
      problem.multipliers = last;
      return problem.solve(true) == ConeStatus::met;
    }
    softness *= 0.01;
  }
  return true;
}

void Statics::solve(SupportModel& model) noexcept {
  ConeProblem& problem = model.problem;
  for (std::size_t i = 0; i < model.spots.size(); ++i) {
    const Vec3 r = (model.places[i] - center_) / length_size_;
    problem.contacts[i].arm = r;
    problem.contacts[i].lever = model.moment_asked * cross_matrix(r);
    problem.contacts[i].reference.setZero();
  }
  const Vec3 moment = load_.moment - center_.cross(load_.force);
  problem.right_side.head<3>() = -load_.force / load_size_;
  problem.right_side.segment<3>(3) = model.moment_asked * -moment / (load_size_ * length_size_);
  for (std::size_t k = 0; k < shares_.size(); ++k)
    problem.right_side[6 + static_cast<Eigen::Index>(k)] = shares_[k] * carried_load_ / load_size_;
  const bool is_met = (model.is_warm && solve_warm(problem)) || solve_cold(problem);
  const ConeStatus status = is_met ? ConeStatus::met : ConeStatus::not_met;
  model.is_balanced = status == ConeStatus::met;
  model.is_warm = model.is_balanced;
  if (!model.is_balanced) find_nearest(model);
}

// The forces nearest to balance: the miss of force and moment in the units of the load is the least.
void Statics::find_nearest(SupportModel& model) noexcept {
  ConeProblem& nearest = model.nearest;
  nearest.right_side = model.problem.right_side.head<6>();
  for (std::size_t i = 0; i < nearest.contacts.size(); ++i) {
    nearest.contacts[i] = model.problem.contacts[i];
    nearest.contacts[i].share_row = -1;
  }
  nearest.solve_nearest();
  if (nearest.multipliers.norm() <= statics::missing_tolerance) approach_from_nearest(model);
}

// So near that forces must balance after all: from the balanced forces nearest to these to the cheapest ones,
// by letting go of the reference little by little. Newton's method does not get there at once from far away.
void Statics::approach_from_nearest(SupportModel& model) noexcept {
  ConeProblem& problem = model.problem;
  problem.multipliers.setZero();
  problem.softness.tail(static_cast<Eigen::Index>(shares_.size())).setConstant(rough_share_softness);
  double kept = 1.0;
  for (const double part : {1.0, 0.7, 0.4, 0.2, 0.1, 0.03, 0.0}) {
    const Rows last = problem.multipliers;
    for (std::size_t i = 0; i < model.nearest.contacts.size(); ++i)
      problem.contacts[i].reference = part * model.nearest.contacts[i].force;
    if (problem.solve(true) == ConeStatus::met) {
      model.is_balanced = true;
      kept = part;
      continue;
    }
    if (!model.is_balanced) return;
    // Keep the last that balanced.
    problem.multipliers = last;
    for (std::size_t i = 0; i < model.nearest.contacts.size(); ++i)
      problem.contacts[i].reference = kept * model.nearest.contacts[i].force;
    problem.solve(true);
    return;
  }
  model.is_warm = true;
}

}  // namespace limber
