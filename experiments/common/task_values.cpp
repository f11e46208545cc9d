#include "experiments/common/task_values.h"

#include <cmath>

#include "limber/kinematics/mass_distribution.h"

namespace limber::experiments {

std::vector<TaskValue> task_values(const Figure& figure, const TaskList& tasks, const Posture& posture) {
  Kinematics kinematics(figure);
  kinematics.update(posture);
  MassDistribution masses(figure);
  masses.update(kinematics);
  RowMatrix scratch = RowMatrix::Zero(12, figure.dof_count());
  const TaskContext context{kinematics, masses, posture, scratch};
  std::vector<TaskValue> values;
  for (const TaskList::Entry& entry : tasks) {
    TaskValue value{entry.settings.priority, entry.settings.weight,
                    RowMatrix::Zero(row_count(entry.task), figure.dof_count()),
                    VecX::Zero(row_count(entry.task))};
    TaskRows rows{value.jacobian, value.error};
    evaluate(entry.task, context, rows);
    values.push_back(std::move(value));
  }
  return values;
}

std::vector<double> task_errors(const Figure& figure, const TaskList& tasks, const Posture& posture) {
  std::vector<double> errors;
  for (const TaskValue& value : task_values(figure, tasks, posture)) errors.push_back(value.error.norm());
  return errors;
}

double total_error(const Figure& figure, const TaskList& tasks, const Posture& posture) {
  double sum = 0.0;
  for (const TaskValue& value : task_values(figure, tasks, posture))
    sum += value.weight * value.error.squaredNorm();
  return std::sqrt(sum);
}

double unbalanced_share(const Figure& figure, const TaskList& tasks, const Posture& posture) {
  VecX sum = VecX::Zero(figure.dof_count());
  double lengths = 0.0;
  for (const TaskValue& value : task_values(figure, tasks, posture)) {
    const VecX pull = value.weight * (value.jacobian.transpose() * value.error);
    sum += pull;
    lengths += pull.norm();
  }
  return lengths > 0.0 ? sum.norm() / lengths : 0.0;
}

}  // namespace limber::experiments
