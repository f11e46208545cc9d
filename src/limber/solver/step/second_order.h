#pragma once
// The last steps to rest where something cannot be satisfied. The linear model of such a level converges
// slowly, or not at all, far from zero; and it lets the levels below move in directions that cost it to
// second order, so that they stop short of what they could have. Here such levels have their second
// derivatives (LevelCurvature): Newton steps for the level, and for those below it the directions that it
// does not mind.
//
// It takes two looks per degree of freedom and level, and allocates: for solving, not for single steps.

#include <vector>

#include "limber/solver/step/attempt.h"
#include "limber/solver/step/keep_clear.h"
#include "limber/solver/step/level_curvature.h"
#include "limber/solver/step/linear_step.h"
#include "limber/solver/step/split_step.h"

namespace limber {

class SecondOrder {
 public:
  SecondOrder(const SolverSetup& setup, HardConstraints& constraints, Clearance& clearance,
              ClearanceRows& clearance_rows, Observation& observation, const TaskLevels& levels,
              LinearStep& linear, KeepClear& keep_clear);

  // Whether it can be of use: a level is not satisfied, and the problem is of a kind and size it is made for.
  bool applies(const VecX& level_error) const;
  // Steps from a posture on, one at a time; false: no level gains any more.
  void begin(const TaskList& tasks, const Posture& posture);
  bool advance(const TaskList& tasks, Posture& posture);
  // [m/rad] How fast the error of each level can still fall, per radian of a step that costs no level above:
  // satisfied ones to first order, the others to second. 0 for a level that is satisfied.
  VecX optimality(const TaskList& tasks, const Posture& posture);
  // Where the level with the largest of these could still gain: a displacement of a thousandth of a radian.
  const VecX& steepest_way() const { return steepest_way_; }

 private:
  void observe(const TaskList& tasks, const Posture& posture);
  void build_models(const TaskList& tasks, const Posture& posture, double closed_gaps);
  void solve(const VecX& radius, int level_count, double closed_gaps);
  void write_task_level(int level, double radius);
  std::vector<LevelCurvature::Held> held_by(int level) const;
  bool is_satisfied(int level) const {
    return here_.tasks.level_error[level] <= levels_.level_tolerance(level);
  }
  int problem_level(int level) const {
    return HardConstraints::level_count + (rows_.is_on() ? 1 : 0) + level;
  }
  void let_resting_levels_stay();
  bool take_step(const TaskList& tasks, Posture& posture);
  int objector(const VecX& after) const;
  void bring_satisfied_back(const TaskList& tasks, Attempt& attempt);

  const SolverSetup& setup_;
  HardConstraints& constraints_;
  Clearance& clearance_;
  ClearanceRows& rows_;
  Observation& observation_;
  const TaskLevels& levels_;
  LinearStep& linear_;
  KeepClear& keep_clear_;

  LevelCurvature curvature_;
  Lexicographic problem_;
  std::vector<LevelModel> models_;  // per level; no rows: its own linear ones
  std::vector<int> first_row_;      // per slot; -1: it has none
  int first_clearance_row_ = 0;
  Evaluation here_;
  VecX radius_, best_;  // per level: [rad] of steps, [m] the least error so far
  SplitStep split_;
  VecX steepest_way_;
  bool above_stay_ = false;  // levels but the last of a problem are asked for no change
};

}  // namespace limber
