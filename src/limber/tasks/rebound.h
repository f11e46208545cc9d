#pragma once
// Tasks and criteria carried over to an edited figure. They hold numbers, and editing changes numbers; names
// stay. What has lost its place is left out and named.

#include <string>
#include <vector>

#include "limber/tasks/criterion.h"
#include "limber/tasks/task_list.h"

namespace limber {

struct ReboundTasks {
  TaskList tasks;                    // with the numbers (ids) they had
  std::vector<std::string> dropped;  // `task "hand": frame "hand.r" is gone`
};
// Custom tasks are kept as they are: what they mean by their numbers is theirs to know.
ReboundTasks rebound(const TaskList& tasks, const Figure& from, const Figure& to);

struct ReboundCriteria {
  CriterionList criteria;
  std::vector<std::string> dropped;
};
ReboundCriteria rebound(const CriterionList& criteria, const Figure& from, const Figure& to);

}  // namespace limber
