#pragma once
// The best compromise of a figure with two joints, by looking everywhere.

#include "limber/figure/figure.h"
#include "limber/tasks/task_list.h"

namespace limber::experiments {

// The smallest total error over all postures: a grid over both angles, then ever finer ones around its best
// point.
double smallest_total_error(const Figure& two_joints, const TaskList& tasks);

}  // namespace limber::experiments
