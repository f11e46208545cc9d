// A whole motion: settles, steps, makes it smooth, and keeps account of it.

#include "limber/motion/track.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "limber/base/number_text.h"
#include "limber/motion/common_period.h"
#include "limber/motion/track_account.h"
#include "limber/motion/tracker.h"
#include "limber/motion/whole_path.h"
#include "limber/solver/solver.h"

namespace limber {

namespace {

constexpr int most_settling_steps = 1000;
constexpr double settled_step = 1e-11;  // [rad]
constexpr int least_ring = 8;           // frames of a cycle that is smoothed as one
constexpr int lead_in_of_ring = 2;      // cycles: then a repeatable motion repeats to 1e-6
constexpr double most_smoothed = 2e8;   // numbers that smoothing keeps of task rows

void check_options(const TrackOptions& options) {
  if (!(options.seconds > 0.0) || !std::isfinite(options.seconds))
    throw std::invalid_argument("a motion must last longer than 0 s");
  if (!(options.dt > 0.0) || !std::isfinite(options.dt))
    throw std::invalid_argument("the time step of a motion must be above 0 s");
  if (options.lead_in < 0) throw std::invalid_argument("a motion cannot have fewer than 0 cycles before it");
  if (!(options.smooth >= 0.0) || !std::isfinite(options.smooth))
    throw std::invalid_argument("the smoothing time of a motion must be 0 s or more");
  const double frames = options.seconds / options.dt;
  if (!(frames <= most_frames))
    throw std::invalid_argument("a motion of " + number_text(frames) + " frames is too long; at most " +
                                number_text(most_frames) +
                                " are allowed: shorten it, or lengthen its time step");
}

// After which all that moves and takes part is where it was.
double period_of(const TrackProblem& problem) {
  std::vector<const TargetPath*> paths;
  for (const Paths::OfTask& moving : problem.paths.tasks) {
    const bool is_on = std::any_of(problem.tasks.begin(), problem.tasks.end(), [&](const auto& entry) {
      return int{entry.number} == int{moving.task} && entry.settings.enabled;
    });
    if (is_on) paths.push_back(&moving.path);
  }
  for (const Paths::OfObstacle& moving : problem.paths.obstacles) paths.push_back(&moving.path);
  return paths.empty() ? 0.0 : common_period(paths);
}

// Frames of one cycle to be made smooth as a ring; 0: the motion has none.
int frames_of_ring(const TrackOptions& options, double period) {
  const bool is_within = period > 0.0 && period < options.seconds + 0.5 * options.dt;
  const int frames = is_within ? frames_of_period(period, options.dt) : 0;
  return frames >= least_ring ? frames : 0;
}

Posture settled(const TrackProblem& problem) {
  Posture posture = problem.start;
  TaskList tasks = problem.tasks;
  set_targets(tasks, problem.paths, 0.0);
  Solver solver(problem.figure, problem.solver);
  if (problem.world) solver.surround(*problem.world);
  solver.solve(tasks, problem.criteria, posture, {.restarts = 0});
  return posture;
}

// No frame farther from its own target than the tracked one by more than a tolerance.
bool is_as_near(const TrackProblem& problem, const std::vector<TaskTrack>& tracked,
                const std::vector<TaskTrack>& smooth) {
  for (std::size_t i = 0; i < tracked.size(); ++i) {
    const double tolerance = problem.tasks.entry(tracked[i].task).settings.tolerance;
    for (std::size_t k = 0; k < tracked[i].errors.size(); ++k) {
      if (!(smooth[i].errors[k] <= tracked[i].errors[k] + tolerance)) return false;
    }
  }
  return true;
}

// In place of the tracked postures and their errors. `ring`: frames of a cycle, 0: all frames.
void make_smooth(const TrackProblem& problem, const TrackOptions& options, int ring, TrackReport& report) {
  const std::vector<Posture>& postures = report.motion.postures;
  const std::size_t count = ring > 0 ? static_cast<std::size_t>(ring) : postures.size();
  const bool from_rest = ring == 0 && options.lead_in == 0;
  int rows = 0;
  for (const TaskList::Entry& entry : problem.tasks) rows += row_count(entry.task);
  if (static_cast<double>(count) * (rows + 20.0) * problem.figure.dof_count() > most_smoothed)
    throw std::invalid_argument("a motion of " + std::to_string(count) +
                                " frames is too long to be made smooth; use a longer time step");
  WholePath path(problem, options.dt, options.smooth,
                 std::vector<Posture>(postures.begin(), postures.begin() + static_cast<long>(count)),
                 ring > 0, from_rest);
  path.smooth([&](double part) {
    if (options.progress) options.progress(0.5 + 0.5 * part);
  });
  Smoothing smoothing{.cyclic = ring > 0,
                      .settled = path.settled(),
                      .rounds = path.rounds(),
                      .cost_before = path.cost_before(),
                      .cost_after = path.cost_after(),
                      .largest_speed_before = report.largest_speed,
                      .largest_acceleration_before = report.largest_acceleration};
  for (const TaskTrack& task : report.tasks) smoothing.largest_errors_before.push_back(task.largest_error);
  if (path.found()) {
    TrackReport smooth = report;
    for (std::size_t k = 0; k < postures.size(); ++k) smooth.motion.postures[k] = path.frames()[k % count];
    evaluate_frames(problem, smooth);
    smoothing.found = is_as_near(problem, report.tasks, smooth.tasks);
    if (smoothing.found) report = std::move(smooth);
  }
  report.smoothing = std::move(smoothing);
  if (!report.smoothing->found) return;
  VecX before = VecX::Zero(problem.figure.dof_count());
  const bool starts_at_rest = from_rest && !problem.motion.accelerations.empty();
  if (ring > 0) difference(problem.figure, postures[count - 1], postures[0], before);
  account_speeds(problem, options.dt, ring > 0 || starts_at_rest ? &before : nullptr, report);
  account_errors(report);
}

}  // namespace

TrackReport track(const TrackProblem& problem, const TrackOptions& options) {
  check_options(options);
  const int steps = static_cast<int>(std::max(1.0, std::round(options.seconds / options.dt)));
  Tracker tracker(problem, options.dt);
  tracker.begin(options.settle ? settled(problem) : problem.start);
  // To the best posture: where a loop comes back to.
  for (int k = 0; options.settle && k < most_settling_steps; ++k) {
    tracker.step(0.0);
    if (tracker.displacement().norm() < settled_step) break;
  }
  if (options.settle) tracker.begin(Posture(tracker.posture()));
  TrackReport report;
  report.period = period_of(problem);
  if (options.lead_in > 0 && report.period == 0.0)
    throw std::invalid_argument("the targets do not repeat together, so there is no cycle to lead in with");
  const int ring = options.smooth > 0.0 ? frames_of_ring(options, report.period) : 0;
  const int cycles_before = ring > 0 ? std::max(lead_in_of_ring, options.lead_in) : options.lead_in;
  const double frames_before = std::round(cycles_before * report.period / options.dt);
  if (!(frames_before <= most_frames))
    throw std::invalid_argument("a lead-in of " + number_text(frames_before) +
                                " frames is too long; at most " + number_text(most_frames) + " are allowed");
  const int lead_in = static_cast<int>(frames_before);
  if (lead_in > 0) tracker.begin(Posture(tracker.posture()), -lead_in * options.dt);
  for (int k = 1 - lead_in; k <= 0; ++k) tracker.step(k * options.dt);
  report.clearance = unlimited;
  for (const Tracker::TaskState& state : tracker.states()) report.tasks.push_back({.task = state.task});
  Causes causes(report.tasks.size());
  const double tracking_part = options.smooth > 0.0 ? 0.5 : 1.0;
  for (int k = 0; k <= steps; ++k) {
    const double time = k * options.dt;
    if (k > 0) tracker.step(time);
    report.motion.times.push_back(time);
    report.motion.postures.push_back(tracker.posture());
    report.clearance = std::min(report.clearance, tracker.clearance());
    const auto now = tracker.states();
    for (std::size_t i = 0; i < now.size(); ++i) {
      report.tasks[i].errors.push_back(now[i].error);
      const bool is_behind = now[i].error > now[i].tolerance;
      // No step led to the first frame: what the next one makes of it says why it is off.
      if (k == 1 && report.tasks[i].errors[0] > now[i].tolerance)
        causes[i][0] = is_behind ? tracker.cause(now[i].task) : Tracker::Cause{LagReason::catching_up, -1};
      causes[i].push_back(is_behind && k > 0 ? tracker.cause(now[i].task) : Tracker::Cause{});
    }
    if (options.progress && k % 64 == 0) options.progress(tracking_part * k / steps);
  }
  const VecX still = VecX::Zero(problem.figure.dof_count());
  account_speeds(problem, options.dt, lead_in > 0 ? nullptr : &still, report);
  account_errors(report);
  if (options.smooth > 0.0) make_smooth(problem, options, ring, report);
  const bool repeats = report.smoothing && report.smoothing->found;
  account_lags(problem, causes, repeats ? ring : 0, report);
  account_closures(problem, options.dt, report);
  report.hash = hash_of(report.motion.postures);
  return report;
}

std::string lag_in_words(const Lag& lag, const Figure& figure, const TaskList& tasks, const World& world) {
  const auto dof = [&] {
    return lag.index >= 0 ? figure.dof_name(DofId{lag.index}) : std::string("a joint");
  };
  switch (lag.reason) {
    case LagReason::none:
      return "";
    case LagReason::joint_speed:
      return dof() + " is as fast as it may be";
    case LagReason::joint_acceleration:
      return dof() + " cannot change its speed faster";
    case LagReason::calm_joint:
      return dof() + " changes its speed calmly, as no accelerations are given";
    case LagReason::joint_range:
      return dof() + " is at its limit";
    case LagReason::other_limit:
      return "a swing or twist limit, a coupling or a tie holds it back";
    case LagReason::obstacle:
      return "something is in the way";
    case LagReason::higher_task:
      for (const TaskList::Entry& entry : tasks) {
        if (int{entry.number} == lag.index) return entry.name + " comes first";
      }
      return "another task comes first";
    case LagReason::out_of_reach:
      return "no joint brings it nearer";
    case LagReason::time_step:
      return "the time step is too long for its speed";
    case LagReason::catching_up:
      return "it catches up";
    case LagReason::at_rest:
      return reason_in_words(lag.rest, figure, tasks, world);
    case LagReason::smoothing:
      return "it was made smooth";
  }
  return "";
}

}  // namespace limber
