// Priority reversing: the escape from the worst obstacle, then tracking in its null space.

#include "limber/avoidance/priority_reversing.h"

#include "limber/kinematics/kinematics.h"

namespace limber {

namespace {

constexpr double anywhere = 1e9;  // [m] as printed, obstacles count however far away they are

}  // namespace

PriorityReversing::PriorityReversing(Variant variant, const AvoidanceOptions& options,
                                     const TechniqueSetup& setup)
    : variant_(variant),
      push_(options.push),
      search_distance_(variant == Variant::gated ? options.influence : anywhere),
      projector_(projector_of(options.damped_projector)),
      urgency_(options, options),
      tracking_({setup.task_rows, setup.dofs}, options.damping, setup.svd),
      escaping_({3, setup.dofs}, options.obstacle_damping, setup.svd),
      tracking_in_rest_({setup.task_rows, setup.dofs}, options.damping, setup.svd),
      escape_rows_(RowMatrix::Zero(3, setup.dofs)),
      tracking_rows_(RowMatrix::Zero(setup.task_rows, setup.dofs)),
      escape_(VecX::Zero(setup.dofs)),
      missing_(VecX::Zero(setup.task_rows)),
      rest_(VecX::Zero(setup.dofs)) {}

void PriorityReversing::forget() noexcept {
  urgency_.forget();
  tracking_.forget();
  escaping_.forget();
  tracking_in_rest_.forget();
}

AvoidanceTechnique::Outcome PriorityReversing::displace(const AvoidanceQuestion& question,
                                                        Eigen::Ref<VecX> dq) noexcept {
  urgency_.begin(question.contacts);
  const Contact* worst = question.contacts.empty() ? nullptr : &question.contacts.front();
  const double reversed = worst == nullptr             ? 0.0
                          : variant_ == Variant::gated ? urgency_.counting(*worst)
                                                       : 1.0;
  dq.setZero();
  if (reversed < 1.0) {
    tracking_.decompose(question.jacobian);
    tracking_.solve(question.error, dq);
    dq *= 1.0 - reversed;
  }
  if (reversed == 0.0) return Outcome::moves;

  RowMatrixRef escape_rows = escape_rows_.leftCols(dq.size());
  auto escape = escape_.head(dq.size());
  auto rest = rest_.head(dq.size());
  question.contact_rows(*worst, escape_rows);
  escaping_.decompose(escape_rows);
  const double push = variant_ == Variant::gated ? urgency_.pushing(*worst) : push_;
  const Vec3 away = push * worst->normal;
  escaping_.solve(away, escape);

  const Eigen::Index rows = question.jacobian.rows();
  auto missing = missing_.head(rows);
  missing = question.error;
  missing.noalias() -= question.jacobian * escape;
  RowMatrixRef tracking_rows = tracking_rows_.topLeftCorner(rows, dq.size());
  tracking_rows = question.jacobian;
  escaping_.project_rows(projector_, tracking_rows);
  tracking_in_rest_.decompose(tracking_rows);
  tracking_in_rest_.solve(missing, rest);
  dq += reversed * (escape + rest);
  return Outcome::moves;
}

}  // namespace limber
