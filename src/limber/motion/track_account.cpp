// Sums up a motion, and finds out whether a figure at rest would do what one in motion did not.

#include "limber/motion/track_account.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "limber/base/fnv.h"
#include "limber/base/number_text.h"
#include "limber/solver/solver.h"

namespace limber {

namespace {

constexpr double whole_frames = 1e-9;       // of a frame, for each frame of a period
constexpr std::size_t most_explained = 20;  // lags, the largest, for which a figure at rest is looked at
constexpr double share_at_rest = 0.5;       // of a lag: what is left at rest of more than this explains it

World world_at(const TrackProblem& problem, double time) {
  World world = problem.world.value_or(World{});
  for (Obstacle& obstacle : world.obstacles) {
    if (const TargetPath* path = problem.paths.of(obstacle.name))
      translate(obstacle.shape, path->point(time).value - path->point(0.0).value);
  }
  return world;
}

// A lag with all the time it needs: where the figure still cannot get there, that is the reason.
void explain_at_rest(const TrackProblem& problem, const Posture& posture, double time, Lag& lag) {
  TaskList tasks = problem.tasks;
  set_targets(tasks, problem.paths, time);
  Solver solver(problem.figure, problem.solver);
  if (problem.world) solver.surround(world_at(problem, time));
  Posture rest = posture;
  const SolveReport report = solver.solve(tasks, problem.criteria, rest, {.restarts = 0});
  const TaskReport& task = report.of(lag.task);
  const bool is_explained =
      !task.satisfied && task.blocked_by != Blocker::none && task.error >= share_at_rest * lag.largest_error;
  if (!is_explained) return;
  lag.reason = LagReason::at_rest;
  lag.rest = task.reasons[0];
  lag.index = -1;
}

}  // namespace

int frames_of_period(double period, double dt) {
  const double frames = period / dt;
  const bool is_whole = std::abs(frames - std::round(frames)) <= whole_frames * std::max(1.0, frames);
  return is_whole && frames < most_frames ? static_cast<int>(std::round(frames)) : 0;
}

void evaluate_frames(const TrackProblem& problem, TrackReport& report) {
  MovingProblem motion(problem);
  Evaluation here;
  here.tasks = motion.levels.make_values();
  report.clearance = unlimited;
  for (std::size_t k = 0; k < report.motion.postures.size(); ++k) {
    motion.go_to(report.motion.times[k]);
    motion.look_at(report.motion.postures[k], here);
    std::size_t next = 0;
    for (const int i : motion.levels.slots_in_list_order()) {
      if (motion.levels.slot(i).takes_part) report.tasks[next++].errors[k] = here.tasks.task_error[i];
    }
    report.clearance = std::min(report.clearance, motion.least_clearance());
  }
}

void account_speeds(const TrackProblem& problem, double dt, const VecX* before, TrackReport& report) {
  const JointBounds bounds(problem.figure, problem.motion, problem.solver.ignored_limits, dt);
  const std::vector<Posture>& postures = report.motion.postures;
  VecX moved = VecX::Zero(problem.figure.dof_count()), last = moved;
  report.largest_speed = report.largest_acceleration = report.speed_excess = report.acceleration_excess = 0.0;
  for (std::size_t k = 1; k < postures.size(); ++k) {
    difference(problem.figure, postures[k - 1], postures[k], moved);
    if (k == 1) last = before ? *before : moved;
    for (int i = 0; i < static_cast<int>(moved.size()); ++i) {
      const double speed = std::abs(moved[i]) / dt, acceleration = std::abs(moved[i] - last[i]) / (dt * dt);
      if (speed > report.largest_speed) {
        report.largest_speed = speed;
        report.fastest = DofId{i};
      }
      if (acceleration > report.largest_acceleration) {
        report.largest_acceleration = acceleration;
        report.hardest = DofId{i};
      }
    }
    const JointBounds::Excess excess = bounds.excess(moved, last);
    report.speed_excess = std::max(report.speed_excess, excess.speed);
    report.acceleration_excess = std::max(report.acceleration_excess, excess.acceleration);
    last = moved;
  }
}

void account_errors(TrackReport& report) {
  for (TaskTrack& task : report.tasks) {
    double squares = 0.0;
    task.largest_error = 0.0;
    for (const double error : task.errors) {
      task.largest_error = std::max(task.largest_error, error);
      squares += error * error;
    }
    task.last_error = task.errors.back();
    task.rms_error = std::sqrt(squares / static_cast<double>(task.errors.size()));
  }
}

void account_closures(const TrackProblem& problem, double dt, TrackReport& report) {
  const auto per_cycle = static_cast<std::size_t>(frames_of_period(report.period, dt));
  const auto& postures = report.motion.postures;
  for (std::size_t k = per_cycle; per_cycle > 0 && k < postures.size(); k += per_cycle) {
    report.closures.push_back(
        {report.motion.times[k], difference(problem.figure, postures[k - per_cycle], postures[k]).norm()});
  }
}

void account_lags(const TrackProblem& problem, const Causes& causes, int cycle, TrackReport& report) {
  struct Found {
    Lag lag;
    std::size_t frame = 0;  // of the largest error
  };
  std::vector<Found> found;
  for (std::size_t i = 0; i < report.tasks.size(); ++i) {
    const TaskTrack& task = report.tasks[i];
    const double tolerance = problem.tasks.entry(task.task).settings.tolerance;
    bool is_behind = false;
    for (std::size_t k = 0; k < task.errors.size(); ++k) {
      const double error = task.errors[k], time = report.motion.times[k];
      const bool was_behind = is_behind;
      is_behind = error > tolerance;
      if (!is_behind) continue;
      if (!was_behind) found.push_back({{.task = task.task, .from = time}, k});
      Found& last = found.back();
      last.lag.to = time;
      if (error <= last.lag.largest_error) continue;
      last.lag.largest_error = error;
      last.frame = k;
      const Tracker::Cause& cause = causes[i][cycle > 0 ? k % static_cast<std::size_t>(cycle) : k];
      last.lag.reason = cause.reason == LagReason::none ? LagReason::smoothing : cause.reason;
      last.lag.index = cause.index;
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Found& a, const Found& b) { return a.lag.largest_error > b.lag.largest_error; });
  for (std::size_t i = 0; i < std::min(found.size(), most_explained); ++i) {
    Found& one = found[i];
    explain_at_rest(problem, report.motion.postures[one.frame], report.motion.times[one.frame], one.lag);
  }
  std::stable_sort(found.begin(), found.end(), [](const Found& a, const Found& b) {
    return a.lag.from < b.lag.from || (a.lag.from == b.lag.from && int{a.lag.task} < int{b.lag.task});
  });
  for (const Found& one : found) report.lags.push_back(one.lag);
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

}  // namespace limber
