#pragma once
// The last touch at rest. What is satisfied goes from somewhere inside its tolerance to zero, the others
// asked to stay: plain Newton steps, which a goal out of reach cannot disturb. What cannot be satisfied goes
// to where its error is least, the levels below asked to stay: until then they may take from it as much as
// its tolerance. All of it takes as long as many steps, so it can be done in pieces of one linear problem.

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
  void begin() noexcept;
  // One piece. `here`: what tasks and criteria say at `posture`, before and after. True: that was all.
  bool advance(const TaskList& tasks, const CriterionList& criteria, Posture& posture, Evaluation& here,
               Attempt& attempt) noexcept;

 private:
  enum class Stage : std::uint8_t { first_zero, sharpen, last_zero };
  void begin_stage(Stage stage) noexcept;
  bool sharpen(const TaskList& tasks, const CriterionList& criteria, Posture& posture, Evaluation& here,
               Attempt& attempt) noexcept;
  bool sharpen_once(const TaskList& tasks, const CriterionList& criteria, Posture& posture,
                    const Evaluation& here, int level, Attempt& attempt) noexcept;
  int hold_below_first_unsatisfied(const VecX& level_error) noexcept;
  double hold_unsatisfied(const VecX& level_error) noexcept;
  bool improve(const TaskList& tasks, const CriterionList& criteria, const Posture& from,
               const Evaluation& here, double left, Attempt& attempt) noexcept;
  bool is_improved(const VecX& before, const VecX& after, double left) const noexcept;
  bool bring_nearer_to_zero(const TaskList& tasks, const CriterionList& criteria, Posture& posture,
                            Evaluation& here, Attempt& attempt) noexcept;

  const SolverSetup& setup_;
  HardConstraints& constraints_;
  Clearance& clearance_;
  Observation& observation_;
  const TaskLevels& levels_;
  LinearStep& linear_;
  KeepClear& keep_clear_;
  Stage stage_ = Stage::first_zero;
  int step_ = 0;                    // of the stage
  int level_ = 0;                   // the one being sharpened
  double last_error_ = 0.0;         // [m] its error a step before
  bool tries_again_ = false;        // the step was too long
  double largest_loss_ = 0.0;       // of its error, that a level asked to stay may lose
  VecX radius_;                     // [rad] per level
  std::vector<std::uint8_t> held_;  // per level: not satisfied
};

}  // namespace limber
