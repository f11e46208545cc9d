#pragma once
// The best compromise for a figure with two joints, by exhaustive search.

#include "limber/figure/figure.h"
#include "limber/tasks/task_list.h"

namespace limber::experiments {

// The smallest total error over all postures: a grid over both angles, then finer grids around the best
// point.
double smallest_total_error(const Figure& two_joints, const TaskList& tasks);

}  // namespace limber::experiments
