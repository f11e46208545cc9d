#pragma once
// The point a task moves and its target, in the world: for pictures and cameras.

#include <optional>

#include "limber/tasks/task.h"

namespace limber {

struct TaskPoints {
  std::optional<Vec3> from;  // [m] the point that is moved
  std::optional<Vec3> to;    // [m] its target; along axes that do not count, where it already is
};

// `kinematics` and `masses` must be up to date. Custom tasks and joint values have no points.
TaskPoints points_of(const Task& task, const Kinematics& kinematics, const MassDistribution& masses);

}  // namespace limber
