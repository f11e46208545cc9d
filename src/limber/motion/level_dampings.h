#pragma once
// How each level of tasks is damped near singular postures.
//
// A level whose rows, beside those of the levels before it, are nearly dependent would need joint speeds that
// grow without bound. Damped by how near it is, they fall to nothing instead, in a time that does not depend
// on the time step.

#include <vector>

#include "limber/solver/least_squares/level_damping.h"
#include "limber/solver/step/task_levels.h"

namespace limber {

class LevelDampings {
 public:
  LevelDampings(const TaskLevels& levels, int dofs);
  // `longest_step` [rad]: of a level that is not near a singular posture.
  void find(const TaskLevels& levels, const TaskValues& values, double longest_step) noexcept;
  const LevelDamping& of(int level) const noexcept { return at(dampings_, level); }
  // How far from singular the level is: below 1 it is damped, 0 is singular.
  double distance(int level) const noexcept { return at(distances_, level); }
  void weaken(int level, double factor) noexcept { at(dampings_, level).lambda *= factor; }
  bool is_near_singular(int level) const noexcept { return of(level).rule == LevelDamping::Rule::fixed; }

 private:
  std::vector<LevelDamping> dampings_;
  std::vector<double> distances_;
  RowMatrix span_;  // of the rows of levels, orthonormal
};

}  // namespace limber
