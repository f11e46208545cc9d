#pragma once
// Where a task looks from and what it asks for, as points of the world: for pictures and cameras.

#include <optional>

#include "limber/tasks/task.h"

namespace limber {

struct TaskPoints {
  std::optional<Vec3> from;  // [m] what is to be moved
  std::optional<Vec3> to;    // [m] where to: along axes that do not count, where it is already
};

// Up to date kinematics and masses; custom tasks and joint values have no points.
TaskPoints points_of(const Task& task, const Kinematics& kinematics, const MassDistribution& masses);

}  // namespace limber
