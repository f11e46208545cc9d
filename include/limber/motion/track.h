#pragma once
// Follows targets that move, in time: one displacement d of all joints per time step dt,
//
//   always    joint ranges, speeds and accelerations: bounds of d    (src/limber/motion/joint_bounds.h)
//   then      swing and twist limits, couplings, ties; keeping clear
//   then      priority 1:  min |J_1 d - (x(t + dt) - x(t)) - e_1|   what its target moves, and its error
//   then      priority 2, ...
//   at last   what the redundancy method proposes                  (motion/options.h)
//
// Errors are made up for and speeds changed calmly: docs/motion.md says how. Same input, same bits.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "limber/figure/figure.h"
#include "limber/figure/motion.h"
#include "limber/motion/options.h"
#include "limber/motion/path.h"
#include "limber/motion/posture_measure.h"
#include "limber/solver/options.h"
#include "limber/solver/report.h"
#include "limber/tasks/criterion.h"
#include "limber/tasks/task_list.h"
#include "limber/world/world.h"

namespace limber {

struct TrackProblem {
  Figure figure;
  Posture start;
  TaskList tasks = {};
  CriterionList criteria = {};  // none: stay near the start
  // What the figure keeps clear of, and of itself; may be empty. None: nothing is avoided, not even itself,
  // as by a Solver that was not surrounded.
  std::optional<World> world = {};
  Paths paths = {};
  SolverOptions solver = {};
  MotionOptions motion = {};
  // Instead of the criteria. The criteria's second derivatives, where not known, are found by differences.
  std::optional<PostureMeasure> measure = {};
};

struct TrackOptions {
  double seconds = 1.0;  // > 0
  double dt = 0.002;     // [s] > 0
  // First solves the tasks as they are at time 0. Otherwise the motion begins at the start as it is.
  bool settle = true;
  // Periods of the targets before time 0, so that the motion begins in its cycle and not with a start.
  // Refused where the targets do not repeat together.
  int lead_in = 0;
  // [s] 0: as tracked. Else the motion is made smooth over all its frames at once, the first included: every
  // task stays where tracking had it, limits hold, and the freedom left takes out of the joints what changes
  // faster than in about this time. If the targets repeat within the motion and dt divides their period,
  // every cycle is the same, and closes exactly; it then has two cycles of lead-in at least.
  double smooth = 0.0;
  std::function<void(double part)> progress = {};  // 0..1
};
inline constexpr double most_frames = 1e7;  // a longer motion is refused

// What held a task back.
enum class LagReason : std::uint8_t {
  none,
  joint_speed,         // index: a degree of freedom
  joint_acceleration,  // likewise
  joint_range,         // likewise
  calm_joint,          // likewise; no accelerations are given, and joints change their speeds calmly
  other_limit,         // a swing or twist limit, a coupling or a tie
  obstacle,
  higher_task,   // index: number of the task
  out_of_reach,  // nothing holds it: no joint brings it nearer, or only slowly (near a singular posture)
  time_step,     // it did what was asked, and this step is too long for the curve
  catching_up,   // it makes up for an earlier error
  at_rest,       // a figure with all the time it needs would not get there either: Lag::rest says why
  smoothing,     // it was in time before the motion was made smooth
};

// A time in which a task was off by more than its tolerance.
struct Lag {
  TaskId<> task;
  double from = 0.0, to = 0.0;         // [s]
  double largest_error = 0.0;          // [unit of the task]
  LagReason reason = LagReason::none;  // at the largest error
  int index = -1;
  Reason rest = {};  // as solve() gives it for the targets of that time; of LagReason::at_rest
};

struct TaskTrack {
  TaskId<> task;
  double largest_error = 0.0, rms_error = 0.0, last_error = 0.0;  // [unit of the task]
  std::vector<double> errors;                                     // at each time
};

// Posture against posture one period earlier. There are none where a period is no whole number of steps.
struct CycleClosure {
  double time = 0.0;    // [s] at the end of the cycle
  double offset = 0.0;  // [rad] length of the difference of the joints
};

// What TrackOptions::smooth did.
struct Smoothing {
  // False: no motion that holds everything was better than the tracked one, which the report is about.
  bool found = false;
  bool cyclic = false;   // one cycle was made smooth, as a ring
  bool settled = false;  // further rounds would change nothing
  int rounds = 0;
  // sum over frames of g/c + tau^2/2 |q'|^2 + tau^4/2 |q''|^2    (src/limber/motion/whole_path.h)
  double cost_before = 0.0, cost_after = 0.0;
  // As in TrackReport, but of the tracked motion, before it was made smooth.
  double largest_speed_before = 0.0, largest_acceleration_before = 0.0;
  std::vector<double> largest_errors_before;  // of each task
};

// All numbers are those of the postures of `motion`, each at its own time.
struct TrackReport {
  Motion motion;  // from time 0 on, one posture more than steps
  std::vector<TaskTrack> tasks;
  std::vector<Lag> lags;  // in order of time
  // By first and second differences. A motion that starts from rest (without lead-in or smoothing) stood
  // still before time 0, and one cycle that was made smooth is a ring; otherwise nothing is known of what was
  // before.
  double largest_speed = 0.0, largest_acceleration = 0.0;  // [rad/s] or [m/s], [1/s^2], of any joint
  DofId fastest, hardest;                                  // which
  double speed_excess = 0.0, acceleration_excess = 0.0;    // over the limits; at most rounding
  double period = 0.0;  // [s] after which all targets are where they were; 0: they do not repeat
  std::vector<CycleClosure> closures;
  double clearance = 0.0;  // [m] the least; infinite: nothing was near, or no world was given
  std::uint64_t hash = 0;  // of all postures
  std::optional<Smoothing> smoothing;
};

// Throws std::invalid_argument, in one sentence, for what does not fit the figure, or is too long.
TrackReport track(const TrackProblem& problem, const TrackOptions& options = {});

// In words: "elbow.r is as fast as it may be".
std::string lag_in_words(const Lag& lag, const Figure& figure, const TaskList& tasks, const World& world);

}  // namespace limber
