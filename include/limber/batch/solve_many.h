#pragma once
// One frame of a figure brought to many poses, each by itself, on all processors.
//
//   const ManyReport report = solve_many(figure, figure.frame("flange"), goals, {.restarts = 100});
//   report.goals[7].satisfied;  report.posture(7);
//
// Every goal starts from the same posture and is answered as if it were alone: the same bits for any number
// of threads and any order of the goals. Where the frame hangs on hinges and slides alone and the goal is a
// full pose, several goals are solved at once in the lanes of the vector registers; everything else, and what
// that does not find, goes through Solver. Each answer is checked with Kinematics, whoever found it.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "limber/figure/figure.h"
#include "limber/solver/options.h"

namespace limber {

struct World;

struct PoseGoal {
  Vec3 position = Vec3::Zero();     // [m] of the frame's origin, in the world
  std::optional<Quat> orientation;  // none: any
};

struct SolveManyOptions {
  double position_tolerance = 1e-4;     // [m] > 0
  double orientation_tolerance = 1e-4;  // [rad] > 0
  int restarts = 100;                   // other starts that are tried for a goal that is not reached
  std::uint64_t seed = 1;               // of those starts
  int threads = 0;                      // 0: as many as there are processors
  std::optional<Posture> start;         // none: joints with limits in the middle of them, others at rest
  SolverOptions solver = {};            // for the goals that Solver answers
  const World* world = nullptr;         // what to keep clear of; then Solver answers every goal
  // Called now and then on the calling thread: goals done, of all.
  std::function<void(std::size_t, std::size_t)> progress = {};
};

struct GoalReport {
  bool satisfied = false;          // within the tolerances (and clear of the world)
  double position_error = 0.0;     // [m]
  double orientation_error = 0.0;  // [rad] 0 for a goal without an orientation
  int restarts = 0;                // starts tried after the first
};

struct ManyReport {
  std::vector<GoalReport> goals;
  RowMatrix values;  // a row per goal: the values of its posture

  Posture posture(std::size_t goal) const;
  std::size_t satisfied_count() const;
};

// Throws std::invalid_argument, naming the goal where there is one, for a frame, posture, option or goal that
// cannot be used.
ManyReport solve_many(const Figure& figure, FrameId frame, std::span<const PoseGoal> goals,
                      const SolveManyOptions& options = {});

}  // namespace limber
