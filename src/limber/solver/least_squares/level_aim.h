#pragma once
// The optimum of one level with a given working set: plain least squares, damped or not, on the factorisation
// that all levels share. And its multipliers.

#include "limber/solver/least_squares/damped_block.h"
#include "limber/solver/least_squares/level_factors.h"

namespace limber {

class LevelAim {
 public:
  // Allocates; nothing below does.
  LevelAim(const LevelProblem& problem, const LevelPoint& point, const LevelFactors& factors,
           int max_unknowns, int max_rows);

  void begin_level() noexcept { lambda_ = 0.0; }
  // -> step(): the optimum with the working set as equalities, less x. All must be placed.
  void find() noexcept { find(false); }
  // The same, where members of the set need not be met yet: the step leads there. False: they cannot all be
  // met within the bound on the step.
  bool find_from_afar() noexcept { return find(true); }
  VecX& step() noexcept { return step_; }
  const VecX& step() const noexcept { return step_; }
  double lambda() const noexcept { return lambda_; }  // of the step found last

  // -> multiplier(column) of the columns from `first` on, at the point as it is.
  void explain(int first) noexcept;
  double multiplier(int column) const noexcept { return gradient_[column]; }

 private:
  bool find(bool from_afar) noexcept;
  bool find_for_level(bool from_afar) noexcept;
  double right_side(int i, bool from_afar, bool shortens) const noexcept;
  bool solve_triangle(bool from_afar, bool shortens) noexcept;
  bool solve_block(bool from_afar, bool shortens) noexcept;
  void subtract_offset() noexcept;
  double fixed_square() const noexcept;
  bool is_damped() const noexcept;

  const LevelProblem& problem_;
  const LevelPoint& point_;
  const LevelFactors& factors_;
  VecX step_, y_, gradient_;
  VecX offset_;  // the step so far, in coordinates
  double lambda_ = 0.0;
  DampedBlock block_;
};

}  // namespace limber
