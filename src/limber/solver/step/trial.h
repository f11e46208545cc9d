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
  // True: so it is.
  bool begin(const Evaluation& here) noexcept;
  const VecX& radius() const noexcept { return radii_.radius(); }
  void reset_radius() noexcept { radii_.reset(setup_.options.damping.bound); }

  // The one solved last. Without tasks the criteria h have this gradient, in the unknowns of the linear
  // problem; with them what counts is h + multipliers . errors, which does not change to first order where
  // tasks only move inside their tolerance.
  void take_linear_step(const VecX& criteria_gradient, const VecX& multipliers) noexcept;
  // Rest: where the linear step leads, no unsatisfied level gets better any more to first order, nor do the
  // criteria.
  bool is_stationary(const Evaluation& here) noexcept;
  void stay(const Evaluation& here) noexcept { progress_.expect(here.tasks.level_error); }
  // Takes as much of the linear step as it can. True: `attempt` is acceptable.
  bool run(const TaskList& tasks, const CriterionList& criteria, const Posture& from, const Evaluation& here,
           Attempt& attempt) noexcept;
  // What stopped the longest step that run() tried, if anything did.
  struct Objection {
    int level = -1;          // it would have lost, or not gained; the level count: the criteria
    bool clearance = false;  // solids would have come too near
  };
  const Objection& objection() const noexcept { return objection_; }
  double criteria_step() const noexcept { return split_.length(levels_.level_count()); }  // [rad]
  // What came of the step. True: nothing gets better any more.
  bool end(const Evaluation& here, const Attempt& attempt, bool accepted) noexcept;

 private:
  void compose(VecX& displacement) noexcept;
  bool is_acceptable(const TaskList& tasks, const CriterionList& criteria, const Evaluation& here,
                     Attempt& attempt) noexcept;
  void correct(int mover, const TaskList& tasks, const CriterionList& criteria, const Evaluation& here,
               Attempt& attempt) noexcept;
  int objecting_level(const Evaluation& here, const Attempt& attempt) const noexcept;
  bool criteria_object(const Evaluation& here, const Attempt& attempt) const noexcept;

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
  Objection objection_;
  double criteria_slope_ = 0.0;     // change of the criteria by their own part of the step
  VecX multipliers_;                // per row of tasks
  VecX predicted_;                  // [m] per level: errors the linear model promises
  bool predicted_whole_ = false;    // those of the whole linear step
  VecX correction_;                 // a displacement
  std::vector<std::uint8_t> held_;  // per level, of a correction
};

}  // namespace limber
