#pragma once
// Into singular postures gently, and out of them at once.
//
// A limb that a target out of reach draws out straight would stay so when the target comes back: at the
// singular posture no joint brings it nearer, and near it the damped ones do so only slowly. The nearer it
// came, the longer it takes, without end. So of a level near a singular posture
//
//   on the way in     the less its weak direction gives, the less is asked of it: a limb stays a little bent
//   on the way out    it is damped half as much
//
// The weak direction is that of what the last step left undone of what was asked.

#include "limber/motion/level_dampings.h"

namespace limber {

class WeakDirections {
 public:
  explicit WeakDirections(const TaskLevels& levels);
  void begin() noexcept;  // nothing is known of steps before
  // Before a step: asks for less, damps less. `asked`: of all rows.
  void hold_back(const TaskLevels& levels, double dt, LevelDampings& dampings, VecX& asked) noexcept;
  // After its solution: what it leaves undone.
  void look_at(const TaskLevels& levels, const LevelDampings& dampings, const TaskValues& values,
               const VecX& asked, const VecX& displacement) noexcept;

 private:
  struct Level {
    double done = 1.0;      // share of what was asked along the weak direction that was done
    double distance = 1.0;  // from singular, one step before
    double leaving = 0.0;   // 1: on the way out; between: it has just begun
  };
  std::vector<Level> levels_;
  VecX undone_;  // of all rows, scaled; of length 1 in each level
};

}  // namespace limber
