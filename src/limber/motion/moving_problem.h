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
  // Of a posture beside the one looked at, for differences: nothing is looked for near it, and what was found
  // near the other stays.
  void look_beside(const Posture& posture, Evaluation& result) noexcept {
    beside.evaluate(tasks, criteria.criteria(), levels, posture, result);
  }
  void find_limits(const Posture& posture) noexcept;  // rows of swing and twist limits, couplings and ties
  void find_contacts() noexcept;                      // rows of what clearance_rows has selected
  void find_more_contacts() noexcept;  // the same after it selected more: what the others cost stays
  // Rows are right to first order, and few. Where the posture looked at last, to which a step by them led, is
  // nearer than they allowed, that is taken off their room; what is too near there without a row gets one.
  // Then looks at where the step starts, `from`, again. False: nothing was learnt, nothing has changed.
  bool learn_from_overlap(const Posture& from) noexcept;
  double contact_room(int row) const noexcept { return contacts.info(row).rhs - at(curvature_cost, row); }

  double least_clearance() const noexcept;  // [m] of the posture looked at last; infinite: nothing is near
  double lacks(const Contact& witness, double needed) const noexcept;

  const int dofs;
  TaskList tasks;
  CriteriaSum criteria;
  World world;  // as it is at time 0
  Paths paths;
  SolverSetup setup;
  HardConstraints constraints;
  Clearance clearance, no_clearance;
  ClearanceRows clearance_rows;
  Observation observation, beside;
  TaskLevels levels;
  RowBuffer limits, contacts;
  std::vector<double> allowed, curvature_cost;  // [m] of each row of contacts: clearance; taken off its room
  struct Lesson {
    std::uint64_t name;  // of a contact
    double cost, room;   // [m] taken off its room; what is left of it
  };
  std::vector<Lesson> lessons;
  std::vector<std::uint64_t> names;  // of the lessons
  const VecX ones;
};

}  // namespace limber
