#pragma once
// What stays the same from step to step, or nearly so: the figure, the options, the lengths that options
// leave to the figure's size, and what moving joints costs.

#include "limber/figure/figure.h"
#include "limber/solver/options.h"
#include "limber/solver/step/recruitment.h"

namespace limber {

struct SolverSetup {
  // Throws std::invalid_argument for recruitment weights that do not fit the figure.
  SolverSetup(Figure figure_given, SolverOptions options_given);
  SolverSetup(const SolverSetup&) = delete;  // recruitment refers to the figure

  bool limits_are_rows() const { return options.limits == LimitMethod::active_set; }
  bool has_limits() const { return options.limits != LimitMethod::off; }  // by whatever method
  // [m] Longer errors are shortened to this in a step trusted so far: a linear model that was right up to
  // twice the radius is right up to twice the error, too.
  double largest_error_within(double radius) const noexcept;
  bool uses_projectors() const { return options.formulation != Formulation::lexicographic; }

  Figure figure;
  SolverOptions options;
  double reach;              // [m] longest distance from the root along the segments
  double largest_error;      // [m] longer errors are shortened
  double metres_per_radian;  // [m/rad] what an angle counts against a length
  Recruitment recruitment;
  VecX scale;  // what recruitment says now: dq = scale y, for the unknowns y of the linear problems
};

}  // namespace limber
