#pragma once
// How every task of the scene stands at the posture shown, whether the solver made that posture or it is
// played back. For session/ only.

#include <vector>

#include "limber/solver/report.h"

namespace limber {

struct SessionParts;

struct TaskNow {
  int number = 0;
  bool enabled = true;
  bool satisfied = false;
  double error = 0.0;  // [its unit]
  TaskUnit unit = TaskUnit::metre;
  Vec3 effector = Vec3::Zero(),
       goal = Vec3::Zero();  // world; goal: the effector where there is no such point
};

struct TasksNow {
  std::vector<TaskNow> tasks;  // in the order of the list; without the drag
  RowMatrix jacobian;          // all rows of the enabled ones, as the tasks give them
  Light light = Light::green;
};
TasksNow tasks_now(SessionParts& parts);

}  // namespace limber
