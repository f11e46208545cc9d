#include "experiments/common/rest.h"

#include <cmath>

namespace limber::experiments {

namespace {

// Calls visit(entry, jacobian, error) for every task.
template <class Visit>
void for_each_task(const Figure& figure, const TaskList& tasks, const Posture& posture, Visit&& visit) {
  Kinematics kinematics(figure);
  kinematics.update(posture);
  MassDistribution masses(figure);
  masses.update(kinematics);
  RowMatrix scratch = RowMatrix::Zero(12, figure.dof_count());
  const TaskContext context{kinematics, masses, posture, scratch};
  for (const TaskList::Entry& entry : tasks) {
    RowMatrix jacobian = RowMatrix::Zero(row_count(entry.task), figure.dof_count());
    VecX error = VecX::Zero(jacobian.rows());
    TaskRows rows{jacobian, error};
    evaluate(entry.task, context, rows);
    visit(entry, jacobian, error);
  }
}

}  // namespace

std::vector<double> task_errors(const Figure& figure, const TaskList& tasks, const Posture& posture) {
  std::vector<double> errors;
  for_each_task(figure, tasks, posture, [&](const TaskList::Entry&, const RowMatrix&, const VecX& error) {
    errors.push_back(error.norm());
  });
  return errors;
}

double total_error(const Figure& figure, const TaskList& tasks, const Posture& posture) {
  double sum = 0.0;
  for_each_task(figure, tasks, posture,
                [&](const TaskList::Entry& entry, const RowMatrix&, const VecX& error) {
                  sum += entry.settings.weight * error.squaredNorm();
                });
  return std::sqrt(sum);
}

double unbalanced_share(const Figure& figure, const TaskList& tasks, const Posture& posture) {
  VecX sum = VecX::Zero(figure.dof_count());
  double lengths = 0.0;
  for_each_task(figure, tasks, posture,
                [&](const TaskList::Entry& entry, const RowMatrix& jacobian, const VecX& error) {
                  const VecX pull = entry.settings.weight * (jacobian.transpose() * error);
                  sum += pull;
                  lengths += pull.norm();
                });
  return lengths > 0.0 ? sum.norm() / lengths : 0.0;
}

}  // namespace limber::experiments
