// A whole motion: settles, steps, and keeps account of errors, speeds and cycles.

#include "limber/motion/track.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

#include "limber/base/fnv.h"
#include "limber/base/names.h"
#include "limber/base/number_text.h"
#include "limber/motion/common_period.h"
#include "limber/motion/criteria_sum.h"
#include "limber/motion/tracker.h"
#include "limber/motion/whole_path.h"
#include "limber/solver/solver.h"

namespace limber {

namespace {

constexpr int most_settling_steps = 1000;
constexpr double settled_step = 1e-11;  // [rad]
constexpr double least_ring = 8.0;      // frames of a cycle that is smoothed as one
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

std::uint64_t hash_of(const std::vector<Posture>& postures) {
  Fnv1a hash;
  for (const Posture& posture : postures) {
    for (const double value : posture.values) {
      auto bits = std::bit_cast<std::uint64_t>(value);
      for (int byte = 0; byte < 8; ++byte, bits >>= 8) hash.add(static_cast<std::uint8_t>(bits & 0xff));
    }
  }
  return hash.value();
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

// Frames of one cycle; 0: the motion has none, or it is not a whole number of frames.
int frames_of_cycle(const TrackOptions& options, double period) {
  const double frames = period / options.dt;
  const bool whole = std::abs(frames - std::round(frames)) < 1e-6 * std::max(1.0, frames);
  const bool within = period > 0.0 && period < options.seconds + 0.5 * options.dt;
  return within && whole && frames >= least_ring ? static_cast<int>(std::round(frames)) : 0;
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

// Which lag of a task is going on.
class LagBook {
 public:
  void note(const Tracker& tracker, double time, std::vector<Lag>& lags) {
    for (const Tracker::TaskState& state : tracker.states()) {
      const auto open = open_.find(state.task);
      if (!(state.error > state.tolerance)) {
        if (open != open_.end()) open_.erase(open);
        continue;
      }
      if (open == open_.end()) {
        open_[state.task] = lags.size();
        lags.push_back({.task = state.task, .from = time});
      }
      Lag& lag = lags[open_[state.task]];
      lag.to = time;
      if (state.error <= lag.largest_error) continue;
      lag.largest_error = state.error;
      const Tracker::Cause cause = tracker.cause(state.task);
      lag.reason = cause.reason;
      lag.index = cause.index;
    }
  }

 private:
  std::map<int, std::size_t> open_;  // by task: place in the list
};

// Of the postures; `before`: the displacement that led to the first.
void account_speeds(const TrackProblem& problem, double dt, VecX before, TrackReport& report) {
  const JointBounds bounds(problem.figure, problem.motion, problem.solver.ignored_limits, dt);
  const std::vector<Posture>& postures = report.motion.postures;
  VecX moved = before;
  for (std::size_t k = 1; k < postures.size(); ++k) {
    difference(problem.figure, postures[k - 1], postures[k], moved);
    for (int i = 0; i < static_cast<int>(moved.size()); ++i) {
      const double speed = std::abs(moved[i]) / dt, acceleration = std::abs(moved[i] - before[i]) / (dt * dt);
      if (speed > report.largest_speed) {
        report.largest_speed = speed;
        report.fastest = DofId{i};
      }
      if (acceleration > report.largest_acceleration) {
        report.largest_acceleration = acceleration;
        report.hardest = DofId{i};
      }
    }
    const JointBounds::Excess excess = bounds.excess(moved, before);
    report.speed_excess = std::max(report.speed_excess, excess.speed);
    report.acceleration_excess = std::max(report.acceleration_excess, excess.acceleration);
    before = moved;
  }
}

void account_errors(TrackReport& report) {
  for (TaskTrack& task : report.tasks) {
    double squares = 0.0;
    for (const double error : task.errors) {
      task.largest_error = std::max(task.largest_error, error);
      squares += error * error;
    }
    task.last_error = task.errors.back();
    task.rms_error = std::sqrt(squares / static_cast<double>(task.errors.size()));
  }
}

void account_closures(const TrackProblem& problem, const TrackOptions& options, TrackReport& report) {
  const auto per_cycle = static_cast<std::size_t>(std::round(report.period / options.dt));
  const auto& postures = report.motion.postures;
  for (std::size_t k = per_cycle; per_cycle > 0 && k < postures.size(); k += per_cycle) {
    report.closures.push_back(
        {report.motion.times[k], difference(problem.figure, postures[k - per_cycle], postures[k]).norm()});
  }
}

// Returns the displacement that leads to the first posture.
VecX make_smooth(const TrackProblem& problem, const TrackOptions& options, int cycle, VecX before,
                 TrackReport& report) {
  std::vector<Posture>& postures = report.motion.postures;
  const std::size_t count = cycle > 0 ? static_cast<std::size_t>(cycle) : postures.size();
  const bool from_rest = cycle == 0 && options.lead_in == 0;
  int rows = 0;
  for (const TaskList::Entry& entry : problem.tasks) rows += row_count(entry.task);
  if (static_cast<double>(count) * (rows + 20.0) * problem.figure.dof_count() > most_smoothed)
    throw std::invalid_argument("a motion of " + std::to_string(count) +
                                " frames is too long to be made smooth; use a longer time step");
  WholePath path(problem, options.dt, options.smooth,
                 std::vector<Posture>(postures.begin(), postures.begin() + static_cast<long>(count)),
                 cycle > 0, from_rest);
  path.smooth([&](double part) {
    if (options.progress) options.progress(0.5 + 0.5 * part);
  });
  report.smoothing = Smoothing{.found = path.found(),
                               .cyclic = cycle > 0,
                               .settled = path.settled(),
                               .rounds = path.rounds(),
                               .cost_before = path.cost_before(),
                               .cost_after = path.cost_after()};
  if (!path.found()) return before;
  for (std::size_t k = 0; k < postures.size(); ++k) {
    const std::size_t frame = k % count;
    postures[k] = path.frames()[frame];
    for (std::size_t i = 0; i < report.tasks.size(); ++i)
      report.tasks[i].errors[k] = path.errors(static_cast<int>(frame))[i];
  }
  report.clearance = path.clearance();
  if (cycle > 0) return difference(problem.figure, postures[count - 1], postures[0]);
  const bool limited = !problem.motion.accelerations.empty();
  return from_rest && limited ? before : difference(problem.figure, postures[0], postures[1]);
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
  const int cycle = options.smooth > 0.0 ? frames_of_cycle(options, report.period) : 0;
  const int cycles_before = cycle > 0 ? std::max(lead_in_of_ring, options.lead_in) : options.lead_in;
  const double frames_before = std::round(cycles_before * report.period / options.dt);
  if (!(frames_before <= most_frames))
    throw std::invalid_argument("a lead-in of " + number_text(frames_before) +
                                " frames is too long; at most " + number_text(most_frames) + " are allowed");
  const int lead_in = static_cast<int>(frames_before);
  if (lead_in > 0) tracker.begin(Posture(tracker.posture()), -lead_in * options.dt);
  for (int k = 1 - lead_in; k <= 0; ++k) tracker.step(k * options.dt);
  report.clearance = std::numeric_limits<double>::infinity();
  for (const Tracker::TaskState& state : tracker.states()) report.tasks.push_back({.task = state.task});
  LagBook lags;
  const auto note = [&](double time) {
    report.motion.times.push_back(time);
    report.motion.postures.push_back(tracker.posture());
    const auto now = tracker.states();
    for (std::size_t i = 0; i < now.size(); ++i) report.tasks[i].errors.push_back(now[i].error);
    report.clearance = std::min(report.clearance, tracker.clearance());
  };
  note(0.0);
  VecX before = tracker.displacement();
  const double tracking_part = options.smooth > 0.0 ? 0.5 : 1.0;
  for (int k = 1; k <= steps; ++k) {
    const double time = k * options.dt;
    tracker.step(time);
    note(time);
    lags.note(tracker, time, report.lags);
    if (options.progress && k % 64 == 0) options.progress(tracking_part * k / steps);
  }
  if (options.smooth > 0.0) before = make_smooth(problem, options, cycle, before, report);
  account_speeds(problem, options.dt, before, report);
  account_errors(report);
  account_closures(problem, options, report);
  report.hash = hash_of(report.motion.postures);
  return report;
}

std::string lag_in_words(const Lag& lag, const Figure& figure, const TaskList& tasks) {
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
  }
  return "";
}

}  // namespace limber
