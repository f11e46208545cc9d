#pragma once
// What every task is given and what it fills in.

#include <cstdint>

#include "limber/kinematics/mass_distribution.h"
#include "limber/tasks/place.h"

namespace limber {

// What a task may look at, all of it up to date.
struct TaskContext {
  const Kinematics& kinematics;
  const MassDistribution& masses;
  const Posture& posture;
  RowMatrix& scratch;  // at least 12 x dof_count, for whoever needs it between two lines
  const Figure& figure() const { return kinematics.figure(); }
};

struct TaskRows {
  RowMatrixRef jacobian;   // row_count x dof_count, zero on entry
  Eigen::Ref<VecX> error;  // row_count
};

enum class TaskUnit : std::uint8_t { metre, radian, none };
enum class RowKind : std::uint8_t { equality, at_most };  // one kind for all rows of a task

}  // namespace limber
