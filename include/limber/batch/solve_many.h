#pragma once
// Frames of a figure brought to many poses, each problem by itself, on all processors or on a GPU.
//
//   const ManyReport report = solve_many(figure, figure.frame("flange"), goals);
//   report.goals[7].satisfied;  report.posture(7);
//
// Every problem starts from the same posture and is answered as if it were alone: the same bits for any
// number of threads, any order of the goals, any size of the batch, on a processor and on a GPU. Most figures
// are solved by the batch solver (docs/gpu.md); the others, and what that does not find, go through Solver, one
// by one. Each answer is checked with
// Kinematics, whoever found it.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "limber/figure/figure.h"
#include "limber/solver/options.h"

namespace limber {

struct World;

struct PoseGoal {
  Vec3 position = Vec3::Zero();     // [m] of the frame's origin, or of what it faces; in FrameTask::in
  std::optional<Quat> orientation;  // none: any
};

// One of several frames that a problem moves.
struct FrameTask {
  FrameId frame;
  // What of the goal counts; a goal without orientation asks for none
  bool position = true, orientation = true;
  double weight = 1.0;  // among tasks of one priority; above 0
  int priority = 1;     // lower numbers first: a task never gives way to one with a higher number
  FrameId in =
      {};  // goals are seen from this frame of the figure, which may move as well; none: from the world
  // Unit, in the frame: this axis is turned to face the goal's position, and nothing else is asked for. The error is
  // an angle.
  std::optional<Vec3> gaze = {};
};

// Who solves. Automatic: a GPU where one is there and the batch is large enough to be worth it.
enum class Device : std::uint8_t { automatic, cpu, gpu };

struct SolveManyOptions {
  double position_tolerance = 1e-4;     // [m] > 0
  double orientation_tolerance = 1e-4;  // [rad] > 0
  int restarts = 100;                   // other starts that are tried for a goal that is not reached
  std::uint64_t seed = 1;               // of those starts
  int threads = 0;                      // 0: as many as there are processors
  std::optional<Posture> start;         // none: joints with limits in the middle of them, others at rest
  SolverOptions solver = {};            // for the goals that Solver answers
  const World* world = nullptr;  // what to keep clear of, and the figure of itself (SolverOptions::clearance)
  // What the batch solver does not reach goes through Solver, which finds the nearest posture; false: it is missed,
  // with the posture of the start, unless only Solver can answer.
  bool nearest = true;
  Device device = Device::automatic;
  // Becomes true when somebody wants to stop: goals not yet answered are reported as not tried.
  const std::atomic<bool>* stop = nullptr;
  // Called now and then on the calling thread: goals done, of all.
  std::function<void(std::size_t, std::size_t)> progress = {};
};

enum class GoalStatus : std::uint8_t {
  reached,
  missed,    // not within the tolerances; the posture is the best that was found
  unusable,  // not finite, or the orientation is not a unit quaternion; the posture is the start
  untried,   // stopped before it was its turn; the posture is the start
};

struct GoalReport {
  bool satisfied = false;  // within the tolerances (and clear of the world): status is reached
  GoalStatus status = GoalStatus::untried;
  double position_error = 0.0;     // [m] the largest of the tasks
  double orientation_error = 0.0;  // [rad] likewise; 0 for a goal without an orientation
  int restarts = 0;                // starts tried after the first
  int priorities = 0;              // how many priorities are within the tolerances, from the first on
};

struct ManyReport {
  std::vector<GoalReport> goals;   // a problem each
  RowMatrix values;                // a row per problem: the values of its posture
  Device device = Device::cpu;     // who solved
  std::vector<std::string> notes;  // one sentence each: goals that cannot be used, why no GPU was used

  Posture posture(std::size_t goal) const;
  std::size_t satisfied_count() const;
};

// Throws std::invalid_argument for a frame, posture or option that cannot be used. A goal that cannot be used
// is reported, and the others are answered.
ManyReport solve_many(const Figure& figure, FrameId frame, std::span<const PoseGoal> goals,
                      const SolveManyOptions& options = {});

// Several frames at once: problem p asks for goals[p * tasks.size() + t] of task t.
ManyReport solve_many(const Figure& figure, std::span<const FrameTask> tasks, std::span<const PoseGoal> goals,
                      const SolveManyOptions& options = {});

}  // namespace limber
