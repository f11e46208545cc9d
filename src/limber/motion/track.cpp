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
#include "limber/motion/tracker.h"
#include "limber/solver/solver.h"

namespace limber {

namespace {

constexpr int most_settling_steps = 1000;
constexpr double settled_step = 1e-11;  // [rad]

void check_options(const TrackOptions& options) {
  if (!(options.seconds > 0.0) || !std::isfinite(options.seconds))
    throw std::invalid_argument("a motion must last longer than 0 s");
  if (!(options.dt > 0.0) || !std::isfinite(options.dt))
    throw std::invalid_argument("the time step of a motion must be above 0 s");
  if (options.lead_in < 0) throw std::invalid_argument("a motion cannot have fewer than 0 cycles before it");
  const double frames = options.seconds / options.dt;
  if (!(frames <= most_frames))
    throw std::invalid_argument("a motion of " + number_text(frames) + " frames is too long; at most " +
                                number_text(most_frames) + " are allowed");
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

// The longest period of the targets that take part.
double period_of(const TrackProblem& problem) {
  double longest = 0.0;
  for (const Paths::OfTask& moving : problem.paths.tasks) {
    const bool is_on = std::any_of(problem.tasks.begin(), problem.tasks.end(), [&](const auto& entry) {
      return int{entry.number} == int{moving.task} && entry.settings.enabled;
    });
    if (is_on) longest = std::max(longest, moving.path.period());
  }
  return longest;
}

Posture settled(const TrackProblem& problem) {
  Posture posture = problem.start;
  TaskList tasks = problem.tasks;
  set_targets(tasks, problem.paths, 0.0);
  Solver solver(problem.figure, problem.solver);
  const bool has_solids = std::any_of(problem.world.obstacles.begin(), problem.world.obstacles.end(),
                                      [](const Obstacle& obstacle) { return obstacle.is_solid; });
  if (has_solids) solver.surround(problem.world);
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
  const double period = period_of(problem);
  const int lead_in = static_cast<int>(std::round(options.lead_in * period / options.dt));
  if (lead_in > 0) tracker.begin(Posture(tracker.posture()), -lead_in * options.dt);
  for (int k = 1 - lead_in; k <= 0; ++k) tracker.step(k * options.dt);
  TrackReport report;
  report.clearance = std::numeric_limits<double>::infinity();
  report.period = period;
  const auto states = tracker.states();
  for (const Tracker::TaskState& state : states) report.tasks.push_back({.task = state.task});
  LagBook lags;
  const auto note = [&](double time) {
    report.motion.times.push_back(time);
    report.motion.postures.push_back(tracker.posture());
    const auto now = tracker.states();
    for (std::size_t i = 0; i < now.size(); ++i) {
      TaskTrack& task = report.tasks[i];
      task.errors.push_back(now[i].error);
      task.last_error = now[i].error;
      task.largest_error = std::max(task.largest_error, now[i].error);
      task.rms_error += now[i].error * now[i].error;
    }
    report.clearance = std::min(report.clearance, tracker.clearance());
  };
  note(0.0);
  VecX before = tracker.displacement();
  for (int k = 1; k <= steps; ++k) {
    const double time = k * options.dt;
    tracker.step(time);
    note(time);
    lags.note(tracker, time, report.lags);
    const VecX& moved = tracker.displacement();
    for (int i = 0; i < static_cast<int>(moved.size()); ++i) {
      const double speed = std::abs(moved[i]) / options.dt,
                   acceleration = std::abs(moved[i] - before[i]) / (options.dt * options.dt);
      if (speed > report.largest_speed) {
        report.largest_speed = speed;
        report.fastest = DofId{i};
      }
      if (acceleration > report.largest_acceleration) {
        report.largest_acceleration = acceleration;
        report.hardest = DofId{i};
      }
    }
    before = moved;
    report.speed_excess = std::max(report.speed_excess, tracker.excess().speed);
    report.acceleration_excess = std::max(report.acceleration_excess, tracker.excess().acceleration);
    if (options.progress && k % 64 == 0) options.progress(static_cast<double>(k) / steps);
  }
  for (TaskTrack& task : report.tasks)
    task.rms_error = std::sqrt(task.rms_error / static_cast<double>(task.errors.size()));
  const auto per_cycle = static_cast<std::size_t>(std::round(report.period / options.dt));
  for (std::size_t k = per_cycle; per_cycle > 0 && k < report.motion.times.size(); k += per_cycle) {
    const auto& postures = report.motion.postures;
    report.closures.push_back(
        {report.motion.times[k], difference(problem.figure, postures[k - per_cycle], postures[k]).norm()});
  }
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
