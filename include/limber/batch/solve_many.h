#pragma once
// Frames of a figure brought to many poses, each problem by itself, on all processors or on a GPU.
//
//   const ManyReport report = solve_many(figure, figure.frame("flange"), goals);
//   report.goals[7].satisfied;  report.posture(7);
//
// Every problem starts from the same posture and is answered as if it were alone: the same bits for any
// number of threads, any order of the goals, any size of the batch, on a processor and on a GPU. Most figures
// are solved by the batch solver (docs/gpu.md); the others, and what that does not find, go through Solver,
// one by one. Each answer is checked with Kinematics, whoever found it. Below: the uses place_base and
// reach_map.

#include <array>
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
  FrameId in = {};      // goals are seen from this frame, which may move as well; none: from the world
  // Unit, in the frame: this axis is turned to face the goal's position, and nothing else is asked for. The
  // error is an angle.
  std::optional<Vec3> gaze = {};
};

// Who solves. Automatic: a GPU where one is there and the batch is done sooner with it, by what the first
// goals cost.
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
  // What the batch solver does not reach goes through Solver, which finds the nearest posture; false: it is
  // missed, with the posture of the start, unless only Solver can answer.
  bool nearest = true;
  Device device = Device::automatic;
  std::size_t to_come = 0;  // goals of later calls for the same figure: a GPU may be worth it for all of them
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
  std::size_t tried_count() const;  // all, unless it was stopped
};

// Throws std::invalid_argument for a frame, posture or option that cannot be used. A goal that cannot be used
// is reported, and the others are answered.
ManyReport solve_many(const Figure& figure, FrameId frame, std::span<const PoseGoal> goals,
                      const SolveManyOptions& options = {});

// Several frames at once: problem p asks for goals[p * tasks.size() + t] of task t.
ManyReport solve_many(const Figure& figure, std::span<const FrameTask> tasks, std::span<const PoseGoal> goals,
                      const SolveManyOptions& options = {});

// Where the base of a robot should stand so that it reaches given poses.
//
//   const PlaceReport report = place_base(robot, {.frame = robot.frame("flange")}, poses, {.x = {-1, 1}});
//   report.best[0].position, report.best[0].heading, report.best[0].reached;
//
// Places on a grid of positions and headings are tried, each with every pose, all in one batch; then finer
// ones around the best, halving the step. A place is better if it reaches more poses, then if it leaves the
// joints more room. With a world the best ones are solved again, and counted clear of it and of themselves.

struct PlaceOptions {
  Range x = {-1.0, 1.0}, y = {-1.0, 1.0}, z = {0.0, 0.0};  // [m] where the base may stand, in the world
  double step = 0.1;                                       // [m] > 0, of the grid
  int headings = 8;     // turns about z that are tried, the first being 0; 1: it does not turn
  int refinements = 2;  // how often step and turn are halved around the best
  int keep = 5;         // places that are reported, and refined
  // Tolerances, restarts, seed, start, threads, device, world, stop, progress.
  SolveManyOptions solve = {.restarts = 20};
};

struct BasePlace {
  Vec3 position = Vec3::Zero();  // [m] of the figure's origin, in the world
  double heading = 0.0;          // [rad] of the figure, about z
  int reached = 0;               // poses
  double room = 0.0;  // 0..1, of the worst pose reached: how much of its range the joint nearest to a limit
                      // has left, 1 in the middle; 1 for joints without limits
  std::vector<bool> reaches;  // by pose
  Transform pose() const;
};

struct PlaceReport {
  std::vector<BasePlace> best;  // the best first; places equally good by x, y, z, heading
  std::size_t places = 0;       // that were tried
  std::size_t problems = 0;     // places times poses
  Device device = Device::cpu;
  std::vector<std::string> notes;
};

// Poses are in the world. Throws std::invalid_argument for what cannot be used, and for more than a hundred
// million problems.
PlaceReport place_base(const Figure& figure, const FrameTask& task, std::span<const PoseGoal> poses,
                       const PlaceOptions& options);

// Where a frame can go: a map of cells, each asked whether the frame's origin can be in its middle, with any
// orientation or with many, and how well the joints stand there.
//
//   const ReachMap map = reach_map(robot, robot.frame("flange"), {.cell = 0.05, .orientations = 20});
//   map.cells[i].center, map.cells[i].share, map.cells[i].manipulability;
//
// All cells and orientations are one batch; then those at the border of what is reached are tried again, with
// ten times the restarts, and the cells beyond where that finds more. A frame that can move only in a plane
// has its cells there: those the plane cuts, each asked for the point of the plane nearest to its middle, and
// for orientations about the plane's normal. The figure alone is asked; accessible_space (reach/) keeps the
// tasks of a scene and finds exact outlines, one query after the other.

struct ReachMapOptions {
  double cell = 0.1;  // [m] > 0, side of a cell
  // [m] Corners of what is mapped; none: as far as the frame could be from the root.
  std::optional<Vec3> min = {}, max = {};
  int orientations = 0;  // that each cell is asked for, spread over all; 0: any will do
  bool effort = false;   // what the joints bear there is asked as well
  // Tolerances, restarts, seed, start, threads, device, world, stop, progress.
  SolveManyOptions solve = {.restarts = 10};
};

struct ReachCell {
  Vec3 center = Vec3::Zero();  // [m] what was asked for: its middle, or the point of the plane nearest to it
  double share = 0.0;          // of the orientations that are reached there; 1 where any will do
  double room = 0.0;  // the best of these: how much of its range the joint nearest to a limit has left, 0..1
  // Likewise: sqrt(det(J J^T)) of the frame's translation [m^3; in a plane m^2], 0 at a singularity.
  double manipulability = 0.0;
  // Likewise, the least: sum of (torque/strength)^2 of all joints that hold the figure's own weight; none: it
  // was not asked, nothing has mass, or the root is not held.
  std::optional<double> effort;
};

struct ReachMap {
  double cell = 0.0;             // [m]
  std::array<int, 3> counts{};   // cells along x, y, z that were asked
  std::vector<ReachCell> cells;  // those that are reached, by x, then y, then z
  std::size_t queries = 0;       // cells times orientations, but for cells out of every reach
  Device device = Device::cpu;   // who solved
  std::vector<std::string> notes;
  // Cells that could be reached and are not listed: as many as that, and so many at most, by how late the
  // others were found. None: it was stopped, or there are no restarts to tell by.
  std::optional<std::size_t> missed, missed_at_most;
  std::optional<Vec3> plane;  // normal of the plane in which the frame moves; none: it moves in space
  double size() const;        // of all cells that are reached [m^3; in a plane m^2]
};

// Throws std::invalid_argument for what cannot be used, and for more than a thousand million queries.
ReachMap reach_map(const Figure& figure, FrameId frame, const ReachMapOptions& options = {});

}  // namespace limber
