// One iteration of the variable metric method per step; its line search looks at the goal exactly and at
// obstacles to first order.

#include "limber/avoidance/classics/optimisation.h"

#include <algorithm>
#include <cmath>

namespace limber::classics {

namespace {

constexpr double enough = 1e-4;  // of what the slope promises (Armijo)
constexpr int most_halvings = 20;
constexpr double longest = 0.5;      // [rad] by any joint in one step
constexpr double curved = 1e-10;     // y.s against |y| |s|: less curvature tells nothing
constexpr double short_step = 1e-4;  // [rad] to feel for limits
constexpr double negligible = 1e-6;  // of it

}  // namespace

Optimisation::Optimisation(const Figure& figure, const AvoidanceOptions& options, const TechniqueSetup& setup)
    : PointTechnique(figure, options),
      gain_(options.optimisation_gain),
      wanted_clearance_(options.full_distance),
      kinematics_(figure),
      clearance_rows_(RowMatrix::Zero(setup.contacts, setup.dofs)),
      inverse_(RowMatrix::Zero(setup.dofs, setup.dofs)),
      step_(VecX::Zero(setup.dofs)),
      gradient_(step_),
      next_gradient_(step_),
      change_(step_),
      product_(step_),
      tangent_(VecX::Zero(figure.dof_count())),
      free_gradient_(step_),
      displacement_(step_) {}

// At the posture that step_ leads to, where the point is at `point`.
double Optimisation::value(const AvoidanceQuestion& question, const Goal& goal, const Vec3& point,
                           int n) noexcept {
  double sum = 0.5 * (goal.target - point).squaredNorm();
  for (std::size_t i = 0; i < question.contacts.size(); ++i) {
    const double clearance = question.contacts[i].clearance +
                             clearance_rows_.row(static_cast<Eigen::Index>(i)).head(n).dot(step_.head(n));
    const double missing = std::max(0.0, wanted_clearance_ - clearance);
    sum += 0.5 * gain_ * missing * missing;
  }
  return sum;
}

void Optimisation::gradient(const AvoidanceQuestion& question, const Goal& goal, const Kinematics& at,
                            const Vec3& point, VecX& result) noexcept {
  const RowMatrix& screws = at.screws();
  const Vec3 pull = goal.target - point, moment = point.cross(pull);
  const auto n = static_cast<Eigen::Index>(question.columns.size());
  for (Eigen::Index k = 0; k < n; ++k) {
    const ChainColumn& column = question.columns[static_cast<std::size_t>(k)];
    const int c = column.dof;
    result[k] = column.moves(goal.segment)
                    ? -(moment.x() * screws(0, c) + moment.y() * screws(1, c) + moment.z() * screws(2, c) +
                        pull.x() * screws(3, c) + pull.y() * screws(4, c) + pull.z() * screws(5, c))
                    : 0.0;
  }
  for (std::size_t i = 0; i < question.contacts.size(); ++i) {
    const auto row = clearance_rows_.row(static_cast<Eigen::Index>(i)).head(n);
    const double clearance = question.contacts[i].clearance + row.dot(step_.head(n));
    const double missing = std::max(0.0, wanted_clearance_ - clearance);
    if (missing > 0.0) result.head(n) -= gain_ * missing * row.transpose();
  }
}

// H from the step just taken, s = step_, and the change of the gradient over it, y.
void Optimisation::learn(int n) noexcept {
  auto s = step_.head(n);
  auto y = change_.head(n);
  y = next_gradient_.head(n) - gradient_.head(n);
  const double curvature = y.dot(s);
  if (!(curvature > curved * y.norm() * s.norm())) return;
  auto hy = product_.head(n);
  hy.noalias() = inverse_.topLeftCorner(n, n) * y;
  const double factor = (1.0 + y.dot(hy) / curvature) / curvature;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j)
      inverse_(i, j) += factor * s[i] * s[j] - (hy[i] * s[j] + s[i] * hy[j]) / curvature;
  }
}

