#pragma once
// Moves a posture until it keeps clear of obstacles and of itself, by least moves inside the limits: what the
// rows of the linear problem, right to first order only, leave to be done.

#include "limber/solver/least_squares/lexicographic.h"
#include "limber/solver/step/clearance_rows.h"
#include "limber/solver/step/hard_constraints.h"
#include "limber/solver/step/least_escape.h"
#include "limber/solver/step/observation.h"
#include "limber/solver/step/setup.h"

namespace limber {

class KeepClear {
 public:
  KeepClear(const SolverSetup& setup, HardConstraints& constraints, Clearance& clearance, ClearanceRows& rows,
            Observation& observation);

  void make_room();  // for the world as it is now; the only place that allocates
  void forget() noexcept;

  // Moves what a step starts from out of what it overlaps; stays where nothing is gained. Returns the largest
  // move of a degree of freedom, [rad] or [m].
  double leave_overlap(Posture& posture) noexcept;
  // Makes up for curvature in a few rounds. False: the posture still does not keep clear, or some part has
  // moved too far in one step.
  bool clear_step(Posture& posture) noexcept;
  // Of the posture observed last: nothing is too near, or clearance does not come first.
  bool is_clear() noexcept;

 private:
  void clear(Posture& posture, int most_rounds) noexcept;
  void find_move() noexcept;                                          // -> move_
  double leave_by_nudges(Posture& posture, double missing) noexcept;  // returns what is still missing, [m]

  const SolverSetup& setup_;
  HardConstraints& constraints_;
  Clearance& clearance_;
  ClearanceRows& rows_;
  Observation& observation_;

  Lexicographic problem_;  // limits and clearance alone
  LeastEscape escape_;
  VecX ones_, move_;
  VecX movers_;  // degrees of freedom that could help: 1, others 0
  Posture overlapping_, nearest_out_, before_;
  int steps_to_next_try_ = 0, steps_to_next_nudge_ = 0;  // to leave an overlap
};

}  // namespace limber
