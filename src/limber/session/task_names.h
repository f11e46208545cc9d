#pragma once
// Names for tasks that were not given one. For session/ only.

#include <string>

#include "limber/figure/figure.h"
#include "limber/tasks/task_list.h"

namespace limber {

// "reach trunk.tip", "balance": what it is and where.
std::string made_up_name(const Task& task, const Figure& figure);

// `wanted`, or with the first number that makes it unique: "reach trunk.tip 2".
std::string free_name(const TaskList& tasks, const std::string& wanted);

// One after the least important of all; 1 where there is none.
int last_priority(const TaskList& tasks);

}  // namespace limber
