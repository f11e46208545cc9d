// Makes the technique that the options name, and the rows of contacts in the unknowns of a chain.

#include "limber/avoidance/technique.h"

#include <stdexcept>
#include <string>

#include "limber/avoidance/classics/coordinate_descent.h"
#include "limber/avoidance/classics/fabrik.h"
#include "limber/avoidance/classics/jacobian_transpose.h"
#include "limber/avoidance/classics/optimisation.h"
#include "limber/avoidance/classics/two_bones.h"
#include "limber/avoidance/cost.h"
#include "limber/avoidance/goal_augmented.h"
#include "limber/avoidance/objective.h"
#include "limber/avoidance/parameters.h"
#include "limber/avoidance/priority_reversing.h"
#include "limber/avoidance/task_augmented.h"
#include "limber/avoidance/task_priority.h"
#include "limber/avoidance/tracking.h"
#include "limber/avoidance/virtual_arms_technique.h"

namespace limber {

void AvoidanceQuestion::contact_rows(const Contact& contact, RowMatrixRef rows) const noexcept {
  const RowMatrix& screws = kinematics.screws();
  const double px = contact.point.x(), py = contact.point.y(), pz = contact.point.z();
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const ChainColumn& column = columns[k];
    const auto j = static_cast<Eigen::Index>(k);
    // What carries both moves neither against the other.
    const int sign = int{column.moves(contact.segment)} - int{column.moves(contact.other_segment)};
    if (sign == 0) {
      rows(0, j) = rows(1, j) = rows(2, j) = 0.0;
      continue;
    }
    const int c = column.dof;
    const double wx = screws(0, c), wy = screws(1, c), wz = screws(2, c);
    rows(0, j) = sign * (screws(3, c) + (wy * pz - wz * py));
    rows(1, j) = sign * (screws(4, c) + (wz * px - wx * pz));
    rows(2, j) = sign * (screws(5, c) + (wx * py - wy * px));
  }
}

void AvoidanceQuestion::clearance_row(const Contact& contact,
                                      Eigen::Ref<Eigen::RowVectorXd> row) const noexcept {
  const RowMatrix& screws = kinematics.screws();
  const Vec3& n = contact.normal;
  const Vec3 moment = contact.point.cross(n);
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const ChainColumn& column = columns[k];
    const int sign = int{column.moves(contact.segment)} - int{column.moves(contact.other_segment)};
    double& rate = row[static_cast<Eigen::Index>(k)];
    rate = 0.0;
    if (sign == 0) continue;
    const int c = column.dof;
    rate = sign * (moment.x() * screws(0, c) + moment.y() * screws(1, c) + moment.z() * screws(2, c) +
                   n.x() * screws(3, c) + n.y() * screws(4, c) + n.z() * screws(5, c));
  }
}

std::unique_ptr<AvoidanceTechnique> make_technique(const Figure& figure, const AvoidanceOptions& options,
                                                   const TechniqueSetup& setup) {
  const auto task_priority = [&](TaskPriority::Variant variant) {
    return std::make_unique<TaskPriority>(variant, options, setup);
  };
  const auto augmented = [&](TaskAugmented::Variant variant) {
    return std::make_unique<TaskAugmented>(variant, options, setup);
  };
  const auto cost = [&](Cost::Variant variant) { return std::make_unique<Cost>(variant, options, setup); };
  const auto reversing = [&](PriorityReversing::Variant variant) {
    return std::make_unique<PriorityReversing>(variant, options, setup);
  };
  switch (options.technique) {
    case Technique::task_priority:
      return task_priority(TaskPriority::Variant::worst);
    case Technique::task_priority_normal:
      return task_priority(TaskPriority::Variant::normal_only);
    case Technique::two_worst:
      return task_priority(TaskPriority::Variant::two_worst);
    case Technique::task_augmented:
      return augmented(TaskAugmented::Variant::thesis);
    case Technique::lab:
      return augmented(TaskAugmented::Variant::lab);
    case Technique::cost:
      return cost(Cost::Variant::plain);
    case Technique::cost_augmented:
      return cost(Cost::Variant::augmented);
    case Technique::cost_blended:
      return cost(Cost::Variant::blended);
    case Technique::cost_blended_augmented:
      return cost(Cost::Variant::blended_augmented);
    case Technique::cost_adaptive:
      return cost(Cost::Variant::adaptive);
    case Technique::objective:
      return std::make_unique<Objective>(options, setup);
    case Technique::priority_reversing:
      return reversing(PriorityReversing::Variant::as_printed);
    case Technique::priority_reversing_gated:
      return reversing(PriorityReversing::Variant::gated);
    case Technique::goal_augmented:
      return std::make_unique<GoalAugmented>(options, setup);
    case Technique::virtual_arms:
      return make_virtual_arms(figure, options, setup);
    case Technique::tracking:
      return std::make_unique<Tracking>(options, setup);
    case Technique::jacobian_transpose:
      return std::make_unique<classics::JacobianTranspose>(options, setup);
    case Technique::coordinate_descent:
      return std::make_unique<classics::CoordinateDescent>(figure, options);
    case Technique::fabrik:
      return std::make_unique<classics::Fabrik>(figure, options);
    case Technique::optimisation:
      return std::make_unique<classics::Optimisation>(figure, options, setup);
    case Technique::two_bones:
      return std::make_unique<classics::TwoBones>(figure, options);
    case Technique::clearance:
    case Technique::off:
      break;
  }
  throw std::invalid_argument(std::string(describe(options.technique).key) +
                              " is not a technique of the documents");
}

}  // namespace limber
