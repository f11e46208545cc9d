// Task priority with all near obstacles stacked into one secondary task.

#include "limber/avoidance/task_augmented.h"

#include "limber/kinematics/kinematics.h"

namespace limber {

TaskAugmented::TaskAugmented(Variant variant, const AvoidanceOptions& options, const TechniqueSetup& setup)
    : shortest_gain_(variant == Variant::lab || options.shortest_gain),
      fade_rows_(variant == Variant::thesis && options.fade_rows),
      abort_(variant == Variant::lab && options.abort),
      projector_(projector_of(variant == Variant::lab || options.damped_projector)),
      urgency_(options, options),
      tracking_({setup.task_rows, setup.dofs}, options.damping, setup.svd),
      escaping_({3 * setup.contacts, setup.dofs}, options.obstacle_damping, setup.svd),
      rows_(RowMatrix::Zero(3 * setup.contacts, setup.dofs)),
      wanted_(VecX::Zero(3 * setup.contacts)),
      tracked_(VecX::Zero(setup.dofs)),
      escape_(VecX::Zero(setup.dofs)) {}

void TaskAugmented::forget() noexcept {
  urgency_.forget();
  tracking_.forget();
  escaping_.forget();
}

AvoidanceTechnique::Outcome TaskAugmented::displace(const AvoidanceQuestion& question,
                                                    Eigen::Ref<VecX> dq) noexcept {
  const std::span<const Contact> contacts = question.contacts;
  urgency_.begin(contacts);
  if (abort_ && !contacts.empty() && contacts.front().clearance < urgency_.distances().abort) {
    dq.setZero();
    return Outcome::stands_still;
  }
  tracking_.decompose(question.jacobian);
  auto tracked = tracked_.head(dq.size());
  auto escape = escape_.head(dq.size());
  tracking_.solve(question.error, tracked);
  dq = tracked;
  if (contacts.empty()) return Outcome::moves;
  const double counting = urgency_.counting(contacts.front());
  if (counting == 0.0) return Outcome::moves;

  int row = 0;
  for (const Contact& contact : contacts) {
    const double own = urgency_.counting(contact);
    if (own == 0.0) break;  // farther ones count even less
    RowMatrixRef block = rows_.block(row, 0, 3, dq.size());
    question.contact_rows(contact, block);
    const double push = urgency_.pushing(shortest_gain_ ? contacts.front() : contact);
    auto wanted = wanted_.segment<3>(row);
    wanted = push * contact.normal;
    wanted.noalias() -= block * tracked;
    tracking_.project_rows(projector_, block);
    if (fade_rows_) {
      block *= own;
      wanted *= own;
    }
    row += 3;
  }
  escaping_.decompose(rows_.topLeftCorner(row, dq.size()));
  escaping_.solve(wanted_.head(row), escape);
  dq += counting * escape;
  return Outcome::moves;
}

}  // namespace limber
