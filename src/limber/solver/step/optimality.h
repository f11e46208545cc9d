#pragma once
// Whether a posture is a rest: how fast the error e_l of each level could still fall, to first order.
//
//   minimise |J_l d - dx_l|   with |d| at most a thousandth of a radian, inside all limits and contacts,
//                             no level above changed
//   optimality_l = (e_l - |J_l d - dx_l|) / |d|      [m/rad]
//
// the length of the gradient of e_l, projected onto what constraints and levels above leave: the residual of
// the conditions of Karush, Kuhn and Tucker. 0 for a level that is satisfied.

#include <span>
#include <vector>

#include "limber/solver/report.h"
#include "limber/solver/step/linear_step.h"

namespace limber {

class Optimality {
 public:
  Optimality(const SolverSetup& setup, const TaskLevels& levels, LinearStep& linear);

  void resize();  // for the levels as they are now; the only place that allocates
  // At the posture observed, whose tasks say `here`. Solves the linear problem again, unless all levels are
  // satisfied.
  void measure(const TaskValues& here) noexcept;
  std::span<const LevelReport> reports() const noexcept { return reports_; }

 private:
  bool all_satisfied(const TaskValues& here) const noexcept;

  const SolverSetup& setup_;
  const TaskLevels& levels_;
  LinearStep& linear_;
  std::vector<LevelReport> reports_;
  VecX radius_, predicted_, displacement_;
};

}  // namespace limber
