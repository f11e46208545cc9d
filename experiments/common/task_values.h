#pragma once
// What tasks come to in a posture, worked out without the solver.

#include <vector>

#include "limber/figure/figure.h"
#include "limber/tasks/task_list.h"

namespace limber::experiments {

struct TaskValue {
  int priority;
  double weight;
  RowMatrix jacobian;
  VecX error;  // goal - value [m] or [rad]
};
// In the order of the list.
std::vector<TaskValue> task_values(const Figure& figure, const TaskList& tasks, const Posture& posture);

// The length of every task's error.
std::vector<double> task_errors(const Figure& figure, const TaskList& tasks, const Posture& posture);

// sqrt(sum w_i e_i^2): what a compromise of tasks of one priority minimises (Baerlocher 5.3).
double total_error(const Figure& figure, const TaskList& tasks, const Posture& posture);

// sum w_i e_i grad e_i = - sum w_i J_i^T (goal - value) is zero at a compromise (Baerlocher 5.5). The share
// of it that is left over, 0..1: the length of the sum against the sum of the lengths.
double unbalanced_share(const Figure& figure, const TaskList& tasks, const Posture& posture);

}  // namespace limber::experiments
