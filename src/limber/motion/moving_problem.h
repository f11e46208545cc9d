#pragma once
// The problem of a motion at one time: targets and obstacles where they are then, and what a posture makes of
// them. Following targets step by step (tracker.h) and smoothing all frames at once (whole_path.h) share it.

#include "limber/motion/criteria_sum.h"
#include "limber/motion/track.h"
#include "limber/solver/step/clearance.h"
#include "limber/solver/step/clearance_rows.h"
#include "limber/solver/step/hard_constraints.h"
#include "limber/solver/step/observation.h"
#include "limber/solver/step/row_buffer.h"
#include "limber/solver/step/setup.h"

namespace limber {

struct MovingProblem {
  // Throws std::invalid_argument for what does not fit the figure.
  explicit MovingProblem(const TrackProblem& problem);
  MovingProblem(const MovingProblem&) = delete;  // its parts refer to each other

  void go_to(double time);  // targets and obstacles
  void look_at(const Posture& posture, Evaluation& result) noexcept {
    observation.evaluate(tasks, criteria.criteria(), levels, posture, result);
  }
  void find_limits(const Posture& posture) noexcept;  // rows of swing and twist limits, couplings and ties
  void find_contacts() noexcept;                      // rows of what clearance_rows has selected

  const int dofs;
  TaskList tasks;
  CriteriaSum criteria;
  World world;  // as it is at time 0
  Paths paths;
  SolverSetup setup;
  HardConstraints constraints;
  Clearance clearance;
  ClearanceRows clearance_rows;
  Observation observation;
  TaskLevels levels;
  RowBuffer limits, contacts;
  const VecX ones;
};

}  // namespace limber
