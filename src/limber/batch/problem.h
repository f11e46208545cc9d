#pragma once
// A figure and tasks, gathered into the tables of batch/kernel/model.h, with the starts of all attempts and
// the way back from a state to a posture.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "limber/base/expected.h"
#include "limber/batch/kernel/model.h"
#include "limber/batch/solve_many.h"
#include "limber/world/world.h"

namespace limber::batch {

// posture value = clamp(scale * state + offset); a ball has no scale, its quaternion is copied, inside its
// limits.
struct Output {
  int kind;
  int value, state;
  double scale, offset;
  Range range;
  SwingLimit swing;
  TwistLimit twist;
};

struct ProblemOptions {
  double position_tolerance = 1e-4;     // [m]
  double orientation_tolerance = 1e-4;  // [rad]
  int restarts = 100;
  std::uint64_t seed = 1;
  const World* world = nullptr;     // what to keep clear of; none: of nothing, nor of the figure itself
  ClearanceOptions clearance = {};  // margin and self
};

struct Problem {
  std::unique_ptr<Model> model;
  std::vector<Output> outputs;
  int attempts = 1;            // of a problem, at most: the first and the restarts
  int capsule_attempts = 1;    // of these, with capsules in place of solids; the others need the exact check
  std::vector<double> starts;  // a row of states per attempt
  int rods = 0;                // of the model, those of the world among them
  std::vector<int> couplings;  // of the figure: those that only a filter keeps
  std::vector<std::uint8_t> moving;  // per segment: whether the joint that joins it to its parent moves

  const double* start(int attempt) const { return starts.data() + attempt * model->states; }
  // The posture's values that the tasks depend on; the others stay.
  void write_values(const double* state, Eigen::Ref<VecX> values) const;
};

// The error is a sentence about what in the figure these tables cannot express: the Solver answers then.
Expected<Problem> gather_problem(const Figure& figure, std::span<const FrameTask> tasks, const Posture& start,
                                 const ProblemOptions& options);

// What came of one problem.
struct Answer {
  int attempt = -1;     // the one that arrived; -1: none did
  double miss = 1e300;  // of the best end of an attempt, where none arrived; see kernel/attempt.h
};

}  // namespace limber::batch
