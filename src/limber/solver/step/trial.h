#pragma once
// How far to go along a linear step: it is cut level by level until errors really fall in order of priority,
// and what is learnt from that is kept for the next step.

#include "limber/solver/step/attempt.h"
#include "limber/solver/step/keep_clear.h"
#include "limber/solver/step/linear_step.h"
#include "limber/solver/step/progress.h"
#include "limber/solver/step/trust_radii.h"

namespace limber {

class Trial {
 public:
  Trial(const SolverSetup& setup, HardConstraints& constraints, Clearance& clearance,
        Observation& observation, const TaskLevels& levels, LinearStep& linear, KeepClear& keep_clear);

  void resize();           // for the levels as they are now; the only place that allocates
  void forget() noexcept;  // the next step starts anew

  // A step starts from `here`: if targets have moved, what was learnt counts no more.
  void begin(const Evaluation& here) noexcept;
  const VecX& radius() const noexcept { return radii_.radius(); }
  void reset_radius() noexcept { radii_.reset(setup_.options.damping.bound); }

  void take_linear_step() noexcept { linear_.split(split_); }  // the one solved last
  // Takes as much of the linear step as it can. True: `attempt` is acceptable.
  bool run(const TaskList& tasks, const CriterionList& criteria, const Posture& from, const Evaluation& here,
           Attempt& attempt) noexcept;
  // What came of the step. True: nothing gets better any more.
  bool end(const Evaluation& here, const Attempt& attempt, bool accepted) noexcept;

 private:
  void compose(VecX& displacement) noexcept;
  bool is_acceptable(const TaskList& tasks, const CriterionList& criteria, const Evaluation& here,
                     Attempt& attempt) noexcept;
  void correct(int mover, const TaskList& tasks, const CriterionList& criteria, const Evaluation& here,
               Attempt& attempt) noexcept;
  int objecting_level(const Evaluation& here, const Attempt& attempt) const noexcept;

  const SolverSetup& setup_;
  HardConstraints& constraints_;
  Clearance& clearance_;
  Observation& observation_;
  const TaskLevels& levels_;
  LinearStep& linear_;
  KeepClear& keep_clear_;

  SplitStep split_;
  TrustRadii radii_;
  Progress progress_;
  VecX predicted_;                  // [m] per level: errors the linear model promises
  VecX correction_;                 // a displacement
  std::vector<std::uint8_t> held_;  // per level, of a correction
};

}  // namespace limber
