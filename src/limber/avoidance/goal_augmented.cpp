#include "limber/avoidance/goal_augmented.h"

namespace limber {

GoalAugmented::GoalAugmented(const AvoidanceOptions& options, const TechniqueSetup& setup)
    : urgency_(options, options),
      both_({setup.task_rows + 3 * setup.contacts, setup.dofs}, options.damping, setup.svd),
      rows_(RowMatrix::Zero(setup.task_rows + 3 * setup.contacts, setup.dofs)),
      wanted_(VecX::Zero(setup.task_rows + 3 * setup.contacts)) {}

void GoalAugmented::forget() noexcept {
  urgency_.forget();
  both_.forget();
}

AvoidanceTechnique::Outcome GoalAugmented::displace(const AvoidanceQuestion& question,
                                                    Eigen::Ref<VecX> dq) noexcept {
  urgency_.begin(question.contacts);
  Eigen::Index row = question.jacobian.rows();
  const Eigen::Index n = dq.size();
  rows_.topLeftCorner(row, n) = question.jacobian;
  wanted_.head(row) = question.error;
  for (const Contact& contact : question.contacts) {
    const double counting = urgency_.counting(contact);
    if (counting == 0.0) break;  // farther ones count even less
    RowMatrixRef block = rows_.block(row, 0, 3, n);
    question.contact_rows(contact, block);
    block *= counting;
    wanted_.segment<3>(row) = (counting * urgency_.pushing(contact)) * contact.normal;
    row += 3;
  }
  both_.decompose(rows_.topLeftCorner(row, n));
  both_.solve(wanted_.head(row), dq);
  return Outcome::moves;
}

}  // namespace limber
