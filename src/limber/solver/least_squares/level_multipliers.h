#pragma once
// What holds each level back, kept for whoever asks after a solve: minus the derivative of half its squared
// residual with respect to the right-hand sides of rows above and of bounds.

#include "limber/solver/least_squares/level_aim.h"

namespace limber {

class LevelMultipliers {
 public:
  LevelMultipliers(int max_unknowns, int max_rows, int max_levels);  // allocates; nothing below does

  void begin_problem(const LevelProblem& problem) noexcept;  // all zero
  // From the factorisation of a level's optimum. `lambda`, `step`: of the level.
  void record(const LevelProblem& problem, const LevelPoint& point, const LevelFactors& factors,
              LevelAim& aim) noexcept;

  // level count: the pull.
  double row(int level, int row) const noexcept { return rows_(level, row); }
  double bound(int level, int unknown) const noexcept { return bounds_(level, unknown); }
  double restriction(int level, int unknown) const noexcept { return restrictions_(level, unknown); }

 private:
  void record_restrictions(const LevelProblem& problem, const LevelPoint& point, const WorkingSet& working,
                           double lambda) noexcept;

  RowMatrix rows_, bounds_, restrictions_;  // a row per level, and last the pull
};

}  // namespace limber
