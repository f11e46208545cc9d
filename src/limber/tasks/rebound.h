#pragma once
// Tasks and criteria translated to an edited figure. They refer to it by ids, which an edit changes; names
// stay. What refers to something that no longer exists is removed and named.

#include <string>
#include <vector>

#include "limber/tasks/criterion.h"
#include "limber/tasks/task_list.h"

namespace limber {

struct ReboundTasks {
  TaskList tasks;                    // with the same task ids
  std::vector<std::string> dropped;  // `task "hand": frame "hand.r" is gone`
};
// Custom tasks are kept unchanged: only their author knows which ids they use.
ReboundTasks rebound(const TaskList& tasks, const Figure& from, const Figure& to);

struct ReboundCriteria {
  CriterionList criteria;
  std::vector<std::string> dropped;
};
ReboundCriteria rebound(const CriterionList& criteria, const Figure& from, const Figure& to);

}  // namespace limber
