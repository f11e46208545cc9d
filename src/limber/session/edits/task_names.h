#pragma once
// Names for tasks that were not given one.

#include <string>

#include "limber/figure/figure.h"
#include "limber/tasks/task_list.h"

namespace limber {

// "reach trunk.tip", "balance": what it is and where.
std::string made_up_name(const Task& task, const Figure& figure);

// `wanted`, with a number if it is taken: "reach trunk.tip 2".
std::string free_name(const TaskList& tasks, const std::string& wanted);

// One more than the largest; 1 if there are no tasks.
int last_priority(const TaskList& tasks);

}  // namespace limber
