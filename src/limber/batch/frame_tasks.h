#pragma once
// What one FrameTask of a batch asks for: as tasks of the Solver, and how far a posture is from it.

#include <string>

#include "limber/batch/solve_many.h"
#include "limber/kinematics/kinematics.h"
#include "limber/tasks/task_list.h"

namespace limber::batch {

inline bool asks_place(const FrameTask& task) {
  return task.position || task.gaze;
}
inline bool asks_orientation(const FrameTask& task) {
  return task.orientation && !task.gaze;
}
inline bool asks_orientation(const FrameTask& task, const PoseGoal& goal) {
  return asks_orientation(task) && goal.orientation.has_value();
}

// Throws std::invalid_argument with what is wrong.
void check_task(const Figure& figure, const FrameTask& task);

struct TaskMiss {
  double position = 0.0;     // [m]
  double orientation = 0.0;  // [rad] also of a gaze
};
// In the posture of `kinematics`, by other code than the batch solver's.
TaskMiss miss_of(const FrameTask& task, const PoseGoal& goal, const Kinematics& kinematics);

// `suffix` tells the names of several tasks apart.
void add_tasks(const FrameTask& task, const PoseGoal& goal, const SolveManyOptions& options,
               const std::string& suffix, TaskList& tasks);

}  // namespace limber::batch
