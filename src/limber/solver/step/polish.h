#pragma once
// Brings what is satisfied from somewhere inside its tolerance to zero, while what cannot be satisfied is
// asked to stay: plain Newton steps, which a goal out of reach cannot disturb.

#include <vector>

#include "limber/solver/step/attempt.h"
#include "limber/solver/step/keep_clear.h"
#include "limber/solver/step/linear_step.h"

namespace limber {

class Polish {
 public:
  Polish(const SolverSetup& setup, HardConstraints& constraints, Clearance& clearance,
         Observation& observation, const TaskLevels& levels, LinearStep& linear, KeepClear& keep_clear);

  void resize();  // for the levels as they are now; the only place that allocates
  void run(const TaskList& tasks, const CriterionList& criteria, Posture& posture, Evaluation& here,
           Attempt& attempt) noexcept;

 private:
  double hold_unsatisfied(const VecX& level_error) noexcept;
  bool improve(const TaskList& tasks, const CriterionList& criteria, const Posture& from,
               const Evaluation& here, double left, Attempt& attempt) noexcept;
  bool is_improved(const VecX& before, const VecX& after, double left) const noexcept;

  const SolverSetup& setup_;
  HardConstraints& constraints_;
  Clearance& clearance_;
  Observation& observation_;
  const TaskLevels& levels_;
  LinearStep& linear_;
  KeepClear& keep_clear_;
  VecX radius_;                     // [rad] per level
  std::vector<std::uint8_t> held_;  // per level: not satisfied
};

}  // namespace limber
