#pragma once
// Whether a posture is a rest: how fast the error e_l of each level could still fall, to first order.
//
//   minimise |J_l d - dx_l|   with |d| <= p, a thousandth of a radian, inside all limits and contacts, no
//                             level above changed
//   optimality_l = (e_l - |J_l s d - dx_l|) / (s p)        [m/rad]    s = 0.05: the slope where d begins
//
// the length of the gradient of e_l, projected onto what constraints and levels above leave: the residual of
// the conditions of Karush, Kuhn and Tucker. 0 for a level that is satisfied. Contacts touch that a rest
// would call so: what is left of the room there is not worth a step, however short.
//
// Below a level that is not satisfied this is more than can be gained: keeping the residual above as it is
// costs that level to second order. SecondOrder measures it there.

#include <span>
#include <vector>

#include "limber/solver/report.h"
#include "limber/solver/step/linear_step.h"

namespace limber {

class Optimality {
 public:
  Optimality(const SolverSetup& setup, const TaskLevels& levels, LinearStep& linear);

  void resize();  // for the levels as they are now; the only place that allocates
  // At the posture observed, whose tasks say `here`. Solves the linear problem again, once for each level
  // that is not satisfied.
  void measure(const TaskValues& here) noexcept;
  std::span<const LevelReport> reports() const noexcept { return reports_; }
  // The displacement along which the first level that is not satisfied could still gain.
  const VecX& way() const noexcept { return way_; }
  void replace(const VecX& optimality) noexcept;  // of the levels reported

 private:
  void look_along(const TaskValues& here, int level) noexcept;

  const SolverSetup& setup_;
  const TaskLevels& levels_;
  LinearStep& linear_;
  std::vector<LevelReport> reports_;
  std::vector<std::uint8_t> held_;  // per level, != 0: asked to stay
  VecX radius_, predicted_, displacement_, predicted_step_, way_;
};

}  // namespace limber