// posture_ <- the question's moved by `displacement`, inside the limits; step_ <- how far it got.
void Optimisation::lead_to(const AvoidanceQuestion& question, const VecX& displacement) noexcept {
  const auto n = static_cast<Eigen::Index>(question.columns.size());
  tangent_.setZero();
  for (Eigen::Index k = 0; k < n; ++k)
    tangent_[question.columns[static_cast<std::size_t>(k)].dof] = displacement[k];
  posture_.values = question.posture.values;
  integrate(figure_, tangent_, posture_);
  if (question.limits != nullptr) {
    question.limits->project_onto_limits(posture_, question.joints);
    difference(figure_, question.posture, posture_, tangent_);
  }
  for (Eigen::Index k = 0; k < n; ++k) step_[k] = tangent_[question.columns[static_cast<std::size_t>(k)].dof];
}

// free_gradient_ <- the gradient without the unknowns that a short step down it would lead out of their
// limits. False: nothing is left.
bool Optimisation::hold_at_limits(const AvoidanceQuestion& question, int n) noexcept {
  if (n == 0) return false;
  free_gradient_.head(n) = gradient_.head(n);
  const double steepest = gradient_.head(n).cwiseAbs().maxCoeff();
  if (question.limits == nullptr || steepest == 0.0) return steepest > 0.0;
  displacement_.head(n) = gradient_.head(n) * (-short_step / steepest);
  lead_to(question, displacement_);
  for (int k = 0; k < n; ++k) {
    const double asked = displacement_[k];
    if (std::abs(step_[k] - asked) > 0.5 * std::abs(asked) && std::abs(asked) > short_step * negligible)
      free_gradient_[k] = 0.0;
  }
  return !free_gradient_.head(n).isZero(0.0);
}

// One step along -H grad f, halved until f falls; false: it does not.
bool Optimisation::descend(const AvoidanceQuestion& question, const Goal& goal, int n) noexcept {
  if (known_ != n) {
    // As if the goal were all: the length that is best for steepest descent, if the levers were one.
    const double size = free_gradient_.head(n).squaredNorm(), pull = (goal.target - goal.point).squaredNorm();
    inverse_.topLeftCorner(n, n).setIdentity();
    inverse_.topLeftCorner(n, n) *= pull > 0.0 ? pull / size : 1.0;
    known_ = n;
  }
  auto direction = product_.head(n);
  direction.noalias() = inverse_.topLeftCorner(n, n) * free_gradient_.head(n);
  direction *= -1.0;
  for (int k = 0; k < n; ++k) {
    if (free_gradient_[k] == 0.0) direction[k] = 0.0;
  }
  if (!(direction.dot(free_gradient_.head(n)) < 0.0)) return false;
  step_.head(n).setZero();
  const double before = value(question, goal, goal.point, n), turn = direction.cwiseAbs().maxCoeff();
  double part = turn > longest ? longest / turn : 1.0;
  const Vec3 local = question.kinematics.segment_pose(goal.segment).inverse() * goal.point;
  for (int halving = 0; halving < most_halvings; ++halving, part *= 0.5) {
    displacement_.head(n) = part * direction;
    lead_to(question, displacement_);
    const double slope = step_.head(n).dot(gradient_.head(n));
    if (!(slope < 0.0)) continue;
    kinematics_.update(posture_);
    const Vec3 point = kinematics_.segment_pose(goal.segment) * local;
    if (value(question, goal, point, n) > before + enough * slope) continue;
    gradient(question, goal, kinematics_, point, next_gradient_);
    learn(n);
    return true;
  }
  return false;
}

bool Optimisation::lead(const AvoidanceQuestion& question, const Goal& goal) noexcept {
  const int n = static_cast<int>(question.columns.size());
  for (std::size_t i = 0; i < question.contacts.size(); ++i)
    question.clearance_row(question.contacts[i], clearance_rows_.row(static_cast<Eigen::Index>(i)).head(n));
  step_.head(n).setZero();
  gradient(question, goal, question.kinematics, goal.point, gradient_);
  if (!hold_at_limits(question, n)) return false;
  // A direction learnt elsewhere may lead astray: then steepest descent.
  for (const bool anew : {known_ != n, true}) {
    if (anew) known_ = 0;
    if (descend(question, goal, n)) return true;
    if (anew) break;
  }
  known_ = 0;
  posture_.values = question.posture.values;
  return false;
}

}  // namespace limber::classics
